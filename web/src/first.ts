// The race that the page opens with. Its map was chosen, as the page says, to show the difference between
// planning in small steps, planning the whole route first, and searching locally.
import type { Wend } from 'wend';
import { sceneFromHash, sceneToHash } from './link';
import type { Scene } from './scene';

/** In the format of `sceneToHash`. */
const FIRST =
  'map=caves,128,6&moves=8&corners=never&start=8,8&goal=115,107' +
  '&agents=tba,astar,lss-lrta,tbjps&r=30&w=1000&sight=0&speed=30';

export function firstScene(wend: Wend): Scene {
  return sceneFromHash(wend, FIRST);
}

/** Whether a scene is the first one, at any speed and without drawings. */
export function isFirst(scene: Scene): boolean {
  return scene.spec !== null && sceneToHash({ ...scene, speed: 30 }) === FIRST;
}
