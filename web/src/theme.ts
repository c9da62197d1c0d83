// Light or dark theme: that of the system until the user selects one.
import { byId } from './dom';
import type { Theme } from './palette';

export function theme(): Theme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

/** Sets the theme, and calls `changed` after every change of it. */
export function bindTheme(changed: () => void): void {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  let chosen: Theme | null = readChoice();
  const set = () => {
    document.documentElement.dataset['theme'] = chosen ?? (system.matches ? 'dark' : 'light');
  };
  const change = () => {
    set();
    changed();
  };
  system.addEventListener('change', change);
  byId('theme').addEventListener('click', () => {
    chosen = theme() === 'dark' ? 'light' : 'dark';
    keepChoice(chosen);
    change();
  });
  set();
}

// A page may have no permission to store data.
function readChoice(): Theme | null {
  try {
    const kept = localStorage.getItem('theme');
    return kept === 'dark' || kept === 'light' ? kept : null;
  } catch {
    return null;
  }
}

function keepChoice(choice: Theme): void {
  try {
    localStorage.setItem('theme', choice);
  } catch {
    // The selection then lasts as long as the page.
  }
}
