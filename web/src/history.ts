// What was drawn, stroke by stroke, so that it can be taken back and done again.
import type { Cell } from 'wend';

/** A cell that was drawn on: whether it is a wall now; it was the opposite before. */
interface Dab {
  cell: Cell;
  isWall: boolean;
}

const STROKES_MAX = 200;

export class History {
  private done: Dab[][] = [];
  private undone: Dab[][] = [];
  private stroke: Dab[] = [];
  /** Whether something was drawn that was not saved since. */
  isUnsaved = false;
  /** The same before the stroke that is not over yet. */
  private wasUnsaved = false;

  add(cell: Cell, isWall: boolean): void {
    if (this.stroke.length === 0) {
      this.wasUnsaved = this.isUnsaved;
    }
    this.stroke.push({ cell, isWall });
    this.isUnsaved = true;
  }

  /** The stroke is over. */
  endStroke(): void {
    if (this.stroke.length > 0) {
      this.done.push(this.stroke);
      this.done.splice(0, this.done.length - STROKES_MAX);
      this.undone = [];
      this.stroke = [];
    }
  }

  /** Calls `draw` for each cell of the stroke that is not over yet with what it was before. */
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

  /** Calls `draw` for each cell of the last stroke with what it was before. */
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

  /** Another map. */
  clear(): void {
    this.done = [];
    this.undone = [];
    this.stroke = [];
    this.isUnsaved = false;
  }
}
