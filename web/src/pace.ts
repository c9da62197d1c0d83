// Time where the clock of the browser is coarse: pages that are not isolated from others read one that ticks
// every 100 µs in Chromium and every millisecond in Firefox. A tick of 50 µs cannot be timed with it, but many
// together can: their work per microsecond says how much work a tick may do, and how long one took.

const READINGS = { least: 5, most: 20 };
const READING_MS = 30; // all together, if the least are done
const USUAL = 4; // expansions per microsecond, until there are measurements
const RANGE = [0.05, 20] as const;
const USUAL_STEPS = 3; // of the clock: what the usual pace weighs against measurements
const WINDOW_MICROS = 10000;
const WINDOW_STEPS = 40;
const PAUSE_STEPS = 4;
const PAUSE_TIMES = 8;
const COARSE_MICROS = 20; // browsers that isolate a page give it steps of 5 or 20

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

/** Whether the clock is coarse, and cannot tell how much of this time was used. */
export function isTooShort(micros: number): boolean {
  return clockResolution() > COARSE_MICROS && micros < 4 * clockResolution();
}

/** A time that is counted by work, like shorter ones, but long enough to measure work by it. */
export function measuringMicros(micros: number): number {
  return isTooShort(micros) ? 3 * clockResolution() : micros;
}

/** How fast an algorithm works here. Single readings of the clock are wrong by up to its resolution, in both
 * directions; sums are right. */
export class Pace {
  private took = 0;
  private work = 0;

  /** Adds a tick: its work in expansions, and what the clock says. Older ticks count less and less. */
  note(work: number, micros: number): void {
    if (micros > PAUSE_STEPS * clockResolution() + (PAUSE_TIMES * work) / this.perMicro) {
      return; // the machine did something else
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

/** The pace of what a name stands for; it is kept from race to race. */
export function paceOf(name: string): Pace {
  let pace = paces.get(name);
  if (!pace) {
    pace = new Pace();
    paces.set(name, pace);
  }
  return pace;
}
