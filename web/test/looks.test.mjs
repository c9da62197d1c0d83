// Appearance and speed of drawing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runTicks, screenshots, withPage } from './support.mjs';

/** Runs the rules of axe-core in the page. */
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

async function checkAxe(page, what) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run());
  const lines = found.violations.map(
    ({ id, nodes }) => `${what}: ${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  assert.deepEqual(lines, []);
}

const SIZES = [
  ['1440', 1440, 900],
  ['768', 768, 1024],
  ['390', 390, 844],
];

// The picture in docs/pictures/playground.png is 1440-light.png.
for (const [name, width, height] of SIZES) {
  for (const colorScheme of ['light', 'dark']) {
    test(`${width} x ${height}, ${colorScheme}: all in view, and no violation of axe`, async () => {
      const isMobile = width < 800;
      const options = { viewport: { width, height }, colorScheme, isMobile, hasTouch: isMobile };
      await withPage({ ...options, reducedMotion: 'reduce' }, async (page) => {
        const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
        const shoot = (what) =>
          page.screenshot({ path: join(screenshots, `${name}-${colorScheme}${what}.png`) });
        assert.equal(await theme(), colorScheme);
        // The map and the page are painted in the same theme.
        const hue = await page.$eval('.pane', (it) => it.style.getPropertyValue('--hue'));
        assert.equal(hue, colorScheme === 'dark' ? 'rgb(86 180 233 / 1)' : 'rgb(0 114 178 / 1)');
        await runTicks(page, 129);
        await page.waitForTimeout(200);
        const below = await page.evaluate(() =>
          ['#intro', '#play', '.strip', '.pane-line']
            .flatMap((it) => [...document.querySelectorAll(it)])
            .filter((it) => {
              const { bottom, right } = it.getBoundingClientRect();
              return bottom > innerHeight || right > innerWidth;
            })
            .map((it) => it.className || it.id),
        );
        assert.deepEqual(below, [], 'below the fold');
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.equal(overflow, 0, 'wider than the window');
        assert.match(await page.textContent('.pane:last-child .pane-line'), /^1st, on tick 126/);
        assert.match(await page.textContent('.pane .strip'), /^work of this tick: \d+ of 30$/);
        assert.match(
          await page.$eval('.pane .algo', (it) => it.selectedOptions[0].textContent),
          /^TBA\*, time-bounded A\*$/,
        );
        await shoot('');
        await checkAxe(page, 'first');
        await page.click('#help');
        await shoot('-help');
        await checkAxe(page, 'help');
        await page.keyboard.press('Escape');
        await page.click('#theme');
        assert.notEqual(await theme(), colorScheme);
        await page.click('#theme');
        await page.evaluate(() => (location.hash = 'story=pit'));
        await page.waitForSelector('[data-chapter=pit]');
        await runTicks(page, 60);
        await page.waitForTimeout(200);
        await shoot('-story');
        await checkAxe(page, 'story');
        await page.evaluate(() => (location.hash = 'story=fog'));
        await page.waitForSelector('[data-chapter=fog]');
        await runTicks(page, 150);
        await page.waitForTimeout(200);
        assert.match(await page.textContent('.pane .strip'), /^work of this tick: \d+ of 50 µs$/);
        await shoot('-time');
        await page.evaluate(() => document.querySelector('.figures').scrollIntoView());
        await shoot('-figures');
        await page.evaluate(() => window.scrollTo(0, 0));
        await checkAxe(page, 'equal time');
        await page.evaluate(() => (location.hash = 'story=fleet'));
        await page.waitForSelector('[data-view=fleet]');
        await page.evaluate(() => window.page.fleet.setPlaying(true));
        await page.waitForFunction(() => window.page.fleet.picture?.moved > 900);
        await page.waitForTimeout(700);
        const legend = await page.$eval(
          '.fleet .key.following',
          (it) => getComputedStyle(it).backgroundColor,
        );
        assert.equal(legend, colorScheme === 'dark' ? 'rgb(86, 180, 233)' : 'rgb(0, 114, 178)');
        await shoot('-fleet');
        await checkAxe(page, 'fleet');
      });
    });
  }
}

for (const kind of ['caves', 'maze']) {
  test(`frames with four agents on 512 x 512 ${kind} at R = 1000 (measured, not judged)`, async () => {
    await withPage({}, async (page) => {
      await page.selectOption('#size', '512');
      await page.selectOption('#kind', kind);
      await page.fill('#budget', '17');
      await page.fill('#speed', '6');
      assert.equal(await page.textContent('#budget-value'), '1000');
      assert.equal(await page.textContent('#speed-value'), '60 ticks/s');
      await page.waitForFunction((kind) => {
        const { spec } = window.playground.scene;
        return spec?.size === 512 && spec.kind === kind && !window.playground.isMaking;
      }, kind);
      const report = await page.evaluate(measureFrames);
      const at = (values, share) =>
        [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)].toFixed(1);
      const line = (values) =>
        `median ${at(values, 0.5)}, 95 % ${at(values, 0.95)}, max ${at(values, 1)} ms`;
      const mean = report.deltas.reduce((a, b) => a + b, 0) / report.deltas.length;
      const rate = (1000 / mean).toFixed(1);
      console.log(
        `${kind}: ${report.deltas.length} frames, ${report.ticks} ticks, ${rate} frames/s`,
      );
      console.log(`${kind}: ${report.expansions} expansions`);
      console.log(`${kind}: between frames: ${line(report.deltas)}`);
      console.log(`${kind}: work in a frame: ${line(report.work)}`);
      assert.ok(report.work.length > 30);
      await page.screenshot({ path: join(screenshots, `large-${kind}.png`) });
    });
  });
}

/** In the page: plays for up to 150 frames. */
async function measureFrames() {
  const deltas = [];
  window.playground.togglePlay();
  let last = await new Promise(requestAnimationFrame);
  while (!window.playground.race.isOver && deltas.length < 150) {
    const now = await new Promise(requestAnimationFrame);
    deltas.push(now - last);
    last = now;
  }
  const { race, work } = window.playground;
  const expansions = race.runners.map((runner) => runner.stats.expansions);
  return { deltas, work: [...work], ticks: race.ticks, expansions };
}
