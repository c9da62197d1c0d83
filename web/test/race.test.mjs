// Races: walls that are drawn, goals, algorithms.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../serve.mjs';
import {
  browser,
  dragCells,
  OPEN_FIELD,
  runTicks,
  sceneOf,
  statuses,
  WAIT,
  waitForEnd,
  withPage,
} from './support.mjs';

test('an agent replans for a wall across its route and arrives', async () => {
  await withPage({ hash: `${OPEN_FIELD}&agents=rtba&r=20&speed=1` }, async (page) => {
    const ticks = () => page.evaluate(() => window.playground.race.ticks);
    await page.click('#play');
    await page.waitForFunction(() => window.playground.race.ticks >= 3);
    await dragCells(page, [20, 6], [20, 26]);
    const at = await page.evaluate(() => window.playground.race.runners[0].agent.state % 32);
    assert.ok(
      at < 20,
      `the wall came too late: the agent is at x = ${at} on tick ${await ticks()}`,
    );
    const scene = await sceneOf(page);
    for (let y = 6; y <= 26; y++) {
      assert.equal(scene.cells[y * 32 + 20], '@', `the cell 20,${y}`);
    }
    await page.fill('#speed', '6');
    await waitForEnd(page);
    const { stats, found } = await page.evaluate(() => {
      const { agent } = window.playground.race.runners[0];
      return { stats: agent.stats, found: agent.state };
    });
    assert.equal(found, 16 * 32 + 28);
    assert.ok(stats.length > 26, `25 cells is the way without the wall, it was ${stats.length}`);
    assert.ok(stats.replans + stats.restarts > 0);
    await page.waitForFunction(
      () => document.querySelector('#results td').textContent === 'arrived',
    );
    assert.equal(
      await page.textContent('#live'),
      `The agent arrived after ${await ticks()} ticks.`,
    );
  });
});

test('a walled-in goal is unreachable until the wall is opened', async () => {
  await withPage({ hash: `${OPEN_FIELD}&agents=tba&speed=600` }, async (page) => {
    for (const [from, to] of [
      [
        [25, 13],
        [31, 13],
      ],
      [
        [25, 19],
        [31, 19],
      ],
      [
        [25, 13],
        [25, 19],
      ],
    ]) {
      await dragCells(page, from, to);
    }
    await page.click('#play');
    await waitForEnd(page);
    assert.deepEqual(await statuses(page), ['unreachable']);
    await page.keyboard.press('e');
    await dragCells(page, [25, 16], [25, 16]);
    await page.evaluate(() => window.playground.togglePlay());
    await page.waitForFunction(
      () => document.querySelector('#results td').textContent === 'arrived',
    );
  });
});

test('four algorithms race to the end', async () => {
  await withPage({}, async (page) => {
    const names = ['tba', 'rtaa', 'tbjps', 'dstar-lite'];
    for (const [slot, name] of names.entries()) {
      await page.selectOption(`.pane:nth-child(${slot + 1}) .algo`, name);
    }
    await page.fill('#speed', '11');
    await page.click('#play');
    await waitForEnd(page);
    await page.waitForSelector('body[data-playing=false]');
    assert.deepEqual(await statuses(page), ['arrived', 'arrived', 'arrived', 'arrived']);
    const rows = await page.$$eval('#results tr', (all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent)),
    );
    rows.forEach(([name, , ticks, moves, cost, expansions, worst], slot) => {
      assert.equal(name, names[slot]);
      assert.ok(Number(ticks) > 0 && Number(moves) > 0 && Number(cost) > 0, name);
      assert.ok(Number(expansions) > 0 && Number(worst) <= 30, `${name}: worst tick ${worst}`);
    });
    const inked = await page.$$eval('.charts canvas', (all) =>
      all.map((canvas) => {
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return data.some((value, i) => i % 4 === 3 && value > 0);
      }),
    );
    assert.deepEqual(inked, [true, true, true]);
  });
});

test('agents can be added and removed; algorithms that do not fit are greyed out', async () => {
  await withPage({ hash: `${OPEN_FIELD}&agents=tba` }, async (page) => {
    assert.ok(await page.isDisabled('#weight'), 'no agent reads a weight');
    await page.click('#add');
    await page.click('#add');
    assert.equal(await page.locator('.pane').count(), 3);
    const acts = await page.evaluate(() =>
      window.playground.race.runners.map(
        ({ algo }) => window.playground.race.map.wend.algorithm(algo).acts,
      ),
    );
    assert.equal(new Set(acts).size, 3, 'those that are added act in other ways');
    await page.click('.pane:nth-child(2) [aria-label="Remove this agent"]');
    assert.equal(await page.locator('.pane').count(), 2);
    const isDisabled = (name) =>
      page.$eval(`.pane .algo option[value=${name}]`, (option) => option.disabled);
    assert.equal(await isDisabled('jps'), false);
    assert.equal(await isDisabled('prlrts'), true);
    await page.selectOption('.pane:nth-child(2) .algo', 'tbwa');
    assert.ok(await page.isEnabled('#weight'));
    await page.selectOption('.pane:nth-child(2) .algo', 'jps');
    await page.selectOption('#moves', '4');
    assert.equal(await isDisabled('jps'), false);
    await page.selectOption('#moves', '16');
    assert.equal(await isDisabled('jps'), true);
    assert.match(
      await page.textContent('.pane:nth-child(2) .pane-note'),
      /needs 4 or 8 neighbours/,
    );
    assert.match((await statuses(page))[1], /needs 4 or 8 neighbours/);
  });
});

test('every algorithm that fits starts, with a weight and with a sight', async () => {
  await withPage({ hash: `${OPEN_FIELD}&agents=tba&w=2000` }, async (page) => {
    const problems = await page.evaluate(() => {
      const { playground } = window;
      const names = [...document.querySelectorAll('.algo option:enabled')].map((it) => it.value);
      return [0, 4].flatMap((sight) =>
        names.map((name) => {
          playground.setScene({ ...playground.scene, algos: [name], sight });
          const { algo, problem } = playground.race.runners[0];
          return `${algo}: ${problem}`;
        }),
      );
    });
    assert.ok(problems.length >= 40, `${problems.length} agents`);
    assert.deepEqual(
      problems.filter((line) => !line.endsWith(': ')),
      [],
    );
  });
});

/** Opens the page as most servers and disks provide it: with a clock of 100 µs. */
async function withCoarseClock(url, use) {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT);
  await page.goto(`${url}#map=caves,256,3&start=27,7&goal=240,240&agents=tba,astar,rtba&us=50`);
  await page.waitForSelector('body[data-ready]');
  await use(page);
  await context.close();
}

async function checkCoarseClock(page) {
  assert.equal(await page.evaluate(() => window.crossOriginIsolated), false);
  await page.waitForSelector('#clock-note:not([hidden])');
  assert.match(await page.textContent('#clock-note'), /steps of [1-9]\d{2} µs/); // 100 on an idle machine
  await runTicks(page, 200);
  const texts = await page.$$eval('.strip', (list) => list.map((it) => it.textContent));
  texts.forEach((text) => assert.match(text, /^work of this tick: about \d+ of 50 µs$/));
  const report = await page.evaluate(() =>
    window.playground.race.runners.map(({ algo, shares, times }) => {
      const sorted = shares.values.filter((it) => it > 0).sort((a, b) => a - b); // ticks on a known route have zero work
      return { algo, median: sorted[sorted.length >> 1], mean: times.mean };
    }),
  );
  for (const { algo, median, mean } of report) {
    console.log(
      `${algo}: median ${median.toFixed(2)}, mean by the clock ${mean.toFixed(0)} µs of 50`,
    );
    assert.ok(median > 0.5 && median <= 1.1, `${algo}: ${median} of its time`);
  }
  await page.fill('#micros', '13'); // 5000 µs
  assert.ok(await page.isHidden('#clock-note'));
}

test('equal time with a coarse clock: the budget holds, and the page says "about"', async () => {
  const server = await serve(0, undefined, false);
  try {
    await withCoarseClock(`http://localhost:${server.address().port}/`, checkCoarseClock);
  } finally {
    server.close();
  }
  const single = new URL('../dist/wend-playground.html', import.meta.url).href;
  await withCoarseClock(single, checkCoarseClock);
});

test('equal time: no agent exceeds it, and agents with work use it', async () => {
  const hash =
    'map=caves,256,3&start=27,7&goal=240,240&agents=tbjps,tbaa,dstar-lite&us=40&sight=10';
  await withPage({ hash }, async (page) => {
    assert.equal(await page.textContent('#micros-value'), '40 µs');
    assert.ok(await page.isHidden('#budget'));
    assert.ok(await page.evaluate(() => window.crossOriginIsolated), 'make web-run isolates it');
    assert.ok(await page.isHidden('#clock-note'));
    await runTicks(page, 100);
    const report = await page.evaluate(() =>
      window.playground.race.runners.map(({ algo, shares, times, agent }) => {
        const sorted = [...shares.values].sort((a, b) => a - b);
        const { mean, p99, worst } = times;
        const { expansions } = agent.stats;
        return { algo, median: sorted[50], top: sorted[90], mean, p99, worst, expansions };
      }),
    );
    for (const { algo, median, top, mean, p99, worst } of report) {
      console.log(
        `${algo}: median ${(median * 40).toFixed(0)}, mean ${mean.toFixed(0)}, ` +
          `99 % ${p99.toFixed(0)}, worst ${worst.toFixed(0)} of 40 µs`,
      );
      // A pause of the machine makes some ticks longer, not half of them.
      assert.ok(median < 1.3, `${algo}: ${median} of its time`);
      assert.ok(mean <= worst && p99 <= worst);
      assert.ok(algo === 'tbjps' || top > 0.8, `${algo}: ${top} of its time`);
    }
    assert.ok(report[1].expansions > 1000, 'more than by the usual work');
    await page.check('#by-work', { force: true });
    assert.ok(await page.isVisible('#budget'));
    assert.match(await page.textContent('.strip'), /of 100$/);
    await page.check('#by-time', { force: true });
    await page.click('#share');
    assert.match(page.url(), /us=50/);
  });
});
