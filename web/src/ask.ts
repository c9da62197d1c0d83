// Asks a question in a dialog of the page.
import { byId } from './dom';

/** Asks whether to discard a drawing. Resolves to the answer. */
export function askToDiscard(): Promise<boolean> {
  const dialog = byId<HTMLDialogElement>('ask');
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
  });
}
