// Browsers compile WebAssembly without optimization at first and optimize code that runs often. Each algorithm
// first runs invisibly, so that its first measured ticks are not many times too slow.
import type { Wend } from 'wend';
import { measuringMicros } from './pace';
import { Race } from './race';
import { generateMap, withMap } from './scene';
import type { Scene } from './scene';

const WARM_MS = 30; // for each algorithm
const SIZE = 64; // of the maps, in cells

/** What is already warm. Rules of movement and beliefs have their own code. */
const warm = new Set<string>();

/** A small cave. Start and goal of every other one are swapped: each direction has its own code. Ticks are long
 * enough to measure the pace of the algorithm. */
function smallScene(wend: Wend, given: Scene, seed: number): Scene {
  const scene = { ...given, micros: measuringMicros(given.micros) };
  const small = withMap(scene, generateMap(wend, { kind: 'caves', size: SIZE, seed }));
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
    const name = [algo, scene.neighbors, scene.corners, scene.sight > 0, scene.micros > 0].join(
      ' ',
    );
    const end = performance.now() + (warm.has(name) ? 0 : WARM_MS);
    for (let seed = 1; performance.now() < end; seed++) {
      runUntil(end, new Race(wend, smallScene(wend, { ...scene, algos: [algo] }, seed)));
    }
    warm.add(name);
  }
}
