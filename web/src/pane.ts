// A pane of the page: the name of an agent, its picture of the map, and its status.
import type { Cell, Wend } from 'wend';
import { VIEW } from 'wend';
import { fullName, unfitReason } from './algorithms';
import type { Camera } from './camera';
import { glyph, make, sharpContext } from './dom';
import { Strip } from './strip';
import type { Colours, Theme } from './palette';
import { coloursOf, css, pixelTable } from './palette';
import type { Race, Runner } from './race';
import type { Scene } from './scene';

const BAND = 1 << 18; // number of cells painted at a time
const GRID_FROM = 14; // smallest scale in pixels per cell at which grid lines are drawn
const LINE_PIXELS = 3; // smallest distance between the points of a drawn line
const TRAIL_UNTIL = 3; // scale in pixels per cell below which the trail is drawn as a line

export interface PaneEvents {
  choose(slot: number, algo: string): void;
  remove(slot: number): void;
  enlarge(slot: number): void;
}

export class Pane {
  readonly root: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  private readonly select: HTMLSelectElement;
  private readonly removeButton: HTMLButtonElement;
  private readonly enlargeButton: HTMLButtonElement;
  private readonly note: HTMLElement;
  private readonly line: HTMLElement;
  private readonly strip: Strip;
  private readonly buffer = document.createElement('canvas');
  private readonly slot: number;
  private pixels: Uint32Array = new Uint32Array();
  private image: ImageData | null = null;
  private table: Uint32Array;
  private colours: Colours;
  private runner: Runner | null = null;
  private race: Race | null = null;
  /** The number of painted rows of the map. */
  private painted = 0;
  private name = '';
  private width = 0;
  private height = 0;

  constructor(wend: Wend, slot: number, theme: Theme, events: PaneEvents) {
    this.slot = slot;
    this.colours = coloursOf(theme, slot);
    this.table = pixelTable(this.colours);
    const label = `Algorithm of agent ${slot + 1}`;
    this.select = make('select', { class: 'algo', 'aria-label': label });
    for (const info of wend.algorithms) {
      const option = make('option', { value: info.name, title: info.title }, fullName(info));
      this.select.append(option);
    }
    this.select.addEventListener('change', () => events.choose(slot, this.select.value));
    this.enlargeButton = iconButton(
      'Enlarge this agent',
      'M9 3h4v4M7 13H3V9M13 3L9 7M3 13l4-4',
      () => events.enlarge(slot),
    );
    this.removeButton = iconButton('Remove this agent', 'M4 4l8 8M12 4l-8 8', () =>
      events.remove(slot),
    );
    this.removeButton.classList.add('remove');
    this.canvas = make('canvas', { tabindex: '0', role: 'application' });
    this.note = make('p', { class: 'pane-note', hidden: '' });
    this.line = make('p', { class: 'pane-line' });
    this.strip = new Strip();
    const dot = make('span', { class: 'dot', 'aria-hidden': 'true' });
    const caption = make('figcaption', {}, dot, this.select, this.enlargeButton, this.removeButton);
    const frame = make('div', { class: 'frame' }, this.canvas, this.note);
    this.root = make('figure', { class: 'pane' }, caption, frame, this.strip.root, this.line);
    this.root.style.setProperty('--hue', this.hue);
  }

  // ---- Contents --------------------------------------------------------------------------------

  /** The colour of its agent. */
  get hue(): string {
    return css(this.colours.hue);
  }

  setTheme(theme: Theme): void {
    this.colours = coloursOf(theme, this.slot);
    this.table = pixelTable(this.colours);
    this.root.style.setProperty('--hue', this.hue);
    this.painted = 0;
  }

  setRace(wend: Wend, race: Race, count: number): void {
    const runner = race.runners[this.slot]!;
    this.runner = runner;
    for (const option of this.select.options) {
      const info = wend.algorithm(option.value)!;
      option.disabled = !race.map.fits(info);
      const name = fullName(info);
      option.textContent = option.disabled ? `${name}: ${unfitReason(info)}` : name;
    }
    this.select.value = runner.algo;
    const info = wend.algorithm(runner.algo);
    this.select.title = info ? `${info.title} (${info.name})` : '';
    this.name = info ? fullName(info) : runner.algo;
    this.race = race;
    this.removeButton.hidden = count === 1;
    this.enlargeButton.hidden = count === 1;
    this.canvas.setAttribute(
      'aria-label',
      `Map with agent ${this.slot + 1}, ${this.name}. Arrow keys move a cursor, Enter uses the tool.`,
    );
    this.note.hidden = runner.agent !== null;
    this.note.textContent = runner.agent ? '' : `${this.name} ${runner.problem}`;
    const { width, height } = race.map;
    if (this.image?.width !== width || this.image.height !== height) {
      this.image = null;
    }
    this.painted = 0;
  }

  setEnlarged(isEnlarged: boolean): void {
    this.root.classList.toggle('enlarged', isEnlarged);
    this.enlargeButton.setAttribute('aria-pressed', String(isEnlarged));
  }

  showStatus(scene: Scene): void {
    const runner = this.runner!;
    const stats = runner.stats;
    const place = this.race!.placeOf(runner);
    this.root.dataset['status'] = runner.status;
    const what = place > 0 ? `${ordinal(place)}, on tick ${stats!.ticks}` : runner.status;
    this.line.replaceChildren(
      make('b', {}, what),
      make('span', { class: 'moves' }, stats ? `${stats.moves} moves` : ''),
      make('span', {}, stats ? `cost ${stats.length.toFixed(1)}` : ''),
    );
    this.strip.show(runner, scene);
  }

  // ---- Pixels, one per cell --------------------------------------------------------------------

  /** Paints rows of the map that are not painted yet, some at least, until a time; returns whether that
   * was all of them. */
  paint(until: number): boolean {
    const { width, height } = this.race!.map;
    if (this.painted === 0) {
      this.runner!.agent?.takeChanged();
    }
    if (!this.image) {
      this.buffer.width = width;
      this.buffer.height = height;
      this.image = new ImageData(width, height);
      this.pixels = new Uint32Array(this.image.data.buffer);
    }
    while (this.painted < height) {
      const end = Math.min(height, this.painted + Math.ceil(BAND / width));
      this.paintRows(this.painted, end);
      this.painted = end;
      if (performance.now() > until) {
        break;
      }
    }
    return this.painted === height;
  }

  private paintRows(from: number, end: number): void {
    const { width } = this.image!;
    const { pixels, table } = this;
    const view = this.runner!.agent?.view;
    if (view) {
      for (let cell = from * width; cell < end * width; cell++) {
        pixels[cell] = table[view[cell]! & VIEW.all]!;
      }
    } else {
      pixels.fill(table[0]!, from * width, end * width);
    }
    const context = this.buffer.getContext('2d')!;
    context.putImageData(this.image!, 0, 0, 0, from, width, end - from);
  }

  /** Paints the changed cells. */
  private paintChanges(): void {
    const agent = this.runner?.agent;
    if (!agent || !this.image) {
      return;
    }
    const changed = agent.takeChanged();
    if (changed.length === 0) {
      return;
    }
    const view = agent.view!;
    const { width, height } = this.image;
    let [x0, y0, x1, y1] = [width, height, 0, 0];
    for (const cell of changed) {
      this.pixels[cell] = this.table[view[cell]! & VIEW.all]!;
      const x = cell % width;
      const y = (cell / width) | 0;
      x0 = x < x0 ? x : x0;
      x1 = x > x1 ? x : x1;
      y0 = y < y0 ? y : y0;
      y1 = y > y1 ? y : y1;
    }
    const context = this.buffer.getContext('2d')!;
    context.putImageData(this.image, 0, 0, x0, y0, x1 - x0 + 1, y1 - y0 + 1);
  }

  // ---- The picture -----------------------------------------------------------------------------

  draw(camera: Camera, scene: Scene, cursor: Cell | null): void {
    this.paintChanges();
    this.strip.draw(this.runner!, scene, this.hue);
    const context = sharpContext(this.canvas);
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    context.clearRect(0, 0, this.width, this.height);
    context.imageSmoothingEnabled = camera.scale * (window.devicePixelRatio || 1) < 1;
    const width = scene.width * camera.scale;
    const height = scene.height * camera.scale;
    context.drawImage(this.buffer, camera.x, camera.y, width, height);
    context.strokeStyle = css(this.colours.path, 0.2);
    context.lineWidth = 1;
    context.strokeRect(camera.x - 0.5, camera.y - 0.5, width + 1, height + 1);
    if (camera.scale >= GRID_FROM) {
      this.drawGrid(context, camera, scene);
    }
    this.drawPath(context, camera, scene);
    this.drawPlace(context, camera, scene.start, 'start');
    this.drawPlace(context, camera, scene.goal, 'goal');
    this.drawAgent(context, camera, scene);
    if (cursor) {
      this.drawCursor(context, camera, cursor);
    }
  }

  private drawGrid(context: CanvasRenderingContext2D, camera: Camera, scene: Scene): void {
    context.strokeStyle = css(this.colours.path, 0.08);
    context.lineWidth = 1;
    context.beginPath();
    const [left, top] = camera.toPane(0, 0);
    const [right, bottom] = camera.toPane(scene.width, scene.height);
    for (let x = 0; x <= scene.width; x++) {
      context.moveTo(left + x * camera.scale, top);
      context.lineTo(left + x * camera.scale, bottom);
    }
    for (let y = 0; y <= scene.height; y++) {
      context.moveTo(left, top + y * camera.scale);
      context.lineTo(right, top + y * camera.scale);
    }
    context.stroke();
  }

  private drawPath(context: CanvasRenderingContext2D, camera: Camera, scene: Scene): void {
    const runner = this.runner;
    if (!runner?.agent) {
      return;
    }
    if (camera.scale < TRAIL_UNTIL) {
      context.strokeStyle = css(this.colours.looks.trail);
      context.lineWidth = 2;
      this.strokeLine(context, camera, scene, scene.start, runner.trail);
    }
    context.strokeStyle = css(this.colours.path, 0.9);
    context.lineWidth = Math.max(1.25, Math.min(camera.scale * 0.22, 4));
    const { state } = runner.agent;
    const from = [state % scene.width, Math.floor(state / scene.width)] as const;
    this.strokeLine(context, camera, scene, from, runner.agent.path());
  }

  /** Draws a line through cells, as far as it is visible. */
  private strokeLine(
    context: CanvasRenderingContext2D,
    camera: Camera,
    scene: Scene,
    from: Cell,
    states: ArrayLike<number>,
  ): void {
    // Skips points that are too close to see, because long lines take time.
    const stride = Math.max(1, Math.floor(LINE_PIXELS / camera.scale));
    let [x, y] = camera.toPane(from[0] + 0.5, from[1] + 0.5);
    let isDrawing = false;
    context.lineJoin = 'bevel';
    context.beginPath();
    for (let i = stride - 1; i < states.length; i += stride) {
      const state = states[i]!;
      const [nextX, nextY] = camera.toPane(
        (state % scene.width) + 0.5,
        Math.floor(state / scene.width) + 0.5,
      );
      const isSeen = this.isSeen(x, y) || this.isSeen(nextX, nextY);
      if (isSeen && !isDrawing) {
        context.moveTo(x, y);
      }
      if (isSeen) {
        context.lineTo(nextX, nextY);
      }
      isDrawing = isSeen;
      [x, y] = [nextX, nextY];
    }
    context.stroke();
  }

  private isSeen(x: number, y: number): boolean {
    return x >= 0 && y >= 0 && x <= this.width && y <= this.height;
  }

  /** The start is a ring, the goal a flag in a disc. */
  private drawPlace(
    context: CanvasRenderingContext2D,
    camera: Camera,
    cell: Cell,
    kind: 'start' | 'goal',
  ): void {
    const [x, y] = camera.toPane(cell[0] + 0.5, cell[1] + 0.5);
    const radius = Math.max(5, camera.scale * 0.42);
    context.lineWidth = 2;
    context.beginPath();
    context.arc(x, y, radius, 0, Math.PI * 2);
    context.fillStyle = css(kind === 'goal' ? this.colours.path : this.colours.ring);
    context.strokeStyle = css(kind === 'goal' ? this.colours.ring : this.colours.path);
    context.fill();
    context.stroke();
    if (kind === 'goal') {
      context.beginPath();
      context.moveTo(x - radius * 0.3, y + radius * 0.55);
      context.lineTo(x - radius * 0.3, y - radius * 0.55);
      context.lineTo(x + radius * 0.5, y - radius * 0.2);
      context.lineTo(x - radius * 0.3, y + radius * 0.15);
      context.fillStyle = css(this.colours.ring);
      context.lineWidth = 1;
      context.fill();
      context.stroke();
    }
  }

  private drawAgent(context: CanvasRenderingContext2D, camera: Camera, scene: Scene): void {
    const agent = this.runner?.agent;
    if (!agent) {
      return;
    }
    const [x, y] = camera.toPane(
      (agent.state % scene.width) + 0.5,
      Math.floor(agent.state / scene.width) + 0.5,
    );
    context.beginPath();
    context.arc(x, y, Math.max(5, camera.scale * 0.46), 0, Math.PI * 2);
    context.fillStyle = this.hue;
    context.strokeStyle = css(this.colours.ring);
    context.lineWidth = 2;
    context.fill();
    context.stroke();
  }

  private drawCursor(
    context: CanvasRenderingContext2D,
    camera: Camera,
    [cellX, cellY]: Cell,
  ): void {
    const [x, y] = camera.toPane(cellX, cellY);
    const size = Math.max(camera.scale, 8);
    const shift = (size - camera.scale) / 2 + 1.5;
    context.strokeStyle = css(this.colours.ring);
    context.lineWidth = 4;
    context.strokeRect(x - shift, y - shift, size + 3, size + 3);
    context.strokeStyle = this.hue;
    context.lineWidth = 2;
    context.strokeRect(x - shift, y - shift, size + 3, size + 3);
  }
}

function ordinal(place: number): string {
  return `${place}${['th', 'st', 'nd', 'rd'][place] ?? 'th'}`;
}

function iconButton(label: string, lines: string, act: () => void): HTMLButtonElement {
  const attributes = { type: 'button', class: 'icon', 'aria-label': label, title: label };
  const button = make('button', attributes, glyph(lines));
  button.addEventListener('click', act);
  return button;
}
