// Connections that ask for nothing take neither others' places nor the server's last file: few are held of one address, and in all the one goes that
// has been silent longest.

import { once } from 'node:events';
import * as net from 'node:net';
import { CONNECTION_LIMITS } from '@fairtick/server/edge/http/connections';
import { afterEach, expect, test } from 'vitest';
import { type Edge, type EdgeOptions, startEdge } from './edge.ts';

let edge: Edge | undefined;
const sockets: net.Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await edge?.close();
});

async function started(connections: Partial<typeof CONNECTION_LIMITS>, more: EdgeOptions = {}): Promise<number> {
  edge = await startEdge({ ...more, connections: { ...CONNECTION_LIMITS, ...connections } });
  return Number(new URL(edge.url).port);
}

interface Held {
  readonly socket: net.Socket;
  readonly closed: Promise<void>;
  /** All that was answered so far. */
  said(): string;
  /** Resolves once `text` was answered. */
  hears(text: string): Promise<void>;
}

/** From an address of this machine's own. Resolves when it is connected; the server may close it at once. */
async function connect(port: number, address: string): Promise<Held> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: address });
  sockets.push(socket);
  let said = '';
  socket.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    socket.emit('heard');
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  const hears = async (text: string): Promise<void> => {
    while (!said.includes(text)) await new Promise<void>((resolve) => socket.once('heard', resolve));
  };
  return { socket, closed, said: () => said, hears };
}

const ASK_HEALTH = 'GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n';

/** Answers once it may; `begun` resolves when so many have asked. */
function slowHealth() {
  const ready = Promise.withResolvers<void>();
  let asked = 0;
  let heard = Promise.withResolvers<void>();
  const answer = async () => {
    asked += 1;
    heard.resolve();
    await ready.promise;
    return { ok: true, details: {} };
  };
  const begun = async (count: number): Promise<void> => {
    while (asked < count) {
      heard = Promise.withResolvers<void>();
      await heard.promise;
    }
  };
  return { health: Object.assign(answer, { begun }), go: () => ready.resolve() };
}

const ASK = 'GET /nowhere HTTP/1.1\r\nhost: here\r\n\r\n';

/** Answered, so that its connection was counted. */
async function asks(one: Held): Promise<void> {
  one.socket.write(ASK);
  await one.hears('"code":1003');
}

test('one address has few: who asks for nothing gives way to whoever comes from there, and nobody else does', async () => {
  const port = await started({ perAddress: 2 });
  const [silent, talking] = [await connect(port, '127.0.0.2'), await connect(port, '127.0.0.2')];
  const neighbour = await connect(port, '127.0.0.3');
  await asks(talking);
  await asks(await connect(port, '127.0.0.2'));
  await silent.closed;
  await asks(neighbour);
});

test('where all connections of an address wait for answers, one more is refused; others are served', async () => {
  const { health, go } = slowHealth();
  const port = await started({ perAddress: 2 }, { health });
  const waiting = [await connect(port, '127.0.0.2'), await connect(port, '127.0.0.2')];
  for (const one of waiting) one.socket.write(ASK_HEALTH);
  await health.begun(2);
  const third = await connect(port, '127.0.0.2');
  await third.closed;
  expect(third.said()).toBe('');
  await asks(await connect(port, '127.0.0.3'));
  go();
  for (const one of waiting) await one.hears('"code":1');
});

test('through a proxy of ours everybody comes', async () => {
  const port = await started({ perAddress: 1, isProxy: (address) => address === '127.0.0.2' });
  for (let one = 0; one < 5; one += 1) await asks(await connect(port, '127.0.0.2'));
});

test('where all places are taken, who has been silent longest goes, and nobody who waits for an answer', async () => {
  const { health, go } = slowHealth();
  const port = await started({ inAll: 3 }, { health });
  const waiting = await connect(port, '127.0.0.2');
  waiting.socket.write(ASK_HEALTH);
  await health.begun(1);
  const silent = await connect(port, '127.0.0.3');
  const talking = await connect(port, '127.0.0.4');
  await asks(talking);
  const last = await connect(port, '127.0.0.5');
  await asks(last);
  await silent.closed;
  await asks(talking);
  go();
  await waiting.hears('"code":1');
});

test('20,000 connections that begin a request and never end it, of one address and of thousands, leave everybody served who asks', async () => {
  const [hostile, atOnce, inAll] = [20_000, 200, 1_000];
  const port = await started({ perAddress: 300, inAll });
  const honest = [await connect(port, '127.0.0.2'), await connect(port, '127.0.0.3')];
  const held = (): Promise<number> =>
    new Promise((resolve) => edge?.server.getConnections((_, count) => resolve(count)));
  let [asked, begun, most] = [0, 0, 0];
  while (begun < hostile) {
    const ofMany = (at: number): string => `127.${1 + (begun % 3)}.${Math.floor(begun / atOnce)}.${at + 1}`;
    const isOfOne = (begun / atOnce) % 2 === 0;
    const waves = Array.from({ length: atOnce }, (_, at) => connect(port, isOfOne ? '127.9.9.9' : ofMany(at)));
    for (const { socket } of await Promise.all(waves)) socket.write('GET /healthz HTTP/1.1\r\nhost: he');
    begun += atOnce;
    asked += 1;
    for (const one of honest) {
      one.socket.write(ASK);
      while (one.said().split('"code":1003').length <= asked) await once(one.socket, 'heard');
    }
    most = Math.max(most, await held());
  }
  // What has been cut is counted until its end is through.
  expect(most).toBeGreaterThan(inAll / 2);
  expect(most).toBeLessThanOrEqual(inAll + 2 * atOnce);
  // Neither has lost their connection meanwhile, and a newcomer is served.
  expect(honest.map(({ socket }) => socket.closed)).toEqual([false, false]);
  await asks(await connect(port, '127.0.0.4'));
});
