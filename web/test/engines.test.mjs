// The examples of the npm package for three.js, Phaser and PixiJS, bundled and run in Chromium.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { serve } from '../serve.mjs';
import { startChromium } from './chromium.mjs';

const example = (name) =>
  fileURLToPath(new URL(`../../packages/wend/example/${name}.js`, import.meta.url));
const PAGE = '<!doctype html><body><canvas id="canvas" width="64" height="64"></canvas></body>';

let folder;
let server;
let chromium;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wend-engines-'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  await build({
    entryPoints: ['three', 'phaser', 'pixi'].map(example),
    outdir: folder,
    bundle: true,
    format: 'esm',
    nodePaths: [fileURLToPath(new URL('../node_modules', import.meta.url))],
    logLevel: 'warning',
  });
  server = await serve(0, pathToFileURL(`${folder}/`));
  chromium = await startChromium(['--enable-unsafe-swiftshader']);
});

after(async () => {
  await chromium?.stop();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `use` in a page with the example's `start`. Fails on any error. */
async function inPage(name, use) {
  const page = await chromium.browser.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(`http://localhost:${server.address().port}/`);
  const result = await page.evaluate(`import('./${name}.js').then(({ start }) => (${use})(start))`);
  await page.close();
  assert.deepEqual(errors, []);
  return result;
}

test('three.js: a fleet of a thousand units is drawn and arrives', async () => {
  const { frames, arrived, moved, drawn } = await inPage('three', async (start) => {
    const canvas = document.querySelector('canvas');
    const { fleet, draw } = await start(canvas);
    const first = draw().moved;
    const pixels = new Uint8Array(4 * 64 * 64);
    const gl = canvas.getContext('webgl2');
    gl.readPixels(0, 0, 64, 64, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    let frames = 1;
    while (draw().moved > 0 && frames < 1000) frames++;
    const arrived = fleet.statuses.filter((it) => it === 4).length;
    return { frames, arrived, moved: first, drawn: pixels.filter((it) => it > 0).length };
  });
  assert.ok(moved > 900 && frames > 10 && frames < 1000, `${moved} moved, ${frames} frames`);
  assert.equal(arrived, 1000);
  assert.ok(drawn > 1000, `${drawn} bytes drawn`);
});

test('Phaser: a sprite walks around the tiles to the clicked one', async () => {
  const { at, corners, none } = await inPage('phaser', async (start) => {
    const { level } = await start(document.body);
    const path = level.walk(3, 4);
    const none = level.walk(1, 1);
    const { hero } = level;
    const done = () => hero.x === 3.5 * 32 && hero.y === 4.5 * 32;
    for (let i = 0; i < 600 && !done(); i++) {
      await new Promise((next) => setTimeout(next, 20));
    }
    return { at: [hero.x / 32, hero.y / 32], corners: path, none };
  });
  assert.equal(none, null);
  assert.deepEqual(corners, [
    { x: 0, y: 0 },
    { x: 0, y: 4 },
    { x: 3, y: 4 },
  ]);
  assert.deepEqual(at, [3.5, 4.5]);
});

test('PixiJS: agents walk around a wall that is drawn in their way', async () => {
  const { reached, crossed, spread } = await inPage('pixi', async (start) => {
    const { app, agents, sprites, build, tick } = await start(document.body);
    app.ticker.stop();
    for (let i = 0; i < 5; i++) tick();
    for (let y = 1; y < 40; y++) build(20, y);
    const seen = new Set();
    for (let i = 0; i < 500 && tick() > 0; i++) {
      for (const { x, y } of sprites) {
        if (x === 20 * 8) seen.add(y / 8);
      }
    }
    app.render();
    const reached = agents.filter(({ status }) => status === 2).length;
    const spread = sprites.filter(({ x }) => x === 39 * 8).length;
    return { reached, crossed: [...seen], spread };
  });
  assert.equal(reached, 20);
  assert.deepEqual(crossed, [0], 'through the gap alone');
  assert.equal(spread, 20);
});
