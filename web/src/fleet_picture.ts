// Draws a map and thousands of units as pixels of one image, without a call per unit.
import { UNIT_STATUS } from 'wend';
import type { Camera } from './camera';
import type { FleetPicture } from './fleet_host';
import { coloursOf } from './palette';
import type { Rgb, Theme } from './palette';
import { FREE } from './scene';

const pixel = ([r, g, b]: Rgb) => ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;

interface Shades {
  floor: number;
  wall: number;
  outside: number;
  /** By the status of the unit. */
  units: Uint32Array;
  chosen: number;
}

function shadesOf(theme: Theme): Shades {
  const [blue, orange, green, purple] = [0, 1, 2, 3].map((slot) => coloursOf(theme, slot));
  const { floor, wall, fog, ghostWall } = blue!.looks;
  const units = new Uint32Array(256).fill(pixel(ghostWall));
  units[UNIT_STATUS.following] = pixel(blue!.hue);
  units[UNIT_STATUS.grouped] = pixel(green!.hue);
  units[UNIT_STATUS.queued] = pixel(orange!.hue);
  units[UNIT_STATUS.searching] = pixel(orange!.hue);
  return {
    floor: pixel(floor),
    wall: pixel(wall),
    outside: pixel(fog),
    units,
    chosen: pixel(purple!.hue),
  };
}

export class FleetCanvas {
  private readonly canvas: HTMLCanvasElement;
  private readonly context: CanvasRenderingContext2D;
  private shades: Shades;
  private image = new ImageData(1, 1);
  private pixels = new Uint32Array(1);
  /** The map alone, as seen by the camera. */
  private ground = new Uint32Array(1);
  private isStale = true;
  private ratio = 1;

  constructor(canvas: HTMLCanvasElement, theme: Theme) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d', { alpha: false })!;
    this.shades = shadesOf(theme);
  }

  setTheme(theme: Theme): void {
    this.shades = shadesOf(theme);
    this.isStale = true;
  }

  /** Call it after a change of the map or the camera. */
  touch(): void {
    this.isStale = true;
  }

  private fit(): void {
    this.ratio = Math.min(window.devicePixelRatio || 1, 2);
    const width = Math.max(1, Math.round(this.canvas.clientWidth * this.ratio));
    const height = Math.max(1, Math.round(this.canvas.clientHeight * this.ratio));
    if (this.image.width !== width || this.image.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.image = new ImageData(width, height);
      this.pixels = new Uint32Array(this.image.data.buffer);
      this.ground = new Uint32Array(width * height);
      this.isStale = true;
    }
  }

  private paintGround(cells: Uint8Array, size: number, camera: Camera): void {
    const { width, height } = this.image;
    const { floor, wall, outside } = this.shades;
    const scale = camera.scale * this.ratio;
    const columns = Int32Array.from({ length: width }, (_, px) => {
      const x = Math.floor((px - camera.x * this.ratio) / scale);
      return x >= 0 && x < size ? x : -1;
    });
    for (let py = 0; py < height; py++) {
      const y = Math.floor((py - camera.y * this.ratio) / scale);
      const isInside = y >= 0 && y < size;
      for (let px = 0, at = py * width; px < width; px++, at++) {
        const x = columns[px]!;
        const terrain = cells[y * size + x] === FREE ? floor : wall;
        this.ground[at] = isInside && x >= 0 ? terrain : outside;
      }
    }
    this.isStale = false;
  }

  draw(
    cells: Uint8Array,
    size: number,
    camera: Camera,
    picture: FleetPicture | null,
    chosen: Uint8Array,
  ): CanvasRenderingContext2D {
    this.fit();
    if (this.isStale) {
      this.paintGround(cells, size, camera);
    }
    this.pixels.set(this.ground);
    if (picture) {
      this.paintUnits(camera, picture, chosen);
    }
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    this.context.putImageData(this.image, 0, 0);
    this.context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    return this.context;
  }

  private paintUnits(camera: Camera, picture: FleetPicture, chosen: Uint8Array): void {
    const { positions, statuses } = picture;
    const { width, height } = this.image;
    const scale = camera.scale * this.ratio;
    const side = Math.max(Math.round(2.4 * this.ratio), Math.round(scale * 0.8));
    const left = camera.x * this.ratio + scale / 2 - side / 2;
    const top = camera.y * this.ratio + scale / 2 - side / 2;
    for (let unit = 0; unit < statuses.length; unit++) {
      const px = Math.round(left + positions[2 * unit]! * scale);
      const py = Math.round(top + positions[2 * unit + 1]! * scale);
      if (px < 0 || py < 0 || px + side > width || py + side > height) {
        continue;
      }
      const colour = chosen[unit] ? this.shades.chosen : this.shades.units[statuses[unit]!]!;
      for (let row = py; row < py + side; row++) {
        this.pixels.fill(colour, row * width + px, row * width + px + side);
      }
    }
  }
}
