// A map with a river from the top to the bottom, and bridges over it.
import type { Wend } from 'wend';
import type { Box } from './scene';

const FREE = 46; // '.'
const WALL = 64; // '@'
const OBSTACLES = 14; // percent of the land
const BRIDGES = [0.2, 0.5, 0.8]; // their positions as shares of the height

const widthOf = (size: number) => Math.max(2, Math.round(size / 20));

/** The left bank at a row. */
function bankAt(size: number, seed: number, y: number): number {
  const bend = Math.sin((y / size) * 9 + seed) * size * 0.06;
  return Math.round(size / 2 - widthOf(size) / 2 + bend);
}

/** The bridges, from bank to bank. */
export function bridgesOf(size: number, seed: number): Box[] {
  const breadth = Math.max(2, Math.round(size / 40));
  return BRIDGES.map((share) => {
    const y0 = Math.round(size * share - breadth / 2);
    const rows = Array.from({ length: breadth }, (_, i) => bankAt(size, seed, y0 + i));
    const x1 = Math.max(...rows) + widthOf(size) - 1;
    return { x0: Math.min(...rows), y0, x1, y1: y0 + breadth - 1 };
  });
}

/** Places obstacles on the land, but not in front of bridges. */
export function riverCells(wend: Wend, size: number, seed: number): Uint8Array {
  const scale = Math.max(1, Math.round(size / 64));
  const options = { kind: 'random', width: size, height: size, seed, scale } as const;
  const cells = wend.generate({ ...options, density: OBSTACLES });
  for (let y = 0; y < size; y++) {
    const from = y * size + bankAt(size, seed, y);
    cells.fill(WALL, from, from + widthOf(size));
  }
  for (const { x0, y0, x1, y1 } of bridgesOf(size, seed)) {
    for (let y = y0; y <= y1; y++) {
      cells.fill(FREE, y * size + x0 - 3, y * size + x1 + 4);
    }
  }
  return cells;
}
