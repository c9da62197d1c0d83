// Lists of numbers with a bounded length. A full Series joins neighbours in pairs.

const CAPACITY = 2048;
const LATEST = 512;
const STEPS = 512;
const STEP = Math.log(1.05);
const STEP_FROM = 0.1; // microseconds: below, steps are even

export type Join = 'max' | 'mean' | 'last';

export class Series {
  readonly values: number[] = [];
  /** The number of numbers that each value represents. */
  stride = 1;
  count = 0;
  private readonly join: Join;
  private inLast = 0;

  constructor(join: Join) {
    this.join = join;
  }

  push(value: number): void {
    this.count++;
    if (this.inLast === 0 || this.inLast === this.stride) {
      if (this.values.length === CAPACITY) {
        this.halve();
      }
      this.values.push(value);
      this.inLast = 1;
      return;
    }
    const at = this.values.length - 1;
    this.values[at] = this.joined(this.values[at]!, value, this.inLast);
    this.inLast++;
  }

  private joined(old: number, value: number, weight: number): number {
    switch (this.join) {
      case 'max':
        return Math.max(old, value);
      case 'mean':
        return (old * weight + value) / (weight + 1);
      case 'last':
        return value;
    }
  }

  private halve(): void {
    for (let i = 0; i < CAPACITY / 2; i++) {
      this.values[i] = this.joined(this.values[2 * i]!, this.values[2 * i + 1]!, 1);
    }
    this.values.length = CAPACITY / 2;
    this.stride *= 2;
  }
}

/** The last numbers of a list, the newest at the end. */
export class Latest {
  readonly values: number[] = [];

  push(value: number): void {
    this.values.push(value);
    if (this.values.length > 2 * LATEST) {
      this.values.splice(0, LATEST);
    }
  }

  get last(): number {
    return this.values.at(-1) ?? 0;
  }
}

/** Mean, 99th percentile and maximum of many times. The percentile has steps of 5 %. */
export class Times {
  private readonly steps = new Uint32Array(STEPS);
  private total = 0;
  private count = 0;
  worst = 0;

  push(value: number): void {
    this.total += value;
    this.count++;
    this.worst = Math.max(this.worst, value);
    this.steps[Math.min(STEPS - 1, Math.floor(Math.log(1 + value / STEP_FROM) / STEP))]!++;
  }

  get mean(): number {
    return this.count ? this.total / this.count : 0;
  }

  /** The 99th percentile or up to 5 % more. */
  get p99(): number {
    let above = Math.floor(this.count / 100);
    let step = STEPS - 1;
    while (step > 0 && above >= this.steps[step]!) {
      above -= this.steps[step]!;
      step--;
    }
    return Math.min(this.worst, STEP_FROM * (Math.exp((step + 1) * STEP) - 1));
  }
}
