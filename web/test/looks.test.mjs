// How it looks and how fast it is drawn.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { runTicks, screenshots, withPage } from './support.mjs';

// The picture in docs/pictures/playground.png is 1280-light.png.
test('light and dark, wide and narrow', async () => {
  for (const [name, width, height] of [
    ['1280', 1280, 800],
    ['390', 390, 844],
  ]) {
    for (const colorScheme of ['light', 'dark']) {
      const isMobile = width < 500;
      const options = { viewport: { width, height }, colorScheme, isMobile, hasTouch: isMobile };
      await withPage({ ...options, reducedMotion: 'reduce' }, async (page) => {
        const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
        assert.equal(await theme(), colorScheme);
        await runTicks(page, 125);
        await page.waitForTimeout(200);
        await page.screenshot({
          path: join(screenshots, `${name}-${colorScheme}.png`),
          fullPage: true,
        });
        await page.click('#help');
        await page.screenshot({ path: join(screenshots, `${name}-${colorScheme}-help.png`) });
        await page.keyboard.press('Escape');
        await page.click('#theme');
        assert.notEqual(await theme(), colorScheme);
      });
    }
  }
});

for (const kind of ['caves', 'maze']) {
  test(`frames with four agents on 512 x 512 ${kind} at R = 1000 (measured, not judged)`, async () => {
    await withPage({}, async (page) => {
      await page.selectOption('#size', '512');
      await page.selectOption('#kind', kind);
      await page.fill('#budget', '17');
      await page.fill('#speed', '6');
      assert.equal(await page.textContent('#budget-value'), '1000');
      assert.equal(await page.textContent('#speed-value'), '60 ticks/s');
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

/** In the page: plays for up to 300 frames. */
async function measureFrames() {
  const deltas = [];
  window.playground.togglePlay();
  let last = await new Promise(requestAnimationFrame);
  while (!window.playground.race.isOver && deltas.length < 300) {
    const now = await new Promise(requestAnimationFrame);
    deltas.push(now - last);
    last = now;
  }
  const { race, work } = window.playground;
  const expansions = race.runners.map((runner) => runner.counters.expansions);
  return { deltas, work: [...work], ticks: race.ticks, expansions };
}
