// The memory of the playground, and of the worker that runs the library, over some minutes of a fleet with
// orders and edits: make test-heap.
//   node heap.mjs [MINUTES]
import { serve } from '../../serve.mjs';
import { startChromium } from '../chromium.mjs';

const minutes = Number(process.argv[2] ?? 10);
if (!(minutes >= 2)) {
  throw new Error(`${process.argv[2]} minutes, expected 2 or more`);
}
const GROWTH_MAX = 1.25; // from minute 1, when all units have had orders, to the last

const server = await serve(0);
const chromium = await startChromium();
const page = await chromium.browser.newPage();
await page.goto(`http://localhost:${server.address().port}/#fleet=1000`);
await page.waitForFunction(() => window.page?.fleet?.picture);
const session = await page.context().newCDPSession(page);

/** Calls of the protocol to the page's worker, in which the library runs. */
async function attachToWorker() {
  const waiting = new Map();
  let sessionId;
  const attached = new Promise((resolve) => {
    session.on('Target.attachedToTarget', (event) => {
      sessionId = event.sessionId;
      resolve();
    });
  });
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result, error } = JSON.parse(message);
    const settle = waiting.get(id);
    waiting.delete(id);
    if (settle) error ? settle.reject(new Error(error.message)) : settle.resolve(result);
  });
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  await attached;
  let last = 0;
  const send = (method, params = {}) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      const message = JSON.stringify({ id, method, params });
      session.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject);
    });
  return { send };
}

/** Megabytes of a heap after garbage collection, without and with the contents of its arrays. */
async function heapOf(target) {
  await target.send('HeapProfiler.collectGarbage');
  const {
    usedSize,
    embedderHeapUsedSize = 0,
    backingStorageSize = 0,
  } = await target.send('Runtime.getHeapUsage');
  return {
    script: usedSize / 1e6,
    all: (usedSize + embedderHeapUsedSize + backingStorageSize) / 1e6,
  };
}

/** Megabytes of the memory of the library's module. */
async function moduleMemoryOf(target) {
  const prototype = await target.send('Runtime.evaluate', {
    expression: 'WebAssembly.Memory.prototype',
    objectGroup: 'memory',
  });
  const { objects } = await target.send('Runtime.queryObjects', {
    prototypeObjectId: prototype.result.objectId,
    objectGroup: 'memory',
  });
  const { result } = await target.send('Runtime.callFunctionOn', {
    objectId: objects.objectId,
    functionDeclaration: `function () {
      return this.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
    }`,
    returnByValue: true,
  });
  await target.send('Runtime.releaseObjectGroup', { objectGroup: 'memory' });
  if (!(result.value > 0)) {
    throw new Error('the worker has no module');
  }
  return result.value / 1e6;
}

/** In the page: all units get new goals, and a bridge is blown up or rebuilt. */
function disturb(round) {
  const { fleet } = window.page;
  fleet.choose({ x0: 0, y0: 0, x1: 256, y1: 256 });
  fleet.order(round % 2 ? [30, 200] : [220, 40]);
  const { x0, y0, x1 } = fleet.bridges[round % 3];
  fleet.blow([Math.floor((x0 + x1) / 2), y0]);
}

const worker = await attachToWorker();
const measured = [];
for (let minute = 0; minute <= minutes; minute++) {
  for (let i = 0; i < (minute === 0 ? 1 : 6); i++) {
    await page.evaluate(disturb, minute * 6 + i);
    await page.waitForTimeout(10000);
  }
  const now = {
    page: await heapOf(session),
    worker: await heapOf(worker),
    module: await moduleMemoryOf(worker),
  };
  measured.push(now);
  const heap = ({ script, all }) => `${script.toFixed(2)} MB of objects, ${all.toFixed(2)} in all`;
  console.log(
    `minute ${minute}: page ${heap(now.page)}; worker ${heap(now.worker)}, module ${now.module.toFixed(2)} MB`,
  );
}
await chromium.stop();
server.close();
for (const [name, size] of [
  ['page', (it) => it.page.all],
  ['worker', (it) => it.worker.all],
  ['module', (it) => it.module],
]) {
  const growth = size(measured.at(-1)) / size(measured[1]);
  console.log(`${name}: grown by ${((growth - 1) * 100).toFixed(1)} %`);
  if (growth > GROWTH_MAX) {
    process.exitCode = 1;
    console.error(`the memory of the ${name} grows: ${growth.toFixed(2)} times what it was`);
  }
}
