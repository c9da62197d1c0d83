// A scene as text for the part of an address after '#', and back.
import type { Cell, Neighbors, Wend } from 'wend';
import { CORNERS, SIGHT_MAX } from 'wend';
import { defaultAlgorithm } from './algorithms';
import { AGENTS_MAX, cellIndex, generateMap, FREE, isKind, SIDE_LIMIT, WALL } from './scene';
import type { MapPart, Scene } from './scene';

/** Longest link: browsers and chat programs keep links of this length whole. */
export const LINK_LIMIT = 32000;

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

/** The lengths of runs that are free and blocked in turn, seven bits to a byte, the lowest first. */
export function packCells(cells: Uint8Array): string {
  const bytes: number[] = [];
  const put = (length: number) => {
    for (; length > 127; length >>>= 7) {
      bytes.push((length & 127) | 128);
    }
    bytes.push(length);
  };
  let kind = FREE;
  let length = 0;
  for (const cell of cells) {
    if (cell !== kind) {
      put(length);
      kind = cell;
      length = 0;
    }
    length++;
  }
  put(length);
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
        throw new LinkError('The map in the link has more cells than its size says.');
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

/** Reads fields, and says which one is wrong. */
class Fields {
  private readonly values: URLSearchParams;

  constructor(hash: string) {
    this.values = new URLSearchParams(hash);
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
        const value = Number(part);
        if (!Number.isInteger(value) || value < low || value > high) {
          throw new LinkError(`"${name}" in the link is ${part}, expected ${low} to ${high}.`);
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
    const [x, y] = this.numbers(name, '', 0, Math.max(width, height) - 1);
    if (x === undefined || y === undefined || x >= width || y >= height) {
      throw new LinkError(`"${name}" in the link lies outside the map.`);
    }
    return [x, y];
  }
}

function readMap(wend: Wend, fields: Fields): MapPart {
  if (fields.has('map')) {
    const [kind = '', ...numbers] = fields.text('map', '').split(',');
    const [size = 0, seed = 0] = numbers.map(Number);
    const isSize = Number.isInteger(size) && size >= 2 && size <= SIDE_LIMIT;
    if (!isKind(kind) || !isSize || !Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) {
      throw new LinkError('"map" in the link is not a kind, a size and a seed.');
    }
    return generateMap(wend, { kind, size, seed });
  }
  const [width = 0, height = 0] = fields.numbers('size', '', 1, SIDE_LIMIT);
  const cells = unpackCells(fields.text('cells', ''), width * height);
  return { title: fields.text('title', 'Drawn map'), spec: null, width, height, cells };
}

/** The scene of a hash. Throws a LinkError that says what is wrong. */
export function sceneFromHash(wend: Wend, hash: string): Scene {
  const fields = new Fields(hash);
  const map = readMap(wend, fields);
  const start = fields.cell('start', map.width, map.height);
  const goal = fields.cell('goal', map.width, map.height);
  if ([start, goal].some((cell) => map.cells[cellIndex(map, cell)] !== FREE)) {
    throw new LinkError('The start or the goal in the link is blocked.');
  }
  const algos = fields.text('agents', defaultAlgorithm(wend)).split(',').slice(0, AGENTS_MAX);
  const unknown = algos.find((name) => !wend.algorithm(name));
  if (unknown !== undefined) {
    throw new LinkError(`The link asks for an algorithm "${unknown}", which there is none of.`);
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
  };
}
