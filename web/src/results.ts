// The table of results.
import { make } from './dom';
import type { Runner } from './race';

export function resultRow(runner: Runner, hue: string): HTMLTableRowElement {
  const counters = runner.counters;
  const dot = make('span', { class: 'dot', 'aria-hidden': 'true' });
  const name = make('th', { scope: 'row' }, dot, runner.algo);
  const cells = counters
    ? [
        runner.problem || runner.status,
        counters.ticks,
        counters.moves,
        counters.length.toFixed(1),
        counters.expansions,
        counters.maxExpansionsPerTick,
        runner.meanMicros.toFixed(0),
        runner.worstMicros.toFixed(0),
      ]
    : [runner.problem, '–', '–', '–', '–', '–', '–', '–'];
  const row = make('tr', {}, name, ...cells.map((cell) => make('td', {}, String(cell))));
  row.style.setProperty('--hue', hue);
  return row;
}
