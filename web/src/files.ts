// Files: opening and saving maps, GIFs, results.
import { byId, saveFile } from './dom';
import { runJob } from './jobs';
import { showMessage } from './message';
import { mapFile, readFile } from './open';
import type { Playground } from './playground';
import { resultsJson } from './results';
import { between } from './scene';
import { theme } from './theme';

export class Files {
  private readonly page: Playground;

  constructor(page: Playground) {
    this.page = page;
    const click = (id: string, act: () => unknown) => byId(id).addEventListener('click', act);
    click('save', () => this.saveMap());
    click('gif', () => this.saveGif());
    click('json', () => this.saveJson());
    click('trace', () => this.saveTrace());
    this.bindOpening();
  }

  private bindOpening(): void {
    const input = byId<HTMLInputElement>('file');
    byId('open').addEventListener('click', () => input.click());
    input.addEventListener('change', () => {
      void this.openFile(input.files?.[0]);
      input.value = '';
    });
    document.addEventListener('dragover', (event) => {
      event.preventDefault();
      document.body.classList.add('dropping');
    });
    document.addEventListener('dragleave', (event) => {
      if (!event.relatedTarget) {
        document.body.classList.remove('dropping');
      }
    });
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      document.body.classList.remove('dropping');
      void this.openFile(event.dataTransfer?.files[0]);
    });
  }

  private async openFile(file: File | undefined): Promise<void> {
    if (!file) {
      return;
    }
    try {
      const { page } = this;
      const bytes = await readFile(file);
      const { map, ends } = await runJob('open', { name: file.name, bytes });
      const make = () => Promise.resolve({ scene: between(page.scene, map, ends), chapter: -1 });
      if (await page.replaceScene(make)) {
        showMessage(`${file.name}: ${map.width} × ${map.height} cells.`);
      }
    } catch (error) {
      showMessage((error as Error).message, true);
    }
  }

  private fileName(ending: string): string {
    const name = this.page.scene.title.replace(/\.map$/, '').replace(/[^\w.-]+/g, '-');
    return `${name.toLowerCase()}.${ending}`;
  }

  private saveMap(): void {
    saveFile(this.fileName('map'), 'text/plain', mapFile(this.page.scene));
    this.page.drawing.markSaved();
  }

  private saveJson(): void {
    const { scene, race } = this.page;
    saveFile(this.fileName('json'), 'application/json', resultsJson(scene, race));
  }

  private async saveTrace(): Promise<void> {
    try {
      const trace = await runJob('trace', { scene: this.page.scene });
      saveFile(this.fileName('trace'), 'application/octet-stream', trace);
    } catch (error) {
      showMessage((error as Error).message, true);
    }
  }

  private async saveGif(): Promise<void> {
    const button = byId<HTMLButtonElement>('gif');
    button.disabled = true;
    try {
      const input = { scene: this.page.scene, theme: theme() };
      const gif = await runJob('gif', input, (share) => {
        button.textContent = `GIF ${Math.round(share * 100)} %`;
      });
      saveFile(this.fileName('gif'), 'image/gif', gif);
      showMessage(`The race as a GIF: ${Math.round(gif.length / 1000)} kB.`);
    } catch (error) {
      showMessage((error as Error).message, true);
    } finally {
      button.disabled = false;
      button.textContent = 'GIF';
    }
  }
}
