// Browsers compile WebAssembly quickly at first and well only while it runs. So that the first ticks
// do not seem to take many times as long as they do, algorithms run unseen before they are timed.
import type { Wend } from 'wend';
import { Race } from './race';
import { cookMap, withMap } from './scene';
import type { Scene } from './scene';

const WARM_MS = 30; // for each algorithm
const SIZE = 64; // of the maps, in cells

/** What has run: rules of moving and beliefs have code of their own. */
const warm = new Set<string>();

/** A small cave; every other one is walked the other way round, for directions have code, too. */
function smallScene(wend: Wend, scene: Scene, seed: number): Scene {
  const small = withMap(scene, cookMap(wend, { kind: 'caves', size: SIZE, seed }));
  return seed % 2 ? small : { ...small, start: small.goal, goal: small.start };
}

function runUntil(time: number, race: Race): void {
  while (!race.isOver && performance.now() < time) {
    race.tick();
  }
  race.destroy();
}

export function warmUp(wend: Wend, scene: Scene): void {
  for (const algo of scene.algos) {
    const name = [algo, scene.neighbors, scene.corners, scene.sight > 0].join(' ');
    const end = performance.now() + (warm.has(name) ? 0 : WARM_MS);
    for (let seed = 1; performance.now() < end; seed++) {
      runUntil(end, new Race(wend, smallScene(wend, { ...scene, algos: [algo] }, seed)));
    }
    warm.add(name);
  }
}
