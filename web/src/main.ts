// Where the script begins: in the page, and in its worker, which runs the same file.
import { load } from 'wend';
import type { Wend } from 'wend';
import { fillHelp } from './algorithms';
import { byId } from './dom';
import { sceneToHash } from './link';
import { showMessage } from './message';
import { openAddress, openHash, startsItself } from './address';
import { Playground } from './playground';
import { runWorker } from './worker';

function openPage(wend: Wend): Playground {
  const query = new URLSearchParams(location.search);
  document.body.classList.toggle('embedded', query.has('embed'));
  const { opened, error } = openAddress(wend, location.hash);
  if (error) {
    showMessage(error, true);
  }
  const playground = new Playground(wend, opened);
  if (startsItself(query, opened, error)) {
    playground.togglePlay();
  }
  // What is shown now, also if it was changed here.
  byId('whole').addEventListener('click', () => {
    const whole = new URL(location.href);
    whole.search = '';
    whole.hash = sceneToHash(playground.scene);
    byId<HTMLAnchorElement>('whole').href = whole.href;
  });
  window.addEventListener('hashchange', (event) => void followLink(wend, playground, event));
  return playground;
}

/** The address has changed. If nothing else is shown then, it is the old one again. */
async function followLink(
  wend: Wend,
  playground: Playground,
  { oldURL }: HashChangeEvent,
): Promise<void> {
  if (await playground.replaceScene(() => openHash(wend, location.hash))) {
    if (startsItself(new URLSearchParams(location.search), playground.opened, '')) {
      playground.togglePlay();
    }
  } else {
    history.replaceState(null, '', oldURL);
  }
}

async function begin(): Promise<void> {
  const wend = await load();
  const playground = openPage(wend);
  fillHelp(wend);
  byId('version').textContent = wend.version;
  document.body.dataset['ready'] = 'true';
  // For the console and for tests.
  Object.assign(window, { playground });
}

if (typeof document === 'undefined') {
  runWorker();
} else {
  begin().catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    showMessage(`The playground could not start: ${why}`, true, true);
  });
}
