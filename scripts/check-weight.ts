// Weighs what a first visit of the app and of the console loads, where it counts: the bytes that a real browser takes over the wire from the
// real server. Of the app its scripts, on its first page and where one trades; of the console its styles too.

import type { Browser, Page } from 'playwright-core';
import { DataFolder, Server } from '../tests/chaos/server.ts';
import { needBuiltWeb } from '../tests/harness/app.ts';
import { launchBrowser } from '../tests/harness/browser.ts';
import { watchFiles } from '../tests/harness/script-weight.ts';

interface Visit {
  readonly what: string;
  readonly url: string;
  readonly types: readonly string[];
  /** Headers of the answers included. */
  readonly limitBytes: number;
  /** Until everything stands there. */
  readonly done: (page: Page) => Promise<void>;
}

const READY_LIMIT_MS = 60_000;

needBuiltWeb();
const data = new DataFolder();
const [server, browser] = await Promise.all([Server.start({ dataDir: data.dir }), launchBrowser()]);
const visits: readonly Visit[] = [
  {
    what: 'the app',
    url: `${server.url}/`,
    types: ['Script'],
    limitBytes: 150_000,
    done: (page) => shown(page, 'section[aria-labelledby="all-markets"] li svg path'),
  },
  {
    what: 'the screen of trading',
    url: `${server.url}/#/trade`,
    types: ['Script'],
    // What it is to come down to is 230,000; until then it grows no further.
    limitBytes: 300_000,
    done: (page) => shown(page, 'main canvas'),
  },
  {
    what: 'the console',
    url: `${server.consoleUrl}/`,
    types: ['Script', 'Stylesheet'],
    // Of ours: it was 250,000 before the pages of client money and of agreements.
    limitBytes: 253_000,
    done: (page) => shown(page, 'main form'),
  },
];
try {
  let good = true;
  for (const visit of visits) good = (await isLight(browser, visit)) && good;
  process.exitCode = good ? 0 : 1;
} finally {
  await browser.close();
  await server.stop();
  await data.remove();
}

async function isLight(browser: Browser, { what, url, types, limitBytes, done }: Visit): Promise<boolean> {
  const page = await browser.newPage();
  const client = await page.context().newCDPSession(page);
  const files = await watchFiles(client, types);
  await page.goto(url);
  await done(page);
  let sum = 0;
  for (const [address, { bytes, encoding }] of files) {
    sum += bytes;
    console.log(`${String(bytes).padStart(8)} ${encoding.padEnd(5)} ${new URL(address).pathname}`);
  }
  console.log(`${what}: ${sum} bytes over the wire, gzipped, in ${files.size} answers; the limit is ${limitBytes}`);
  await page.close();
  const asked = [...files.values()].every(({ encoding }) => encoding === 'gzip' || encoding === 'plain');
  return asked && sum > 0 && sum <= limitBytes;
}

/** Until it stands there and nothing more is asked for. */
async function shown(page: Page, place: string): Promise<void> {
  await page.locator(place).first().waitFor({ timeout: READY_LIMIT_MS });
  await page.waitForLoadState('networkidle', { timeout: READY_LIMIT_MS });
}
