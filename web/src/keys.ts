// Keys that work everywhere on the page.
import { byId } from './dom';
import type { Playground } from './playground';

/** Elements that handle keys themselves. In all others Space plays and pauses. */
const TYPING = 'input[type=number], input[type=text], select, dialog *, summary';

export function bindKeys(page: Playground): void {
  const { drawing } = page;
  const keys: Record<string, () => void> = {
    ' ': () => void page.togglePlay(),
    '.': () => page.step(),
    r: () => void page.reset(),
    w: () => drawing.setTool('wall'),
    e: () => drawing.setTool('erase'),
    s: () => drawing.setTool('start'),
    g: () => drawing.setTool('goal'),
    m: () => drawing.setTool('pan'),
    u: () => drawing.undo(),
    f: () => zoom(page, 0),
    '+': () => zoom(page, 1.5),
    '-': () => zoom(page, 1 / 1.5),
    '?': () => byId<HTMLDialogElement>('help-text').showModal(),
  };
  const withControl: Record<string, () => void> = {
    z: () => drawing.undo(),
    'shift z': () => drawing.redo(),
    y: () => drawing.redo(),
  };
  document.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    const isControl = event.ctrlKey || event.metaKey;
    if (document.body.dataset['view'] === 'fleet') {
      return;
    }
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = isControl ? withControl[event.shiftKey ? `shift ${key}` : key] : keys[key];
    if (act && !target.matches(TYPING) && !event.altKey) {
      event.preventDefault();
      act();
    }
  });
  // Browsers press a focused button when Space is released. Here only Enter presses it, Space plays.
  document.addEventListener('keyup', (event) => {
    if (event.key === ' ' && (event.target as HTMLElement).matches('button:not(dialog *)')) {
      event.preventDefault();
    }
  });
}

/** 0 for the whole map. */
export function zoom(page: Playground, factor: number): void {
  if (factor === 0) {
    page.camera.fit();
  } else {
    page.camera.zoom(factor);
  }
  page.redraw();
}
