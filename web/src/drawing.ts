// The effects of tools on the scene, with undo and redo.
import type { Cell } from 'wend';
import { byId } from './dom';
import { History } from './history';
import type { InputTarget, Tool } from './input';
import { TOOLS } from './input';
import type { Playground } from './playground';
import { cellIndex, FREE, sameCell } from './scene';

const GRAB = 14; // width in pixels of the area in which the start and the goal can be dragged
const WALL_PIXELS = 6; // thickness of a drawn wall on the page; at least one cell

export class Drawing implements InputTarget {
  private readonly page: Playground;
  private readonly history = new History();
  private current: Tool = 'wall';

  constructor(page: Playground) {
    this.page = page;
    for (const tool of TOOLS) {
      byId(`tool-${tool}`).addEventListener('change', () => this.setTool(tool));
    }
    byId('undo').addEventListener('click', () => this.undo());
    byId('redo').addEventListener('click', () => this.redo());
    // Touch scrolls the page until a tool is selected; embedded pages have no tools.
    const isEmbedded = document.body.classList.contains('embedded');
    const isTouch = window.matchMedia('(pointer: coarse)').matches;
    this.setTool(isTouch || isEmbedded ? 'pan' : 'wall');
    this.showHistory();
  }

  get camera() {
    return this.page.camera;
  }

  mapSize(): readonly [number, number] {
    return [this.page.scene.width, this.page.scene.height];
  }

  tool(): Tool {
    return this.current;
  }

  setTool(tool: Tool): void {
    this.current = tool;
    byId<HTMLInputElement>(`tool-${tool}`).checked = true;
    document.body.dataset['tool'] = tool;
  }

  placeNear(px: number, py: number): 'start' | 'goal' | null {
    const isNear = ([x, y]: Cell) => {
      const [cx, cy] = this.camera.toPane(x + 0.5, y + 0.5);
      return Math.hypot(px - cx, py - cy) <= Math.max(GRAB / 2, this.camera.scale * 0.6);
    };
    const { scene, race } = this.page;
    if (isNear(scene.goal)) {
      return 'goal';
    }
    return isNear(scene.start) && race.ticks === 0 ? 'start' : null;
  }

  use(tool: Tool, cell: Cell): void {
    if (this.page.isMaking) {
      return;
    }
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
      default:
        break;
    }
    this.page.redraw();
  }

  finish(): void {
    this.history.endStroke();
    this.showHistory();
    this.page.readOut();
  }

  cancel(): void {
    this.history.cancelStroke(this.redraw);
    this.finish();
  }

  showCursor(cell: Cell | null): void {
    this.page.showCursor(cell);
    if (cell) {
      this.page.say(`${cell[0]}, ${cell[1]}: ${this.describe(cell)}`);
    }
  }

  moved(): void {
    this.page.redraw();
  }

  /** Describes a cell in words. */
  private describe(cell: Cell): string {
    const { scene, race } = this.page;
    const index = cellIndex(scene, cell);
    const here = [
      ...(sameCell(cell, scene.start) ? ['start'] : []),
      ...(sameCell(cell, scene.goal) ? ['goal'] : []),
      ...race.runners.filter((it) => it.agent?.state === index).map(({ algo }) => algo),
    ];
    return here.length > 0 ? here.join(', ') : this.isFree(cell) ? 'free' : 'wall';
  }

  // ---- Walls -----------------------------------------------------------------------------------

  private brush([x, y]: Cell, isWall: boolean): void {
    const thickness = Math.max(1, Math.round(WALL_PIXELS / this.camera.scale));
    const from = -Math.floor((thickness - 1) / 2);
    const [width, height] = this.mapSize();
    for (let cy = y + from; cy < y + from + thickness; cy++) {
      for (let cx = x + from; cx < x + from + thickness; cx++) {
        const isInside = cx >= 0 && cy >= 0 && cx < width && cy < height;
        if (isInside && this.page.race.draw([cx, cy], isWall)) {
          this.history.add([cx, cy], isWall);
        }
      }
    }
    this.nameDrawing();
  }

  /** A drawn map no longer belongs to its seed. */
  private nameDrawing(): void {
    const { scene } = this.page;
    if (this.isUnsaved && scene.spec) {
      scene.title = `Drawn on ${scene.title}`;
      scene.spec = null;
      this.page.showControls();
    }
  }

  private readonly redraw = (cell: Cell, isWall: boolean) => {
    this.page.race.draw(cell, isWall);
    this.page.redraw();
  };

  undo(): void {
    if (!this.page.isMaking) {
      this.history.undo(this.redraw);
      this.finish();
    }
  }

  redo(): void {
    if (!this.page.isMaking) {
      this.history.redo(this.redraw);
      this.finish();
    }
  }

  /** Starts with a new map. */
  clear(): void {
    this.history.clear();
    this.showHistory();
  }

  get isUnsaved(): boolean {
    return this.history.isUnsaved;
  }

  markSaved(): void {
    this.history.isUnsaved = false;
  }

  private showHistory(): void {
    byId<HTMLButtonElement>('undo').disabled = !this.history.canUndo;
    byId<HTMLButtonElement>('redo').disabled = !this.history.canRedo;
  }

  // ---- Start and goal --------------------------------------------------------------------------

  private isFree(cell: Cell): boolean {
    return this.page.race.cells[cellIndex(this.page.scene, cell)] === FREE;
  }

  private placeStart(cell: Cell): void {
    const { start, goal } = this.page.scene;
    if (this.isFree(cell) && !sameCell(cell, goal) && !sameCell(cell, start)) {
      const { scale, x, y } = this.camera;
      void this.page
        .change({ start: cell })
        .then(() => Object.assign(this.camera, { scale, x, y }));
    }
  }

  private placeGoal(cell: Cell): void {
    const { scene, race } = this.page;
    if (!this.isFree(cell) || sameCell(cell, scene.start) || sameCell(cell, scene.goal)) {
      return;
    }
    try {
      race.sendTo(cell);
      scene.goal = cell;
    } catch {
      void this.page.change({ goal: cell }); // if one agent must restart, all restart
    }
  }
}
