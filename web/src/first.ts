// The race that the page opens with. It was chosen, and the page says so: on this map the difference
// between planning bit by bit, planning all at first, and forgetting is seen at a glance.
import type { Wend } from 'wend';
import { sceneFromHash, sceneToHash } from './link';
import type { Scene } from './scene';

/** As `sceneToHash` writes it. */
const FIRST =
  'map=caves,128,6&moves=8&corners=never&start=8,8&goal=115,107' +
  '&agents=tba,astar,lss-lrta,tbjps&r=30&w=1000&sight=0&speed=30';

export function firstScene(wend: Wend): Scene {
  return sceneFromHash(wend, FIRST);
}

/** Whether a scene is the first one, at any speed and as nobody has drawn on it. */
export function isFirst(scene: Scene): boolean {
  return scene.recipe !== null && sceneToHash({ ...scene, speed: 30 }) === FIRST;
}
