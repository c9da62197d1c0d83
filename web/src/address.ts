// The scene in the address of the page.
import type { Wend } from 'wend';
import { firstScene } from './first';
import { fleetFromHash, isFleetHash } from './fleet_scene';
import type { FleetScene } from './fleet_scene';
import { LinkError } from './link';
import { makeLinked } from './making';
import type { Scene } from './scene';
import { CHAPTERS, chapterOf } from './story';

/** A scene, and the number of its chapter in the story, or -1. */
export interface Opened {
  scene: Scene;
  chapter: number;
}

/** The scene to show: a race or a fleet. */
export interface Address {
  race: Scene | null;
  fleet: FleetScene | null;
  chapter: number;
}

const STORY = /^#?story=(\w+)$/;

/** Reads the part after '#'. Throws a LinkError. */
export async function readHash(wend: Wend, hash: string): Promise<Address> {
  const id = STORY.exec(hash)?.[1];
  const chapter = id === undefined ? -1 : chapterOf(id);
  const text = CHAPTERS[chapter]?.hash ?? hash.replace(/^#/, '');
  if (isFleetHash(text)) {
    return { race: null, fleet: fleetFromHash(text), chapter };
  }
  const race = text === '' ? firstScene(wend) : await makeLinked(wend, text);
  return { race, fleet: null, chapter };
}

/** Reads the part after '#'. On an error returns the first scene and the error's text. */
export async function readAddress(wend: Wend, hash: string): Promise<Address & { error: string }> {
  try {
    return { ...(await readHash(wend, hash)), error: '' };
  } catch (error) {
    const why = error instanceof LinkError ? error.message : `The link cannot be shown: ${error}`;
    return { ...(await readHash(wend, '')), error: `${why} Shown is the first scene.` };
  }
}

/** The first race, fleets and the scenes of the story start automatically, others only if their address
 * has `play`; none does if the system asks for reduced motion. */
export function startsItself({ fleet, chapter }: Address): boolean {
  const query = new URLSearchParams(location.search);
  const isOpening = location.hash.length <= 1 || chapter >= 0 || fleet !== null;
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return ((isOpening && !query.has('embed')) || query.has('play')) && !isStill;
}
