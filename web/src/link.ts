// Converts scenes to the part of an address after '#', and back.
import type { Cell, Neighbors, Wend } from 'wend';
import { CORNERS, SIGHT_MAX } from 'wend';
import { defaultAlgorithm } from './algorithms';
import { AGENTS_MAX, cellIndex, FREE, generateMap, isKind, KIND_NAMES } from './scene';
import { SIDE_LIMIT, WALL } from './scene';
import type { Cut, MapPart, MapSpec, Scene } from './scene';

/** Longest link. Browsers and chat programs do not truncate links of this length. */
export const LINK_LIMIT = 32000;

/** Longest time of a tick in a link. */
export const MICROS_MAX = 100000;

export class LinkError extends Error {}

// ---- Bytes as text ------------------------------------------------------------------------------

function toText(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) {
    binary += String.fromCharCode(byte);
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromText(text: string): Uint8Array {
  let binary: string;
  try {
    binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    throw new LinkError('The map in the link is damaged.');
  }
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

// ---- Runs of equal cells ------------------------------------------------------------------------

/** The lengths of alternating free and blocked runs, seven bits per byte, lowest first. */
export function packCells(cells: Uint8Array): string {
  const bytes: number[] = [];
  const put = (length: number) => {
    for (; length > 127; length >>>= 7) {
      bytes.push((length & 127) | 128);
    }
    bytes.push(length);
  };
  let kind = FREE;
  let begin = 0;
  for (let at = 0; at < cells.length; at++) {
    if (cells[at] !== kind) {
      put(at - begin);
      kind = cells[at]!;
      begin = at;
    }
  }
  put(cells.length - begin);
  return toText(Uint8Array.from(bytes));
}

export function unpackCells(text: string, count: number): Uint8Array {
  const cells = new Uint8Array(count);
  let filled = 0;
  let kind = FREE;
  let length = 0;
  let shift = 0;
  for (const byte of fromText(text)) {
    length += (byte & 127) * 2 ** shift;
    shift += 7;
    if (byte < 128) {
      if (length > count - filled) {
        throw new LinkError('The map in the link has more cells than its size allows.');
      }
      cells.fill(kind, filled, filled + length);
      filled += length;
      kind = kind === FREE ? WALL : FREE;
      length = 0;
      shift = 0;
    }
  }
  if (filled !== count) {
    throw new LinkError(`The map in the link has ${filled} cells, expected ${count}.`);
  }
  return cells;
}

// ---- Links --------------------------------------------------------------------------------------

function mapFields(scene: Scene): Record<string, string> {
  if (scene.spec) {
    const { kind, size, seed } = scene.spec;
    return { map: `${kind},${size},${seed}` };
  }
  return {
    size: `${scene.width},${scene.height}`,
    title: scene.title,
    cells: packCells(scene.cells),
  };
}

function cutText({ tick, x0, y0, x1, y1 }: Cut): string {
  return [tick, x0, y0, x1, y1].join(',');
}

function readCut(fields: Fields, { width, height }: MapPart): Cut | null {
  if (!fields.has('cut')) {
    return null;
  }
  const [tick = 0, x0 = 0, y0 = 0, x1 = -1, y1 = -1, ...more] = fields.numbers('cut', '', 0, 1e6);
  if (more.length > 0 || x0 > x1 || y0 > y1 || x1 >= width || y1 >= height) {
    throw new LinkError(
      '"cut" in the link is not a tick and two opposite cells of the map: tick,left,top,right,bottom.',
    );
  }
  return { tick, x0, y0, x1, y1 };
}

export function sceneToHash(scene: Scene): string {
  const fields = {
    ...mapFields(scene),
    moves: String(scene.neighbors),
    corners: scene.corners,
    start: scene.start.join(','),
    goal: scene.goal.join(','),
    agents: scene.algos.join(','),
    r: String(scene.budget),
    w: String(scene.weightPermille),
    sight: String(scene.sight),
    speed: String(scene.speed),
    ...(scene.micros > 0 && { us: String(scene.micros) }),
    ...(scene.cut && { cut: cutText(scene.cut) }),
  };
  const hash = new URLSearchParams(fields).toString().replaceAll('%2C', ',');
  if (hash.length > LINK_LIMIT) {
    const size = Math.ceil(hash.length / 1000);
    throw new LinkError(
      `The map is too detailed for a link: it would be ${size} kB long, ` +
        `${LINK_LIMIT / 1000} kB is the limit. Save the map as a file instead.`,
    );
  }
  return hash;
}

const FIELDS = [
  ...['map', 'size', 'title', 'cells', 'moves', 'corners', 'start', 'goal', 'agents'],
  ...['r', 'us', 'w', 'sight', 'speed', 'cut'],
];

/** Reads the fields of a link. Errors name the wrong field. */
export class Fields {
  private readonly values: URLSearchParams;

  constructor(hash: string, names: readonly string[]) {
    this.values = new URLSearchParams(hash);
    const unknown = [...this.values.keys()].find((name) => !names.includes(name));
    if (unknown !== undefined) {
      throw new LinkError(`Unknown field "${unknown}" in the link, expected ${names.join(', ')}.`);
    }
  }

  has(name: string): boolean {
    return this.values.has(name);
  }

  text(name: string, fallback: string): string {
    return this.values.get(name) ?? fallback;
  }

  numbers(name: string, fallback: string, low: number, high: number): number[] {
    return this.text(name, fallback)
      .split(',')
      .map((part) => {
        const value = part === '' ? NaN : Number(part);
        if (!Number.isInteger(value) || value < low || value > high) {
          const what = part === '' ? 'empty' : `"${part}"`;
          throw new LinkError(
            `"${name}" in the link is ${what}, expected a whole number from ${low} to ${high}.`,
          );
        }
        return value;
      });
  }

  number(name: string, fallback: number, low: number, high: number): number {
    return this.numbers(name, String(fallback), low, high)[0]!;
  }

  choice<T extends string>(name: string, choices: readonly T[]): T {
    const value = this.text(name, choices[0]!) as T;
    if (!choices.includes(value)) {
      throw new LinkError(`"${name}" in the link is ${value}, expected ${choices.join(', ')}.`);
    }
    return value;
  }

  cell(name: string, width: number, height: number): Cell {
    if (!this.has(name)) {
      throw new LinkError(`Missing "${name}" in the link, expected ${name}=x,y.`);
    }
    const [x, y, ...more] = this.numbers(name, '', 0, 1e6);
    if (x === undefined || y === undefined || more.length > 0) {
      const text = this.text(name, '');
      throw new LinkError(`"${name}" in the link is "${text}", expected two numbers: ${name}=x,y.`);
    }
    if (x >= width || y >= height) {
      throw new LinkError(
        `"${name}" in the link is ${x},${y}, outside the map of ${width} × ${height} cells.`,
      );
    }
    return [x, y];
  }
}

export function readSpec(fields: Fields): MapSpec {
  const [kind = '', ...numbers] = fields.text('map', '').split(',');
  const [size = 0, seed = 0] = numbers.map(Number);
  const isSize = Number.isInteger(size) && size >= 2 && size <= SIDE_LIMIT;
  if (!isKind(kind) || !isSize || !Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) {
    throw new LinkError(
      `"map" in the link is "${fields.text('map', '')}", expected a kind ` +
        `(${Object.keys(KIND_NAMES).join(', ')}), a size from 2 to ${SIDE_LIMIT} and a seed.`,
    );
  }
  return { kind, size, seed };
}

function readMap(wend: Wend, fields: Fields): MapPart {
  if (fields.has('map')) {
    return generateMap(wend, readSpec(fields));
  }
  if (!fields.has('size') || !fields.has('cells')) {
    throw new LinkError('Missing map in the link, expected "map", or "size" and "cells".');
  }
  const [width = 0, height = 0] = fields.numbers('size', '', 1, SIDE_LIMIT);
  const cells = unpackCells(fields.text('cells', ''), width * height);
  return { title: fields.text('title', 'Drawn map'), spec: null, width, height, cells };
}

/** The number of cells of the map of a hash; 0 if unknown. */
export function cellsOfLink(hash: string): number {
  const fields = new URLSearchParams(hash);
  const [, side] = (fields.get('map') ?? '').split(',').map(Number);
  const [width, height] = (fields.get('size') ?? '').split(',').map(Number);
  return (fields.has('map') ? side! * side! : width! * height!) || 0;
}

/** Reads the scene of a hash. Throws a LinkError. */
export function sceneFromHash(wend: Wend, hash: string): Scene {
  const fields = new Fields(hash, FIELDS);
  const map = readMap(wend, fields);
  const start = fields.cell('start', map.width, map.height);
  const goal = fields.cell('goal', map.width, map.height);
  for (const [name, cell] of Object.entries({ start, goal })) {
    if (map.cells[cellIndex(map, cell)] !== FREE) {
      throw new LinkError(`The ${name} in the link, ${cell}, is a wall, expected a free cell.`);
    }
  }
  const algos = fields.text('agents', defaultAlgorithm(wend)).split(',').slice(0, AGENTS_MAX);
  const unknown = algos.find((name) => !wend.algorithm(name));
  if (unknown !== undefined) {
    const names = wend.algorithms.map(({ name }) => name).join(', ');
    throw new LinkError(`Unknown algorithm "${unknown}" in the link, expected ${names}.`);
  }
  const weight = wend.parameter('weightPermille');
  return {
    ...map,
    start,
    goal,
    algos,
    neighbors: Number(fields.choice('moves', ['8', '4', '16'])) as Neighbors,
    corners: fields.choice('corners', CORNERS),
    budget: fields.number('r', 100, 1, 100000),
    weightPermille: fields.number('w', weight.min, weight.min, weight.max),
    sight: fields.number('sight', 0, 0, SIGHT_MAX),
    speed: fields.number('speed', 30, 1, 100000),
    micros: fields.number('us', 0, 0, MICROS_MAX),
    cut: readCut(fields, map),
  };
}
