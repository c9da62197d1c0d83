// The npm package as users get it: packed, installed, bundled without options, and run.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
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
import { promisify } from 'node:util';
import nodeResolve from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';
import * as vite from 'vite';
import webpack from 'webpack';
import { serve } from '../serve.mjs';
import { startChromium } from './chromium.mjs';

const source = fileURLToPath(new URL('../../packages/wend', import.meta.url));
const tools = fileURLToPath(new URL('../node_modules/.bin', import.meta.url));

const APP = `
import { load, AGENT_STATUS } from 'wend';
async function run() {
  const wend = await load(new URLSearchParams(location.search).get('module') ?? undefined);
  const map = wend.createMap({ width: 64, height: 64 });
  for (let y = 0; y < 60; y++) map.setCell(32, y, '@');
  const agent = map.createAgent({ start: [6, 6], goal: [57, 6] });
  while (agent.isActive) agent.tick(2400);
  return AGENT_STATUS[agent.status] + ' at ' + agent.state;
}
run().catch(String).then((text) => (document.title = text));
`;
const ARRIVED = `arrived at ${6 * 64 + 57}`;
const PAGE = '<!doctype html><title>running</title><script type="module" src="./app.js"></script>';

let folder;
let installed;
let chromium;

/** Runs a command in the folder and returns its output. Errors contain the whole output. */
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

/** Returns the title of a page after the page has changed it. */
async function titleOf(address) {
  const page = await chromium.browser.newPage();
  await page.goto(address);
  await page.waitForFunction(() => document.title !== 'running');
  const title = await page.title();
  await page.close();
  return title;
}

test('the archive is complete and has the licence', () => {
  const code = ['index.js', 'index.cjs', 'slim.js', 'slim.cjs', 'wend.wasm', 'wend.wasm.js'];
  for (const name of [...code, 'index.d.ts', 'index.d.cts', 'slim.d.ts', 'README.md']) {
    assert.ok(readFileSync(join(installed, name)).length > 0, name);
  }
  for (const name of readdirSync(installed).filter((it) => it.endsWith('.js'))) {
    assert.doesNotMatch(readFileSync(join(installed, name), 'utf8'), /\bnode:|require\(/, name);
  }
  const licence = readFileSync(new URL('../../LICENSE', import.meta.url), 'utf8');
  assert.equal(readFileSync(join(installed, 'LICENSE'), 'utf8'), licence);
});

test('it runs in Node', () => {
  assert.match(run(process.execPath, join(installed, 'example/hello.mjs')), /tba .*arrived/);
});

const COMMON = `
const { load, AGENT_STATUS } = require('wend');
const slim = require('wend/slim');
const { readFileSync } = require('node:fs');
load().then(async (wend) => {
  const other = await slim.load(readFileSync(require.resolve('wend/wend.wasm')));
  console.log(AGENT_STATUS[2], wend.version === other.version);
});
`;

test('it runs in Node as CommonJS', () => {
  writeFileSync(join(folder, 'common.cjs'), COMMON);
  assert.equal(run(process.execPath, 'common.cjs'), 'arrived true\n');
});

// The module is compiled once; threads share it.
const THREADS = `
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { load } from 'wend/slim';
if (isMainThread) {
  const bytes = await readFile(new URL(import.meta.resolve('wend/wend.wasm')));
  const workerData = await WebAssembly.compile(bytes);
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData });
  worker.on('message', (path) => console.log(path.length));
} else {
  const wend = await load(workerData);
  const map = wend.createMap({ width: 9, height: 9 });
  parentPort.postMessage(map.findPath([0, 0], [8, 3]));
}
`;

test('it runs in a thread of Node', () => {
  writeFileSync(join(folder, 'threads.mjs'), THREADS);
  assert.equal(run(process.execPath, 'threads.mjs'), '9\n');
});

/** Serves a folder of the bundle while `use` runs. */
async function serving(bundle, use) {
  const server = await serve(0, pathToFileURL(`${bundle}/`));
  try {
    await use(`http://localhost:${server.address().port}/`);
  } finally {
    server.close();
  }
}

/** A new folder for a bundle, with the page. */
function bundleFolder(name) {
  const bundle = join(folder, name);
  mkdirSync(bundle);
  writeFileSync(join(bundle, 'index.html'), PAGE);
  return bundle;
}

test('esbuild bundles it without an option, and the bundle runs in a browser', async () => {
  const bundle = bundleFolder('esbuild');
  const output = join(bundle, 'app.js');
  run(join(tools, 'esbuild'), '--bundle', '--format=esm', 'app.js', `--outfile=${output}`);
  copyFileSync(join(installed, 'wend.wasm'), join(bundle, 'own.wasm'));
  await serving(bundle, async (address) => {
    assert.equal(await titleOf(address), ARRIVED);
    assert.equal(await titleOf(`${address}?module=own.wasm`), ARRIVED);
    assert.match(await titleOf(`${address}?module=none.wasm`), /none\.wasm: .*HTTP status 404/);
  });
});

test('webpack bundles it without an option', async () => {
  const bundle = bundleFolder('webpack');
  const output = { path: bundle, filename: 'app.js' };
  const options = { context: folder, entry: './app.js', mode: 'production', output };
  const stats = await new Promise((resolve, reject) =>
    webpack(options, (error, done) => (error ? reject(error) : resolve(done))),
  );
  // webpack warns about every bundle of more than 244 kB.
  const problems = [...stats.compilation.errors, ...stats.compilation.warnings]
    .map(({ message }) => message)
    .filter((message) => !/size limit|performance/.test(message));
  assert.deepEqual(problems, []);
  await serving(bundle, async (address) => assert.equal(await titleOf(address), ARRIVED));
});

test('Rollup bundles it with its plugin node-resolve', async () => {
  const dir = bundleFolder('rollup');
  const warnings = [];
  const bundle = await rollup({
    input: join(folder, 'app.js'),
    plugins: [nodeResolve({ browser: true })],
    onwarn: (it) => warnings.push(it.message),
  });
  await bundle.write({ dir, format: 'es' });
  await bundle.close();
  assert.deepEqual(warnings, []);
  await serving(dir, async (address) => assert.equal(await titleOf(address), ARRIVED));
});

const WORKER = `
import { load } from 'wend';
onmessage = async ({ data: [start, goal] }) => {
  const wend = await load();
  const map = wend.createMap({ grid: [[0, 0, 0], [1, 1, 0], [0, 0, 0]], walkable: 0 });
  postMessage(map.findPath(start, goal).length);
};
`;
const WITH_WORKER = `
const worker = new Worker('worker.js');
worker.onmessage = ({ data }) => (document.title = data);
worker.onerror = ({ message }) => (document.title = message);
worker.postMessage([[0, 0], { x: 0, y: 2 }]);
`;

test('it runs in a worker of a browser', async () => {
  const bundle = bundleFolder('worker');
  writeFileSync(join(folder, 'worker.js'), WORKER);
  writeFileSync(join(bundle, 'app.js'), WITH_WORKER);
  run(join(tools, 'esbuild'), '--bundle', 'worker.js', `--outfile=${join(bundle, 'worker.js')}`);
  await serving(bundle, async (address) => assert.equal(await titleOf(address), '7'));
});

// The bundler provides the address of the module, whose text is not in the bundle.
const SLIM = `
import { load } from 'wend/slim';
import address from 'wend/wend.wasm?url';
const path = async () => (await load(address)).createMap({ width: 9, height: 9 }).findPath(0, 80);
path().then(({ length }) => (document.title = length), (error) => (document.title = error));
`;

test('the slim entry leaves the module outside', async () => {
  const root = join(folder, 'slim');
  mkdirSync(root);
  writeFileSync(join(root, 'app.js'), SLIM);
  writeFileSync(join(root, 'index.html'), PAGE);
  await vite.build({ ...quiet(), root });
  const assets = join(root, 'dist/assets');
  for (const name of readdirSync(assets).filter((it) => it.endsWith('.js'))) {
    assert.ok(readFileSync(join(assets, name)).length < 60000, name);
  }
  const server = await vite.preview({ ...quiet(), root, preview: { port: 0 } });
  assert.equal(await lastTitleOf(server), '9');
});

test('esbuild bundles it for Node', () => {
  const example = join(installed, 'example/hello.mjs');
  const options = ['--bundle', '--format=esm', '--platform=node', '--outfile=node.mjs'];
  run(join(tools, 'esbuild'), example, ...options);
  assert.match(run(process.execPath, 'node.mjs'), /tba .*arrived/);
});

/** Returns the title of a page from a server of Vite, and closes the server. */
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

test('it runs from the development server of Vite', async () => {
  const server = await vite.createServer(quiet());
  await server.listen(0);
  assert.equal(await lastTitleOf(server), ARRIVED);
});

const PLAIN = `
import { AGENT_STATUS, load, type AlgorithmName, type Point } from 'wend';
import * as slim from 'wend/slim';
const wend = await load();
await load('wend.wasm');
await load(new Uint8Array(8));
await slim.load('wend.wasm');
const map = wend.createMap({ width: 2, height: 2, grid: [[1, 1], [true, 2]] });
const agent = map.createAgent({ start: [0, 0], goal: { x: 1, y: 1 }, algo: 'tbjps' });
export const name: AlgorithmName = agent.algo;
export const isThere: boolean = agent.tick({ expansions: 5 }).status === AGENT_STATUS.arrived;
export const path: Point[] | null = map.findPath(0, [1, 1], { smooth: true });
const fleet = map.createFleet({ unitsMax: 2, wait: 'hill' });
fleet.setGoals(fleet.addAll([[0, 0], 3]), Uint32Array.of(1, 2), { nearest: true });
export const positions: Uint16Array = (fleet.frame({ nanoseconds: 1e6 }), fleet.positions);
// @ts-expect-error: a number is not a source
await load(1);
// @ts-expect-error: the slim entry needs a source
await slim.load();
// @ts-expect-error: unknown algorithm
map.createAgent({ start: 0, goal: 1, algo: 'b*' });
// @ts-expect-error: a misspelled option
map.findPath(0, 1, { smoth: true });
// @ts-expect-error: unknown status
export const isDone = agent.status === 99;
`;

const IN_BROWSER = `
import { load } from 'wend';
await load(new URL('wend.wasm', location.href));
await load(await WebAssembly.compile(new Uint8Array(8)));
`;

const COMMON_TYPES = `
import wend = require('wend');
import slim = require('wend/slim');
export const wends = Promise.all([wend.load(), slim.load('wend.wasm')]);
export const status: wend.AgentStatus = wend.AGENT_STATUS.moving;
`;

const DISPOSED = `
import { load } from 'wend';
using map = (await load()).createMap({ width: 2, height: 2 });
using fleet = map.createFleet({ unitsMax: 2 });
export const slots = fleet.slots;
`;

/** Checks that TypeScript reports no errors for these options and files. */
async function checkTypes(...values) {
  const all = ['--noEmit', '--strict', '--target', 'ES2022', ...values];
  await promisify(execFile)(join(tools, 'tsc'), all, { cwd: folder }).catch(({ stdout }) =>
    assert.fail(`tsc ${all.join(' ')}\n${stdout}`),
  );
}

test('the types work with and without those of the browser', async () => {
  const sources = {
    'plain.ts': PLAIN,
    'in_browser.ts': IN_BROWSER,
    'disposed.ts': DISPOSED,
    'common_types.cts': COMMON_TYPES,
  };
  for (const [name, text] of Object.entries(sources)) {
    writeFileSync(join(folder, name), text);
  }
  const bundler = ['--module', 'ESNext', '--moduleResolution', 'bundler'];
  const node = ['--module', 'NodeNext', '--moduleResolution', 'NodeNext'];
  await Promise.all([
    checkTypes(...bundler, '--lib', 'ES2022', 'plain.ts', 'disposed.ts'),
    checkTypes(...bundler, '--lib', 'ES2022,DOM', 'in_browser.ts'),
    checkTypes(...node, '--lib', 'ES2022', 'plain.ts', 'disposed.ts', 'common_types.cts'),
    checkTypes(...node, '--lib', 'ES2022,DOM', 'in_browser.ts'),
  ]);
});
