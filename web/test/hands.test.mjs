// Keyboard and touch.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  dragCells,
  dropFile,
  OPEN_FIELD,
  pointOf,
  sceneOf,
  waitForEnd,
  withPage,
} from './support.mjs';

test('the keyboard controls everything', async () => {
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
    const swipe = async () => {
      const from = await pointOf(page, 10, 24);
      const to = await pointOf(page, 10, 8);
      await touch('touchStart', from);
      for (let i = 1; i <= 4; i++) {
        await touch('touchMove', [from[0], from[1] + ((to[1] - from[1]) * i) / 4]);
      }
      /* The finger rests before it is lifted, so that the page does not keep scrolling. */
      await page.waitForTimeout(200);
      await touch('touchMove', to);
      await touch('touchEnd');
      await page.waitForTimeout(300);
    };
    await swipe();
    assert.equal(await countWalls(page), 0, 'no tool is chosen yet');
    assert.ok((await page.evaluate(() => window.scrollY)) > 0, 'a finger scrolls the page');
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.waitForFunction(() => window.scrollY === 0);
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
    assert.equal(after, walls, 'two fingers draw nothing, not even where the first came down');
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(overflow, 0, 'the page is wider than the phone');
  });
});

const countWalls = async (page) =>
  [...(await sceneOf(page)).cells].filter((cell) => cell === '@').length;

test('strokes can be undone and redone, by keys and by buttons', async () => {
  await withPage({ hash: `${OPEN_FIELD}&agents=tba` }, async (page) => {
    assert.ok(await page.isDisabled('#undo'));
    await dragCells(page, [10, 4], [10, 13]);
    await dragCells(page, [20, 4], [20, 8]);
    await page.keyboard.press('e');
    await dragCells(page, [10, 6], [10, 6]);
    assert.equal(await countWalls(page), 14);
    await page.keyboard.press('Control+z');
    assert.equal(await countWalls(page), 15);
    await page.click('#undo');
    assert.equal(await countWalls(page), 10);
    await page.click('#redo');
    await page.keyboard.press('Control+Shift+z');
    assert.equal(await countWalls(page), 14);
    assert.ok(await page.isDisabled('#redo'));
    await page.click('#undo');
    await page.keyboard.press('w');
    await dragCells(page, [25, 4], [25, 4]);
    assert.ok(await page.isDisabled('#redo'), 'a new stroke forgets what was undone');
    // The map of the race has the same edits.
    const isSame = await page.evaluate(() => {
      const { race, scene } = window.playground;
      const cells = race.map.cells();
      return scene.cells.every((cell, i) => cell === cells[i]);
    });
    assert.ok(isSame);
  });
});

test('opening another scene asks before discarding a drawing', async () => {
  await withPage({ hash: `${OPEN_FIELD}&agents=tba` }, async (page) => {
    const asks = () => page.evaluate(() => document.getElementById('ask').open);
    await page.click('#new');
    assert.ok(!(await asks()), 'nothing was drawn');
    await page.selectOption('#kind', 'empty');
    await dragCells(page, [10, 4], [10, 13]);
    const walls = await countWalls(page);
    for (const leave of [
      () => page.click('#new'),
      () => page.selectOption('#kind', 'maze'),
      () => page.click('#story-next'),
      () => dropFile(page, 'a.map', 'type octile\nheight 1\nwidth 3\nmap\n...\n'),
    ]) {
      const url = page.url();
      await leave();
      await page.waitForSelector('#ask[open]');
      await page.click('#ask button[value=no]');
      assert.equal(await countWalls(page), walls, 'it is kept');
      await page.waitForFunction((old) => location.href === old, url);
    }
    await page.click('#new');
    await page.click('#ask-yes');
    await page.waitForFunction(() => window.playground.scene.spec !== null);
    await dragCells(page, [10, 4], [10, 8]);
    await page.click('#share');
    await page.click('#new');
    assert.ok(!(await asks()), 'it is in the link');
  });
});

test('Space plays and pauses with any focus, and does nothing else', async () => {
  await withPage({ hash: `${OPEN_FIELD}&agents=tba&speed=1` }, async (page) => {
    const isPlaying = () => page.evaluate(() => document.body.dataset.playing === 'true');
    for (const id of ['play', 'step', 'reset', 'zoom-in', 'help', 'tool-goal', 'budget', 'theme']) {
      await page.focus(`#${id}`);
      const scale = await page.evaluate(() => window.playground.camera.scale);
      const look = await page.evaluate(() => document.documentElement.dataset.theme);
      await page.keyboard.press(' ');
      assert.ok(await isPlaying(), id);
      await page.keyboard.press(' ');
      assert.ok(!(await isPlaying()), id);
      assert.equal(await page.evaluate(() => window.playground.camera.scale), scale, id);
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), look, id);
      assert.ok(!(await page.evaluate(() => document.getElementById('help-text').open)), id);
    }
    await page.focus('#step');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.playground.race.ticks > 0);
  });
});

test('arrow keys announce the cell', async () => {
  await withPage({ hash: `${OPEN_FIELD}&agents=tba` }, async (page) => {
    await page.focus('.pane canvas');
    const press = async (key) => {
      await page.keyboard.press(key);
      return page.textContent('#live');
    };
    assert.equal(await press('ArrowRight'), '16, 16: free');
    await page.keyboard.press('Enter');
    assert.equal(await press('ArrowLeft'), '15, 16: free');
    assert.equal(await press('ArrowRight'), '16, 16: wall');
    assert.equal(await press('Shift+ArrowRight'), '26, 16: free');
    await press('ArrowRight');
    assert.equal(await press('ArrowRight'), '28, 16: goal');
    for (let i = 0; i < 4; i++) await press('Shift+ArrowLeft');
    for (let i = 0; i < 3; i++) await press('ArrowRight');
    assert.equal(await page.textContent('#live'), '3, 16: start, tba');
  });
});
