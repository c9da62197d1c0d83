// Repeats a race on other maps of the same kind and counts the results.
import type { Wend } from 'wend';
import { Race } from './race';
import { generateMap, withMap } from './scene';
import type { Scene } from './scene';

export const SEEDS = 100;
const TICKS_MAX = 20000;

/** The results on many maps. */
export interface Odds {
  maps: number;
  /** For each agent: how often it came first (ties count for both), and how often it arrived. */
  first: number[];
  arrived: number[];
  /** before[a][b]: how often a arrived on an earlier tick than b. */
  before: number[][];
  /** For each agent: the mean tick of arrival. */
  ticks: number[];
}

export function emptyOdds(agents: number): Odds {
  const zeros = () => Array<number>(agents).fill(0);
  const before = Array.from({ length: agents }, zeros);
  return { maps: 0, first: zeros(), arrived: zeros(), before, ticks: zeros() };
}

/** The arrival ticks of all agents; infinity for those that do not arrive. */
export function arrivals(wend: Wend, scene: Scene): number[] {
  const race = new Race(wend, scene, false);
  while (!race.isOver && race.ticks < TICKS_MAX) {
    race.tick();
  }
  const ticks = race.runners.map((it) => (it.hasArrived ? it.stats!.ticks : Infinity));
  race.destroy();
  return ticks;
}

function count(odds: Odds, ticks: number[]): void {
  const best = Math.min(...ticks);
  odds.maps++;
  ticks.forEach((mine, a) => {
    odds.first[a]! += Number(mine === best && mine < Infinity);
    ticks.forEach((other, b) => (odds.before[a]![b]! += Number(mine < other)));
    if (mine < Infinity) {
      odds.ticks[a]! += (mine - odds.ticks[a]!) / ++odds.arrived[a]!;
    }
  });
}

/** Races on `maps` maps of the scene's kind and size, with seeds from `seed` on. */
export function runOdds(
  wend: Wend,
  scene: Scene,
  seed: number,
  maps: number,
  progress: (odds: Odds) => void,
): Odds {
  const odds = emptyOdds(scene.algos.length);
  for (let i = 0; i < maps; i++) {
    const map = generateMap(wend, { ...scene.spec!, seed: seed + i });
    count(odds, arrivals(wend, withMap(scene, map)));
    progress(odds);
  }
  return odds;
}
