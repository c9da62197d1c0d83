// Where the script begins: in the page, and in its worker, which runs the same file.
import { load } from 'wend';
import type { Wend } from 'wend';
import { readAddress, readHash, startsItself } from './address';
import type { Address } from './address';
import { fillHelp } from './algorithms';
import { byId } from './dom';
import { firstScene } from './first';
import { FleetView } from './fleet_view';
import { sceneToHash } from './link';
import { showMessage } from './message';
import { Playground } from './playground';
import { showChapter } from './story';
import { bindTheme } from './theme';
import { runWorker } from './worker';

/** The page shows races or a fleet. */
class Page {
  private readonly wend: Wend;
  readonly playground: Playground;
  fleet: FleetView | null = null;

  constructor(wend: Wend) {
    this.wend = wend;
    // Before anything is drawn.
    bindTheme(() => {
      this.playground.setTheme();
      this.fleet?.setTheme();
    });
    const { error, ...address } = readAddress(wend, location.hash);
    if (error) {
      showMessage(error, true);
    }
    const { race, chapter } = address;
    this.playground = new Playground(wend, { scene: race ?? firstScene(wend), chapter });
    this.bindLinks();
    this.show(address);
    if (!error && startsItself(address)) {
      this.play(address);
    }
  }

  private bindLinks(): void {
    window.addEventListener('hashchange', (event) => void this.follow(event.oldURL));
    // What is shown now, also if it was changed here.
    byId('whole').addEventListener('click', () => {
      const whole = new URL(location.href);
      whole.search = '';
      whole.hash = this.hash();
      byId<HTMLAnchorElement>('whole').href = whole.href;
    });
    byId('share').addEventListener('click', () => void this.share());
  }

  private get isFleet(): boolean {
    return document.body.dataset['view'] === 'fleet';
  }

  private hash(): string {
    return this.isFleet ? this.fleet!.hash : sceneToHash(this.playground.scene);
  }

  private show({ fleet, chapter }: Address): void {
    document.body.dataset['view'] = fleet ? 'fleet' : 'race';
    if (fleet) {
      this.playground.setPlaying(false);
      this.fleet ??= new FleetView(fleet);
      this.fleet.open(fleet);
      showChapter(chapter);
    }
    this.fleet?.show(fleet !== null);
  }

  private play({ fleet }: Address): void {
    if (fleet) {
      this.fleet!.setPlaying(true);
    } else {
      this.playground.setPlaying(true);
    }
  }

  /** The address has changed. If nothing else is shown then, it is the old one again. */
  private async follow(oldURL: string): Promise<void> {
    let address: Address | null = null;
    this.playground.attempt(() => (address = readHash(this.wend, location.hash)));
    if (!address || !(await this.open(address))) {
      history.replaceState(null, '', oldURL);
    } else if (startsItself(address)) {
      this.play(address);
    }
  }

  private async open(address: Address): Promise<boolean> {
    const { race, chapter } = address;
    const isOpen = !race || (await this.playground.replaceScene(() => ({ scene: race, chapter })));
    if (isOpen) {
      this.show(address);
    }
    return isOpen;
  }

  private async share(): Promise<void> {
    try {
      const url = new URL(location.href);
      url.hash = this.hash();
      history.replaceState(null, '', url);
      this.playground.drawing.markSaved();
      await copy(url.href);
    } catch (error) {
      showMessage((error as Error).message, true);
    }
  }
}

async function copy(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    showMessage('The link to this scene was copied. It is in the address bar, too.');
  } catch {
    showMessage('The link to this scene is in the address bar now.');
  }
}

async function begin(): Promise<void> {
  const wend = await load();
  const query = new URLSearchParams(location.search);
  document.body.classList.toggle('embedded', query.has('embed'));
  const page = new Page(wend);
  fillHelp(wend);
  byId('version').textContent = wend.version;
  document.body.dataset['ready'] = 'true';
  // For the console and for tests.
  Object.assign(window, { playground: page.playground, page });
}

if (typeof document === 'undefined') {
  runWorker();
} else {
  begin().catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    showMessage(`The playground could not start: ${why}`, true, true);
  });
}
