// The map of a fleet as the page draws it, and what was changed on it; the worker has its own and is told.
import { byId } from './dom';
import type { FleetCommand } from './fleet_host';
import { History } from './history';
import { FREE, WALL } from './scene';
import type { Box } from './scene';

export class FleetEdits {
  cells = new Uint8Array();
  size = 1;
  private readonly history = new History();
  /** Cells that the worker does not know of yet, and whether they are walls now. */
  private readonly untold = new Map<number, boolean>();
  private readonly changed: () => void;

  constructor(changed: () => void) {
    this.changed = changed;
    byId('fleet-undo').addEventListener('click', () => this.undo());
    byId('fleet-redo').addEventListener('click', () => this.redo());
    this.showHistory();
  }

  /** Another map: nothing was changed on it yet. */
  setMap(cells: Uint8Array, size: number): void {
    this.cells = new Uint8Array(cells);
    this.size = size;
    this.untold.clear();
    this.history.clear();
    this.showHistory();
    this.changed();
  }

  isFree(x: number, y: number): boolean {
    return this.cells[y * this.size + x] === FREE;
  }

  /** Whether something was drawn. */
  get isUnsaved(): boolean {
    return this.history.isUnsaved;
  }

  edit({ x0, y0, x1, y1 }: Box, isWall: boolean): void {
    for (let y = Math.max(0, y0); y <= Math.min(y1, this.size - 1); y++) {
      for (let x = Math.max(0, x0); x <= Math.min(x1, this.size - 1); x++) {
        if (this.isFree(x, y) === isWall) {
          this.history.add([x, y], isWall);
          this.set([x, y], isWall);
        }
      }
    }
    this.changed();
  }

  /** Blows up a bridge, or builds it again. A click does that: it is no drawing that could be lost. */
  toggle(bridge: Box): void {
    const { isUnsaved } = this.history;
    const middle = Math.floor((bridge.x0 + bridge.x1) / 2);
    this.edit(bridge, this.isFree(middle, bridge.y0));
    this.endStroke();
    this.history.isUnsaved = isUnsaved;
  }

  private readonly set = ([x, y]: readonly [number, number], isWall: boolean) => {
    const cell = y * this.size + x;
    this.cells[cell] = isWall ? WALL : FREE;
    this.untold.set(cell, isWall);
  };

  /** The stroke is over: it is undone as one. */
  endStroke(): void {
    this.history.endStroke();
    this.showHistory();
  }

  cancelStroke(): void {
    this.history.cancelStroke(this.set);
    this.changed();
  }

  undo(): void {
    this.history.undo(this.set);
    this.showHistory();
    this.changed();
  }

  redo(): void {
    this.history.redo(this.set);
    this.showHistory();
    this.changed();
  }

  private showHistory(): void {
    byId<HTMLButtonElement>('fleet-undo').disabled = !this.history.canUndo;
    byId<HTMLButtonElement>('fleet-redo').disabled = !this.history.canRedo;
  }

  /** What the worker has to be told. */
  takeCommands(): FleetCommand[] {
    const commands = [true, false].map((isWall) => {
      const cells = [...this.untold].filter(([, it]) => it === isWall).map(([cell]) => cell);
      return { kind: 'edit' as const, cells: Uint32Array.from(cells), isWall };
    });
    this.untold.clear();
    return commands.filter(({ cells }) => cells.length > 0);
  }
}
