// The playground in Debian's Firefox, driven by WebDriver BiDi: make test-firefox.
//
// Its driver does not support the following, which Chromium's tests cover: touch of several fingers, downloads whose bytes are
// read, the emulation of phones, reduced motion and dark systems (the button of the page is used for dark).
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';
import { serve } from '../../serve.mjs';

const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
const WAIT = 60000;
const OPEN_FIELD = 'map=empty,32,1&start=3,16&goal=28,16';
const screenshots = fileURLToPath(new URL('../../screenshots', import.meta.url));
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

let server;
let browser;
let home;

before(async () => {
  server = await serve(0);
  home = mkdtempSync(join(tmpdir(), 'wend-firefox-'));
  mkdirSync(screenshots, { recursive: true });
  browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    env: { ...process.env, HOME: home },
  });
});

after(async () => {
  await browser?.close();
  server?.close();
  rmSync(home, { recursive: true, force: true });
});

/** Opens the page, passes it to `use`, and fails on any error in the console. */
async function withPage({ hash = '', query = '', width = 1440, height = 900, file }, use) {
  const page = await browser.newPage();
  page.setDefaultTimeout(WAIT);
  await page.setViewport({ width, height });
  const errors = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  const address = file ?? `http://localhost:${server.address().port}/${query}`;
  await page.goto(`${address}${hash && `#${hash}`}`);
  await page.waitForSelector('body[data-ready]');
  await use(page);
  await page.close();
  assert.deepEqual(errors, [], 'the console has shown errors');
}

const text = (page, selector) => page.$eval(selector, (it) => it.textContent);

async function checkAxe(page, what) {
  await page.evaluate(axe);
  const found = await page.evaluate(() =>
    window.axe.run().then(({ violations }) => violations.map(({ id }) => id)),
  );
  assert.deepEqual(found, [], what);
}

async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 8 });
  await page.mouse.up();
}

test('the first race starts by itself, and its order is shown in the panes', async () => {
  await withPage({}, async (page) => {
    await page.waitForFunction(() => window.playground.race.ticks >= 3);
    await page.evaluate(() => {
      const { race } = window.playground;
      while (race.ticks < 200) race.tick();
      window.playground.step();
    });
    const lines = await page.$$eval('.pane-line b', (all) => all.map((it) => it.textContent));
    assert.deepEqual(lines.slice(0, 2), ['2nd, on tick 132', '3rd, on tick 166']);
    assert.equal(lines[3], '1st, on tick 126');
    await checkAxe(page, 'first');
  });
});

for (const [name, width, height] of [
  ['1440', 1440, 900],
  ['768', 768, 1024],
  ['390', 390, 844],
]) {
  test(`${width} x ${height}: all in view, light and dark`, async () => {
    await withPage({ width, height }, async (page) => {
      await page.waitForFunction(() => window.playground.race.ticks >= 90);
      for (const look of ['light', 'dark']) {
        await page.evaluate((wanted) => {
          if (document.documentElement.dataset.theme !== wanted) {
            document.getElementById('theme').click();
          }
        }, look);
        await new Promise((resolve) => setTimeout(resolve, 200));
        const below = await page.evaluate(() =>
          [...document.querySelectorAll('#intro, #play, .strip, .pane-line')]
            .filter((it) => it.getBoundingClientRect().bottom > innerHeight)
            .map((it) => it.className || it.id),
        );
        assert.deepEqual(below, [], 'below the fold');
        await page.screenshot({ path: join(screenshots, `firefox-${name}-${look}.png`) });
      }
    });
  });
}

test('walls are drawn, undone, and an agent goes round them', async () => {
  await withPage({ hash: `${OPEN_FIELD}&agents=rtba&r=20&speed=600` }, async (page) => {
    const pointOf = (x, y) => page.evaluate((a, b) => window.playground.pagePoint(a, b), x, y);
    const walls = () =>
      page.evaluate(() => window.playground.scene.cells.filter((cell) => cell === 64).length);
    await drag(page, await pointOf(20, 6), await pointOf(20, 26));
    assert.equal(await walls(), 21);
    await page.click('#undo');
    assert.equal(await walls(), 0);
    await page.click('#redo');
    await page.keyboard.press(' ');
    await page.waitForFunction(() => window.playground.race.isOver);
    const cost = await page.evaluate(() => window.playground.race.runners[0].stats.length);
    assert.ok(cost > 26, `${cost}`);
  });
});

test('the keyboard moves a cursor that is announced', async () => {
  await withPage({ hash: `${OPEN_FIELD}&agents=tba` }, async (page) => {
    await page.focus('.pane canvas');
    await page.keyboard.press('ArrowRight');
    assert.equal(await text(page, '#live'), '16, 16: free');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    assert.equal(await text(page, '#live'), '16, 16: wall');
  });
});

test('races by time: each agent keeps to it', async () => {
  await withPage({ hash: 'story=fog' }, async (page) => {
    await page.waitForFunction(() => window.playground.race.ticks >= 100);
    const medians = await page.evaluate(() =>
      window.playground.race.runners.map(
        ({ shares }) => [...shares.values].sort((a, b) => a - b)[shares.values.length >> 1],
      ),
    );
    // A pause of the machine makes some ticks longer, not half of them.
    assert.ok(
      medians.every((share) => share < 1.5),
      `${medians} of the time`,
    );
  });
});

test('a GIF is made in the worker', async () => {
  await withPage({ hash: `${OPEN_FIELD}&agents=tba` }, async (page) => {
    await page.click('#gif');
    await page.waitForSelector('#message:not([hidden])');
    assert.match(await text(page, '#message'), /The race as a GIF: \d+ kB/);
  });
});

test('how often is computed over 100 maps', async () => {
  await withPage({ hash: 'map=caves,64,1&start=6,6&goal=57,57&agents=tba,astar' }, async (page) => {
    await page.evaluate(() => document.querySelector('#intro .open-odds').click());
    await page.waitForSelector('#odds-table[data-maps="100"]');
  });
});

test('a thousand units are chosen by a box and sent by a click', async () => {
  await withPage({ hash: 'fleet=1000' }, async (page) => {
    await page.waitForFunction(() => window.page.fleet?.picture?.moved > 900);
    const pointOf = (x, y) => page.evaluate((a, b) => window.page.fleet.pagePoint(a, b), x, y);
    await drag(page, await pointOf(5, 5), await pointOf(120, 250));
    const count = await page.evaluate(() => window.page.fleet.chosenUnits().length);
    assert.ok(count > 100, `${count}`);
    await page.mouse.click(...(await pointOf(200, 128)));
    assert.match(await text(page, '#live'), new RegExp(`^${count} units sent to`));
    await new Promise((resolve) => setTimeout(resolve, 3000));
    console.log(`a thousand units: ${await text(page, '#fleet-rate')}`);
    await page.screenshot({ path: join(screenshots, 'firefox-fleet.png') });
    await checkAxe(page, 'fleet');
  });
});

test('the page as one file works from a disk', async () => {
  const file = new URL('../../dist/wend-playground.html', import.meta.url).href;
  await withPage({ file, hash: 'fleet=100' }, async (page) => {
    await page.waitForFunction(() => window.page.fleet?.picture?.moved === 100);
  });
});
