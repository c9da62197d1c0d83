// Makes races without blocking the page: on large maps in several tasks.
import type { Wend } from 'wend';
import { runJob } from './jobs';
import { cellsOfLink, LinkError, sceneFromHash } from './link';
import { Race } from './race';
import { farEnds, generateMap } from './scene';
import type { Ends, MapPart, MapSpec, Scene } from './scene';
import { warmUp } from './warm';

/** Number of cells from which the worker makes a map, and a race is made in several tasks. */
const LARGE = 1 << 17;

export const isLarge = ({ cells }: { cells: Uint8Array }) => cells.length >= LARGE;

/** Lets the page draw and run other tasks. A hidden page does not draw. */
const nextPicture = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 100);
  });

/** Makes a race at once. */
export function makeRace(wend: Wend, scene: Scene): Race {
  warmUp(wend, scene);
  return new Race(wend, scene);
}

/** Makes a race on a large map: warming up and each agent are separate tasks. */
export async function makeLargeRace(wend: Wend, scene: Scene): Promise<Race> {
  for (const algo of scene.algos) {
    await nextPicture();
    warmUp(wend, { ...scene, algos: [algo] });
  }
  await nextPicture();
  const race = new Race(wend, scene, true, false);
  for (const algo of scene.algos) {
    await nextPicture();
    race.addRunner(algo);
  }
  await nextPicture();
  return race;
}

/** A map, and two distant cells on it. */
export async function makeMap(wend: Wend, spec: MapSpec): Promise<{ map: MapPart; ends: Ends }> {
  if (spec.size * spec.size >= LARGE) {
    return runJob('generate', { spec });
  }
  const map = generateMap(wend, spec);
  return { map, ends: farEnds(map.cells, map.width) };
}

/** Reads the scene of a link. Throws a LinkError. */
export async function makeLinked(wend: Wend, hash: string): Promise<Scene> {
  if (cellsOfLink(hash) < LARGE) {
    return sceneFromHash(wend, hash);
  }
  return runJob('link', { hash }).catch((error: Error) => {
    throw new LinkError(error.message);
  });
}
