// The playground: puts the scene, the race, the panes and the controls together.
import type { Cell, Corners, Neighbors, Wend } from 'wend';
import { load, SIGHT_MAX } from 'wend';
import { fillHelp, suggestAlgorithm, weighs } from './algorithms';
import { Camera } from './camera';
import { Chart } from './chart';
import { byId, ListSlider, make, saveFile } from './dom';
import { firstScene, isFirst } from './first';
import { CanvasInput, TOOLS } from './input';
import type { Tool } from './input';
import { LinkError, sceneFromHash, sceneToHash } from './link';
import { showMessage } from './message';
import { mapFileText, readMapFile } from './open';
import { Pane } from './pane';
import { Race } from './race';
import { recordGif } from './record';
import { resultRow } from './results';
import { AGENTS_MAX, generateMap, isKind, sameCell, withMap } from './scene';
import { cellIndex, FREE } from './scene';
import type { MapSpec, Scene } from './scene';
import { bindTheme, theme } from './theme';
import { warmUp } from './warm';

const BUDGETS = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000,
  7000, 10000,
];
const WEIGHTS = [1000, 1100, 1200, 1500, 2000, 2500, 3000, 4000, 5000, 10000];
const SIGHTS = [0, 1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 45, SIGHT_MAX];
const SPEEDS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 600, 1200, 100000];
const USUAL_SIZE = 96;
const MAP_SIZES = [32, 48, 64, 96, 128, 192, 256, 384, 512];

const TICKING_MS = 10; // time for ticks in a frame
const READOUT_MS = 100; // between two updates of charts and table
const GRAB = 14; // width in pixels of where the start and the goal can be picked up
const WALL_PIXELS = 6; // how thick a drawn wall is on the page, at least a cell

class Playground {
  private readonly wend: Wend;
  scene: Scene;
  race: Race;
  readonly camera = new Camera();
  private panes: Pane[] = [];
  private tool: Tool = 'wall';
  private isPlaying = false;
  private due = 0; // ticks
  private isDirty = true;
  private lastFrame = 0;
  private lastReadout = 0;
  private cursor: Cell | null = null;
  private enlarged: number | null = null;
  /** Milliseconds of work in each of the last frames while playing, for measurements. */
  readonly work: number[] = [];
  private readonly charts: Chart[];
  private readonly sliders: Record<'budget' | 'weight' | 'sight' | 'speed', ListSlider>;

  constructor(wend: Wend, scene: Scene) {
    this.wend = wend;
    this.scene = scene;
    this.race = this.newRace(scene);
    this.charts = [
      new Chart(byId('chart-expansions'), 'linear', (runner) => runner.expansions),
      new Chart(byId('chart-micros'), 'logarithmic', (runner) => runner.micros),
      new Chart(byId('chart-cost'), 'linear', (runner) => runner.cost),
    ];
    this.sliders = this.bindSliders();
    this.bindButtons();
    this.bindMapControls();
    this.bindTools();
    this.bindKeys();
    this.bindFiles();
    bindTheme(() => {
      this.panes.forEach((pane) => pane.setTheme(theme()));
      this.isDirty = true;
      this.readOut();
    });
    this.showScene();
    new ResizeObserver(() => this.resize()).observe(byId('panes'));
    window.addEventListener('resize', () => this.resize());
    requestAnimationFrame((now) => this.frame(now));
  }

  // ---- Scenes ----------------------------------------------------------------------------------

  private newRace(scene: Scene): Race {
    warmUp(this.wend, scene);
    return new Race(this.wend, scene);
  }

  /** Shows another scene from its start. If it cannot be run, nothing changes. */
  setScene(scene: Scene): void {
    const race = this.newRace(scene);
    this.race.destroy();
    this.scene = scene;
    this.race = race;
    this.showScene();
  }

  reset(): void {
    this.setScene(this.scene);
  }

  private showScene(): void {
    const { scene } = this;
    this.setPlaying(false);
    this.due = 0;
    this.camera.setMap(scene.width, scene.height);
    this.makePanes();
    this.showControls();
    byId('intro').hidden = !isFirst(scene);
    this.resize();
    this.readOut();
    document.title = `${scene.title} – wend playground`;
  }

  private makePanes(): void {
    const count = this.scene.algos.length;
    if (this.panes.length !== count) {
      this.enlarged = null;
      const events = {
        choose: (slot: number, algo: string) =>
          this.change({ algos: this.scene.algos.map((old, i) => (i === slot ? algo : old)) }),
        remove: (slot: number) =>
          this.change({ algos: this.scene.algos.filter((_, i) => i !== slot) }),
        enlarge: (slot: number) => this.enlarge(slot),
      };
      this.panes = this.scene.algos.map((_, slot) => {
        const pane = new Pane(this.wend, slot, theme(), events);
        new CanvasInput(pane.canvas, this.inputTarget);
        return pane;
      });
      byId('panes').replaceChildren(...this.panes.map((pane) => pane.root));
    }
    this.panes.forEach((pane) => pane.setRace(this.wend, this.race, count));
    this.showEnlarged();
  }

  private change(changes: Partial<Scene>): void {
    this.attempt(() => this.setScene({ ...this.scene, ...changes }));
  }

  /** Calls a function and shows its error if it fails. */
  private attempt(act: () => void): void {
    try {
      act();
    } catch (error) {
      showMessage((error as Error).message, true);
      this.showControls();
    }
  }

  private enlarge(slot: number): void {
    this.enlarged = this.enlarged === slot ? null : slot;
    this.showEnlarged();
    this.resize();
  }

  private showEnlarged(): void {
    const isSingle = this.enlarged !== null || this.panes.length === 1;
    byId('panes').dataset['count'] = isSingle ? '1' : String(this.panes.length);
    this.panes.forEach((pane, slot) => {
      pane.root.hidden = this.enlarged !== null && this.enlarged !== slot;
      pane.setEnlarged(this.enlarged === slot);
    });
  }

  // ---- Time ------------------------------------------------------------------------------------

  private setPlaying(isPlaying: boolean): void {
    this.isPlaying = isPlaying;
    const button = byId('play');
    button.textContent = isPlaying ? '❚❚ Pause' : '▶ Play';
    button.setAttribute('aria-pressed', String(isPlaying));
    document.body.dataset['playing'] = String(isPlaying);
  }

  togglePlay(): void {
    if (!this.isPlaying && this.race.isOver) {
      this.reset();
    }
    this.setPlaying(!this.isPlaying);
  }

  step(): void {
    this.setPlaying(false);
    this.race.tick();
    this.isDirty = true;
    this.readOut();
  }

  private frame(now: number): void {
    const began = performance.now();
    if (this.isPlaying) {
      this.runTicks(Math.min(now - this.lastFrame, 250));
    }
    this.lastFrame = now;
    const wasDirty = this.isDirty;
    if (this.isDirty) {
      this.isDirty = false;
      this.draw();
    }
    if (wasDirty && now - this.lastReadout > READOUT_MS) {
      this.lastReadout = now;
      this.readOut();
    }
    if (this.isPlaying) {
      this.work.push(performance.now() - began);
      this.work.splice(0, this.work.length - 600);
    }
    requestAnimationFrame((next) => this.frame(next));
  }

  /** Runs the ticks that are due; if they take too long, the race runs slower. */
  private runTicks(elapsed: number): void {
    const until = performance.now() + TICKING_MS;
    this.due += (elapsed / 1000) * this.scene.speed;
    while (this.due >= 1 && !this.race.isOver) {
      this.race.tick();
      this.due--;
      this.isDirty = true;
      if (performance.now() > until) {
        this.due = Math.min(this.due, 1);
        break;
      }
    }
    if (this.race.isOver) {
      this.setPlaying(false);
      this.readOut();
      this.announceEnd();
    }
  }

  private announceEnd(): void {
    const arrived = this.race.runners.filter((runner) => runner.hasArrived);
    const count = this.race.runners.length;
    const who = count === 1 ? 'The agent' : `${arrived.length} of ${count} agents`;
    const how =
      arrived.length > 0 || count > 1 ? 'arrived' : `ended: ${this.race.runners[0]!.status}`;
    byId('live').textContent = `${who} ${how} after ${this.race.ticks} ticks.`;
  }

  private draw(): void {
    for (const pane of this.visiblePanes()) {
      pane.draw(this.camera, this.scene, this.cursor);
    }
  }

  private visiblePanes(): Pane[] {
    return this.panes.filter((_, slot) => this.enlarged === null || this.enlarged === slot);
  }

  private resize(): void {
    const panes = byId('panes');
    const columns = getComputedStyle(panes).gridTemplateColumns.split(' ').length;
    const rows = Math.ceil(this.visiblePanes().length / columns);
    const width = this.visiblePanes()[0]!.canvas.clientWidth;
    const above = 190 + byId('intro').offsetHeight;
    const room = Math.max(225, (window.innerHeight - above - rows * 70) / rows);
    const height = Math.min((width * this.scene.height) / this.scene.width, room);
    panes.style.setProperty('--pane-height', `${Math.round(Math.max(height, 120))}px`);
    this.camera.setPane(width, Math.round(Math.max(height, 120)));
    this.isDirty = true;
    this.drawCharts();
  }

  // ---- Reading out -----------------------------------------------------------------------------

  private drawCharts(): void {
    this.charts.forEach((chart) => chart.draw(this.race.runners, theme()));
  }

  private readOut(): void {
    byId('tick').textContent = `tick ${this.race.ticks}`;
    this.panes.forEach((pane) => pane.showStatus());
    this.drawCharts();
    byId('results').replaceChildren(
      ...this.race.runners.map((runner, slot) => resultRow(runner, this.panes[slot]!.hue)),
    );
  }

  // ---- Drawing on the map ----------------------------------------------------------------------

  private readonly inputTarget = {
    camera: this.camera,
    size: () => [this.scene.width, this.scene.height] as const,
    tool: () => this.tool,
    placeNear: (px: number, py: number) => this.placeNear(px, py),
    use: (tool: Tool, cell: Cell) => this.use(tool, cell),
    finish: () => this.readOut(),
    showCursor: (cell: Cell | null) => {
      this.cursor = cell;
      this.isDirty = true;
    },
    moved: () => {
      this.isDirty = true;
    },
  };

  private placeNear(px: number, py: number): 'start' | 'goal' | null {
    const isNear = ([x, y]: Cell) => {
      const [cx, cy] = this.camera.toPane(x + 0.5, y + 0.5);
      return Math.hypot(px - cx, py - cy) <= Math.max(GRAB / 2, this.camera.scale * 0.6);
    };
    if (isNear(this.scene.goal)) {
      return 'goal';
    }
    return isNear(this.scene.start) && this.race.ticks === 0 ? 'start' : null;
  }

  private use(tool: Tool, cell: Cell): void {
    switch (tool) {
      case 'wall':
      case 'erase':
        this.brush(cell, tool === 'wall');
        break;
      case 'start':
        this.placeStart(cell);
        break;
      case 'goal':
        this.placeGoal(cell);
        break;
      case 'pan':
        break;
    }
    this.isDirty = true;
  }

  private brush([x, y]: Cell, isWall: boolean): void {
    const width = Math.max(1, Math.round(WALL_PIXELS / this.camera.scale));
    const from = -Math.floor((width - 1) / 2);
    let hasDrawn = false;
    for (let dy = from; dy < from + width; dy++) {
      for (let dx = from; dx < from + width; dx++) {
        const isInside =
          x + dx >= 0 && y + dy >= 0 && x + dx < this.scene.width && y + dy < this.scene.height;
        hasDrawn = (isInside && this.race.draw([x + dx, y + dy], isWall)) || hasDrawn;
      }
    }
    if (hasDrawn && this.scene.spec) {
      this.scene.title = `Drawn on ${this.scene.title}`;
      this.scene.spec = null;
      this.showControls();
    }
  }

  private isFree(cell: Cell): boolean {
    return this.scene.cells[cellIndex(this.scene, cell)] === FREE;
  }

  private placeStart(cell: Cell): void {
    if (
      this.isFree(cell) &&
      !sameCell(cell, this.scene.goal) &&
      !sameCell(cell, this.scene.start)
    ) {
      const { scale, x, y } = this.camera;
      this.change({ start: cell });
      Object.assign(this.camera, { scale, x, y });
    }
  }

  private placeGoal(cell: Cell): void {
    if (!this.isFree(cell) || sameCell(cell, this.scene.start) || sameCell(cell, this.scene.goal)) {
      return;
    }
    try {
      this.race.sendTo(cell);
      this.scene.goal = cell;
    } catch {
      this.change({ goal: cell }); // an agent has to start again, so all do
    }
  }

  // ---- Controls --------------------------------------------------------------------------------

  private bindSliders(): typeof this.sliders {
    const { min, max } = this.wend.parameter('weightPermille');
    const now = (changes: Partial<Scene>) => Object.assign(this.scene, changes);
    return {
      budget: new ListSlider('budget', BUDGETS, String, (budget) => now({ budget })),
      speed: new ListSlider(
        'speed',
        SPEEDS,
        (speed) => (speed === SPEEDS.at(-1) ? 'as fast as it goes' : `${speed} ticks/s`),
        (speed) => now({ speed }),
      ),
      weight: new ListSlider(
        'weight',
        WEIGHTS.filter((weight) => weight >= min && weight <= max),
        (weight) => (weight / 1000).toFixed(1),
        (weightPermille) => this.change({ weightPermille }),
      ),
      sight: new ListSlider(
        'sight',
        SIGHTS,
        (sight) => (sight === 0 ? 'knows the map' : sight === 1 ? '1 cell' : `${sight} cells`),
        (sight) => this.change({ sight }),
      ),
    };
  }

  private showControls(): void {
    const { scene, sliders } = this;
    sliders.budget.show(scene.budget);
    sliders.speed.show(scene.speed);
    sliders.weight.show(scene.weightPermille);
    sliders.weight.setEnabled(
      this.wend.algorithms.some((info) => scene.algos.includes(info.name) && weighs(info)),
    );
    sliders.sight.show(scene.sight);
    byId('map-title').textContent = `${scene.title}`;
    byId<HTMLSelectElement>('kind').value = scene.spec?.kind ?? 'own';
    byId<HTMLSelectElement>('size').value = scene.spec ? String(scene.spec.size) : '';
    if (scene.spec) {
      byId<HTMLInputElement>('seed').value = String(scene.spec.seed);
    }
    byId<HTMLSelectElement>('moves').value = String(scene.neighbors);
    byId<HTMLSelectElement>('corners').value = scene.corners;
    byId<HTMLSelectElement>('corners').disabled = scene.neighbors === 4;
    byId('add').hidden = scene.algos.length >= AGENTS_MAX;
    byId('fog-legend').hidden = scene.sight === 0;
  }

  private bindButtons(): void {
    const click = (id: string, act: () => void) => byId(id).addEventListener('click', act);
    click('play', () => this.togglePlay());
    click('step', () => this.step());
    click('reset', () => this.reset());
    click('fit', () => this.zoom(0));
    click('zoom-in', () => this.zoom(1.5));
    click('zoom-out', () => this.zoom(1 / 1.5));
    click('add', () => this.addAgent());
    click('share', () => void this.share());
    click('save', () => this.saveMap());
    click('gif', () => void this.saveGif());
    click('help', () => byId<HTMLDialogElement>('help-text').showModal());
    click('message', () => (byId('message').hidden = true));
  }

  private zoom(factor: number): void {
    if (factor === 0) {
      this.camera.fit();
    } else {
      this.camera.zoom(factor);
    }
    this.isDirty = true;
  }

  private addAgent(): void {
    const { algos } = this.scene;
    this.change({ algos: [...algos, suggestAlgorithm(this.race.map, algos)] });
  }

  private bindMapControls(): void {
    byId('size').append(
      ...MAP_SIZES.map((size) => make('option', { value: String(size) }, `${size} × ${size}`)),
    );
    const generate = () => this.attempt(() => this.generate(this.chosenSpec()));
    for (const id of ['kind', 'size', 'seed']) {
      byId(id).addEventListener('change', generate);
    }
    byId('new').addEventListener('click', () => {
      const spec = this.chosenSpec();
      this.attempt(() => this.generate({ ...spec, seed: (spec.seed % 999999) + 1 }));
    });
    byId<HTMLSelectElement>('moves').addEventListener('change', (event) => {
      const value = Number((event.target as HTMLSelectElement).value);
      this.change({ neighbors: value as Neighbors });
    });
    byId<HTMLSelectElement>('corners').addEventListener('change', (event) =>
      this.change({ corners: (event.target as HTMLSelectElement).value as Corners }),
    );
  }

  private chosenSpec(): MapSpec {
    const kind = byId<HTMLSelectElement>('kind').value;
    const seed = Math.round(Number(byId<HTMLInputElement>('seed').value));
    return {
      kind: isKind(kind) ? kind : 'caves',
      size: Number(byId<HTMLSelectElement>('size').value) || USUAL_SIZE,
      seed: Math.min(Math.max(seed || 1, 1), 999999),
    };
  }

  private generate(spec: MapSpec): void {
    this.setScene(withMap(this.scene, generateMap(this.wend, spec)));
  }

  private bindTools(): void {
    for (const tool of TOOLS) {
      byId(`tool-${tool}`).addEventListener('change', () => (this.tool = tool));
    }
  }

  private setTool(tool: Tool): void {
    this.tool = tool;
    byId<HTMLInputElement>(`tool-${tool}`).checked = true;
  }

  private bindKeys(): void {
    const keys: Record<string, () => void> = {
      ' ': () => this.togglePlay(),
      '.': () => this.step(),
      r: () => this.reset(),
      w: () => this.setTool('wall'),
      e: () => this.setTool('erase'),
      s: () => this.setTool('start'),
      g: () => this.setTool('goal'),
      m: () => this.setTool('pan'),
      f: () => this.zoom(0),
      '+': () => this.zoom(1.5),
      '-': () => this.zoom(1 / 1.5),
      '?': () => byId<HTMLDialogElement>('help-text').showModal(),
    };
    document.addEventListener('keydown', (event) => {
      const target = event.target as HTMLElement;
      const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      const isTyping = target.matches('input:not([type=radio]), select, dialog *');
      const isPressing = event.key === ' ' && target.matches('button, a, summary');
      if (act && !isTyping && !isPressing && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        act();
      }
    });
  }

  // ---- Files and links -------------------------------------------------------------------------

  private bindFiles(): void {
    const input = byId<HTMLInputElement>('file');
    byId('open').addEventListener('click', () => input.click());
    input.addEventListener('change', () => {
      void this.openFile(input.files?.[0]);
      input.value = '';
    });
    document.addEventListener('dragover', (event) => {
      event.preventDefault();
      document.body.classList.add('dropping');
    });
    document.addEventListener('dragleave', (event) => {
      if (!event.relatedTarget) {
        document.body.classList.remove('dropping');
      }
    });
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      document.body.classList.remove('dropping');
      void this.openFile(event.dataTransfer?.files[0]);
    });
    window.addEventListener('hashchange', () => this.openHash());
  }

  async openFile(file: File | undefined): Promise<void> {
    if (!file) {
      return;
    }
    try {
      const map = await readMapFile(this.wend, file);
      this.setScene(withMap(this.scene, map));
      showMessage(`${file.name}: ${map.width} × ${map.height} cells.`);
    } catch (error) {
      showMessage((error as Error).message, true);
    }
  }

  private openHash(): void {
    const hash = location.hash.slice(1);
    if (hash) {
      this.attempt(() => this.setScene(sceneFromHash(this.wend, hash)));
    }
  }

  private async share(): Promise<void> {
    try {
      const url = new URL(location.href);
      url.hash = sceneToHash(this.scene);
      history.replaceState(null, '', url);
      await this.copy(url.href);
    } catch (error) {
      showMessage((error as Error).message, true);
    }
  }

  private async copy(link: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(link);
      showMessage('The link to this scene was copied. It is in the address bar, too.');
    } catch {
      showMessage('The link to this scene is in the address bar now.');
    }
  }

  private fileName(ending: string): string {
    const name = this.scene.title.replace(/\.map$/, '').replace(/[^\w.-]+/g, '-');
    return `${name.toLowerCase()}.${ending}`;
  }

  private saveMap(): void {
    saveFile(this.fileName('map'), 'text/plain', mapFileText(this.scene));
  }

  private async saveGif(): Promise<void> {
    const button = byId<HTMLButtonElement>('gif');
    button.disabled = true;
    this.setPlaying(false);
    try {
      const scene = { ...this.scene, cells: this.scene.cells.slice() };
      const gif = await recordGif(this.wend, scene, theme(), (share) => {
        button.textContent = `GIF ${Math.round(share * 100)} %`;
      });
      saveFile(this.fileName('gif'), 'image/gif', gif);
      showMessage(`The race as a GIF: ${Math.round(gif.length / 1000)} kB.`);
    } catch (error) {
      showMessage((error as Error).message, true);
    } finally {
      button.disabled = false;
      button.textContent = 'GIF';
    }
  }

  /** Where a cell is on the page, in the first pane that is shown. */
  pagePoint(x: number, y: number): [number, number] {
    const box = this.visiblePanes()[0]!.canvas.getBoundingClientRect();
    const [px, py] = this.camera.toPane(x + 0.5, y + 0.5);
    return [box.left + px, box.top + py];
  }
}

/** The first race starts by itself, and others if their address has `play`; none does if the system asks
 * for reduced motion. */
function startsItself(query: URLSearchParams): boolean {
  const isOpening = location.hash.length <= 1 && !query.has('embed');
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (isOpening || query.has('play')) && !isStill;
}

/** Opens the scene of the address, or else the first race. */
function openPage(wend: Wend): Playground {
  try {
    const hash = location.hash.slice(1);
    return new Playground(wend, hash ? sceneFromHash(wend, hash) : firstScene(wend));
  } catch (error) {
    const why =
      error instanceof LinkError ? error.message : `The link cannot be shown: ${String(error)}`;
    showMessage(why, true);
    return new Playground(wend, firstScene(wend));
  }
}

async function begin(): Promise<void> {
  const wend = await load();
  const playground = openPage(wend);
  const query = new URLSearchParams(location.search);
  document.body.classList.toggle('embedded', query.has('embed'));
  if (startsItself(query)) {
    playground.togglePlay();
  }
  fillHelp(wend);
  byId('version').textContent = wend.version;
  document.body.dataset['ready'] = 'true';
  // For the console and for tests.
  Object.assign(window, { playground });
}

begin().catch((error: unknown) => {
  const why = error instanceof Error ? error.message : String(error);
  showMessage(`The playground could not start: ${why}`, true, true);
});
