// The npm package as others get it: packed, installed, bundled without any option, and run.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as vite from 'vite';
import { serve } from '../serve.mjs';
import { startChromium } from './chromium.mjs';

const source = fileURLToPath(new URL('../../packages/wend', import.meta.url));
const tools = fileURLToPath(new URL('../node_modules/.bin', import.meta.url));

const APP = `
import { load, STATUS } from 'wend';
async function run() {
  const wend = await load(new URLSearchParams(location.search).get('module') ?? undefined);
  const map = wend.createMap({ width: 64, height: 64 });
  for (let y = 0; y < 60; y++) map.setCell(32, y, '@');
  const agent = map.createAgent({ start: [6, 6], goal: [57, 6] });
  while (agent.tick(100).status <= STATUS.waiting);
  return STATUS[agent.status] + ' at ' + agent.state;
}
run().catch(String).then((text) => (document.title = text));
`;
const ARRIVED = `arrived at ${6 * 64 + 57}`;
const PAGE = '<!doctype html><title>running</title><script type="module" src="./app.js"></script>';

let folder;
let installed;
let chromium;

/** Runs a command in the folder and returns its output; an error contains all of the output. */
function run(command, ...values) {
  const done = spawnSync(command, values, { cwd: folder, encoding: 'utf8' });
  assert.equal(done.status, 0, `${command} ${values.join(' ')}\n${done.stdout}${done.stderr}`);
  return done.stdout;
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wend-package-'));
  installed = join(folder, 'node_modules/wend');
  writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
  run('npm', 'pack', '--silent', '--pack-destination', folder, source);
  const [archive] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  run('npm', 'install', '--silent', '--offline', '--no-audit', `./${archive}`);
  writeFileSync(join(folder, 'app.js'), APP);
  writeFileSync(join(folder, 'index.html'), PAGE);
  chromium = await startChromium();
});

after(async () => {
  await chromium?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The title of the page at an address, once it has changed it. */
async function titleOf(address) {
  const page = await chromium.browser.newPage();
  await page.goto(address);
  await page.waitForFunction(() => document.title !== 'running');
  const title = await page.title();
  await page.close();
  return title;
}

test('the archive has all that is needed, and the licence', () => {
  const code = ['index.js', 'core.js', 'numbers.js', 'wend.wasm', 'wend.wasm.js'];
  for (const name of [...code, 'index.d.ts', 'numbers.d.ts', 'README.md']) {
    assert.ok(readFileSync(join(installed, name)).length > 0, name);
  }
  const licence = readFileSync(new URL('../../LICENSE', import.meta.url), 'utf8');
  assert.equal(readFileSync(join(installed, 'LICENSE'), 'utf8'), licence);
});

test('it runs in Node', () => {
  assert.match(run(process.execPath, join(installed, 'example/hello.mjs')), /tba .*arrived/);
});

test('esbuild bundles it without an option, and the bundle runs in a browser', async () => {
  const bundle = join(folder, 'bundle');
  mkdirSync(bundle);
  const output = join(bundle, 'app.js');
  run(join(tools, 'esbuild'), '--bundle', '--format=esm', 'app.js', `--outfile=${output}`);
  writeFileSync(join(bundle, 'index.html'), PAGE);
  copyFileSync(join(installed, 'wend.wasm'), join(bundle, 'own.wasm'));
  const server = await serve(0, pathToFileURL(`${bundle}/`));
  const address = `http://localhost:${server.address().port}/`;
  try {
    assert.equal(await titleOf(address), ARRIVED);
    assert.equal(await titleOf(`${address}?module=own.wasm`), ARRIVED);
    assert.match(await titleOf(`${address}?module=none.wasm`), /none\.wasm .* HTTP status 404/);
  } finally {
    server.close();
  }
});

test('esbuild bundles it for Node, too', () => {
  const example = join(installed, 'example/hello.mjs');
  const options = ['--bundle', '--format=esm', '--platform=node', '--outfile=node.mjs'];
  run(join(tools, 'esbuild'), example, ...options);
  assert.match(run(process.execPath, 'node.mjs'), /tba .*arrived/);
});

/** The same for a server of Vite, which is closed afterwards. */
async function lastTitleOf(server) {
  try {
    return await titleOf(server.resolvedUrls.local[0]);
  } finally {
    await server.close();
  }
}

const quiet = () => ({ root: folder, configFile: false, logLevel: 'error' });

test('Vite bundles it without an option, and the bundle runs in a browser', async () => {
  await vite.build(quiet());
  const server = await vite.preview({ ...quiet(), preview: { port: 0 } });
  assert.equal(await lastTitleOf(server), ARRIVED);
});

test('it runs from the server that Vite has for development', async () => {
  const server = await vite.createServer(quiet());
  await server.listen(0);
  assert.equal(await lastTitleOf(server), ARRIVED);
});

const PLAIN = `
import { load } from 'wend';
const wend = await load();
await load('wend.wasm');
await load(new Uint8Array(8));
const map = wend.createMap({ width: 2, height: 2 });
export const name: string = map.createAgent({ start: [0, 0], goal: [1, 1] }).algo;
// @ts-expect-error: a number is no source
await load(1);
`;

const IN_BROWSER = `
import { load } from 'wend';
await load(new URL('wend.wasm', location.href));
await load(await WebAssembly.compile(new Uint8Array(8)));
`;

test('the types work without those of the browser, and with them', () => {
  writeFileSync(join(folder, 'plain.ts'), PLAIN);
  writeFileSync(join(folder, 'in_browser.ts'), IN_BROWSER);
  const options = ['--noEmit', '--strict', '--target', 'ES2022'];
  for (const [module, resolution] of [
    ['ES2022', 'bundler'],
    ['node16', 'node16'],
  ]) {
    const how = [...options, '--module', module, '--moduleResolution', resolution];
    run(join(tools, 'tsc'), ...how, '--lib', 'ES2022', 'plain.ts');
    run(join(tools, 'tsc'), ...how, '--lib', 'ES2022,DOM', 'in_browser.ts');
  }
});
