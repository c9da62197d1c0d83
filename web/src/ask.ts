// Asks a question in a dialog of the page.
import { byId } from './dom';

/** Asks before a drawing is lost. Resolves to whether it may be. */
export function askToDiscard(): Promise<boolean> {
  const dialog = byId<HTMLDialogElement>('ask');
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
  });
}
