// Starts Debian's Chromium for the tests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a browser with its own home folder. Returns it with a function that removes both. */
export async function startChromium(more = []) {
  const home = mkdtempSync(join(tmpdir(), 'wend-chromium-'));
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    headless: true,
    args: [...ARGUMENTS, ...more],
    env: { ...process.env, HOME: home },
  });
  const stop = async () => {
    await browser.close();
    rmSync(home, { recursive: true, force: true });
  };
  return { browser, stop };
}
