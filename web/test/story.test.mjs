// The story in eight scenes, and the repetition of a race on random maps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WORK_EXPANSION } from '../../packages/wend/index.js';
import { messageOf, runTicks, sceneOf, withPage, withPages } from './support.mjs';

const IDS = ['astar', 'tba', 'budget', 'pit', 'jumps', 'fog', 'bridge', 'fleet'];

/** In the page: runs the race to its end. Returns the ticks of the first move and of the arrival of each agent. */
const runStory = (page) =>
  page.evaluate(async () => {
    const { playground } = window;
    await playground.reset();
    const { race } = playground;
    const first = {};
    const worst = {};
    const found = {};
    while (!race.isOver && race.ticks < 5000) {
      race.tick();
      for (const runner of race.runners) {
        if (runner.stats.moves > 0) first[runner.algo] ??= race.ticks;
        if (runner.agent.lastTick.flags & 16) found[runner.algo] ??= race.ticks;
        worst[runner.algo] = Math.max(worst[runner.algo] ?? 0, runner.shares.last);
      }
    }
    const ticks = race.runners.map(({ algo, stats }) => [algo, stats.ticks]);
    return { first, worst, found, ticks: Object.fromEntries(ticks), over: race.isOver };
  });

test('every scene of the story has a link and a text, and starts by itself', async () => {
  await withPage({}, async (page) => {
    const links = await page.$$eval('#story-links a', (all) => all.map((it) => it.hash.slice(7)));
    assert.deepEqual(links, IDS);
    assert.ok(await page.isHidden('#story-text'));
    await page.click('#story-next');
    const titles = new Set();
    for (const id of IDS) {
      await page.waitForFunction((name) => document.body.dataset.chapter === name, id);
      assert.equal(new URL(page.url()).hash, `#story=${id}`);
      titles.add(await page.textContent('#story-title'));
      const sentences = (await page.textContent('#story-says')).match(/[.:] /g).length + 1;
      assert.ok(sentences >= 2 && sentences <= 4, `${id}: ${sentences} sentences`);
      assert.match(await page.innerText('#story-text'), /The map was chosen to show it/);
      if (id === 'fleet') {
        await page.waitForFunction(() => window.page.fleet?.picture?.moved === 1000);
        assert.ok(await page.isHidden('#story-next'));
      } else {
        await page.waitForFunction(() => window.playground.race.ticks >= 2);
        assert.ok(await page.isVisible('#panes'));
        await page.click('#story-next');
      }
    }
    assert.equal(titles.size, IDS.length);
    await page.click('#to-race');
    await page.waitForFunction(() => document.body.dataset.view === 'race');
    assert.ok(await page.isVisible('#intro'));
  });
});

test('the scenes show what their texts say', async () => {
  await withPage({ reducedMotion: 'reduce', hash: 'story=tba' }, async (page) => {
    const { first, ticks } = await runStory(page);
    assert.deepEqual(first, { astar: 41, tba: 1 }, 'it stands for 40 ticks');
    assert.ok(ticks.tba < ticks.astar);
  });
  await withPage({ reducedMotion: 'reduce', hash: 'story=budget' }, async (page) => {
    const { worst, over } = await runStory(page);
    assert.ok(over);
    assert.ok(worst.tba > 0.8 && worst.tba <= 1, `${worst.tba}`);
    assert.ok(worst.tbjps > 0.5 && worst.tbjps <= 1, `${worst.tbjps}`);
  });
  await withPage({ reducedMotion: 'reduce', hash: 'story=pit' }, async (page) => {
    const { ticks } = await runStory(page);
    assert.ok(ticks.tba * 5 < ticks['lss-lrta'], JSON.stringify(ticks));
  });
  await withPage({ reducedMotion: 'reduce', hash: 'story=jumps' }, async (page) => {
    const { found } = await runStory(page);
    assert.deepEqual(found, { tba: 758, tbjps: 77 });
  });
  await withPage({ reducedMotion: 'reduce', hash: 'story=fog' }, async (page) => {
    const { first, over } = await runStory(page);
    assert.ok(over);
    // Timed ticks: a pause of the machine may cost a tick.
    assert.ok(Math.max(first.tbjps, first.tbaa) <= 2, JSON.stringify(first));
    assert.ok(first['dstar-lite'] > 4, 'it stands until its plan is whole');
  });
  await withPage({ reducedMotion: 'reduce', hash: 'story=bridge' }, async (page) => {
    const before = await sceneOf(page);
    const { ticks } = await runStory(page);
    const { 'repeated-astar': repeated, 'dstar-lite': dstar, rtba, tbjps } = ticks;
    assert.ok(Math.max(rtba, tbjps) < Math.min(repeated, dstar), JSON.stringify(ticks));
    const walls = await page.evaluate(() => window.playground.race.cells[47 * 96 + 47]);
    assert.equal(walls, 64, 'the bridge is gone');
    await page.click('#reset');
    assert.deepEqual(await sceneOf(page), before);
    assert.equal(await page.evaluate(() => window.playground.race.cells[47 * 96 + 47]), 46);
    await runTicks(page, 31);
    await page.waitForTimeout(200);
  });
});

test('a scene can be taken over: draw, change the budget, continue', async () => {
  await withPage({ reducedMotion: 'reduce', hash: 'story=tba' }, async (page) => {
    await runTicks(page, 10);
    await page.fill('#budget', '0');
    assert.equal(await page.textContent('#budget-value'), '1');
    const ticks = await page.evaluate(() => window.playground.race.ticks);
    assert.ok(ticks >= 10, 'the race goes on');
    await page.evaluate(() => window.playground.drawing.use('wall', [60, 60]));
    assert.ok(await page.isVisible('#story-text'));
    await runTicks(page, 20);
    const used = await page.evaluate(() => window.playground.race.runners[0].agent.lastTick.work);
    assert.ok(used <= WORK_EXPANSION, `${used} units of work with a budget of 1 expansion`);
    assert.match(await page.textContent('.strip'), /of 1$/);
  });
});

test('the order of a race is counted on 100 random maps', async () => {
  await withPage({}, async (page) => {
    await page.click('#intro .open-odds');
    await page.waitForSelector('#odds-table[data-maps="100"]');
    const text = await page.textContent('#odds-text');
    const seed = Number(/seeds from (\d+) on/.exec(text)[1]);
    assert.ok(seed > 1000, 'no seed that was looked at');
    const rows = await page.$$eval('#odds-rows tr', (all) =>
      all.map((row) => [...row.children].map((it) => it.textContent)),
    );
    console.log(`${text}\n${rows.map((row) => row.join(', ')).join('\n')}`);
    const arrived = rows.map((row) => Number(row[2]));
    assert.deepEqual(arrived, [100, 100, 100, 100]);
    // Of two agents one arrives first, or both arrive on the same tick.
    const before = rows.map((row) => row.slice(4).map(Number));
    for (let a = 0; a < 4; a++) {
      for (let b = 0; b < a; b++) {
        assert.ok(before[a][b] + before[b][a] <= 100);
      }
    }
    assert.ok(rows.reduce((sum, row) => sum + Number(row[1]), 0) >= 100, 'one is the first');
  });
});

test('an invalid fleet in a link is explained', async () => {
  const links = [
    ['fleet=0', /"fleet" in the link is "0", expected a whole number from 1 to 20000/],
    ['fleet=5&map=caves,16,1', /16 cells wide, fleets take 32 or more/],
    ['fleet=5&agents=tba', /Unknown field "agents" in the link, expected fleet, map/],
  ];
  await withPages(links, async (page, message) => assert.match(await messageOf(page), message));
});
