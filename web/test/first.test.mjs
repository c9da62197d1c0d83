// The first view of the page, without any input.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CORNERS, MAP_KINDS } from 'wend';
import {
  address,
  browser,
  FIRST_AGENTS,
  OPEN_FIELD,
  runTicks,
  statuses,
  withPage,
} from './support.mjs';

test('the page loads, in less than 500 kB', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const bodies = [];
  page.on('response', (response) => bodies.push(response.body()));
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForSelector('body[data-ready]');
  const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + body.length, 0);
  assert.ok(bytes > 100000 && bytes < 500000, `${bytes} bytes`);
  console.log(`the page loads ${bytes} bytes`);
  await context.close();
});

test('an error of a used port suggests another one', async () => {
  const { port } = new URL(address);
  const serve = fileURLToPath(new URL('../serve.mjs', import.meta.url));
  const run = promisify(execFile)(process.execPath, [serve, port]);
  const why = `Port ${port} is used by another program. Choose another one: make web-run PORT=`;
  await assert.rejects(run, ({ code, stderr }) => code === 1 && stderr.startsWith(why));
});

test('the first race starts by itself and shows what its text says', async () => {
  await withPage({}, async (page) => {
    assert.equal(await page.evaluate(() => document.body.dataset.playing), 'true');
    const moving = await page.waitForFunction(
      () => window.playground.race.ticks >= 1 && performance.now(),
    );
    console.log(`time to first motion: ${Math.round(await moving.jsonValue())} ms`);
    await page.waitForFunction(() => window.playground.race.ticks >= 3);
    assert.match(await page.innerText('#intro'), /same budget on every tick.*map was chosen/s);
    await page.click('#play');
    await page.click('#reset');
    await page.click('#step');
    const moves = await page.evaluate(() =>
      window.playground.race.runners.map(({ algo, stats }) => [algo, stats.moves]),
    );
    assert.deepEqual(moves, Object.entries({ tba: 1, astar: 0, 'lss-lrta': 1, tbjps: 1 }));
    await runTicks(page);
    const ticks = await page.evaluate(() =>
      Object.fromEntries(
        window.playground.race.runners.map(({ algo, stats }) => [algo, stats.ticks]),
      ),
    );
    console.log(`the first race: ${JSON.stringify(ticks)}`);
    assert.deepEqual(Object.keys(ticks), FIRST_AGENTS);
    assert.ok(ticks.tbjps <= ticks.tba && ticks.tba < ticks.astar, JSON.stringify(ticks));
    assert.ok(ticks.tba * 2 < ticks['lss-lrta'], JSON.stringify(ticks));
    assert.deepEqual(await statuses(page), Array(4).fill('arrived'));
    await page.click('#reset');
    assert.ok(await page.isVisible('#intro'), 'it is the same race still');
    await page.click('#new');
    assert.ok(await page.isHidden('#intro'), 'of another map nothing is promised');
  });
});

test('a race from a link, or with reduced motion, does not start by itself', async () => {
  for (const [options, isIntro] of [
    [{ hash: `${OPEN_FIELD}&agents=tba` }, false],
    [{ query: '?embed' }, false],
    [{ reducedMotion: 'reduce' }, true],
    [{ reducedMotion: 'reduce', query: '?play' }, true],
  ]) {
    await withPage(options, async (page) => {
      await page.waitForTimeout(300);
      assert.equal(await page.textContent('#tick'), 'tick 0', JSON.stringify(options));
      assert.equal(await page.isVisible('#intro'), isIntro, JSON.stringify(options));
    });
  }
  await withPage({ hash: `${OPEN_FIELD}&agents=tba`, query: '?embed&play' }, async (page) => {
    await page.waitForFunction(() => window.playground.race.ticks >= 1);
  });
});

test('the first shown microseconds are those of warm code', async () => {
  const ratios = [];
  for (let i = 0; i < 6 && !ratios.some((it) => it < 5); i++) {
    const hash = `map=caves,128,6&start=8,8&goal=115,107&agents=${FIRST_AGENTS}&r=30`;
    await withPage({ hash }, async (page) => {
      const opened = await page.evaluate(firstTickRatio);
      await page.evaluate(() => {
        window.playground.setScene({ ...window.playground.scene, algos: ['dstar-lite'] });
      });
      ratios.push(Math.max(opened, await page.evaluate(firstTickRatio)));
    });
  }
  console.log(
    `the first tick of a race by that of later ones: ${ratios.map((it) => it.toFixed(1))}`,
  );
  // Other programs may make a first tick slow, but not every one of six.
  assert.ok(Math.min(...ratios) < 5, `${ratios}`);
});

/** In the page: the time of the first tick divided by the median of the first ticks of later races. The least
 * times are below the resolution of the page's clock. */
function firstTickRatio() {
  const { playground } = window;
  const micros = () => {
    playground.reset();
    playground.race.tick();
    return playground.race.runners.map((runner) => runner.times.worst);
  };
  const sum = (values) => values.reduce((a, b) => a + b);
  const first = sum(micros());
  const later = Array.from({ length: 21 }, () => sum(micros())).sort((a, b) => a - b);
  return first / later[10];
}

test('the help names the right algorithms', async () => {
  await withPage({ query: '?embed' }, async (page) => {
    const named = (id) =>
      page.$$eval(`#help-text #${id} i`, (all) => all.map((name) => name.textContent).sort());
    const { planners, slow, weighted } = await page.evaluate(groupAlgorithms);
    assert.deepEqual(await named('planners'), planners);
    assert.deepEqual(await named('slow'), slow);
    assert.deepEqual(await named('weighted'), weighted);
    const all = await page.evaluate(() =>
      window.playground.race.map.wend.algorithms.map((info) => info.name),
    );
    const inTexts = await page.$$eval('#help-text i', (list) =>
      list.map((name) => name.textContent),
    );
    assert.ok(inTexts.length > 15);
    assert.deepEqual(
      inTexts.filter((name) => !all.includes(name)),
      [],
    );
    const optionsOf = (id) =>
      page.$$eval(`#${id} option:not([hidden])`, (list) => list.map((it) => it.value));
    assert.deepEqual(await optionsOf('corners'), CORNERS);
    assert.deepEqual((await optionsOf('kind')).sort(), [...MAP_KINDS, 'empty', 'river'].sort());
  });
});

/** In the page: the algorithms that wait only before their first move, that also wait later, and that read a
 * weight. */
function groupAlgorithms() {
  const { playground } = window;
  const { wend } = playground.race.map;
  const all = wend.algorithms.filter((info) => playground.race.map.fits(info));
  const waits = ({ name }) => {
    playground.setScene({ ...playground.scene, algos: [name] });
    const { race } = playground;
    const moves = [];
    while (!race.isOver && race.ticks < 300) {
      const before = race.runners[0].agent.state;
      race.tick();
      moves.push(Number(race.runners[0].agent.state !== before));
    }
    const first = moves.indexOf(1);
    return first === 0 ? 'never' : moves.includes(0, first) ? 'often' : 'once';
  };
  const those = (fits) =>
    all
      .filter(fits)
      .map((info) => info.name)
      .sort();
  const kinds = new Map(all.map((info) => [info, waits(info)]));
  return {
    planners: those((info) => kinds.get(info) === 'once'),
    slow: those((info) => kinds.get(info) === 'often'),
    weighted: those(
      ({ name, parameters }) => parameters.includes('weightPermille') && name !== 'auto',
    ),
  };
}
