// One page of the app on a mid phone, and what the browser itself tells of it: paints, shifts, frames, long tasks, memory.

import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';

/** Four times slower than this machine, behind what DevTools calls Fast 3G: 1.44 Mbit/s down, 675 kbit/s up, 562.5 ms for every request. */
const CPU_SLOWDOWN = 4;
const FAST_3G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
};
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const READY_LIMIT_MS = 120_000;

export interface PhonePage {
  readonly page: Page;
  readonly client: CDPSession;
  close(): Promise<void>;
}

/** A profile that has never been here. `slow`: also behind the slow network. */
export async function openPhone(browser: Browser, slow: boolean): Promise<PhonePage> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await page.addInitScript(watchPage);
  const client = await context.newCDPSession(page);
  if (slow) {
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', FAST_3G);
  }
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return { page, client, close: () => context.close() };
}

/** Until every market stands there with its price and chart, and nothing more is asked for. */
export async function firstScreen(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/`, { timeout: READY_LIMIT_MS });
  const chart = page.locator('section[aria-labelledby="all-markets"] li svg path').first();
  await chart.waitFor({ state: 'attached', timeout: READY_LIMIT_MS });
  await page.waitForLoadState('networkidle', { timeout: READY_LIMIT_MS });
  await painted(page);
}

const painted = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));

/** Before anything of the page: notes what the browser measures, in globalThis.seen. */
function watchPage(): void {
  const seen = { largestPaintMs: 0, largestPaint: '', shift: 0, longTasks: 0, longestTaskMs: 0 };
  Reflect.set(globalThis, 'seen', seen);
  const watch = (type: string, take: (entry: PerformanceEntry) => void): void => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
    });
    observer.observe({ type, buffered: true });
  };
  watch('largest-contentful-paint', (entry) => {
    const { element } = Object(entry);
    seen.largestPaintMs = entry.startTime;
    seen.largestPaint = element instanceof Element ? (element.textContent ?? '').slice(0, 40) : '';
  });
  watch('layout-shift', (entry) => {
    const { hadRecentInput, value } = Object(entry);
    if (hadRecentInput !== true) seen.shift += Number(value);
  });
  watch('longtask', (entry) => {
    seen.longTasks += 1;
    seen.longestTaskMs = Math.max(seen.longestTaskMs, entry.duration);
  });
}

export interface Seen {
  /** ms from the start of the navigation. */
  readonly largestPaintMs: number;
  readonly largestPaint: string;
  readonly shift: number;
  readonly longTasks: number;
  readonly longestTaskMs: number;
}

export const seenOn = (page: Page): Promise<Seen> => page.evaluate(() => Reflect.get(globalThis, 'seen'));

export interface Frames {
  readonly aSecond: number;
  /** Of 50 ms and more, within the time. */
  readonly longTasks: number;
  /** Texts of prices that changed within the time. */
  readonly changes: number;
}

/** Frames that the page was given within `ms`, long tasks and changed texts meanwhile. */
export async function framesOn(page: Page, ms: number): Promise<Frames> {
  return await page.evaluate(
    (ms) =>
      new Promise<Frames>((resolve) => {
        const before: number = Object(Reflect.get(globalThis, 'seen')).longTasks;
        let changes = 0;
        const watch = new MutationObserver((records) => {
          changes += records.length;
        });
        watch.observe(document.body, { subtree: true, characterData: true });
        let frames = 0;
        let start = 0;
        const frame = (now: number): void => {
          if (start === 0) start = now;
          else frames += 1;
          if (now - start < ms) {
            requestAnimationFrame(frame);
            return;
          }
          watch.disconnect();
          const longTasks: number = Object(Reflect.get(globalThis, 'seen')).longTasks;
          resolve({ aSecond: (frames * 1_000) / (now - start), longTasks: longTasks - before, changes });
        };
        requestAnimationFrame(frame);
      }),
    ms,
  );
}

export interface Memory {
  readonly heapBytes: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** What is still held after a full collection. */
export async function memoryOf(client: CDPSession): Promise<Memory> {
  await client.send('HeapProfiler.collectGarbage');
  const { metrics } = await client.send('Performance.getMetrics');
  const value = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { heapBytes: value('JSHeapUsedSize'), nodes: value('Nodes'), listeners: value('JSEventListeners') };
}

/** Memory every `everyMs` over `ms`, the first taken after a while of warming up. */
export async function memoryOver(client: CDPSession, ms: number, everyMs: number): Promise<readonly Memory[]> {
  await client.send('Performance.enable');
  await client.send('HeapProfiler.enable');
  const samples: Memory[] = [];
  const until = performance.now() + ms;
  for (;;) {
    await delay(everyMs);
    samples.push(await memoryOf(client));
    if (performance.now() >= until) return samples;
  }
}
