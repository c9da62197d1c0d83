// The view of fleets: thousands of units that take orders as in a strategy game. The library runs in a worker;
// the page draws its answers.
import type { Cell } from 'wend';
import { Camera } from './camera';
import { byId, ListSlider } from './dom';
import { FleetEdits } from './fleet_edits';
import { areaInSight, drawField } from './fleet_field';
import type { FleetAnswer, FleetCommand, FleetPicture } from './fleet_host';
import { FleetCanvas } from './fleet_picture';
import { fleetToHash } from './fleet_scene';
import type { FleetScene } from './fleet_scene';
import { FrameChart } from './frame_chart';
import { CanvasInput } from './input';
import type { InputTarget, Tool } from './input';
import { startWorker } from './jobs';
import { showMessage } from './message';
import { coloursOf, css } from './palette';
import { bridgesOf } from './river';
import { isKind, KIND_NAMES } from './scene';
import type { Box } from './scene';
import { Latest, Times } from './series';
import { theme } from './theme';

const TOOLS = ['select', 'wall', 'erase', 'blow', 'pan'] as const;
const MICROS = [100, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000, 8000];
const SPEEDS = [5, 10, 15, 20, 30, 60];
const ROUTES_MAX = 300; // maximum number of drawn routes
const READOUT_MS = 250;
const BRUSH_PIXELS = 8;
const HELP =
  'Drag a box around units, then click their destination. Draw walls, or blow up a bridge.';

export class FleetView implements InputTarget {
  readonly camera = new Camera();
  scene: FleetScene;
  picture: FleetPicture | null = null;
  /** 1 for each selected unit. */
  chosen = new Uint8Array();
  /** In milliseconds: the time of frames of the fleet, of drawing them, and between two of them. */
  readonly planning = { latest: new Latest(), times: new Times() };
  readonly drawing = { latest: new Latest(), times: new Times() };
  readonly between = { latest: new Latest(), times: new Times() };
  private readonly worker = startWorker();
  private readonly canvas = byId<HTMLCanvasElement>('fleet-canvas');
  private readonly image = new FleetCanvas(this.canvas, theme());
  private readonly chart = new FrameChart(byId('fleet-chart'));
  private readonly edits = new FleetEdits(() => this.image.touch());
  private readonly sliders: Record<'micros' | 'speed', ListSlider>;
  private current: Tool = 'select';
  private stroke: { tool: Tool; from: Cell; to: Cell } | null = null;
  private cursor: Cell | null = null;
  private isAsking = false;
  private isPlaying = false;
  private isShown = false;
  private due = 0;
  private lastFrame = 0;
  private lastReadout = 0;

  constructor(scene: FleetScene) {
    this.scene = scene;
    this.worker.addEventListener('message', ({ data }) => this.take(data as FleetAnswer));
    this.worker.addEventListener('error', () =>
      showMessage('The worker of the fleet failed.', true),
    );
    this.sliders = {
      micros: new ListSlider(
        'fleet-micros',
        MICROS,
        (micros) => `${micros / 1000} ms`,
        (micros) => this.setBudget(micros),
      ),
      speed: new ListSlider('fleet-speed', SPEEDS, String, (speed) => (this.scene.speed = speed)),
    };
    this.bind();
    this.showHues();
    new CanvasInput(this.canvas, this);
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    requestAnimationFrame((now) => this.frame(now));
  }

  get cells(): Uint8Array {
    return this.edits.cells;
  }

  private get size(): number {
    return this.edits.size;
  }

  private tell(command: FleetCommand): void {
    this.worker.postMessage(command);
  }

  // ---- Scenes ----------------------------------------------------------------------------------

  open(scene: FleetScene): void {
    this.scene = scene;
    this.picture = null;
    this.chosen = new Uint8Array(scene.units);
    this.setBudget(scene.micros);
    this.showControls();
    this.tell({ kind: 'begin', scene });
  }

  /** Shows the values of the scene. */
  showControls(): void {
    const { spec, units, micros, speed } = this.scene;
    this.sliders.micros.show(micros);
    this.sliders.speed.show(speed);
    byId<HTMLSelectElement>('fleet-units').value = String(units);
    byId<HTMLSelectElement>('fleet-kind').value = spec.kind;
    byId<HTMLSelectElement>('fleet-size').value = String(spec.size);
    byId<HTMLInputElement>('fleet-tool-blow').disabled = spec.kind !== 'river';
  }

  private setBudget(micros: number): void {
    this.scene.micros = micros;
    byId('fleet-budget-text').textContent =
      micros === 1000 ? 'one millisecond' : `${micros / 1000} milliseconds`;
  }

  /** Shows or hides the view. A hidden fleet does not move. */
  show(isShown: boolean): void {
    this.isShown = isShown;
    this.setPlaying(isShown && this.isPlaying);
    this.image.touch();
  }

  get hash(): string {
    return fleetToHash(this.scene);
  }

  setTheme(): void {
    this.image.setTheme(theme());
    this.showHues();
  }

  /** Gives the legend the colours of the map. */
  private showHues(): void {
    for (const slot of [0, 1, 2, 3]) {
      const { style } = this.canvas.parentElement!;
      style.setProperty(`--hue-${slot}`, css(coloursOf(theme(), slot).hue));
    }
  }

  private take(answer: FleetAnswer): void {
    switch (answer.kind) {
      case 'begun':
        for (const times of [this.planning, this.drawing, this.between]) {
          Object.assign(times, { latest: new Latest(), times: new Times() });
        }
        this.edits.setMap(answer.cells, answer.size);
        this.camera.setMap(answer.size, answer.size);
        this.isAsking = false;
        break;
      case 'frame':
        this.isAsking = false;
        this.picture = answer;
        this.planning.latest.push(answer.took);
        this.planning.times.push(answer.took);
        break;
      case 'failed':
        this.isAsking = false;
        showMessage(answer.message, true);
        break;
    }
  }

  // ---- Time ------------------------------------------------------------------------------------

  setPlaying(isPlaying: boolean): void {
    this.isPlaying = isPlaying;
    byId('fleet-play').textContent = isPlaying ? '❚❚ Pause' : '▶ Play';
    byId('fleet-play').setAttribute('aria-pressed', String(isPlaying));
  }

  togglePlay(): void {
    this.setPlaying(!this.isPlaying);
  }

  private frame(now: number): void {
    requestAnimationFrame((next) => this.frame(next));
    if (!this.isShown) {
      this.lastFrame = now;
      return;
    }
    const began = performance.now();
    this.askForFrame(now - this.lastFrame);
    this.draw();
    if (now - this.lastReadout > READOUT_MS) {
      this.lastReadout = now;
      this.readOut();
    }
    this.note(this.drawing, performance.now() - began);
    this.note(this.between, now - this.lastFrame);
    this.lastFrame = now;
  }

  private note({ latest, times }: { latest: Latest; times: Times }, value: number): void {
    latest.push(value);
    times.push(value);
  }

  /** Asks for one frame of the fleet at a time. If frames take too long, the fleet moves more slowly. */
  private askForFrame(elapsed: number): void {
    this.due = Math.min(1.5, this.due + (elapsed / 1000) * this.scene.speed);
    // A frame of the screen may come slightly early.
    if (this.isPlaying && !this.isAsking && this.due > 0.9 && this.cells.length > 0) {
      this.due = Math.max(0, this.due - 1);
      this.isAsking = true;
      this.edits.takeCommands().forEach((command) => this.tell(command));
      const units = this.chosenUnits();
      const routesOf = isChecked('fleet-routes') ? units.slice(0, ROUTES_MAX) : new Uint32Array();
      const field =
        isChecked('fleet-field') && units.length > 0
          ? { of: units, area: areaInSight(this.camera, this.size, this.canvas) }
          : null;
      this.tell({ kind: 'frame', nanoseconds: this.scene.micros * 1000, routesOf, field });
    }
  }

  // ---- The picture -----------------------------------------------------------------------------

  private resize(): void {
    this.camera.setPane(this.canvas.clientWidth, this.canvas.clientHeight);
    this.image.touch();
  }

  private draw(): void {
    if (this.cells.length === 0) {
      return;
    }
    const { cells, size, camera, picture, chosen } = this;
    const context = this.image.draw(cells, size, camera, picture, chosen);
    if (picture?.field && isChecked('fleet-field')) {
      drawField(context, camera, theme(), cells, size, picture.field);
    }
    if (picture && isChecked('fleet-routes')) {
      this.drawRoutes(context, picture);
    }
    if (this.stroke?.tool === 'select') {
      this.drawBox(context, this.stroke.from, this.stroke.to);
    }
    if (this.cursor) {
      this.drawBox(context, this.cursor, this.cursor);
    }
  }

  private drawRoutes(context: CanvasRenderingContext2D, { routes, positions }: FleetPicture): void {
    const units = this.chosenUnits();
    context.strokeStyle = css(coloursOf(theme(), 3).hue, 0.6);
    context.lineWidth = 1;
    context.beginPath();
    for (let i = 0, at = 0; i < units.length && at < routes.length; i++) {
      const unit = units[i]!;
      const end = at + 1 + routes[at]!;
      context.moveTo(
        ...this.camera.toPane(positions[2 * unit]! + 0.5, positions[2 * unit + 1]! + 0.5),
      );
      for (at++; at < end; at++) {
        const state = routes[at]!;
        const y = Math.floor(state / this.size);
        context.lineTo(...this.camera.toPane((state % this.size) + 0.5, y + 0.5));
      }
    }
    context.stroke();
  }

  private drawBox(context: CanvasRenderingContext2D, from: Cell, to: Cell): void {
    const { x0, y0, x1, y1 } = boxOf(from, to);
    const [left, top] = this.camera.toPane(x0, y0);
    const [right, bottom] = this.camera.toPane(x1 + 1, y1 + 1);
    context.strokeStyle = css(coloursOf(theme(), 3).hue);
    context.lineWidth = 2;
    context.strokeRect(left, top, right - left, bottom - top);
  }

  private readOut(): void {
    const { picture } = this;
    const ms = ({ times }: { times: Times }) =>
      `${times.mean.toFixed(2)} ms, 99 % ${times.p99.toFixed(2)}, worst ${times.worst.toFixed(2)}`;
    this.chart.draw(
      this.planning.latest.values,
      this.scene.micros / 1000,
      css(coloursOf(theme(), 0).hue),
    );
    byId('fleet-planning').textContent = ms(this.planning);
    byId('fleet-drawing').textContent = ms(this.drawing);
    const recent = this.between.latest.values.slice(-60);
    const mean = recent.reduce((sum, it) => sum + it, 0) / Math.max(1, recent.length);
    byId('fleet-rate').textContent = `${Math.round(1000 / Math.max(mean, 1))} per second`;
    byId('fleet-moved').textContent = picture
      ? `${picture.moved} of ${picture.statuses.length} moved, ${picture.waiting} without a route yet`
      : '';
    const count = this.chosenUnits().length;
    byId('fleet-chosen').textContent =
      count > 0 ? `${count} selected: click their destination.` : HELP;
  }

  // ---- Input -----------------------------------------------------------------------------------

  private bind(): void {
    const click = (id: string, act: () => void) => byId(id).addEventListener('click', act);
    for (const tool of TOOLS) {
      byId(`fleet-tool-${tool}`).addEventListener('change', () => this.setTool(tool));
    }
    this.setTool(window.matchMedia('(pointer: coarse)').matches ? 'pan' : 'select');
    click('fleet-play', () => this.togglePlay());
    click('fleet-all', () => this.chooseAll());
    for (const [id, part] of [
      ['fleet-units', (value: string) => unitsWith(Number(value))],
      ['fleet-kind', (value: string) => ({ spec: this.specWith({ kind: value }) })],
      ['fleet-size', (value: string) => ({ spec: this.specWith({ size: Number(value) }) })],
    ] as const) {
      byId<HTMLSelectElement>(id).addEventListener('change', (event) => {
        const { value } = event.target as HTMLSelectElement;
        location.hash = fleetToHash({ ...this.scene, ...part(value) });
      });
    }
    for (const [kind, name] of Object.entries(KIND_NAMES)) {
      byId('fleet-kind').append(new Option(name, kind));
    }
    document.addEventListener('keydown', (event) => this.key(event));
  }

  private specWith({ kind, size }: { kind?: string; size?: number }): FleetScene['spec'] {
    const { spec } = this.scene;
    return { ...spec, kind: kind && isKind(kind) ? kind : spec.kind, size: size ?? spec.size };
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (!this.isShown || target.matches('select, dialog *') || event.altKey) {
      return;
    }
    const keys: Record<string, () => void> = {
      ' ': () => this.togglePlay(),
      a: () => this.chooseAll(),
      Escape: () => this.chosen.fill(0),
      v: () => this.setTool('select'),
      w: () => this.setTool('wall'),
      e: () => this.setTool('erase'),
      b: () => this.setTool('blow'),
      m: () => this.setTool('pan'),
      u: () => this.edits.undo(),
    };
    const withControl: Record<string, () => void> = {
      z: () => this.edits.undo(),
      'shift z': () => this.edits.redo(),
      y: () => this.edits.redo(),
    };
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const isControl = event.ctrlKey || event.metaKey;
    const act = isControl ? withControl[event.shiftKey ? `shift ${key}` : key] : keys[key];
    if (act) {
      event.preventDefault();
      act();
    }
  }

  setTool(tool: Tool): void {
    this.current = tool;
    byId<HTMLInputElement>(`fleet-tool-${tool}`).checked = true;
    this.canvas.dataset['tool'] = tool;
  }

  tool(): Tool {
    return this.current;
  }

  mapSize(): readonly [number, number] {
    return [this.size, this.size];
  }

  placeNear(): null {
    return null;
  }

  use(tool: Tool, cell: Cell): void {
    this.stroke = { tool, from: this.stroke?.from ?? cell, to: cell };
    if (tool === 'wall' || tool === 'erase') {
      const width = Math.max(1, Math.round(BRUSH_PIXELS / this.camera.scale));
      const [x, y] = cell.map((it) => it - Math.floor(width / 2)) as [number, number];
      this.edits.edit({ x0: x, y0: y, x1: x + width - 1, y1: y + width - 1 }, tool === 'wall');
    }
  }

  /** Ends the stroke. A box of one or two cells is a click. */
  finish(): void {
    const { stroke } = this;
    this.stroke = null;
    if (!stroke) {
      return;
    }
    const box = boxOf(stroke.from, stroke.to);
    const pixels = Math.max(box.x1 - box.x0, box.y1 - box.y0) * this.camera.scale;
    if (stroke.tool === 'blow') {
      this.blow(stroke.to);
    } else if (stroke.tool === 'select' && pixels < 6) {
      this.order(stroke.to);
    } else if (stroke.tool === 'select') {
      this.choose(box);
    }
    this.edits.endStroke();
  }

  cancel(): void {
    this.stroke = null;
    this.edits.cancelStroke();
  }

  showCursor(cell: Cell | null): void {
    this.cursor = cell;
    if (cell) {
      const what = this.edits.isFree(...cell) ? 'free' : 'wall';
      byId('live').textContent = `${cell[0]}, ${cell[1]}: ${what}`;
    }
  }

  moved(): void {
    this.image.touch();
  }

  // ---- Orders ----------------------------------------------------------------------------------

  chosenUnits(): Uint32Array {
    const units: number[] = [];
    this.chosen.forEach((isChosen, unit) => isChosen && units.push(unit));
    return Uint32Array.from(units);
  }

  private choose({ x0, y0, x1, y1 }: Box): void {
    const { positions = new Uint16Array() } = this.picture ?? {};
    this.chosen = this.chosen.map((_, unit) => {
      const [x, y] = [positions[2 * unit]!, positions[2 * unit + 1]!];
      return Number(x >= x0 && x <= x1 && y >= y0 && y <= y1);
    });
    byId('live').textContent = `${this.chosenUnits().length} units selected.`;
    this.readOut();
  }

  private chooseAll(): void {
    this.choose({ x0: 0, y0: 0, x1: this.size, y1: this.size });
  }

  private order(goal: Cell): void {
    const units = this.chosenUnits();
    if (units.length > 0) {
      this.tell({ kind: 'order', units, goal });
      byId('live').textContent = `${units.length} units sent to ${goal[0]}, ${goal[1]}.`;
    }
  }

  // ---- Bridges ---------------------------------------------------------------------------------

  /** Whether opening another scene would lose a drawing. */
  get isUnsaved(): boolean {
    return this.edits.isUnsaved;
  }

  get bridges(): Box[] {
    const { kind, size, seed } = this.scene.spec;
    return kind === 'river' ? bridgesOf(size, seed) : [];
  }

  /** Blows up the bridge at a cell, or rebuilds it. */
  private blow([x, y]: Cell): void {
    const reach = Math.max(2, 8 / this.camera.scale);
    const bridge = this.bridges.find(
      ({ x0, y0, x1, y1 }) =>
        x >= x0 - reach && x <= x1 + reach && y >= y0 - reach && y <= y1 + reach,
    );
    if (!bridge) {
      showMessage('No bridge here.');
      return;
    }
    this.edits.toggle(bridge);
  }

  /** The position of a cell on the page. */
  pagePoint(x: number, y: number): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    const [px, py] = this.camera.toPane(x + 0.5, y + 0.5);
    return [box.left + px, box.top + py];
  }
}

const isChecked = (id: string) => byId<HTMLInputElement>(id).checked;

/** The moves of ten thousand units alone take most of a millisecond. */
function unitsWith(units: number): Partial<FleetScene> {
  return { units, micros: units > 2000 ? 4000 : 1000 };
}

function boxOf([ax, ay]: Cell, [bx, by]: Cell): Box {
  return {
    x0: Math.min(ax, bx),
    y0: Math.min(ay, by),
    x1: Math.max(ax, bx),
    y1: Math.max(ay, by),
  };
}
