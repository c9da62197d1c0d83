// Reads and writes map files. Errors become messages.
import type { Wend } from 'wend';
import type { MapPart, Scene } from './scene';
import { plainCells, SIDE_LIMIT } from './scene';

/** Size of a map of SIDE_LIMIT x SIDE_LIMIT cells with line ends and a header. */
const BYTES_LIMIT = SIDE_LIMIT * (SIDE_LIMIT + 2) + 4096;

const LINE_END = 10;

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** The bytes of a file, if it is not too large for a map. */
export async function readFile(file: File): Promise<Uint8Array> {
  if (file.size > BYTES_LIMIT) {
    throw new Error(
      `${file.name} is ${megabytes(file.size)} large. The playground takes maps of up to ` +
        `${SIDE_LIMIT} × ${SIDE_LIMIT} cells (${megabytes(BYTES_LIMIT)}).`,
    );
  }
  return new Uint8Array(await file.arrayBuffer());
}

export function readMap(wend: Wend, name: string, bytes: Uint8Array): MapPart {
  try {
    const map = wend.parseMap(bytes);
    const { width, height } = map;
    const cells = width <= SIDE_LIMIT && height <= SIDE_LIMIT ? plainCells(map) : null;
    map.destroy();
    if (!cells) {
      throw new Error(
        `it has ${width} × ${height} cells, the playground takes up to ${SIDE_LIMIT} × ${SIDE_LIMIT}`,
      );
    }
    return { title: name, spec: null, width, height, cells };
  } catch (error) {
    throw new Error(`${name} cannot be shown as a map: ${(error as Error).message}.`);
  }
}

/** The bytes of a MovingAI .map file. */
export function mapFile({ width, height, cells }: Scene): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`type octile\nheight ${height}\nwidth ${width}\nmap\n`);
  const file = new Uint8Array(head.length + (width + 1) * height).fill(LINE_END);
  file.set(head);
  for (let y = 0; y < height; y++) {
    file.set(cells.subarray(y * width, (y + 1) * width), head.length + (width + 1) * y);
  }
  return file;
}
