// A list of numbers of limited length: when it is full, each two neighbours are joined into one.

const CAPACITY = 2048;

export type Join = 'max' | 'mean' | 'last';

export class Series {
  readonly values: number[] = [];
  /** How many numbers each value stands for. */
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
