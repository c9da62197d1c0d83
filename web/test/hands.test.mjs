// Keyboard and touch.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPEN_FIELD, pointOf, sceneOf, waitForEnd, withPage } from './support.mjs';

test('the keyboard does it all', async () => {
  await withPage({ hash: `${OPEN_FIELD}&agents=tba` }, async (page) => {
    await page.focus('.pane canvas');
    await page.keyboard.press('ArrowRight'); // shows the cursor in the middle: 16, 16
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    assert.equal((await sceneOf(page)).cells[15 * 32 + 16], '@');
    await page.keyboard.press('e');
    await page.keyboard.press('Enter');
    assert.equal((await sceneOf(page)).cells[15 * 32 + 16], '.');
    await page.keyboard.press('g');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    assert.deepEqual((await sceneOf(page)).goal, [26, 15]);
    await page.keyboard.press('.');
    assert.equal(await page.textContent('#tick'), 'tick 1');
    await page.keyboard.press(' ');
    await waitForEnd(page);
    await page.waitForFunction(
      () => document.querySelector('#results td').textContent === 'arrived',
    );
    const last = await page.textContent('#tick');
    await page.keyboard.press('.');
    assert.equal(await page.textContent('#tick'), last, 'a race that is over has no more ticks');
    await page.keyboard.press('r');
    assert.equal(await page.textContent('#tick'), 'tick 0');
  });
});

test('touch draws with one finger, and zooms with two', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  await withPage({ ...phone, hash: `${OPEN_FIELD}&agents=tba` }, async (page) => {
    const session = await page.context().newCDPSession(page);
    const touch = (type, ...points) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(([x, y], id) => ({ x, y, id })),
      });
    const countWalls = async () =>
      [...(await sceneOf(page)).cells].filter((cell) => cell === '@').length;
    const swipe = async () => {
      const from = await pointOf(page, 10, 24);
      const to = await pointOf(page, 10, 8);
      await touch('touchStart', from);
      for (let i = 1; i <= 4; i++) {
        await touch('touchMove', [from[0], from[1] + ((to[1] - from[1]) * i) / 4]);
      }
      await touch('touchEnd');
      await page.waitForTimeout(300);
    };
    await swipe();
    assert.equal(await countWalls(), 0, 'no tool is chosen yet');
    assert.ok((await page.evaluate(() => window.scrollY)) > 0, 'a finger scrolls the page');
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.tap('label:has(#tool-wall)');
    await swipe();
    assert.equal(await page.evaluate(() => window.scrollY), 0, 'a finger draws');
    const walls = [...(await sceneOf(page)).cells].filter((cell) => cell === '@').length;
    assert.equal(walls, 17);
    const before = await page.evaluate(() => window.playground.camera.scale);
    const [x, y] = await pointOf(page, 20, 20);
    await touch('touchStart', [x - 20, y], [x + 20, y]);
    await touch('touchMove', [x - 60, y], [x + 60, y]);
    await touch('touchEnd');
    const zoomed = await page.evaluate(() => window.playground.camera.scale);
    assert.ok(zoomed > before * 2, `${before} to ${zoomed} pixels per cell`);
    const after = [...(await sceneOf(page)).cells].filter((cell) => cell === '@').length;
    assert.ok(after <= walls + 1, 'two fingers draw nothing more than where the first came down');
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(overflow, 0, 'the page is wider than the phone');
  });
});
