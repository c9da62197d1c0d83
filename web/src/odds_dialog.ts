// Shows the results of a race on random maps.
import { fullName } from './algorithms';
import { byId, make } from './dom';
import { runJob } from './jobs';
import { showMessage } from './message';
import type { Odds } from './odds';
import { SEEDS } from './odds';
import type { Playground } from './playground';
import type { MapSpec, Scene } from './scene';
import { KIND_NAMES } from './scene';

const SEED_MAX = 4e9;
const USUAL: MapSpec = { kind: 'caves', size: 96, seed: 1 };

export class OddsDialog {
  private readonly page: Playground;
  private isRunning = false;

  constructor(page: Playground) {
    this.page = page;
    for (const button of document.querySelectorAll('.open-odds')) {
      button.addEventListener('click', () => void this.open());
    }
  }

  private async open(): Promise<void> {
    byId<HTMLDialogElement>('odds').showModal();
    if (this.isRunning) {
      return;
    }
    this.isRunning = true;
    // Without the terrain: the maps are generated from other seeds.
    const { scene } = this.page;
    const cells = new Uint8Array();
    const spec = scene.spec ?? USUAL;
    const seed = Math.floor(Math.random() * SEED_MAX);
    try {
      const input = { scene: { ...scene, spec, cells }, seed, maps: SEEDS };
      await runJob('odds', input, (odds) => this.show(input.scene, seed, odds));
    } catch (error) {
      showMessage((error as Error).message, true);
    } finally {
      this.isRunning = false;
    }
  }

  private show(scene: Scene, seed: number, odds: Odds): void {
    const { kind, size } = scene.spec!;
    byId('odds-text').textContent =
      `${odds.maps} of ${SEEDS} maps: ${KIND_NAMES[kind]}, ${size} × ${size}, seeds from ${seed} on, ` +
      'drawn at random when you opened this dialog. The same agents with the same budget walk ' +
      'from one end of the map to the other.';
    const name = (algo: string) => fullName(this.page.wend.algorithm(algo)!);
    const head = [
      'Agent',
      'First',
      'Arrived',
      'Mean tick',
      ...scene.algos.map((it) => `Before ${it}`),
    ];
    const rows = scene.algos.map((algo, a) =>
      make(
        'tr',
        {},
        make('th', { scope: 'row' }, name(algo)),
        ...[odds.first[a]!, odds.arrived[a]!, Math.round(odds.ticks[a]!)].map((it) =>
          make('td', {}, String(it)),
        ),
        ...odds.before[a]!.map((it, b) => make('td', {}, a === b ? '–' : String(it))),
      ),
    );
    byId('odds-head').replaceChildren(...head.map((it) => make('th', { scope: 'col' }, it)));
    byId('odds-rows').replaceChildren(...rows);
    byId('odds-table').dataset['maps'] = String(odds.maps);
  }
}
