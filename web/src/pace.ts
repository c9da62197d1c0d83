// Time measurement with a coarse clock. The clock of pages that are not isolated has steps of 100 µs in Chromium
// and 1 ms in Firefox. It cannot time a tick of 50 µs, but it can time many ticks together. Their work per
// microsecond converts the time of a tick to work, and work to time.

const READINGS = { least: 5, most: 20 };
const READING_MS = 30; // total time of the measurement of the clock's step
const USUAL = 4; // expansions per microsecond before the first measurement
const RANGE = [0.05, 20] as const;
const USUAL_STEPS = 3; // weight of the usual pace against measurements, in steps of the clock
const WINDOW_MICROS = 10000;
const WINDOW_STEPS = 40;
const PAUSE_STEPS = 4;
const PAUSE_TIMES = 8;
const COARSE_MICROS = 20; // isolated pages have steps of 5 or 20

/** The smallest step of the clock, in microseconds. */
function readResolution(): number {
  const end = performance.now() + READING_MS;
  let step = Infinity;
  let last = performance.now();
  for (let count = 0; count < READINGS.most && (last < end || count < READINGS.least);) {
    const now = performance.now();
    if (now > last) {
      step = Math.min(step, now - last);
      count++;
    }
    last = now;
  }
  return Math.min(step, READING_MS) * 1000;
}

let resolution = 0;

export function clockResolution(): number {
  resolution ||= readResolution();
  return resolution;
}

/** Whether the clock is too coarse to measure this time. */
export function isTooShort(micros: number): boolean {
  return clockResolution() > COARSE_MICROS && micros < 4 * clockResolution();
}

/** A time that is counted by work but long enough to measure the pace. */
export function measuringMicros(micros: number): number {
  return isTooShort(micros) ? 3 * clockResolution() : micros;
}

/** The pace of an algorithm on this machine. Single readings of the clock are wrong by up to its resolution in
 * both directions; sums are right. */
export class Pace {
  private took = 0;
  private work = 0;

  /** Adds a tick: its work in expansions and its measured time. The weight of older ticks decreases. */
  note(work: number, micros: number): void {
    if (micros > PAUSE_STEPS * clockResolution() + (PAUSE_TIMES * work) / this.perMicro) {
      return; // the machine was interrupted
    }
    this.took += micros;
    this.work += work;
    if (this.took > Math.max(WINDOW_MICROS, WINDOW_STEPS * clockResolution())) {
      this.took /= 2;
      this.work /= 2;
    }
  }

  /** Expansions per microsecond. */
  get perMicro(): number {
    const usual = USUAL_STEPS * clockResolution();
    const pace = (this.work + USUAL * usual) / (this.took + usual);
    const [low, high] = RANGE;
    return Math.min(high, Math.max(low, pace));
  }
}

const paces = new Map<string, Pace>();

/** Returns the pace for a name. It is kept from race to race. */
export function paceOf(name: string): Pace {
  let pace = paces.get(name);
  if (!pace) {
    pace = new Pace();
    paces.set(name, pace);
  }
  return pace;
}
