// The sliders, lists and buttons of the race.
import type { Corners, Neighbors } from 'wend';
import { SIGHT_MAX } from 'wend';
import { suggestAlgorithm, weighs } from './algorithms';
import { byId, ListSlider, make } from './dom';
import { zoom } from './keys';
import { makeMap } from './making';
import { clockResolution, isTooShort } from './pace';
import type { Playground } from './playground';
import { AGENTS_MAX, between, isKind, KIND_NAMES } from './scene';
import type { MapSpec, Scene } from './scene';

const BUDGETS = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000,
  7000, 10000,
];
const MICROS = [10, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 2000, 5000];
const WEIGHTS = [1000, 1100, 1200, 1500, 2000, 2500, 3000, 4000, 5000, 10000];
const SIGHTS = [0, 1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 45, SIGHT_MAX];
const SPEEDS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 600, 1200, 100000];
const USUAL_SIZE = 96;
const USUAL_MICROS = 50;
const MAP_SIZES = [32, 48, 64, 96, 128, 192, 256, 384, 512];

type Sliders = Record<'budget' | 'micros' | 'weight' | 'sight' | 'speed', ListSlider>;

export class Controls {
  private readonly page: Playground;
  private readonly sliders: Sliders;

  constructor(page: Playground) {
    this.page = page;
    this.sliders = this.bindSliders();
    this.bindButtons();
    this.bindMap();
    this.bindMeasure();
  }

  /** Shows the values of the scene. */
  show(): void {
    const { sliders } = this;
    const { scene, wend } = this.page;
    sliders.budget.show(scene.budget);
    sliders.micros.show(scene.micros || USUAL_MICROS);
    sliders.speed.show(scene.speed);
    sliders.weight.show(scene.weightPermille);
    sliders.weight.setEnabled(
      wend.algorithms.some((info) => scene.algos.includes(info.name) && weighs(info)),
    );
    sliders.sight.show(scene.sight);
    const isTimed = scene.micros > 0;
    byId<HTMLInputElement>(isTimed ? 'by-time' : 'by-work').checked = true;
    byId('budget-row').hidden = isTimed;
    byId('micros-row').hidden = !isTimed;
    this.showClock();
    byId('map-title').textContent = `${scene.title}`;
    byId<HTMLSelectElement>('kind').value = scene.spec?.kind ?? 'own';
    byId<HTMLSelectElement>('size').value = scene.spec ? String(scene.spec.size) : '';
    if (scene.spec) {
      byId<HTMLInputElement>('seed').value = String(scene.spec.seed);
    }
    byId<HTMLSelectElement>('moves').value = String(scene.neighbors);
    byId<HTMLSelectElement>('corners').value = scene.corners;
    byId<HTMLSelectElement>('corners').disabled = scene.neighbors === 4;
    byId('add').hidden = scene.algos.length >= AGENTS_MAX;
    byId('fog-legend').hidden = scene.sight === 0;
  }

  /** Shows a note if the clock is too coarse for the time of a tick. */
  private showClock(): void {
    const { micros } = this.page.scene;
    byId('clock-note').hidden = micros === 0 || !isTooShort(micros);
    byId('clock-step').textContent = `${Math.round(clockResolution())} µs`;
  }

  private bindSliders(): Sliders {
    const { page } = this;
    const { min, max } = page.wend.parameter('weightPermille');
    const now = (changes: Partial<Scene>) => page.adjust(changes);
    return {
      budget: new ListSlider('budget', BUDGETS, String, (budget) => now({ budget })),
      micros: new ListSlider(
        'micros',
        MICROS,
        (micros) => `${micros} µs`,
        (micros) => {
          now({ micros });
          this.showClock();
        },
      ),
      speed: new ListSlider(
        'speed',
        SPEEDS,
        (speed) => (speed === SPEEDS.at(-1) ? 'as fast as it goes' : `${speed} ticks/s`),
        (speed) => now({ speed }),
      ),
      weight: new ListSlider(
        'weight',
        WEIGHTS.filter((weight) => weight >= min && weight <= max),
        (weight) => (weight / 1000).toFixed(1),
        (weightPermille) => void page.change({ weightPermille }),
      ),
      sight: new ListSlider(
        'sight',
        SIGHTS,
        (sight) => (sight === 0 ? 'knows the map' : sight === 1 ? '1 cell' : `${sight} cells`),
        (sight) => void page.change({ sight }),
      ),
    };
  }

  /** Equal work or equal time for all. */
  private bindMeasure(): void {
    byId('by-work').addEventListener('change', () => void this.page.change({ micros: 0 }));
    byId('by-time').addEventListener(
      'change',
      () => void this.page.change({ micros: USUAL_MICROS }),
    );
  }

  private bindButtons(): void {
    const { page } = this;
    const click = (id: string, act: () => void) => byId(id).addEventListener('click', act);
    click('play', () => void page.togglePlay());
    click('step', () => page.step());
    click('reset', () => void page.reset());
    click('fit', () => zoom(page, 0));
    click('zoom-in', () => zoom(page, 1.5));
    click('zoom-out', () => zoom(page, 1 / 1.5));
    click('add', () => this.addAgent());
    click('help', () => byId<HTMLDialogElement>('help-text').showModal());
    click('message', () => (byId('message').hidden = true));
  }

  private addAgent(): void {
    const { scene, race } = this.page;
    const added = suggestAlgorithm(race.map, scene.algos);
    void this.page.change({ algos: [...scene.algos, added] });
  }

  private bindMap(): void {
    const { page } = this;
    byId('kind').prepend(
      ...Object.entries(KIND_NAMES).map(([kind, name]) => make('option', { value: kind }, name)),
    );
    byId('size').append(
      ...MAP_SIZES.map((size) => make('option', { value: String(size) }, `${size} × ${size}`)),
    );
    for (const id of ['kind', 'size', 'seed']) {
      byId(id).addEventListener('change', () => this.generate(this.chosenSpec()));
    }
    byId('new').addEventListener('click', () => {
      const spec = this.chosenSpec();
      this.generate({ ...spec, seed: (spec.seed % 999999) + 1 });
    });
    byId<HTMLSelectElement>('moves').addEventListener('change', (event) => {
      const value = Number((event.target as HTMLSelectElement).value);
      void page.change({ neighbors: value as Neighbors });
    });
    byId<HTMLSelectElement>('corners').addEventListener(
      'change',
      (event) =>
        void page.change({ corners: (event.target as HTMLSelectElement).value as Corners }),
    );
  }

  private chosenSpec(): MapSpec {
    const kind = byId<HTMLSelectElement>('kind').value;
    const seed = Math.round(Number(byId<HTMLInputElement>('seed').value));
    return {
      kind: isKind(kind) ? kind : 'caves',
      size: Number(byId<HTMLSelectElement>('size').value) || USUAL_SIZE,
      seed: Math.min(Math.max(seed || 1, 1), 999999),
    };
  }

  private generate(spec: MapSpec): void {
    const { page } = this;
    void page.replaceScene(async () => {
      const { map, ends } = await makeMap(page.wend, spec);
      return { scene: between(page.scene, map, ends), chapter: -1 };
    });
  }
}
