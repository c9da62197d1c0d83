// The page: puts the scene, the race, the panes and the controls together.
import type { Cell, Wend } from 'wend';
import type { Opened } from './address';
import { ask } from './ask';
import { Camera } from './camera';
import { Chart } from './chart';
import { Controls } from './controls';
import { byId } from './dom';
import { Drawing } from './drawing';
import { Files } from './files';
import { isFirst } from './first';
import { CanvasInput } from './input';
import { bindKeys } from './keys';
import { showMessage } from './message';
import { OddsDialog } from './odds_dialog';
import { Pane } from './pane';
import { Race } from './race';
import { resultRow } from './results';
import type { Scene } from './scene';
import { showChapter } from './story';
import { theme } from './theme';
import { warmUp } from './warm';

const TICKING_MS = 10; // time for ticks in a frame
const READOUT_MS = 100; // between two updates of charts and table

const LARGE = 1 << 19; // cells of a map from which on it is made and painted in pieces

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

export class Playground {
  readonly wend: Wend;
  scene: Scene;
  race: Race;
  readonly camera = new Camera();
  readonly drawing: Drawing;
  private panes: Pane[] = [];
  private chapter: number;
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

  constructor(wend: Wend, { scene, chapter }: Opened) {
    this.wend = wend;
    this.scene = scene;
    this.chapter = chapter;
    this.race = this.newRace(scene);
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

  private newRace(scene: Scene): Race {
    warmUp(this.wend, scene);
    return new Race(this.wend, scene);
  }

  /** The same for a large map, in pieces, so that the page can do other things between them. */
  private async newLargeRace(scene: Scene): Promise<Race> {
    warmUp(this.wend, scene);
    await nextTask();
    const race = new Race(this.wend, scene, true, false);
    for (const algo of scene.algos) {
      await nextTask();
      race.addRunner(algo);
    }
    await nextTask();
    return race;
  }

  /** Shows another scene from its start. If it cannot be run, nothing changes. */
  setScene(scene: Scene, chapter = this.chapter): void {
    this.setRace(scene, this.newRace(scene), chapter);
  }

  private setRace(scene: Scene, race: Race, chapter: number): void {
    this.race.destroy();
    if (scene.cells !== this.scene.cells) {
      this.drawing.clear();
    }
    this.scene = scene;
    this.race = race;
    this.chapter = chapter;
    this.showScene();
  }

  /** Shows a scene with another map, unless it cannot be made or the user keeps what was drawn on this
   * one. Returns whether it is shown. */
  async replaceScene(make: () => Opened): Promise<boolean> {
    let opened: Opened | null = null;
    const question = 'What you have drawn on this map is not saved. Discard it?';
    if (!this.attempt(() => (opened = make()))) {
      return false;
    }
    if (this.drawing.isUnsaved && !(await ask(question, 'Discard it'))) {
      this.showControls();
      return false;
    }
    const { scene, chapter } = opened!;
    if (scene.cells.length < LARGE) {
      return this.attempt(() => this.setScene(scene, chapter));
    }
    try {
      this.setRace(scene, await this.newLargeRace(scene), chapter);
      return true;
    } catch (error) {
      return this.attempt(() => {
        throw error;
      });
    }
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
        new CanvasInput(pane.canvas, this.drawing);
        return pane;
      });
      byId('panes').replaceChildren(...this.panes.map((pane) => pane.root));
    }
    this.panes.forEach((pane) => pane.setRace(this.wend, this.race, count));
    this.showEnlarged();
  }

  change(changes: Partial<Scene>): void {
    this.attempt(() => this.setScene({ ...this.scene, ...changes }));
  }

  /** Calls a function, shows its error if it fails, and returns whether it did not. */
  attempt(act: () => void): boolean {
    try {
      act();
      return true;
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
    this.say(`${who} ${how} after ${this.race.ticks} ticks.`);
  }

  /** For screen readers. */
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
    let isFirst = true;
    for (const pane of this.visiblePanes()) {
      if (isFirst || !pane.isStale || this.scene.cells.length < LARGE) {
        isFirst = !pane.isStale && isFirst;
        pane.draw(this.camera, this.scene, this.cursor);
      } else {
        this.redraw(); // one large picture at a time
      }
    }
  }

  private visiblePanes(): Pane[] {
    return this.panes.filter((_, slot) => this.enlarged === null || this.enlarged === slot);
  }

  /** As much of the window as there is below the first pane, shared by the rows of panes. */
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

  // ---- Reading out -----------------------------------------------------------------------------

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

  /** Where a cell is on the page, in the first pane that is shown. */
  pagePoint(x: number, y: number): [number, number] {
    const box = this.visiblePanes()[0]!.canvas.getBoundingClientRect();
    const [px, py] = this.camera.toPane(x + 0.5, y + 0.5);
    return [box.left + px, box.top + py];
  }
}

const PANE_GAP = 14; // pixels between rows of panes, and below the last
