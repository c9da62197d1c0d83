// The page: connects the scene, the race, the panes and the controls.
import type { Cell, Wend } from 'wend';
import type { Opened } from './address';
import { askToDiscard } from './ask';
import { Camera } from './camera';
import { Chart } from './chart';
import { Controls } from './controls';
import { byId } from './dom';
import { Drawing } from './drawing';
import { Files } from './files';
import { isFirst } from './first';
import { CanvasInput } from './input';
import { bindKeys } from './keys';
import { isLarge, makeLargeRace, makeRace } from './making';
import { showMessage } from './message';
import { OddsDialog } from './odds_dialog';
import { Pane } from './pane';
import type { Race } from './race';
import { resultRow } from './results';
import type { Scene } from './scene';
import { showChapter } from './story';
import { theme } from './theme';

const TICKING_MS = 10; // time for ticks in a frame
const READOUT_MS = 100; // between two updates of charts and table

const PAINTING_MS = 8; // time for pictures of whole maps in a frame

export class Playground {
  readonly wend: Wend;
  scene: Scene;
  race: Race;
  readonly camera = new Camera();
  readonly drawing: Drawing;
  private panes: Pane[] = [];
  private chapter: number;
  /** A large scene that is being made, and the number of requests: only the last one is shown. */
  private coming: Scene | null = null;
  private turn = 0;
  /** Resolves when it is made. */
  private made: Promise<unknown> = Promise.resolve();
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
  private readonly controls: Controls;

  constructor(wend: Wend, { scene, chapter }: Opened, race: Race) {
    this.wend = wend;
    this.scene = scene;
    this.chapter = chapter;
    this.race = race;
    this.charts = [
      new Chart(byId('chart-expansions'), 'linear', (runner) => runner.expansions),
      new Chart(byId('chart-micros'), 'logarithmic', (runner) => runner.micros),
      new Chart(byId('chart-cost'), 'linear', (runner) => runner.cost),
    ];
    this.drawing = new Drawing(this);
    this.controls = new Controls(this);
    new Files(this);
    new OddsDialog(this);
    bindKeys(this);
    this.showScene();
    new ResizeObserver(() => this.resize()).observe(byId('panes'));
    window.addEventListener('resize', () => this.resize());
    requestAnimationFrame((now) => this.frame(now));
  }

  setTheme(): void {
    this.panes.forEach((pane) => pane.setTheme(theme()));
    this.isDirty = true;
    this.readOut();
  }

  // ---- Scenes ----------------------------------------------------------------------------------

  /** Shows another scene from its start, at once if its map is not large. If it cannot be run, nothing
   * changes. Returns whether it is shown: not if yet another one was asked for meanwhile. */
  async setScene(scene: Scene, chapter = this.chapter): Promise<boolean> {
    const turn = ++this.turn;
    if (!isLarge(scene)) {
      this.setRace(scene, makeRace(this.wend, scene), chapter);
      return true;
    }
    this.setPlaying(false);
    this.setComing(scene);
    const making = makeLargeRace(this.wend, scene);
    this.made = making.catch(() => undefined);
    try {
      const race = await making;
      if (turn !== this.turn) {
        race.destroy();
        return false;
      }
      this.setRace(scene, race, chapter);
      return true;
    } finally {
      if (turn === this.turn) {
        this.setComing(null);
      }
    }
  }

  private setComing(scene: Scene | null): void {
    this.coming = scene;
    byId('panes').setAttribute('aria-busy', String(scene !== null));
  }

  /** Whether a large scene is being made. The old one, still visible, cannot be drawn on. */
  get isMaking(): boolean {
    return this.coming !== null;
  }

  /** Applies changes that need no new race. */
  adjust(changes: Partial<Scene>): void {
    Object.assign(this.scene, changes);
    if (this.coming) {
      Object.assign(this.coming, changes);
    }
    this.readOut();
    this.redraw();
  }

  private setRace(scene: Scene, race: Race, chapter: number): void {
    this.race.destroy();
    if (scene.cells !== this.scene.cells) {
      this.drawing.clear();
    }
    this.scene = scene;
    this.race = race;
    this.chapter = chapter;
    this.setComing(null);
    this.showScene();
  }

  /** Shows a scene with another map, unless it cannot be made or the user keeps the drawing on this
   * one. Returns whether it is shown. */
  async replaceScene(make: () => Promise<Opened>): Promise<boolean> {
    return this.attempt(async () => {
      const turn = ++this.turn;
      const { scene, chapter } = await make();
      if (turn !== this.turn) {
        return false;
      }
      if (this.drawing.isUnsaved && !(await askToDiscard())) {
        this.showControls();
        return false;
      }
      return this.setScene(scene, chapter);
    });
  }

  async reset(): Promise<boolean> {
    return this.attempt(() => this.setScene(this.scene));
  }

  private showScene(): void {
    const { scene } = this;
    this.setPlaying(false);
    this.due = 0;
    this.camera.setMap(scene.width, scene.height);
    this.makePanes();
    this.showControls();
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
          void this.change({ algos: this.scene.algos.map((old, i) => (i === slot ? algo : old)) }),
        remove: (slot: number) =>
          void this.change({ algos: this.scene.algos.filter((_, i) => i !== slot) }),
        enlarge: (slot: number) => this.enlarge(slot),
      };
      this.panes = this.scene.algos.map((_, slot) => {
        const pane = new Pane(this.wend, slot, theme(), events);
        new CanvasInput(pane.canvas, this.drawing);
        return pane;
      });
      byId('panes').replaceChildren(...this.panes.map((pane) => pane.root));
    }
    this.panes.forEach((pane) => pane.setRace(this.wend, this.race, count));
    this.showEnlarged();
  }

  async change(changes: Partial<Scene>): Promise<boolean> {
    return this.attempt(() => this.setScene({ ...(this.coming ?? this.scene), ...changes }));
  }

  /** Calls a function and returns what it does; if it fails, shows its error and returns false. */
  async attempt(act: () => Promise<boolean>): Promise<boolean> {
    try {
      return await act();
    } catch (error) {
      showMessage((error as Error).message, true);
      this.showControls();
      return false;
    }
  }

  showControls(): void {
    this.controls.show();
    byId('intro').hidden = !isFirst(this.scene);
    showChapter(this.chapter);
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

  setPlaying(isPlaying: boolean): void {
    this.isPlaying = isPlaying;
    const button = byId('play');
    button.textContent = isPlaying ? '❚❚ Pause' : '▶ Play';
    button.setAttribute('aria-pressed', String(isPlaying));
    document.body.dataset['playing'] = String(isPlaying);
  }

  async togglePlay(): Promise<void> {
    if (this.isMaking) {
      await this.made; // play the scene that is being made
    }
    const isPlaying = !this.isPlaying;
    if (!isPlaying || !this.race.isOver || (await this.reset())) {
      this.setPlaying(isPlaying);
    }
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

  /** Runs the ticks that are due. If they take too long, the race slows down. */
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
    this.say(`${who} ${how} after ${this.race.ticks} ticks.`);
  }

  /** Announces a text to screen readers. */
  say(text: string): void {
    byId('live').textContent = text;
  }

  // ---- The picture -----------------------------------------------------------------------------

  redraw(): void {
    this.isDirty = true;
  }

  showCursor(cell: Cell | null): void {
    this.cursor = cell;
    this.redraw();
  }

  private draw(): void {
    const until = performance.now() + PAINTING_MS;
    for (const pane of this.visiblePanes()) {
      if (!pane.paint(until)) {
        this.redraw(); // the rest in the next frames
      }
      pane.draw(this.camera, this.scene, this.cursor);
    }
  }

  private visiblePanes(): Pane[] {
    return this.panes.filter((_, slot) => this.enlarged === null || this.enlarged === slot);
  }

  /** The height of the window below the first pane, divided by the rows of panes. */
  private resize(): void {
    if (document.body.dataset['view'] === 'fleet') {
      return;
    }
    const panes = byId('panes');
    const columns = getComputedStyle(panes).gridTemplateColumns.split(' ').length;
    const rows = Math.ceil(this.visiblePanes().length / columns);
    const pane = this.visiblePanes()[0]!;
    const { clientWidth: width, clientHeight: now } = pane.canvas;
    const around = pane.root.offsetHeight - now + PANE_GAP;
    const above = panes.getBoundingClientRect().top + window.scrollY;
    const least = document.body.classList.contains('embedded') ? 60 : 130;
    const room = Math.max(least, (window.innerHeight - above) / rows - around);
    const height = Math.round(Math.min((width * this.scene.height) / this.scene.width, room));
    panes.style.setProperty('--pane-height', `${height}px`);
    this.camera.setPane(width, height);
    this.isDirty = true;
    this.drawCharts();
  }

  // ---- Readouts --------------------------------------------------------------------------------

  private drawCharts(): void {
    this.charts.forEach((chart) => chart.draw(this.race.runners, theme()));
  }

  readOut(): void {
    byId('tick').textContent = `tick ${this.race.ticks}`;
    this.panes.forEach((pane) => pane.showStatus(this.scene));
    this.drawCharts();
    byId('results').replaceChildren(
      ...this.race.runners.map((runner, slot) => resultRow(runner, this.panes[slot]!.hue)),
    );
  }

  /** The position of a cell on the page, in the first visible pane. */
  pagePoint(x: number, y: number): [number, number] {
    const box = this.visiblePanes()[0]!.canvas.getBoundingClientRect();
    const [px, py] = this.camera.toPane(x + 0.5, y + 0.5);
    return [box.left + px, box.top + py];
  }
}

const PANE_GAP = 14; // pixels between rows of panes, and below the last
