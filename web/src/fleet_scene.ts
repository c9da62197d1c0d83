// The scene of the view of fleets: a map, the number of units, and the budget of a frame.
import { Fields, LinkError, readSpec } from './link';
import type { MapSpec } from './scene';

export interface FleetScene {
  spec: MapSpec;
  units: number;
  /** Time of a frame of the fleet, in microseconds. */
  micros: number;
  /** Frames of the fleet per second: moves of each unit. */
  speed: number;
}

export const FLEET_UNITS_MAX = 20000;
const FIELDS = ['fleet', 'map', 'us', 'speed'];

export const isFleetHash = (hash: string) => /^#?fleet=/.test(hash);

export function fleetToHash({ spec, units, micros, speed }: FleetScene): string {
  return `fleet=${units}&map=${spec.kind},${spec.size},${spec.seed}&us=${micros}&speed=${speed}`;
}

/** Reads a scene from a hash. Throws a LinkError. */
export function fleetFromHash(hash: string): FleetScene {
  const fields = new Fields(hash.replace(/^#/, ''), FIELDS);
  const spec = fields.has('map')
    ? readSpec(fields)
    : { kind: 'river' as const, size: 256, seed: 3 };
  if (spec.size < 32) {
    throw new LinkError(`The map in the link is ${spec.size} cells wide, fleets take 32 or more.`);
  }
  return {
    spec,
    units: fields.number('fleet', 1000, 1, FLEET_UNITS_MAX),
    micros: fields.number('us', 1000, 50, 16000),
    speed: fields.number('speed', 60, 1, 60),
  };
}
