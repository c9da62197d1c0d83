// The page's copy of the map of a fleet, and its edits, which are also sent to the worker.
import { byId } from './dom';
import type { FleetCommand } from './fleet_host';
import { History } from './history';
import { FREE, WALL } from './scene';
import type { Box } from './scene';

export class FleetEdits {
  cells = new Uint8Array();
  size = 1;
  private readonly history = new History();
  /** Edited cells that were not yet sent to the worker, and whether they are walls. */
  private readonly untold = new Map<number, boolean>();
  private readonly changed: () => void;

  constructor(changed: () => void) {
    this.changed = changed;
    byId('fleet-undo').addEventListener('click', () => this.undo());
    byId('fleet-redo').addEventListener('click', () => this.redo());
    this.showHistory();
  }

  /** Starts with a new map without edits. */
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

  /** Blows up or rebuilds a bridge. This does not count as an unsaved drawing. */
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

  /** Ends the stroke. Undo reverts whole strokes. */
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

  /** Returns the commands for the worker. */
  takeCommands(): FleetCommand[] {
    const commands = [true, false].map((isWall) => {
      const cells = [...this.untold].filter(([, it]) => it === isWall).map(([cell]) => cell);
      return { kind: 'edit' as const, cells: Uint32Array.from(cells), isWall };
    });
    this.untold.clear();
    return commands.filter(({ cells }) => cells.length > 0);
  }
}
