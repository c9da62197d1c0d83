// Writes animated GIFs of indexed pictures.
import type { Rgb } from './palette';

/** Collects bytes. */
class Bytes {
  private data = new Uint8Array(65536);
  private length = 0;

  byte(value: number): void {
    if (this.length === this.data.length) {
      const larger = new Uint8Array(this.data.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length++] = value;
  }

  bytes(...values: number[]): void {
    values.forEach((value) => this.byte(value));
  }

  word(value: number): void {
    this.bytes(value & 255, value >> 8);
  }

  text(value: string): void {
    this.bytes(...[...value].map((character) => character.charCodeAt(0)));
  }

  take(): Uint8Array<ArrayBuffer> {
    return this.data.slice(0, this.length);
  }
}

/** Packs codes of up to 12 bits into sub-blocks of up to 255 bytes. */
class CodeWriter {
  private readonly out: Bytes;
  private block: number[] = [];
  private bits = 0;
  private bitCount = 0;

  constructor(out: Bytes) {
    this.out = out;
  }

  put(code: number, size: number): void {
    this.bits |= code << this.bitCount;
    this.bitCount += size;
    while (this.bitCount >= 8) {
      this.putByte(this.bits & 255);
      this.bits >>>= 8;
      this.bitCount -= 8;
    }
  }

  private putByte(value: number): void {
    this.block.push(value);
    if (this.block.length === 255) {
      this.flushBlock();
    }
  }

  private flushBlock(): void {
    if (this.block.length > 0) {
      this.out.bytes(this.block.length, ...this.block);
      this.block = [];
    }
  }

  end(): void {
    if (this.bitCount > 0) {
      this.putByte(this.bits & 255);
    }
    this.flushBlock();
    this.out.byte(0);
  }
}

const CODES_MAX = 4096;

function compress(out: Bytes, pixels: Uint8Array, depth: number): void {
  const clear = 1 << depth;
  const end = clear + 1;
  const writer = new CodeWriter(out);
  const table = new Map<number, number>();
  let next = end + 1;
  let size = depth + 1;
  out.byte(depth);
  writer.put(clear, size);
  let prefix = pixels[0]!;
  for (let i = 1; i < pixels.length; i++) {
    const pixel = pixels[i]!;
    const key = prefix * 256 + pixel;
    const known = table.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    writer.put(prefix, size);
    prefix = pixel;
    if (next === CODES_MAX) {
      writer.put(clear, size);
      table.clear();
      next = end + 1;
      size = depth + 1;
      continue;
    }
    table.set(key, next);
    // The decoder learns each code one step later, so the size grows one code later.
    if (next === 1 << size) {
      size++;
    }
    next++;
  }
  writer.put(prefix, size);
  writer.put(end, size);
  writer.end();
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export class Gif {
  private readonly out = new Bytes();
  private readonly width: number;
  private readonly height: number;
  private readonly depth: number;
  private last: Uint8Array | null = null;
  frames = 0;

  constructor(width: number, height: number, palette: readonly Rgb[]) {
    this.width = width;
    this.height = height;
    this.depth = Math.max(2, Math.ceil(Math.log2(palette.length)));
    this.out.text('GIF89a');
    this.out.word(width);
    this.out.word(height);
    this.out.bytes(0xf0 | (this.depth - 1), 0, 0);
    for (let i = 0; i < 1 << this.depth; i++) {
      this.out.bytes(...(palette[i] ?? [0, 0, 0]));
    }
    // Repeat forever.
    this.out.bytes(0x21, 0xff, 11);
    this.out.text('NETSCAPE2.0');
    this.out.bytes(3, 1, 0, 0, 0);
  }

  /** Adds a picture of width * height indices, shown for `delay` hundredths of a second. */
  add(picture: Uint8Array, delay: number): void {
    const box = this.changedBox(picture);
    this.out.bytes(0x21, 0xf9, 4, 0x04);
    this.out.word(delay);
    this.out.bytes(0, 0, 0x2c);
    this.out.word(box.x);
    this.out.word(box.y);
    this.out.word(box.width);
    this.out.word(box.height);
    this.out.byte(0);
    compress(this.out, this.cut(picture, box), this.depth);
    this.last = picture.slice();
    this.frames++;
  }

  /** The rectangle that differs from the previous picture; at least one pixel. */
  private changedBox(picture: Uint8Array): Box {
    const { width, height, last } = this;
    if (!last) {
      return { x: 0, y: 0, width, height };
    }
    let [x0, y0, x1, y1] = [width, height, -1, -1];
    for (let i = 0; i < picture.length; i++) {
      if (picture[i] !== last[i]) {
        const x = i % width;
        const y = Math.floor(i / width);
        x0 = Math.min(x0, x);
        x1 = Math.max(x1, x);
        y0 = Math.min(y0, y);
        y1 = Math.max(y1, y);
      }
    }
    return x1 < 0
      ? { x: 0, y: 0, width: 1, height: 1 }
      : { x: x0, y: y0, width: x1 - x0 + 1, height: y1 - y0 + 1 };
  }

  private cut(picture: Uint8Array, box: Box): Uint8Array {
    const part = new Uint8Array(box.width * box.height);
    for (let y = 0; y < box.height; y++) {
      const from = (box.y + y) * this.width + box.x;
      part.set(picture.subarray(from, from + box.width), y * box.width);
    }
    return part;
  }

  end(): Uint8Array<ArrayBuffer> {
    this.out.byte(0x3b);
    return this.out.take();
  }
}
