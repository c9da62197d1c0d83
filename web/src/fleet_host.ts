// The fleet in its worker: creates it, gives orders, edits the map, runs frames.
import type { Cell, FieldArea, Fleet, GridMap, Wend } from 'wend';
import { EVENTS, UNIT_STATUS } from 'wend';
import type { FieldPicture } from './fleet_field';
import type { FleetScene } from './fleet_scene';
import { cellIndex, farEnds, FREE, generateMap } from './scene';

/** Commands of the page. */
export type FleetCommand =
  | { kind: 'begin'; scene: FleetScene }
  | FrameCommand
  | { kind: 'order'; units: Uint32Array; goal: Cell }
  | { kind: 'edit'; cells: Uint32Array; isWall: boolean };

interface FrameCommand {
  kind: 'frame';
  nanoseconds: number;
  /** The units whose routes to return. */
  routesOf: Uint32Array;
  /** The field to return: that of the first of these units with one, and its area; null for none. */
  field: { of: Uint32Array; area: Required<FieldArea> } | null;
}

/** Answers to the page. */
export type FleetAnswer =
  | { kind: 'begun'; cells: Uint8Array; size: number }
  | { kind: 'failed'; message: string }
  | FleetPicture;

/** After a frame. Arrays by unit. */
export interface FleetPicture {
  kind: 'frame';
  positions: Uint16Array;
  statuses: Uint8Array;
  /** The requested routes one after the other: the number of cells, then the cells. */
  routes: Uint32Array;
  /** Null if no field was requested, or none of the units has one. */
  field: FieldPicture | null;
  moved: number;
  waiting: number;
  /** The number of free cells. */
  free: number;
  /** Milliseconds of the frame: moves and searches. */
  took: number;
}

const WARM_MS = 150;

/** The cells on which the units of a group gather, one each, nearest first. */
interface Camp {
  spots: Uint32Array;
  taken: number;
}

/** Returns seeded random numbers from 0 to `below` - 1. */
class Random {
  private state: number;

  constructor(seed: number) {
    this.state = (seed ^ 0x9e3779b9) >>> 0;
  }

  next(below: number): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * below);
  }
}

export class FleetHost {
  private readonly wend: Wend;
  private map: GridMap | null = null;
  private fleet: Fleet | null = null;
  private cells: Uint8Array = new Uint8Array();
  private size = 0;
  private anchor: Cell = [0, 0];
  private random = new Random(1);
  /** The camp of each unit; null if it walks to random goals. */
  private camps: (Camp | null)[] = [];

  constructor(wend: Wend) {
    this.wend = wend;
  }

  obey(command: FleetCommand): void {
    try {
      switch (command.kind) {
        case 'begin':
          return this.begin(command.scene);
        case 'frame':
          return this.frame(command);
        case 'order':
          return this.order(command.units, command.goal);
        case 'edit':
          return this.edit(command.cells, command.isWall);
      }
    } catch (error) {
      postMessage({ kind: 'failed', message: (error as Error).message } satisfies FleetAnswer);
    }
  }

  /** Runs a small invisible fleet first, because browsers only optimize code that runs often. */
  private warmUp(): void {
    const { cells, width, height } = generateMap(this.wend, { kind: 'caves', size: 96, seed: 1 });
    const map = this.wend.createMap({ width, height, cells });
    const free = Uint32Array.from(cells.keys()).filter((cell) => cells[cell] === FREE);
    const fleet = map.createFleet({ unitsMax: 300 });
    const units = fleet.addAll(free.slice(0, 300));
    const end = performance.now() + WARM_MS;
    for (let i = 0; performance.now() < end; i++) {
      const goals = free.slice(i % 300, (i % 300) + 300);
      fleet.setGoals(units.subarray(0, 150), goals.subarray(0, 150), { nearest: true });
      fleet.setGroupGoal(units.subarray(150), goals[0]!, { nearest: true });
      for (let frame = 0; frame < 20; frame++) {
        fleet.frame({ nanoseconds: 1e6 });
      }
    }
    map.destroy();
  }

  private begin({ spec, units }: FleetScene): void {
    if (!this.map) {
      this.warmUp();
    }
    this.map?.destroy();
    const { cells, width, height } = generateMap(this.wend, spec);
    const ends = farEnds(cells, width);
    if (!ends) {
      throw new Error('The map has no two connected free cells.');
    }
    this.cells = cells;
    this.size = width;
    this.anchor = ends[0];
    this.random = new Random(spec.seed);
    this.map = this.wend.createMap({ width, height, cells });
    this.fleet = this.map.createFleet({ unitsMax: units });
    const anchor = cellIndex({ width }, this.anchor);
    const places = Uint32Array.from({ length: units }, () => this.somewhere(anchor));
    this.fleet.addAll(places).forEach((unit) => this.fleet!.setGoal(unit, this.somewhere(anchor)));
    this.camps = Array<null>(units).fill(null);
    const answer: FleetAnswer = { kind: 'begun', cells: cells.slice(), size: width };
    postMessage(answer);
  }

  /** A random free cell that is reachable from a cell. */
  private somewhere(from: number): number {
    for (let tries = 0; tries < 1000; tries++) {
      const state = this.random.next(this.cells.length);
      if (this.cells[state] === FREE && this.map!.isConnected(from, state)) {
        return state;
      }
    }
    return from;
  }

  /** The free cells nearest to a goal by steps, one per unit. */
  private campAt(goal: number, count: number): Camp {
    const spots = new Uint32Array(count).fill(goal);
    const seen = new Set([goal]);
    let found = 1;
    for (let i = 0; i < found && found < count; i++) {
      const x = spots[i]! % this.size;
      const near = [x > 0 ? -1 : 0, x + 1 < this.size ? 1 : 0, -this.size, this.size];
      for (const next of near.map((step) => spots[i]! + step)) {
        if (found < count && this.cells[next] === FREE && !seen.has(next)) {
          seen.add(next);
          spots[found++] = next;
        }
      }
    }
    return { spots, taken: 0 };
  }

  private order(units: Uint32Array, goal: Cell): void {
    const near = this.map!.nearest(this.anchor, goal);
    const state = near ? cellIndex({ width: this.size }, [near.x, near.y]) : 0;
    if (near && units.length > 0) {
      const camp = this.campAt(state, units.length);
      units.forEach((unit) => (this.camps[unit] = camp));
      this.fleet!.setGroupGoal(units, state, { nearest: true });
    }
  }

  private edit(cells: Uint32Array, isWall: boolean): void {
    for (const cell of cells) {
      const terrain = isWall ? '@' : '.';
      this.cells[cell] = terrain.charCodeAt(0);
      this.map!.setCell(cell % this.size, Math.floor(cell / this.size), terrain);
    }
  }

  private frame({ nanoseconds, routesOf, field: asked }: FrameCommand): void {
    const fleet = this.fleet;
    if (!fleet) {
      return;
    }
    const budget = { nanoseconds };
    fleet.reserve(budget);
    const before = performance.now();
    fleet.advance(budget);
    const took = performance.now() - before;
    this.sendOn(fleet.events.slice());
    const { moved, waiting } = fleet.lastFrame;
    const positions = fleet.positions.slice();
    const statuses = fleet.statuses.slice();
    const routes = this.routesOf(routesOf);
    const field = asked && this.fieldOf(asked.of, statuses, asked.area);
    const answer: FleetAnswer = {
      kind: 'frame',
      ...{ positions, statuses, routes, field, moved, waiting, took },
      free: this.map!.freeCount,
    };
    const buffers = [positions.buffer, statuses.buffer, routes.buffer];
    if (field) {
      buffers.push(field.steps.buffer);
    }
    (postMessage as (message: unknown, transfer: Transferable[]) => void)(answer, buffers);
  }

  /** Sends arrived units to their cell in the camp. Units without a camp get a new random goal, also if their
   * goal is unreachable. */
  private sendOn(events: Uint32Array): void {
    for (let i = 0; i < events.length; i += 3) {
      const [unit, kind, state] = [events[i]!, events[i + 1]!, events[i + 2]!];
      const camp = this.camps[unit];
      if (!camp && kind !== EVENTS.route) {
        this.fleet!.setGoal(unit, this.somewhere(state));
      } else if (camp && kind === EVENTS.arrived && state === camp.spots[0]) {
        const spot = camp.taken < camp.spots.length ? camp.taken++ : 0;
        this.fleet!.setGoal(unit, camp.spots[spot]!, { nearest: true });
      }
    }
  }

  private routesOf(units: Uint32Array): Uint32Array {
    const list: number[] = [];
    for (const unit of units) {
      const route = this.fleet!.waypoints(unit);
      list.push(route.length, ...route);
    }
    return Uint32Array.from(list);
  }

  private fieldOf(
    units: Uint32Array,
    statuses: Uint8Array,
    area: Required<FieldArea>,
  ): FieldPicture | null {
    const unit = units.find((it) => statuses[it] === UNIT_STATUS.grouped);
    return unit === undefined ? null : { area, steps: this.fleet!.field(unit, area).slice() };
  }
}
