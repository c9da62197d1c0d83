// Texts and lists of algorithms for the page, from the table of the library.
import type { Algorithm, GridMap, Wend } from 'wend';
import { ACTS, ALGO_FLAGS, NEEDS } from 'wend';
import { byId, make } from './dom';

/** The reason why an algorithm does not fit a map (GridMap.fits). */
export function unfitReason(info: Algorithm): string {
  return info.needs === NEEDS.jumpableMap ? 'needs 4 or 8 neighbours' : 'needs a precomputed table';
}

/** "TBA*, time-bounded A*" of "TBA*, time-bounded A*: follows the most promising path so far". */
export function fullName({ name, title }: Algorithm): string {
  const [full, what] = title.split(': ');
  return what === undefined ? name : full!.charAt(0).toUpperCase() + full!.slice(1);
}

/** The default algorithm. */
export function defaultAlgorithm(wend: Wend): string {
  return wend.algorithms.find(({ flags }) => flags & ALGO_FLAGS.chooses)!.name;
}

/** Suggests an algorithm to add to a race: one that acts like as few of the others as possible. */
export function suggestAlgorithm(map: GridMap, names: readonly string[]): string {
  const { wend } = map;
  const acts = names.map((name) => wend.algorithm(name)?.acts);
  const alike = (info: Algorithm) => acts.filter((it) => it === info.acts).length;
  const others = wend.algorithms.filter(
    (info) => map.fits(info) && !(info.flags & ALGO_FLAGS.chooses) && !names.includes(info.name),
  );
  const best = others.reduce<Algorithm | undefined>(
    (found, info) => (found && alike(found) <= alike(info) ? found : info),
    undefined,
  );
  return best?.name ?? defaultAlgorithm(wend);
}

/** Whether an algorithm uses the weight slider. `auto` does not: the algorithm that it chooses may not read
 * a weight. */
export function weighs({ parameters, flags }: Algorithm): boolean {
  return parameters.includes('weightPermille') && !(flags & ALGO_FLAGS.chooses);
}

/** The lists of algorithms in the help, by the id of their element. */
const LISTS: Record<string, (info: Algorithm, wend: Wend) => boolean> = {
  planners: ({ acts }) => acts === ACTS.whenPlanned,
  shuttlers: ({ acts }) => acts === ACTS.shuttles,
  slow: (info, wend) => (info.flags & ALGO_FLAGS.slicesMoves) !== 0 && !wend.needsPrecomputed(info),
  weighted: weighs,
  precomputed: (info, wend) => wend.needsPrecomputed(info),
  jumping: ({ flags }) => (flags & ALGO_FLAGS.jumps) !== 0,
};

export function fillHelp(wend: Wend): void {
  for (const [id, isListed] of Object.entries(LISTS)) {
    const names = wend.algorithms.filter((info) => isListed(info, wend)).map(({ name }) => name);
    const items = names.flatMap((name, i) => {
      const between = i === 0 ? '' : i === names.length - 1 ? ' and ' : ', ';
      return [between, make('i', {}, name)];
    });
    byId(id).replaceChildren(...items);
  }
}
