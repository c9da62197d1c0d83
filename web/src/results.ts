// The results of a race: as a table, and as JSON.
import { make } from './dom';
import { clockResolution, isTooShort } from './pace';
import type { Race, Runner } from './race';
import type { Scene } from './scene';

/** Formats the time of a single tick with the precision of the clock. */
function timeText(micros: number): string {
  const step = clockResolution();
  return isTooShort(micros) && micros <= step ? `≤ ${Math.ceil(step)}` : micros.toFixed(0);
}

export function resultRow(runner: Runner, hue: string): HTMLTableRowElement {
  const stats = runner.stats;
  const dot = make('span', { class: 'dot', 'aria-hidden': 'true' });
  const name = make('th', { scope: 'row' }, dot, runner.algo);
  const cells = stats
    ? [
        runner.problem || runner.status,
        stats.ticks,
        stats.moves,
        stats.length.toFixed(1),
        stats.expansions,
        stats.maxExpansionsPerTick,
        runner.times.mean.toFixed(0),
        timeText(runner.times.p99),
        timeText(runner.times.worst),
      ]
    : [runner.problem, ...Array<string>(8).fill('–')];
  const row = make('tr', {}, name, ...cells.map((cell) => make('td', {}, String(cell))));
  row.style.setProperty('--hue', hue);
  return row;
}

/** Returns one object: the task, and the results of each agent so far. */
export function resultsJson(scene: Scene, race: Race): string {
  const { width } = scene;
  const cell = (state: number) => [state % width, Math.floor(state / width)];
  const agents = race.runners.map((runner) => ({
    algo: runner.algo,
    status: runner.problem || runner.status,
    place: race.placeOf(runner) || null,
    stats: runner.stats,
    tick_us: {
      mean: runner.times.mean,
      p99: runner.times.p99,
      max: runner.times.worst,
      resolution: clockResolution(),
    },
    path: [[...scene.start], ...runner.trail.map(cell)],
  }));
  const { title, height, neighbors, corners, start, goal, budget, micros, sight } = scene;
  const task = { title, width, height, neighbors, corners, start, goal, budget, micros, sight };
  return `${JSON.stringify({ ...task, ticks: race.ticks, agents }, null, 1)}\n`;
}
