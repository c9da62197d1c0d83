// Shared code of the browser tests of the playground.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serve } from '../serve.mjs';
import { startChromium } from './chromium.mjs';

export const WAIT = 60000; // for a busy machine
const path = (name) => fileURLToPath(new URL(name, import.meta.url));
export const screenshots = path('../screenshots');
export const realMaps = path('../../../shared/data/maps');

let server;
export let address;
let chromium;
export let browser;

before(async () => {
  server = await serve(0);
  address = `http://localhost:${server.address().port}/`;
  chromium = await startChromium();
  browser = chromium.browser;
  mkdirSync(screenshots, { recursive: true });
});

after(async () => {
  await chromium?.stop();
  server?.close();
});

// ---- Helpers ------------------------------------------------------------------------------------

/** Opens the page, passes it to `use`, and fails on any error in the console. */
export async function withPage(options, use) {
  const { hash = '', query = '', ...contextOptions } = options;
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    ...contextOptions,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT);
  const errors = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) {
      errors.push(message.text());
    }
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${address}${query}${hash && `#${hash}`}`);
  await page.waitForSelector('body[data-ready]');
  await use(page);
  await context.close();
  assert.deepEqual(errors, [], 'the console has shown errors');
}

/** Opens addresses (what follows #) one after the other in one page, which is faster than in one each; `use`
 * gets what stands beside it in the list. */
export async function withPages(list, use) {
  await withPage({}, async (page) => {
    for (const [hash, about] of list) {
      await page.goto('about:blank');
      await page.goto(`${address}#${hash}`);
      await page.waitForSelector('body[data-ready]');
      await use(page, about);
    }
  });
}

/** Returns the scene of the page, with the map as text. */
export function sceneOf(page) {
  return page.evaluate(() => {
    const { cells, ...scene } = window.playground.scene;
    return { ...scene, cells: new TextDecoder().decode(cells) };
  });
}

export const statuses = (page) =>
  page.$$eval('#results tr', (rows) => rows.map((row) => row.children[1].textContent));

export const waitForEnd = (page) =>
  page.waitForFunction(() => window.playground.race.isOver, null, { timeout: WAIT });

export const pointOf = (page, x, y) =>
  page.evaluate(([a, b]) => window.playground.pagePoint(a, b), [x, y]);

export async function dragCells(page, from, to) {
  await page.mouse.move(...(await pointOf(page, ...from)));
  await page.mouse.down();
  await page.mouse.move(...(await pointOf(page, ...to)), { steps: 8 });
  await page.mouse.up();
}

/** Drops a file as from the desktop. */
export async function dropFile(page, name, content) {
  const data = await page.evaluateHandle(
    ([fileName, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], fileName, { type: 'text/plain' }));
      return transfer;
    },
    [name, content],
  );
  await page.dispatchEvent('#panes', 'drop', { dataTransfer: data });
}

export const messageOf = async (page) => {
  await page.waitForSelector('#message:not([hidden])');
  return page.textContent('#message');
};

export const FIRST_AGENTS = ['tba', 'astar', 'lss-lrta', 'tbjps'];
export const OPEN_FIELD = 'map=empty,32,1&start=3,16&goal=28,16';

/** In the page: runs the race up to a number of ticks, or to its end. */
export const runTicks = (page, ticks = Infinity) =>
  page.evaluate((most) => {
    const { race } = window.playground;
    while (!race.isOver && race.ticks < most) race.tick();
    window.playground.step();
  }, ticks);
