// What the playground shows: a map, two places on it, who races, and how. Nothing here moves.
import type { Cell, Corners, GridMap, MapKind, Neighbors, Wend } from 'wend';
import { riverCells } from './river';

export const FREE = 46; // '.'
export const WALL = 64; // '@'

/** Longest side of a map on the page: four agents on a larger one would be too slow to watch. */
export const SIDE_LIMIT = 2048;
export const AGENTS_MAX = 4;

/** What a map was generated from. */
export interface MapSpec {
  kind: MapKind | 'river' | 'empty';
  size: number;
  seed: number;
}

export interface Scene {
  title: string;
  /** Null if the map was drawn on, or read from a file. */
  spec: MapSpec | null;
  width: number;
  height: number;
  /** FREE or WALL for each cell, in row order. */
  cells: Uint8Array;
  neighbors: Neighbors;
  corners: Corners;
  start: Cell;
  goal: Cell;
  algos: string[];
  /** R: expansions per tick. */
  budget: number;
  /** Time per tick in microseconds, in place of R; 0 for R. */
  micros: number;
  weightPermille: number;
  /** How far agents see; 0 if they know the map. */
  sight: number;
  /** Ticks per second. */
  speed: number;
  /** What happens to the map while they walk. */
  cut: Cut | null;
}

/** Cells from one corner to the other, both included. */
export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** The cells of a box become walls after this many ticks. */
export interface Cut extends Box {
  tick: number;
}

export const KIND_NAMES: Record<MapSpec['kind'], string> = {
  caves: 'Caves',
  rooms: 'Rooms',
  maze: 'Maze',
  random: 'Obstacles',
  river: 'River',
  empty: 'Empty',
};

/** Scales that suit the size: a small map of large rooms shows nothing. */
const SCALES: Partial<Record<MapSpec['kind'], number>> = { rooms: 10, caves: 3, maze: 2 };

export function isKind(text: string): text is MapSpec['kind'] {
  return text in KIND_NAMES;
}

function generateCells(wend: Wend, spec: MapSpec): Uint8Array {
  const { kind, size, seed } = spec;
  if (kind === 'empty') {
    return new Uint8Array(size * size).fill(FREE);
  }
  if (kind === 'river') {
    return riverCells(wend, size, seed);
  }
  return wend.generate({ kind, width: size, height: size, seed, scale: SCALES[kind] });
}

function specTitle({ kind, size, seed }: MapSpec): string {
  return kind === 'empty'
    ? `Empty ${size} × ${size}`
    : `${KIND_NAMES[kind]} ${size} × ${size}, seed ${seed}`;
}

export type MapPart = Pick<Scene, 'title' | 'spec' | 'width' | 'height' | 'cells'>;

export function generateMap(wend: Wend, spec: MapSpec): MapPart {
  const { size } = spec;
  const title = specTitle(spec);
  return { title, spec, width: size, height: size, cells: generateCells(wend, spec) };
}

/** Terrain as the page has it: free or blocked. */
export function plainCells(map: GridMap): Uint8Array {
  const cells = map.cells();
  for (let i = 0; i < cells.length; i++) {
    const isFree = map.isFree(i % map.width, Math.floor(i / map.width));
    cells[i] = isFree ? FREE : WALL;
  }
  return cells;
}

export function cellIndex(scene: { width: number }, [x, y]: Cell): number {
  return y * scene.width + x;
}

export function sameCell(a: Cell, b: Cell): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** The cells that can be reached from one by straight steps. Marks them in `seen`. */
function flood(cells: Uint8Array, width: number, from: number, seen: Uint8Array): number[] {
  const found = [from];
  seen[from] = 1;
  for (let i = 0; i < found.length; i++) {
    const cell = found[i]!;
    const x = cell % width;
    const neighbors = [
      x > 0 ? cell - 1 : -1,
      x + 1 < width ? cell + 1 : -1,
      cell - width,
      cell + width,
    ];
    for (const next of neighbors) {
      if (cells[next] === FREE && !seen[next]) {
        seen[next] = 1;
        found.push(next);
      }
    }
  }
  return found;
}

/** Two places on a map; null if it has none. */
export type Ends = [Cell, Cell] | null;

/** Two places far apart in the largest part of a map; null if less than two cells are free. */
export function farEnds(cells: Uint8Array, width: number): Ends {
  const seen = new Uint8Array(cells.length);
  let largest: number[] = [];
  for (let cell = 0; cell < cells.length; cell++) {
    if (cells[cell] === FREE && !seen[cell]) {
      const part = flood(cells, width, cell, seen);
      largest = part.length > largest.length ? part : largest;
    }
  }
  if (largest.length < 2) {
    return null;
  }
  const height = cells.length / width;
  const place = (cell: number): Cell => [cell % width, Math.floor(cell / width)];
  const nearest = (to: Cell): Cell => {
    const far = (cell: number) =>
      Math.hypot((cell % width) - to[0], Math.floor(cell / width) - to[1]);
    return place(largest.reduce((best, cell) => (far(cell) < far(best) ? cell : best)));
  };
  const inset = Math.round(Math.min(width, height) * 0.06);
  const ends: [Cell, Cell] = [
    nearest([inset, inset]),
    nearest([width - 1 - inset, height - 1 - inset]),
  ];
  return sameCell(...ends) ? [place(largest[0]!), place(largest.at(-1)!)] : ends;
}

/** A scene with another map, from one place to the other on it. */
export function between(scene: Scene, map: MapPart, ends: Ends): Scene {
  if (!ends) {
    throw new Error('The map has no two free cells that are connected.');
  }
  return { ...scene, ...map, start: ends[0], goal: ends[1], cut: null };
}

/** A scene with another map, and with places that are far apart on it. */
export function withMap(scene: Scene, map: MapPart): Scene {
  return between(scene, map, farEnds(map.cells, map.width));
}
