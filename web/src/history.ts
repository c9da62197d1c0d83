// The strokes of a drawing, for undo and redo.
import type { Cell } from 'wend';

/** An edited cell, and whether it is a wall now; before it was the opposite. */
interface Dab {
  cell: Cell;
  isWall: boolean;
}

const STROKES_MAX = 200;

export class History {
  private done: Dab[][] = [];
  private undone: Dab[][] = [];
  private stroke: Dab[] = [];
  /** Whether there are unsaved strokes. */
  isUnsaved = false;
  /** Whether there were unsaved strokes before the current stroke. */
  private wasUnsaved = false;

  add(cell: Cell, isWall: boolean): void {
    if (this.stroke.length === 0) {
      this.wasUnsaved = this.isUnsaved;
    }
    this.stroke.push({ cell, isWall });
    this.isUnsaved = true;
  }

  /** Ends the stroke. */
  endStroke(): void {
    if (this.stroke.length > 0) {
      this.done.push(this.stroke);
      this.done.splice(0, this.done.length - STROKES_MAX);
      this.undone = [];
      this.stroke = [];
    }
  }

  /** Calls `draw` for each cell of the current stroke with its previous state. */
  cancelStroke(draw: (cell: Cell, isWall: boolean) => void): void {
    if (this.stroke.length > 0) {
      this.stroke.reverse().forEach(({ cell, isWall }) => draw(cell, !isWall));
      this.stroke = [];
      this.isUnsaved = this.wasUnsaved;
    }
  }

  get canUndo(): boolean {
    return this.done.length > 0;
  }

  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  /** Calls `draw` for each cell of the last stroke with its previous state. */
  undo(draw: (cell: Cell, isWall: boolean) => void): void {
    this.endStroke();
    const stroke = this.done.pop();
    if (stroke) {
      this.undone.push(stroke);
      [...stroke].reverse().forEach(({ cell, isWall }) => draw(cell, !isWall));
      this.isUnsaved = this.canUndo;
    }
  }

  redo(draw: (cell: Cell, isWall: boolean) => void): void {
    const stroke = this.undone.pop();
    if (stroke) {
      this.done.push(stroke);
      stroke.forEach(({ cell, isWall }) => draw(cell, isWall));
      this.isUnsaved = true;
    }
  }

  /** Starts with a new map. */
  clear(): void {
    this.done = [];
    this.undone = [];
    this.stroke = [];
    this.isUnsaved = false;
  }
}
