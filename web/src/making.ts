// Makes races without holding the page up: on large maps piece by piece, with other tasks between them.
import type { Wend } from 'wend';
import { runJob } from './jobs';
import { cellsOfLink, LinkError, sceneFromHash } from './link';
import { Race } from './race';
import { farEnds, generateMap } from './scene';
import type { Ends, MapPart, MapSpec, Scene } from './scene';
import { warmUp } from './warm';

/** Cells from which on a map is made by the worker, and what is made on it in pieces. */
const LARGE = 1 << 17;

export const isLarge = ({ cells }: { cells: Uint8Array }) => cells.length >= LARGE;

/** Lets the page draw a picture and do what waits. A page that is not seen draws none. */
const nextPicture = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 100);
  });

/** At once. */
export function makeRace(wend: Wend, scene: Scene): Race {
  warmUp(wend, scene);
  return new Race(wend, scene);
}

/** The same for a large map: warming up and making each agent are pieces of their own. */
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

/** A map, and two places far apart on it. */
export async function makeMap(wend: Wend, spec: MapSpec): Promise<{ map: MapPart; ends: Ends }> {
  if (spec.size * spec.size >= LARGE) {
    return runJob('generate', { spec });
  }
  const map = generateMap(wend, spec);
  return { map, ends: farEnds(map.cells, map.width) };
}

/** The scene of a link. Throws a LinkError that says what is wrong. */
export async function makeLinked(wend: Wend, hash: string): Promise<Scene> {
  if (cellsOfLink(hash) < LARGE) {
    return sceneFromHash(wend, hash);
  }
  return runJob('link', { hash }).catch((error: Error) => {
    throw new LinkError(error.message);
  });
}
