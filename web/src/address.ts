// What the address of the page asks for.
import type { Wend } from 'wend';
import { firstScene } from './first';
import { LinkError, sceneFromHash } from './link';
import type { Scene } from './scene';
import { chapterOf, storyScene } from './story';

/** What is shown: a scene, and the number of its chapter if the story has it (else -1). */
export interface Opened {
  scene: Scene;
  chapter: number;
}

const STORY = /^story=(\w+)$/;

/** Throws a LinkError that says what is wrong with the part after '#'. */
export function openHash(wend: Wend, hash: string): Opened {
  const text = hash.replace(/^#/, '');
  if (text === '') {
    return { scene: firstScene(wend), chapter: -1 };
  }
  const name = STORY.exec(text)?.[1];
  if (name === undefined) {
    return { scene: sceneFromHash(wend, text), chapter: -1 };
  }
  const chapter = chapterOf(name);
  return { scene: storyScene(wend, chapter), chapter };
}

/** The same; if something is wrong, the first scene with what it is. */
export function openAddress(wend: Wend, hash: string): { opened: Opened; error: string } {
  try {
    return { opened: openHash(wend, hash), error: '' };
  } catch (error) {
    const why = error instanceof LinkError ? error.message : `The link cannot be shown: ${error}`;
    return { opened: openHash(wend, ''), error: `${why} Shown is the first scene.` };
  }
}

/** The first race and those of the story start by themselves, and others if their address has
 * `play`; none does if the system asks for reduced motion. */
export function startsItself(query: URLSearchParams, opened: Opened, error: string): boolean {
  const isOpening = (location.hash.length <= 1 || opened.chapter >= 0) && !query.has('embed');
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (isOpening || query.has('play')) && !isStill && error === '';
}
