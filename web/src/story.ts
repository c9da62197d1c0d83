// The story in eight scenes: what time-bounded search is for, from A* to a thousand units.
import { byId, make } from './dom';
import { LinkError } from './link';

export interface Chapter {
  /** Its link is #story=id. */
  id: string;
  title: string;
  text: string;
  /** The part of its link after '#'. */
  hash: string;
}

/** A pocket that opens to the left. */
const PIT =
  'size=64,48&title=A+pit&cells=kAQfPwE_AT8BPwE_AT8BPwE_AT8BPwE_AT8BPwE_AT8BPwE_AT8BPwE_' +
  'AT8BPwE_AT8BPwE_AT8BPwE_AT8BPwEhH9ED';
const CAVES = 'map=caves,128,6&start=8,8&goal=115,107';

export const CHAPTERS: readonly Chapter[] = [
  {
    id: 'astar',
    title: 'A* stands still',
    text:
      'A* must know the whole route before its first step. With 30 expansions per tick this ' +
      'takes 40 ticks on this map: in a game, a unit that does not react to a click. With a ' +
      'lower budget it waits longer.',
    hash: `${CAVES}&agents=astar&r=30&speed=15`,
  },
  {
    id: 'tba',
    title: 'TBA* walks at once',
    text:
      'TBA* runs the same search with the same budget, but after each slice of the search it ' +
      'follows the best path so far, and corrects its route when it finds a better one. It ' +
      'moves from the first tick on and reaches the goal before A*.',
    hash: `${CAVES}&agents=astar,tba&r=30&speed=20`,
  },
  {
    id: 'budget',
    title: 'The budget holds on larger maps',
    text:
      'Sixteen times as many cells, and the same ticks: no bar crosses its line on maps of any ' +
      'size, because a tick never clears, copies or searches more than its budget allows. ' +
      'Choose another size or draw walls, and watch the bars.',
    hash: 'map=caves,512,2&start=42,34&goal=478,483&agents=tba,tbjps&r=100&speed=60',
  },
  {
    id: 'pit',
    title: 'LSS-LRTA* in a pit',
    text:
      'LSS-LRTA* searches only around itself and learns a lower bound of the distance to the ' +
      'goal. In a pit it must raise these bounds, walking back and forth, before it finds the ' +
      'way out. TBA* keeps its search and goes around the pit.',
    hash: `${PIT}&start=8,24&goal=57,24&agents=lss-lrta,tba&r=30&speed=60`,
  },
  {
    id: 'jumps',
    title: 'Jump points: the same time, ten times the area',
    text:
      'Both get the same time per tick. TB(JPS) skips the cells that need no decision, so in ' +
      'the same time its search covers about ten times as much of the map: it knows its route ' +
      'on tick 77, TBA* on tick 758.',
    hash: 'map=rooms,256,1&start=15,15&goal=240,240&agents=tba,tbjps&r=30&speed=60',
  },
  {
    id: 'fog',
    title: 'Fog, at equal microseconds',
    text:
      'No agent knows the map: each sees ten cells far and assumes that the rest is free. All ' +
      'have the same microseconds per tick on this machine. TB(JPS) and TBAA* walk while they ' +
      'plan; D* Lite repairs its plan, and waits until it is complete.',
    hash:
      'map=caves,256,3&start=27,7&goal=240,240&agents=tbjps,tbaa,dstar-lite&us=50&sight=10' +
      '&speed=60',
  },
  {
    id: 'bridge',
    title: 'The bridge',
    text:
      'On tick 30 the bridge ahead of them disappears. All agents notice it on their next tick: ' +
      'those that plan whole routes wait and plan again, the others keep walking while they ' +
      'plan. Draw another wall across the river, or a bridge with Erase.',
    hash:
      'map=river,96,5&start=8,48&goal=87,48&agents=rtba,tbjps,repeated-astar,dstar-lite&r=20' +
      '&speed=20&cut=30,45,47,50,48',
  },
  {
    id: 'fleet',
    title: 'A thousand units under one millisecond',
    text:
      'A thousand units with their own goals share one millisecond of planning per frame. Every ' +
      'unit moves on every frame; units that wait for a route follow a simple local rule. Drag ' +
      'a box, click a destination, and blow up a bridge.',
    hash: 'fleet=1000&map=river,256,3&us=1000&speed=60',
  },
];

export function chapterOf(id: string): number {
  const chapter = CHAPTERS.findIndex((it) => it.id === id);
  if (chapter < 0) {
    const ids = CHAPTERS.map((it) => it.id).join(', ');
    throw new LinkError(`Unknown scene "${id}" of the story, expected ${ids}.`);
  }
  return chapter;
}

/** Shows the text of a chapter; for -1 only the list of scenes. */
export function showChapter(chapter: number): void {
  const now = CHAPTERS[chapter];
  document.body.dataset['chapter'] = now?.id ?? '';
  byId('story-text').hidden = !now;
  byId('story-title').textContent = now?.title ?? 'A story in eight scenes';
  byId('story-says').textContent = now?.text ?? '';
  byId('story-links').replaceChildren(
    ...CHAPTERS.map(({ id, title }, i) => {
      const link = make(
        'a',
        { href: `#story=${id}`, title, 'aria-label': `${i + 1}: ${title}` },
        String(i + 1),
      );
      if (i === chapter) {
        link.setAttribute('aria-current', 'step');
      }
      return make('li', {}, link);
    }),
  );
  const next = CHAPTERS[chapter + 1];
  const link = byId<HTMLAnchorElement>('story-next');
  link.hidden = !next;
  link.href = `#story=${next?.id ?? ''}`;
  link.textContent = now ? `Next: ${next?.title} ›` : 'Begin ›';
}
