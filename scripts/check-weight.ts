// Weighs what a first visit of / loads, where it counts: the bytes of script that a real browser takes over the wire from the real server.

import type { Page } from 'playwright-core';
import { DataFolder, Server } from '../tests/chaos/server.ts';
import { needBuiltWeb } from '../tests/harness/app.ts';
import { launchBrowser } from '../tests/harness/browser.ts';
import { watchScripts } from '../tests/harness/script-weight.ts';

/** Headers of the answers included. */
const LIMIT_BYTES = 150_000;
const READY_LIMIT_MS = 60_000;

needBuiltWeb();
const data = new DataFolder();
const [server, browser] = await Promise.all([Server.start({ dataDir: data.dir }), launchBrowser()]);
try {
  const page = await browser.newPage();
  const client = await page.context().newCDPSession(page);
  const scripts = await watchScripts(client);
  await firstVisit(page);
  let sum = 0;
  for (const [url, { bytes, encoding }] of scripts) {
    sum += bytes;
    console.log(`${String(bytes).padStart(8)} ${encoding.padEnd(5)} ${new URL(url).pathname}`);
  }
  console.log(
    `${sum} bytes of script came over the wire, gzipped, in ${scripts.size} answers; the limit is ${LIMIT_BYTES}`,
  );
  const asked = [...scripts.values()].every(({ encoding }) => encoding === 'gzip' || encoding === 'plain');
  process.exitCode = asked && sum > 0 && sum <= LIMIT_BYTES ? 0 : 1;
} finally {
  await browser.close();
  await server.stop();
  await data.remove();
}

/** Until every market stands there with its price, and nothing more is asked for. */
async function firstVisit(page: Page): Promise<void> {
  await page.goto(`${server.url}/`);
  await page.locator('section[aria-labelledby="all-markets"] li svg path').first().waitFor({ timeout: READY_LIMIT_MS });
  await page.waitForLoadState('networkidle', { timeout: READY_LIMIT_MS });
}
