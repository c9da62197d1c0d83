// The search of the documentation site. The index, search-index.js, is made by scripts/docs.py and loaded when the
// field is used for the first time, as a script: that works from a disk, too.
// An entry is [title, where, address, text]: text is empty for names of the library.
(function () {
  'use strict';
  const MOST = 30;
  const field = document.getElementById('search');
  const list = document.getElementById('results');
  let asked = false;

  function load() {
    if (asked) return;
    asked = true;
    const script = document.createElement('script');
    script.src = 'search-index.js';
    script.onload = show;
    document.head.append(script);
  }

  /** How well an entry answers; 0 if a word is missing. */
  function rank(entry, words) {
    const title = entry[0].toLowerCase();
    const text = entry[3].toLowerCase();
    let sum = 0;
    for (const word of words) {
      const at = title.indexOf(word);
      if (at >= 0) {
        const begins = at === 0 || !/[a-z0-9]/.test(title[at - 1]);
        const ends = !/[a-z0-9]/.test(title[at + word.length] || '');
        sum += 20 + (begins ? 10 : 0) + (ends ? 10 : 0) - Math.min(title.length, 60) / 10;
      } else if (text.includes(word)) {
        sum += entry[1] === 'Changelog' ? 2 : 5;
      } else {
        return 0;
      }
    }
    return sum;
  }

  function excerpt(text, word) {
    const at = text.toLowerCase().indexOf(word);
    if (at < 0) return '';
    const start = Math.max(0, text.lastIndexOf(' ', Math.max(0, at - 40)));
    return (start > 0 ? '…' : '') + text.slice(start, at + 80) + '…';
  }

  function add(tag, name, text, to) {
    const element = document.createElement(tag);
    element.className = name;
    element.textContent = text;
    to.append(element);
    return element;
  }

  function show() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    list.replaceChildren();
    list.hidden = words.length === 0;
    if (list.hidden || !window.WEND_SEARCH) return;
    const found = window.WEND_SEARCH.map((entry) => ({ entry, rank: rank(entry, words) }))
      .filter((one) => one.rank > 0)
      .sort((a, b) => b.rank - a.rank)
      .slice(0, MOST);
    for (const { entry } of found) {
      const item = add('li', '', '', list);
      const link = add('a', '', '', item);
      link.href = entry[2];
      add('span', 'where', entry[1], link);
      add('b', '', entry[0], link);
      const missing = words.find((word) => !entry[0].toLowerCase().includes(word));
      if (missing) add('span', 'excerpt', excerpt(entry[3], missing), link);
    }
    if (found.length === 0) add('li', 'none', 'Nothing found', list);
  }

  function close() {
    list.hidden = true;
  }

  function move(step) {
    const links = [...list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement) + step;
    (links[at] || field).focus();
  }

  field.addEventListener('focus', load);
  field.addEventListener('input', () => {
    load();
    show();
  });
  field.form.addEventListener('submit', (event) => {
    event.preventDefault();
    const first = list.querySelector('a');
    if (first) first.click();
  });
  field.form.addEventListener('keydown', (event) => {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps) {
      event.preventDefault();
      move(steps[event.key]);
    } else if (event.key === 'Escape') {
      close();
      field.blur();
    }
  });
  list.addEventListener('click', close);
  document.addEventListener('click', (event) => {
    if (!field.form.contains(event.target)) close();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      field.focus();
    }
  });
  // "search" in the address asks for something: index.html?search=reserve
  const wanted = new URLSearchParams(location.search).get('search');
  if (wanted) {
    field.value = wanted;
    load();
  }
})();
