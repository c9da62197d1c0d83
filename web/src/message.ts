// The line that shows messages.
import { byId } from './dom';

const MESSAGE_MS = 9000;
let timer = 0;

export function showMessage(text: string, isError = false, stays = false): void {
  const box = byId('message');
  box.textContent = text;
  box.classList.toggle('error', isError);
  box.hidden = false;
  clearTimeout(timer);
  if (!stays) {
    timer = window.setTimeout(() => (box.hidden = true), MESSAGE_MS);
  }
}
