// Mouse, touch, pen and keyboard on the pictures of the map.
import type { Cell } from 'wend';
import type { Camera } from './camera';

export const TOOLS = ['wall', 'erase', 'start', 'goal', 'pan'] as const;
/** The last two are tools of fleets. */
export type Tool = (typeof TOOLS)[number] | 'select' | 'blow';

export interface InputTarget {
  camera: Camera;
  mapSize(): readonly [number, number];
  tool(): Tool;
  /** The start or the goal if it is near this point of a pane. Every tool can drag it. */
  placeNear(px: number, py: number): 'start' | 'goal' | null;
  /** Uses a tool on a cell of the map. */
  use(tool: Tool, cell: Cell): void;
  /** Ends the stroke of a tool. */
  finish(): void;
  /** Cancels and undoes the stroke. */
  cancel(): void;
  showCursor(cell: Cell | null): void;
  /** Called after a move of the camera. */
  moved(): void;
}

interface Touch {
  x: number;
  y: number;
}

/** The cells on the line from one to another, without the first. */
function cellsBetween([x0, y0]: Cell, [x1, y1]: Cell): Cell[] {
  const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
  return Array.from({ length: steps }, (_, i) => {
    const share = (i + 1) / steps;
    return [Math.round(x0 + (x1 - x0) * share), Math.round(y0 + (y1 - y0) * share)] as const;
  });
}

export class CanvasInput {
  private readonly canvas: HTMLCanvasElement;
  private readonly target: InputTarget;
  private readonly touches = new Map<number, Touch>();
  private stroke: { tool: Tool; last: Cell } | null = null;
  private cursor: Cell | null = null;

  constructor(canvas: HTMLCanvasElement, target: InputTarget) {
    this.canvas = canvas;
    this.target = target;
    canvas.addEventListener('pointerdown', (event) => this.press(event));
    canvas.addEventListener('pointermove', (event) => this.drag(event));
    for (const kind of ['pointerup', 'pointercancel'] as const) {
      canvas.addEventListener(kind, (event) => this.release(event));
    }
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('keydown', (event) => this.key(event));
    canvas.addEventListener('blur', () => this.setCursor(null));
  }

  private place(event: MouseEvent): Touch {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private inside([x, y]: Cell): boolean {
    const [width, height] = this.target.mapSize();
    return x >= 0 && y >= 0 && x < width && y < height;
  }

  // ---- Pointers --------------------------------------------------------------------------------

  private toolFor(event: PointerEvent, at: Touch): Tool {
    if (event.button === 1 || event.shiftKey) {
      return 'pan';
    }
    const tool = this.target.tool();
    if (event.button === 2) {
      return 'erase';
    }
    return tool === 'pan' ? tool : (this.target.placeNear(at.x, at.y) ?? tool);
  }

  private press(event: PointerEvent): void {
    const at = this.place(event);
    this.canvas.setPointerCapture(event.pointerId);
    this.touches.set(event.pointerId, at);
    if (this.touches.size > 1) {
      this.cancelStroke(); // two fingers move the map
      return;
    }
    const cell = this.target.camera.toCell(at.x, at.y);
    const tool = this.toolFor(event, at);
    this.stroke = { tool, last: cell };
    this.useAt(tool, cell);
  }

  private useAt(tool: Tool, cell: Cell): void {
    if (tool !== 'pan' && this.inside(cell)) {
      this.target.use(tool, cell);
    }
  }

  private drag(event: PointerEvent): void {
    const before = this.touches.get(event.pointerId);
    if (!before) {
      return;
    }
    const at = this.place(event);
    if (this.touches.size === 2) {
      this.pinch(event.pointerId, before, at);
    }
    this.touches.set(event.pointerId, at);
    if (!this.stroke || this.touches.size > 1) {
      return;
    }
    if (this.stroke.tool === 'pan') {
      this.target.camera.pan(at.x - before.x, at.y - before.y);
      this.target.moved();
      return;
    }
    const cell = this.target.camera.toCell(at.x, at.y);
    for (const between of cellsBetween(this.stroke.last, cell)) {
      this.useAt(this.stroke.tool, between);
    }
    this.stroke.last = cell;
  }

  private pinch(id: number, before: Touch, at: Touch): void {
    const other = [...this.touches].find(([key]) => key !== id)![1];
    const distance = (touch: Touch) => Math.hypot(touch.x - other.x, touch.y - other.y);
    const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
    this.target.camera.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    this.target.camera.zoom(distance(at) / Math.max(1, distance(before)), middle.x, middle.y);
    this.target.moved();
  }

  private release(event: PointerEvent): void {
    this.touches.delete(event.pointerId);
    this.endStroke();
  }

  private endStroke(): void {
    if (this.stroke) {
      this.stroke = null;
      this.target.finish();
    }
  }

  private cancelStroke(): void {
    if (this.stroke) {
      this.stroke = null;
      this.target.cancel();
    }
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const at = this.place(event);
    this.target.camera.zoom(Math.exp(-event.deltaY * 0.0015), at.x, at.y);
    this.target.moved();
  }

  // ---- Keys ------------------------------------------------------------------------------------

  private setCursor(cell: Cell | null): void {
    this.cursor = cell;
    this.target.showCursor(cell);
  }

  private key(event: KeyboardEvent): void {
    const steps: Record<string, Cell> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      this.moveCursor(step, event.shiftKey ? 10 : 1);
    } else if (event.key === 'Enter' && this.cursor) {
      event.preventDefault();
      this.useAt(this.target.tool(), this.cursor);
      this.target.finish();
    }
  }

  private moveCursor([dx, dy]: Cell, by: number): void {
    const [width, height] = this.target.mapSize();
    const from = this.cursor ?? this.middle();
    const within = (value: number, size: number) => Math.min(Math.max(value, 0), size - 1);
    const to: Cell = this.cursor
      ? [within(from[0] + dx * by, width), within(from[1] + dy * by, height)]
      : from;
    this.target.camera.show(...to);
    this.setCursor(to);
  }

  /** The cell in the middle of the pane. */
  private middle(): Cell {
    const [width, height] = this.target.mapSize();
    const [x, y] = this.target.camera.toCell(
      this.canvas.clientWidth / 2,
      this.canvas.clientHeight / 2,
    );
    return [Math.min(Math.max(x, 0), width - 1), Math.min(Math.max(y, 0), height - 1)];
  }
}
