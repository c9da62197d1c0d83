// A line per agent over the ticks of a race.
import { sharpContext } from './dom';
import { coloursOf, css } from './palette';
import type { Theme } from './palette';
import type { Runner } from './race';
import type { Series } from './series';

const INSET = { top: 8, right: 6, bottom: 16, left: 44 };

/** A round number at or above a value: 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((it) => it * power).find((it) => it >= value) ?? value;
}

function short(value: number): string {
  return value >= 10000 ? `${+(value / 1000).toPrecision(3)}k` : String(+value.toPrecision(3));
}

/** The position of a value between the bottom (0) and the top (1) of a chart, and its labels. */
interface Scale {
  share(value: number): number;
  marks: number[];
}

function linear(most: number): Scale {
  const top = roundUp(Math.max(most, 1));
  return { share: (value) => value / top, marks: [0, top / 2, top] };
}

/** From 1 on, by powers of ten. */
function logarithmic(most: number): Scale {
  const powers = Math.max(1, Math.ceil(Math.log10(Math.max(most, 1))));
  return {
    share: (value) => Math.log10(Math.max(value, 1)) / powers,
    marks: Array.from({ length: powers + 1 }, (_, power) => 10 ** power),
  };
}

export const SCALES = { linear, logarithmic };

export class Chart {
  private readonly canvas: HTMLCanvasElement;
  private readonly pick: (runner: Runner) => Series;
  private readonly scale: (most: number) => Scale;

  constructor(
    canvas: HTMLCanvasElement,
    scale: keyof typeof SCALES,
    pick: (runner: Runner) => Series,
  ) {
    this.canvas = canvas;
    this.scale = SCALES[scale];
    this.pick = pick;
  }

  draw(runners: readonly Runner[], theme: Theme): void {
    const context = sharpContext(this.canvas);
    const width = this.canvas.clientWidth - INSET.left - INSET.right;
    const height = this.canvas.clientHeight - INSET.top - INSET.bottom;
    const all = runners.map((runner) => this.pick(runner));
    const ticks = Math.max(10, ...all.map((series) => series.count));
    const scale = this.scale(Math.max(...all.map((series) => highest(series.values))));
    context.clearRect(0, 0, this.canvas.clientWidth, this.canvas.clientHeight);
    this.drawAxes(context, width, height, ticks, scale);
    // The first agent is drawn last, on top of the others.
    for (let slot = runners.length - 1; slot >= 0; slot--) {
      const series = all[slot]!;
      context.strokeStyle = css(coloursOf(theme, slot).hue);
      context.lineWidth = 1.75;
      context.lineJoin = 'round';
      context.beginPath();
      series.values.forEach((value, i) => {
        const x = INSET.left + (Math.min((i + 1) * series.stride, series.count) / ticks) * width;
        context.lineTo(x, INSET.top + height * (1 - scale.share(value)));
      });
      context.stroke();
    }
  }

  private drawAxes(
    context: CanvasRenderingContext2D,
    width: number,
    height: number,
    ticks: number,
    scale: Scale,
  ): void {
    const style = getComputedStyle(this.canvas);
    context.strokeStyle = style.borderTopColor;
    context.fillStyle = style.color;
    context.font = `11px ${style.fontFamily}`;
    context.lineWidth = 1;
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    for (const mark of scale.marks) {
      const y = Math.round(INSET.top + height * (1 - scale.share(mark))) + 0.5;
      context.beginPath();
      context.moveTo(INSET.left, y);
      context.lineTo(INSET.left + width, y);
      context.stroke();
      context.fillText(short(mark), INSET.left - 6, y);
    }
    context.textBaseline = 'alphabetic';
    const bottom = INSET.top + height + 13;
    context.fillText(`tick ${ticks}`, INSET.left + width, bottom);
    context.textAlign = 'left';
    context.fillText('0', INSET.left, bottom);
  }
}

function highest(values: readonly number[]): number {
  return values.reduce((most, value) => (value > most ? value : most), 0);
}
