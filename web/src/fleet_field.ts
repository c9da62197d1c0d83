// Draws the field of a group of units as arrows over the visible part of the map.
import type { FieldArea } from 'wend';
import type { Camera } from './camera';
import { coloursOf, css } from './palette';
import type { Theme } from './palette';
import { FREE } from './scene';

const SPACING = 13; // smallest distance between arrows in pixels
const LENGTH_MAX = 13; // pixels

/** The field on some cells of the map: three numbers each, as Fleet.field returns them. */
export interface FieldPicture {
  area: Required<FieldArea>;
  steps: Int8Array;
}

/** The cells with arrows. They stay the same while the map is moved. */
export function areaInSight(
  camera: Camera,
  size: number,
  { clientWidth, clientHeight }: HTMLElement,
): Required<FieldArea> {
  const every = Math.min(size, Math.max(1, Math.ceil(SPACING / camera.scale)));
  const [left, top] = camera.toCell(0, 0);
  const [right, bottom] = camera.toCell(clientWidth, clientHeight);
  const first = (at: number) => Math.floor(Math.min(Math.max(0, at), size - 1) / every) * every;
  const [x, y] = [first(left), first(top)];
  const cells = (from: number, to: number) => Math.max(1, Math.min(to, size - 1) - from + 1);
  return { x, y, width: cells(x, right), height: cells(y, bottom), every };
}

/** Draws arrows on free cells: strong for exact steps, pale for steps that an edit may have made stale. */
export function drawField(
  context: CanvasRenderingContext2D,
  camera: Camera,
  theme: Theme,
  cells: Uint8Array,
  size: number,
  { area, steps }: FieldPicture,
): void {
  const columns = Math.ceil(area.width / area.every);
  const half = Math.min(area.every * camera.scale * 0.7, LENGTH_MAX) / 2;
  const { hue } = coloursOf(theme, 2);
  context.lineWidth = 1.3;
  for (const isExact of [0, 1]) {
    context.strokeStyle = css(hue, isExact ? 1 : 0.4);
    context.beginPath();
    for (let i = 0; 3 * i < steps.length; i++) {
      const [dx, dy] = [steps[3 * i]!, steps[3 * i + 1]!];
      const x = area.x + (i % columns) * area.every;
      const y = area.y + Math.floor(i / columns) * area.every;
      const isKnown = dx !== 0 || dy !== 0;
      if (isKnown && steps[3 * i + 2] === isExact && cells[y * size + x] === FREE) {
        const [px, py] = camera.toPane(x + 0.5, y + 0.5);
        addArrow(context, px, py, half, dx / Math.hypot(dx, dy), dy / Math.hypot(dx, dy));
      }
    }
    context.stroke();
  }
}

function addArrow(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  half: number,
  dx: number,
  dy: number,
): void {
  const [tipX, tipY] = [x + dx * half, y + dy * half];
  context.moveTo(x - dx * half, y - dy * half);
  context.lineTo(tipX, tipY);
  context.moveTo(tipX - (dx - dy) * half * 0.7, tipY - (dy + dx) * half * 0.7);
  context.lineTo(tipX, tipY);
  context.lineTo(tipX - (dx + dy) * half * 0.7, tipY - (dy - dx) * half * 0.7);
}
