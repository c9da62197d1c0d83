// The memory of the playground over some minutes of a fleet with orders and edits: make test-heap.
//   node heap.mjs [MINUTES]
import { serve } from '../../serve.mjs';
import { startChromium } from '../chromium.mjs';

const minutes = Number(process.argv[2] ?? 10);
const GROWTH_MAX = 1.25; // of the heap from the first minute to the last

const server = await serve(0);
const chromium = await startChromium();
const page = await chromium.browser.newPage();
await page.goto(`http://localhost:${server.address().port}/#fleet=1000`);
await page.waitForFunction(() => window.page?.fleet?.picture);
const session = await page.context().newCDPSession(page);

/** Megabytes of the page's heap after a collection, without and with what its arrays hold. */
async function heap() {
  await session.send('HeapProfiler.collectGarbage');
  const {
    usedSize,
    embedderHeapUsedSize = 0,
    backingStorageSize = 0,
  } = await session.send('Runtime.getHeapUsage');
  return {
    script: usedSize / 1e6,
    all: (usedSize + embedderHeapUsedSize + backingStorageSize) / 1e6,
  };
}

/** In the page: all go somewhere else, and a bridge is blown up or built again. */
function disturb(round) {
  const { fleet } = window.page;
  fleet.choose({ x0: 0, y0: 0, x1: 256, y1: 256 });
  fleet.order(round % 2 ? [30, 200] : [220, 40]);
  const { x0, y0, x1 } = fleet.bridges[round % 3];
  fleet.blow([Math.floor((x0 + x1) / 2), y0]);
}

const measured = [];
for (let minute = 0; minute <= minutes; minute++) {
  for (let i = 0; i < (minute === 0 ? 1 : 6); i++) {
    await page.evaluate(disturb, minute * 6 + i);
    await page.waitForTimeout(10000);
  }
  measured.push(await heap());
  const { script, all } = measured.at(-1);
  console.log(`minute ${minute}: ${script.toFixed(2)} MB of objects, ${all.toFixed(2)} MB in all`);
}
await chromium.stop();
server.close();
const growth = measured.at(-1).all / measured[0].all;
console.log(`grown by ${((growth - 1) * 100).toFixed(1)} %`);
if (growth > GROWTH_MAX) {
  throw new Error(`the heap grows: ${growth.toFixed(2)} times what it was`);
}
