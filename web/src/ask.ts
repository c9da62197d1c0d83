// Asks a question in a dialog of the page.
import { byId } from './dom';

/** Resolves to whether the user says yes. */
export function ask(question: string, yes: string): Promise<boolean> {
  const dialog = byId<HTMLDialogElement>('ask');
  byId('ask-text').textContent = question;
  byId('ask-yes').textContent = yes;
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
  });
}
