// The content security policy: the page works, and foreign content neither runs nor loads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { address, browser, OPEN_FIELD, WAIT, waitForEnd } from './support.mjs';

const single = new URL('../dist/wend-playground.html', import.meta.url).href;
const pages = [
  ['the served page', () => address],
  ['the single file', () => single],
];

/** Opens a page that records violations of its policy, and returns their list. */
async function withPolicy(url, use) {
  const context = await browser.newContext({ acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT);
  await page.addInitScript(() => {
    window.refused = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      window.refused.push(`${event.effectiveDirective} ${event.blockedURI}`),
    );
  });
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(url);
  await page.waitForSelector('body[data-ready]');
  await use(page, errors);
  const refused = await page.evaluate(() => window.refused);
  await context.close();
  return refused;
}

for (const [name, url] of pages) {
  test(`${name}: races, workers, saved files and fleets break no rule of the policy`, async () => {
    const refused = await withPolicy(
      `${url()}#${OPEN_FIELD}&agents=tba,astar&speed=600`,
      async (page, errors) => {
        await page.click('#play');
        await waitForEnd(page);
        for (const button of ['#gif', '#trace', '#json']) {
          const download = page.waitForEvent('download');
          await page.click(button);
          await (await download).path();
        }
        await page.goto('about:blank');
        await page.goto(`${url()}#fleet=100&map=river,128,1`);
        await page.waitForSelector('body[data-ready]');
        await page.waitForFunction(() =>
          document.querySelector('#fleet-planning').textContent.includes('ms'),
        );
        assert.deepEqual(errors, []);
      },
    );
    assert.deepEqual(refused, []);
  });

  test(`${name}: foreign scripts, styles, pictures and requests are refused`, async () => {
    const refused = await withPolicy(url(), async (page) => {
      await page.evaluate(() => {
        const add = (tag, values) =>
          document.body.append(Object.assign(document.createElement(tag), values));
        add('script', { textContent: 'window.obeyed = true' });
        add('script', { src: 'https://elsewhere.invalid/script.js' });
        add('script', { src: 'data:text/javascript,window.obeyed=true' });
        add('img', { src: 'https://elsewhere.invalid/picture.png' });
        add('iframe', { src: 'https://elsewhere.invalid/' });
        add('style', { textContent: 'body { display: none }' });
        const button = document.createElement('button');
        button.setAttribute('onclick', 'window.obeyed = true');
        document.body.append(button);
        button.click();
        void fetch('https://elsewhere.invalid/').catch(() => (window.unfetched = true));
        // In a separate call, because code that the test runs directly may use eval.
        setTimeout(() => {
          try {
            (0, eval)('window.obeyed = true');
          } catch {
            window.unevaluated = true;
          }
        });
      });
      await page.waitForFunction(() => window.unfetched && window.unevaluated);
      await page.waitForFunction(() => window.refused.length >= 9);
      assert.equal(await page.evaluate(() => window.obeyed), undefined);
    });
    const directives = refused.map((it) => it.split(' ')[0]).sort();
    assert.deepEqual(directives, [
      'connect-src',
      'frame-src',
      'img-src',
      'script-src',
      'script-src-attr',
      'script-src-elem',
      'script-src-elem',
      'script-src-elem',
      'style-src-elem',
    ]);
  });
}

test('packages are installed without running their scripts', () => {
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const value = execFileSync('npm', ['config', 'get', 'ignore-scripts'], { cwd, encoding: 'utf8' });
  assert.equal(value.trim(), 'true');
});
