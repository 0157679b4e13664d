// A call is answered within 3 s all in all: a slow look for its session takes from the handler's time, and a call that was answered as
// late before its handler began is never begun.

import { usersTable } from '@fairtick/contract/http/index';
import { ManualClock } from '@fairtick/kernel/clock';
import { buildHttp } from '@fairtick/server/edge/http/server';
import type { Handlers } from '@fairtick/server/platform/endpoints';
import { expect, test } from 'vitest';
import { answeringHandlers } from '../harness/samples.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const log = {
  verifierKey: '',
  epochNote: async () => undefined,
  checkpointText: async () => '',
  tile: async () => undefined,
  entries: async () => undefined,
};
const user = { kind: 'user', userId: 1n, realm: 'demo', tokenHash: new Uint8Array(32) } as const;

/** A server whose sessions are found, and whose cancel_trade is done, when the test says so. */
function slowServer() {
  const clock = new ManualClock(1_700_000_000_000);
  const looked = Promise.withResolvers<void>();
  const found = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  let runs = 0;
  const cancel: Handlers['cancel_trade'] = () => {
    runs += 1;
    begun.resolve();
    return new Promise(() => {});
  };
  const lookUp = () => {
    looked.resolve();
    return found.promise.then(() => user);
  };
  const app = buildHttp({
    handlers: { ...answeringHandlers(usersTable), cancel_trade: cancel },
    sessions: { known: () => undefined, find: lookUp },
    health: async () => ({ ok: true, details: {} }),
    clock,
    logger: silent,
    logs: { ticks: log },
  });
  const heard = app.inject({ url: '/v2/api/forex/cancel_trade?id=1', headers: { authorization: 'x'.repeat(43) } });
  return { app, clock, looked, found, begun, heard, runs: () => runs };
}

test('session and handler share one limit', async () => {
  const { app, clock, looked, found, begun, heard } = slowServer();
  await looked.promise;
  clock.advance(2_000);
  found.resolve();
  await begun.promise;
  clock.advance(1_000);
  const answer = await heard;
  expect(answer.statusCode).toBe(503);
  expect(answer.json().code).toBe(1009);
  await app.close();
});

test('what was answered as unavailable while its session was looked for has not been done and will not be', async () => {
  const { app, clock, looked, found, heard, runs } = slowServer();
  await looked.promise;
  clock.advance(3_000);
  const answer = await heard;
  expect(answer.statusCode).toBe(503);
  expect(answer.json().code).toBe(1001);
  found.resolve();
  await new Promise((resume) => setImmediate(resume));
  expect(runs()).toBe(0);
  await app.close();
});
