// Makes the README's picture out of the running app: the workspace, the trading screen of a phone, a checked order. Run it when the face
// has changed: `node scripts/picture.ts` with the pinned Node, after a build.

import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Browser } from 'playwright-core';
import { DataFolder, Server } from '../tests/chaos/server.ts';
import { changes, closeOrder, openDetail, readyToTrade, showOrders, trade, verify } from '../tests/e2e/trading.ts';
import { type Look, settled, Visitor } from '../tests/e2e/visitor.ts';
import { needBuiltWeb } from '../tests/harness/app.ts';
import { launchBrowser } from '../tests/harness/browser.ts';
import { root } from './run-node.ts';

const LIMIT_BYTES = 400_000;
const FAR = 350;

needBuiltWeb();
const data = new DataFolder();
const [server, browser] = await Promise.all([Server.start({ dataDir: data.dir }), launchBrowser()]);
try {
  const desktop = await shoot({ size: 'desktop', lang: 'en', theme: 'light' }, trading);
  const phone = await shoot({ size: 'phone', lang: 'en', theme: 'dark' }, trading);
  const checked = await shoot({ size: 'phone', lang: 'en', theme: 'light' }, checking);
  const picture = await compose(browser, desktop, phone, checked);
  if (picture.length > LIMIT_BYTES) throw new Error(`the picture takes ${picture.length} bytes`);
  fs.writeFileSync(path.join(root, 'docs', 'fairtick.png'), picture);
  console.log(`docs/fairtick.png, ${picture.length} bytes`);
} finally {
  await browser.close();
  await server.stop();
  await data.remove();
}

async function shoot(look: Look, act: (visitor: Visitor) => Promise<void>): Promise<string> {
  const visitor = await Visitor.arrive(browser, server.url, look, 2);
  await readyToTrade(visitor);
  await act(visitor);
  // What the app said meanwhile covers the head of the screen: its own buttons take it away.
  const dismiss = visitor.page.locator('[role="status"][aria-live] button');
  while ((await dismiss.count()) > 0) await visitor.press(dismiss.first());
  await settled(visitor.page);
  const shot = await visitor.page.screenshot();
  await visitor.leave();
  return `data:image/png;base64,${shot.toString('base64')}`;
}

async function trading(visitor: Visitor): Promise<void> {
  await trade(visitor, { lots: '2.50', stopsAway: FAR });
  await changes(visitor, 'main [data-chip] button');
}

async function checking(visitor: Visitor): Promise<void> {
  await trade(visitor, { lots: '1.00' });
  await changes(visitor, 'main [data-chip] button');
  await showOrders(visitor, 'holding');
  await closeOrder(visitor);
  await showOrders(visitor, 'history');
  await verify(visitor, await openDetail(visitor));
}

async function compose(browser: Browser, desktop: string, phone: string, checked: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
  await page.setContent(`<style>
    body { margin: 0; height: 900px; position: relative; background: #e7ebf3; }
    img { position: absolute; display: block; border: 1px solid #c9d1df; box-shadow: 0 12px 32px rgb(20 30 60 / 0.18); }
    .desktop { left: 36px; top: 84px; width: 1120px; border-radius: 14px; }
    .phone { width: 318px; border-radius: 34px; border: 6px solid #10141c; }
    .trade { right: 346px; top: 168px; }
    .check { right: 28px; top: 64px; }
  </style>
  <img class="desktop" src="${desktop}"><img class="phone trade" src="${phone}"><img class="phone check" src="${checked}">`);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  return await page.screenshot();
}
