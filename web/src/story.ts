// The story in eight scenes: what time-bounded search is for, from A* to a thousand units.
import { byId, make } from './dom';
import { LinkError } from './link';

export interface Chapter {
  /** Its link is #story=id. */
  id: string;
  title: string;
  text: string;
  /** As after '#' in a link. */
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
      'A* has to know the whole route before its first step. With 30 expansions per tick that ' +
      'takes it 40 ticks on this map: in a game, a unit that does not react to a click. Lower ' +
      'the budget, and it stands longer.',
    hash: `${CAVES}&agents=astar&r=30&speed=15`,
  },
  {
    id: 'tba',
    title: 'TBA* walks at once',
    text:
      'TBA* runs the same search with the same budget, but after each slice of it walks along ' +
      'the best path so far, and corrects itself when a better one is found. It moves from ' +
      'the first tick on, and is at the goal before A*.',
    hash: `${CAVES}&agents=astar,tba&r=30&speed=20`,
  },
  {
    id: 'budget',
    title: 'The budget is kept while the map grows',
    text:
      'Sixteen times as many cells, and the same ticks: no bar crosses its line, whatever the ' +
      'size of the map, because a tick never clears, copies or searches more than it was ' +
      'given. Choose another size or draw walls, and watch the bars.',
    hash: 'map=caves,512,2&start=42,34&goal=478,483&agents=tba,tbjps&r=100&speed=60',
  },
  {
    id: 'pit',
    title: 'LSS-LRTA* in a pit',
    text:
      'LSS-LRTA* searches only round itself and learns how far the goal is at least. In a pit ' +
      'it has to fill that knowledge up, to and fro, before it finds the way out. TBA* keeps ' +
      'its search, and goes round.',
    hash: `${PIT}&start=8,24&goal=57,24&agents=lss-lrta,tba&r=30&speed=60`,
  },
  {
    id: 'jumps',
    title: 'Jump points: the same time, ten times the sight',
    text:
      'Both get the same time per tick. TB(JPS) skips the cells where nothing can be decided, ' +
      'so the same time takes its search over some ten times as much of the map: it knows its ' +
      'route on tick 77, TBA* on tick 758.',
    hash: 'map=rooms,256,1&start=15,15&goal=240,240&agents=tba,tbjps&r=30&speed=60',
  },
  {
    id: 'fog',
    title: 'Fog, at equal microseconds',
    text:
      'Nobody knows the map here: they see ten cells, and take the rest to be free. Each may ' +
      'use the same microseconds per tick on this machine. TB(JPS) and TBAA* walk while they ' +
      'plan; D* Lite repairs one plan, and stands until it is whole.',
    hash:
      'map=caves,256,3&start=27,7&goal=240,240&agents=tbjps,tbaa,dstar-lite&us=50&sight=10' +
      '&speed=60',
  },
  {
    id: 'bridge',
    title: 'The bridge',
    text:
      'On tick 30 the bridge ahead of them is gone. All know it on their next tick: who plans ' +
      'whole routes stands and plans again, the others walk on while they do. Draw another ' +
      'wall across the river, or a bridge with Erase.',
    hash:
      'map=river,96,5&start=8,48&goal=87,48&agents=rtba,tbjps,repeated-astar,dstar-lite&r=20' +
      '&speed=20&cut=30,45,47,50,48',
  },
  {
    id: 'fleet',
    title: 'A thousand units under one millisecond',
    text:
      'A thousand units, each on its way, and one millisecond of planning per frame for all ' +
      'of them. Every unit moves on every frame; who waits for a route goes by a rule ' +
      'meanwhile. Drag a box, click, and blow up a bridge.',
    hash: 'fleet=1000&map=river,256,3&us=1000&speed=60',
  },
];

export function chapterOf(id: string): number {
  const chapter = CHAPTERS.findIndex((it) => it.id === id);
  if (chapter < 0) {
    const ids = CHAPTERS.map((it) => it.id).join(', ');
    throw new LinkError(`The story has no scene "${id}", expected ${ids}.`);
  }
  return chapter;
}

/** Shows what is said beside the figure; only the list of scenes if there is no chapter (-1). */
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
