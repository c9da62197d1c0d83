// Entry point of the script, for the page and for its worker, which runs the same file.
import { load } from 'wend';
import type { Wend } from 'wend';
import { readAddress, readHash, startsItself } from './address';
import { askToDiscard } from './ask';
import type { Address, Opened } from './address';
import { fillHelp } from './algorithms';
import { byId } from './dom';
import { firstScene } from './first';
import { FleetView } from './fleet_view';
import { sceneToHash } from './link';
import { isLarge, makeLargeRace, makeRace } from './making';
import { showMessage } from './message';
import { Playground } from './playground';
import { Race } from './race';
import type { Scene } from './scene';
import { showChapter } from './story';
import { bindTheme } from './theme';
import { runWorker } from './worker';

/** The page shows races or a fleet. */
class Page {
  private readonly wend: Wend;
  readonly playground: Playground;
  fleet: FleetView | null = null;

  constructor(wend: Wend, address: Address, opened: Opened, race: Race) {
    this.wend = wend;
    this.playground = new Playground(wend, opened, race);
    this.bindLinks();
    this.show(address);
  }

  /** Starts with the scene of the address. */
  static async open(wend: Wend): Promise<Page> {
    const { error, ...address } = await readAddress(wend, location.hash);
    if (error) {
      showMessage(error, true);
    }
    const { race: scene, chapter, fleet } = address;
    const opened = { scene: scene ?? firstScene(wend), chapter };
    const page = new Page(wend, address, opened, await firstRace(wend, opened.scene, !fleet));
    if (!error && startsItself(address)) {
      page.play(address);
    }
    return page;
  }

  setTheme(): void {
    this.playground.setTheme();
    this.fleet?.setTheme();
  }

  private bindLinks(): void {
    window.addEventListener('hashchange', (event) => void this.follow(event.oldURL));
    // The current scene, including changes.
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

  /** Follows a change of the address. If no other scene is shown, restores the old address. */
  private async follow(oldURL: string): Promise<void> {
    const url = location.href;
    const isOpen = await this.playground.attempt(() => this.open(location.hash));
    if (!isOpen && location.href === url) {
      history.replaceState(null, '', oldURL);
    }
  }

  private async open(hash: string): Promise<boolean> {
    const address = await readHash(this.wend, hash);
    if (location.hash !== hash) {
      return false; // another one was requested while the worker made its map
    }
    if (this.isFleet && this.fleet!.isUnsaved && !(await askToDiscard())) {
      this.fleet!.showControls();
      return false;
    }
    const { race: scene, chapter } = address;
    const make = () => Promise.resolve({ scene: scene!, chapter });
    if (scene && !(await this.playground.replaceScene(make))) {
      return false;
    }
    this.show(address);
    if (startsItself(address)) {
      this.play(address);
    }
    return true;
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
    showMessage('The link to this scene was copied. It is also in the address bar.');
  } catch {
    showMessage('The link to this scene is in the address bar.');
  }
}

/** Makes a race. A race that is not shown is not warmed up, because another one replaces it. */
async function firstRace(wend: Wend, scene: Scene, isShown: boolean): Promise<Race> {
  if (!isShown) {
    return new Race(wend, scene);
  }
  return isLarge(scene) ? makeLargeRace(wend, scene) : makeRace(wend, scene);
}

async function begin(): Promise<void> {
  let page: Page | null = null;
  bindTheme(() => page?.setTheme()); // before anything is drawn
  const query = new URLSearchParams(location.search);
  document.body.classList.toggle('embedded', query.has('embed'));
  const wend = await load();
  page = await Page.open(wend);
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
