// Small helpers for the document.

/** Returns the element with an id. It must exist. */
export function byId<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`the page has no element #${id}`);
  }
  return element as T;
}

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** A drawing of lines in a square of 16 x 16. */
export function glyph(lines: string): SVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  const path = document.createElementNS(space, 'path');
  svg.setAttribute('class', 'glyph');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', lines);
  svg.append(path);
  return svg;
}

/** Sizes a canvas for the resolution of the screen and returns its context, in pixels of the page. */
export function sharpContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const ratio = Math.min(window.devicePixelRatio || 1, 2);
  const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
  const height = Math.max(1, Math.round(canvas.clientHeight * ratio));
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const context = canvas.getContext('2d')!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

/** Downloads a file. */
export function saveFile(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  make('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** A slider over a list of values that are not evenly spaced. */
export class ListSlider {
  private readonly input: HTMLInputElement;
  private readonly output: HTMLOutputElement;
  private readonly values: readonly number[];
  private readonly format: (value: number) => string;

  constructor(
    id: string,
    values: readonly number[],
    format: (value: number) => string,
    changed: (value: number) => void,
  ) {
    this.values = values;
    this.format = format;
    this.input = byId<HTMLInputElement>(id);
    this.output = byId<HTMLOutputElement>(`${id}-value`);
    this.input.min = '0';
    this.input.max = String(values.length - 1);
    this.input.step = '1';
    this.input.addEventListener('input', () => {
      const value = this.values[Number(this.input.value)]!;
      this.describe(value);
      changed(value);
    });
  }

  /** Shows a value and moves the slider to the nearest one in its list. */
  show(value: number): void {
    const distance = (i: number) => Math.abs(Math.log((this.values[i]! + 1) / (value + 1)));
    const nearest = this.values.reduce(
      (best, _, i) => (distance(i) < distance(best) ? i : best),
      0,
    );
    this.input.value = String(nearest);
    this.describe(value);
  }

  setEnabled(isEnabled: boolean): void {
    this.input.disabled = !isEnabled;
  }

  private describe(value: number): void {
    this.output.textContent = this.format(value);
    this.input.setAttribute('aria-valuetext', this.format(value));
  }
}
