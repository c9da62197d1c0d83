// The milliseconds of the last frames, one bar each, with a line for the budget.
import { sharpContext } from './dom';

const BAR = 3; // pixels
const INSET = 40; // pixels for the labels

export class FrameChart {
  private readonly canvas: HTMLCanvasElement;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  draw(times: readonly number[], budget: number, hue: string): void {
    const context = sharpContext(this.canvas);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const style = getComputedStyle(this.canvas);
    const shown = times.slice(-Math.floor((width - INSET) / BAR));
    const top = Math.max(budget * 1.5, ...shown);
    const y = (value: number) => height - (value / top) * (height - 4);
    context.clearRect(0, 0, width, height);
    context.fillStyle = hue;
    shown.forEach((time, i) => context.fillRect(INSET + i * BAR, y(time), BAR - 1, height));
    context.fillStyle = style.color;
    context.font = `11px ${style.fontFamily}`;
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    context.fillRect(INSET, y(budget), width - INSET, 1.5);
    context.fillText(`${budget} ms`, INSET - 4, y(budget));
  }
}
