// The work of the last ticks of an agent, one bar each. The line at the top is the budget.
import { make, sharpContext } from './dom';
import { isTooShort } from './pace';
import type { Runner } from './race';
import type { Scene } from './scene';

const BAR = 3; // pixels
const ABOVE = 5; // pixels above the line, for ticks that exceed their time

export class Strip {
  readonly root: HTMLElement;
  private readonly canvas: HTMLCanvasElement;
  private readonly text: HTMLElement;

  constructor() {
    this.canvas = make('canvas', { 'aria-hidden': 'true' });
    this.text = make('span');
    this.root = make('p', { class: 'strip' }, this.text, this.canvas);
    this.root.title = 'The work of each of the last ticks; the line is the budget';
  }

  /** The last tick in words. */
  show(runner: Runner, scene: Scene): void {
    const budget = scene.micros > 0 ? scene.micros : scene.budget;
    const used = runner.shares.last * budget;
    const unit = scene.micros > 0 ? ' µs' : '';
    const about = scene.micros > 0 && isTooShort(scene.micros) ? 'about ' : ''; // the time follows from the work
    const words = make('i', {}, `work of this tick: ${about}`);
    const count = make('b', {}, String(Math.round(used)));
    count.style.minWidth = `${String(budget).length}ch`; // keeps the bars in place
    this.text.replaceChildren(...(runner.agent ? [words, count, ` of ${budget}${unit}`] : []));
  }

  draw(runner: Runner, { micros }: Scene, hue: string): void {
    const context = sharpContext(this.canvas);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const full = height - ABOVE;
    context.clearRect(0, 0, width, height);
    context.fillStyle = hue;
    const { values } = runner.shares;
    const from = Math.max(0, values.length - Math.floor(width / BAR));
    for (let i = from; i < values.length; i++) {
      const share = Math.min(values[i]!, height / full);
      const x = width - (values.length - i) * BAR; // the newest is at the right
      context.fillRect(x, height - full * share, BAR - 1, full * share);
    }
    context.fillStyle = getComputedStyle(this.canvas).color;
    context.fillRect(0, ABOVE - 1, width, micros > 0 ? 2 : 1);
  }
}
