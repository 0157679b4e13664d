// Weighs what a first visit of / loads, where it counts: the bytes of script that a real browser takes over the wire from the real server.

import type { CDPSession, Page } from 'playwright-core';
import { DataFolder, Server } from '../tests/chaos/server.ts';
import { needBuiltWeb } from '../tests/harness/app.ts';
import { launchBrowser } from '../tests/harness/browser.ts';

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

interface Weighed {
  readonly bytes: number;
  /** The smallest files come as they are. */
  readonly encoding: string;
}

/** By address what each script took on the wire; filled as the page loads. */
async function watchScripts(client: CDPSession): Promise<ReadonlyMap<string, Weighed>> {
  const began = new Map<string, { url: string; encoding: string }>();
  const weighed = new Map<string, Weighed>();
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    const encoding = response.headers['content-encoding'] ?? 'plain';
    if (type === 'Script') began.set(requestId, { url: response.url, encoding });
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const script = began.get(requestId);
    if (script) weighed.set(script.url, { bytes: encodedDataLength, encoding: script.encoding });
  });
  await client.send('Network.enable');
  // The smaller Brotli is what most phones get; the limit is for those that get gzip.
  await client.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': 'gzip' } });
  return weighed;
}

/** Until every market stands there with its price, and nothing more is asked for. */
async function firstVisit(page: Page): Promise<void> {
  await page.goto(`${server.url}/`);
  await page.locator('section[aria-labelledby="all-markets"] li svg path').first().waitFor({ timeout: READY_LIMIT_MS });
  await page.waitForLoadState('networkidle', { timeout: READY_LIMIT_MS });
}
