// The scene of the playground: a map, start and goal, the algorithms and their settings.
import type { Cell, Corners, GridMap, MapKind, Neighbors, Wend } from 'wend';
import { riverCells } from './river';

export const FREE = 46; // '.'
export const WALL = 64; // '@'

/** Longest side of a map on the page. Four agents on a larger one would be too slow to watch. */
export const SIDE_LIMIT = 2048;
export const AGENTS_MAX = 4;

/** The definition of a generated map. */
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
  /** Time per tick in microseconds instead of R; 0: use R. */
  micros: number;
  weightPermille: number;
  /** Sight of the agents in cells; 0: they know the map. */
  sight: number;
  /** Ticks per second. */
  speed: number;
  /** An edit of the map during the race. */
  cut: Cut | null;
}

/** A rectangle of cells; both corners are included. */
export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** A box that becomes walls after a number of ticks. */
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

/** Scales that fit the size of the map. A small map of large rooms would show nothing. */
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

/** Reduces terrain to free and blocked. */
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

/** Returns the cells that are reachable by straight steps. Marks them in `seen`. */
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

/** Start and goal on a map; null if there are none. */
export type Ends = [Cell, Cell] | null;

/** Returns two distant cells of the largest connected component; null if fewer than two cells are free. */
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

/** Returns a scene with another map, and start and goal on it. */
export function between(scene: Scene, map: MapPart, ends: Ends): Scene {
  if (!ends) {
    throw new Error('The map has no two connected free cells.');
  }
  return { ...scene, ...map, start: ends[0], goal: ends[1], cut: null };
}

/** Returns a scene with another map, and distant start and goal on it. */
export function withMap(scene: Scene, map: MapPart): Scene {
  return between(scene, map, farEnds(map.cells, map.width));
}
