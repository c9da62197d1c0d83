// The worker: runs long tasks of the library, so that the page stays responsive.
import { load } from 'wend';
import type { Wend } from 'wend';
import { FleetHost } from './fleet_host';
import type { FleetCommand } from './fleet_host';
import type { Job, Jobs } from './jobs';
import { sceneFromHash } from './link';
import { runOdds } from './odds';
import { readMap } from './open';
import { recordGif } from './record';
import { farEnds, generateMap } from './scene';
import type { MapPart } from './scene';
import { recordTrace } from './trace';

type Handlers = {
  [Name in keyof Jobs]: (
    wend: Wend,
    input: Jobs[Name]['input'],
    progress: (state: Jobs[Name]['progress']) => void,
  ) => Jobs[Name]['output'];
};

const withEnds = (map: MapPart) => ({ map, ends: farEnds(map.cells, map.width) });

const HANDLERS: Handlers = {
  open: (wend, { name, bytes }) => withEnds(readMap(wend, name, bytes)),
  generate: (wend, { spec }) => withEnds(generateMap(wend, spec)),
  link: (wend, { hash }) => sceneFromHash(wend, hash),
  gif: (wend, { scene, theme }, progress) => recordGif(wend, scene, theme, progress),
  trace: (wend, { scene }) => recordTrace(wend, scene),
  odds: (wend, { scene, seed, maps }, progress) => runOdds(wend, scene, seed, maps, progress),
};

/** Serves jobs; after the first command for a fleet it serves that fleet. */
export function runWorker(): void {
  const library = load();
  let fleet: FleetHost | null = null;
  addEventListener('message', ({ data }: MessageEvent<Job | FleetCommand>) => {
    if ('kind' in data) {
      void library.then((wend) => (fleet ??= new FleetHost(wend)).obey(data));
      return;
    }
    const { id, name, input } = data;
    const progress = (state: unknown) => postMessage({ id, progress: state });
    const run = HANDLERS[name] as (wend: Wend, ...rest: unknown[]) => unknown;
    library
      .then((wend) => postMessage({ id, output: run(wend, input, progress) }))
      .catch((error: Error) => postMessage({ id, error: error.message }));
  });
}
