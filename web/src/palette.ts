// Colours, and their selection by the bits of a cell. The page and the GIF use the same ones.
import { VIEW } from 'wend';

export type Rgb = readonly [number, number, number];
export type Theme = 'light' | 'dark';

/** The appearances of a cell. */
export const LOOKS = [
  'floor',
  'wall',
  'fog', // not yet seen
  'hiddenWall', // a wall that the agent does not know
  'ghostWall', // a removed wall that the agent still believes in
  'closed',
  'open',
  'closedFog',
  'openFog',
  'trail',
] as const;
export type Look = (typeof LOOKS)[number];

export function lookOf(bits: number): Look {
  const isWall = (bits & VIEW.wall) !== 0;
  const believesWall = (bits & VIEW.believed) !== 0;
  if (believesWall) {
    return isWall ? 'wall' : 'ghostWall';
  }
  if (isWall) {
    return 'hiddenWall';
  }
  if (bits & VIEW.trail) {
    return 'trail';
  }
  const isFog = (bits & VIEW.unknown) !== 0;
  switch (bits & VIEW.mark) {
    case VIEW.closed:
      return isFog ? 'closedFog' : 'closed';
    case VIEW.open:
      return isFog ? 'openFog' : 'open';
    default:
      return isFog ? 'fog' : 'floor';
  }
}

interface Ground {
  floor: Rgb;
  wall: Rgb;
  fog: Rgb;
  hiddenWall: Rgb;
  ghostWall: Rgb;
  path: Rgb;
  ring: Rgb;
  hues: readonly Rgb[];
  tint: readonly [closed: number, open: number, trail: number];
}

// The hues are distinguishable with all common kinds of colour vision (Okabe and Ito).
const GROUNDS: Record<Theme, Ground> = {
  light: {
    floor: [252, 251, 248],
    wall: [58, 64, 74],
    fog: [226, 224, 217],
    hiddenWall: [200, 198, 190],
    ghostWall: [128, 133, 142],
    path: [24, 28, 36],
    ring: [255, 255, 255],
    hues: [
      [0, 114, 178],
      [213, 94, 0],
      [0, 138, 100],
      [178, 74, 138],
    ],
    tint: [0.2, 0.5, 0.9],
  },
  dark: {
    floor: [38, 42, 50],
    wall: [108, 116, 130],
    fog: [20, 22, 27],
    hiddenWall: [44, 48, 56],
    ghostWall: [72, 78, 88],
    path: [245, 246, 248],
    ring: [14, 16, 20],
    hues: [
      [86, 180, 233],
      [240, 146, 70],
      [52, 199, 152],
      [226, 130, 186],
    ],
    tint: [0.26, 0.55, 0.95],
  },
};

function mix(a: Rgb, b: Rgb, share: number): Rgb {
  const at = (i: 0 | 1 | 2) => Math.round(a[i] + (b[i] - a[i]) * share);
  return [at(0), at(1), at(2)];
}

export interface Colours {
  looks: Record<Look, Rgb>;
  hue: Rgb;
  path: Rgb;
  ring: Rgb;
}

/** The colours of the agent in a slot. */
export function coloursOf(theme: Theme, slot: number): Colours {
  const ground = GROUNDS[theme];
  const hue = ground.hues[slot % ground.hues.length]!;
  const [closed, open, trail] = ground.tint;
  return {
    looks: {
      floor: ground.floor,
      wall: ground.wall,
      fog: ground.fog,
      hiddenWall: ground.hiddenWall,
      ghostWall: ground.ghostWall,
      closed: mix(ground.floor, hue, closed),
      open: mix(ground.floor, hue, open),
      closedFog: mix(ground.fog, hue, closed),
      openFog: mix(ground.fog, hue, open),
      trail: mix(ground.floor, hue, trail),
    },
    hue,
    path: ground.path,
    ring: ground.ring,
  };
}

export function css([r, g, b]: Rgb, alpha = 1): string {
  return `rgb(${r} ${g} ${b} / ${alpha})`;
}

/** A pixel of ImageData as one number, for each combination of the bits of a view. */
export function pixelTable(colours: Colours): Uint32Array {
  const table = new Uint32Array(VIEW.all + 1);
  const bytes = new Uint8Array(table.buffer);
  for (let bits = 0; bits <= VIEW.all; bits++) {
    bytes.set([...colours.looks[lookOf(bits)], 255], bits * 4);
  }
  return table;
}
