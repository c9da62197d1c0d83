// Jobs that the page passes to its worker.
import type { Odds } from './odds';
import type { Theme } from './palette';
import type { Ends, MapPart, MapSpec, Scene } from './scene';

/** The inputs, progress reports and results of jobs. */
export interface Jobs {
  /** Reads a .map file and finds two distant cells. */
  open: {
    input: { name: string; bytes: Uint8Array };
    progress: never;
    output: { map: MapPart; ends: Ends };
  };
  /** Generates a map and finds two distant cells. */
  generate: { input: { spec: MapSpec }; progress: never; output: { map: MapPart; ends: Ends } };
  /** Reads the scene of a link. Fails with the text of a LinkError. */
  link: { input: { hash: string }; progress: never; output: Scene };
  gif: {
    input: { scene: Scene; theme: Theme };
    progress: number;
    output: Uint8Array<ArrayBuffer>;
  };
  trace: { input: { scene: Scene }; progress: never; output: Uint8Array<ArrayBuffer> };
  odds: { input: { scene: Scene; seed: number; maps: number }; progress: Odds; output: Odds };
}

export interface Job {
  id: number;
  name: keyof Jobs;
  input: unknown;
}

interface Waiting {
  progress(state: unknown): void;
  resolve(output: unknown): void;
  reject(error: Error): void;
}

/** The worker runs the script of the page, which the single file contains. */
export function startWorker(): Worker {
  const script = document.querySelector<HTMLScriptElement>('script[type=module]')!;
  const type = 'text/javascript';
  const url = script.src || URL.createObjectURL(new Blob([script.text], { type }));
  return new Worker(url);
}

let worker: Worker | null = null;
let count = 0;
const waiting = new Map<number, Waiting>();

function answer({ id, progress, output, error }: Record<string, unknown>): void {
  const job = waiting.get(id as number)!;
  if (progress !== undefined) {
    job.progress(progress);
    return;
  }
  waiting.delete(id as number);
  if (error === undefined) {
    job.resolve(output);
  } else {
    job.reject(new Error(String(error)));
  }
}

export function runJob<Name extends keyof Jobs>(
  name: Name,
  input: Jobs[Name]['input'],
  progress: (state: Jobs[Name]['progress']) => void = () => undefined,
): Promise<Jobs[Name]['output']> {
  if (!worker) {
    worker = startWorker();
    worker.addEventListener('message', ({ data }) => answer(data as Record<string, unknown>));
    worker.addEventListener('error', () => {
      waiting.forEach((job) => job.reject(new Error('The worker of the page failed.')));
      waiting.clear();
      worker = null;
    });
  }
  const id = ++count;
  worker.postMessage({ id, name, input } satisfies Job);
  return new Promise((resolve, reject) => {
    waiting.set(id, { progress, resolve: resolve as (output: unknown) => void, reject });
  });
}
