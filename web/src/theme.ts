// Light or dark: what the system says, until somebody chooses.
import { byId } from './dom';
import type { Theme } from './palette';

export function theme(): Theme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

/** Sets the theme, and tells of every change of it from now on. */
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

// A page may be shown where it is not allowed to keep anything.
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
    // It is forgotten with the page, then.
  }
}
