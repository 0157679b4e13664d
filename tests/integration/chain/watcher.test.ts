// What a chain says of a transaction, asked of a real node: and what is made of nodes that are silent, wrong, of another chain, or say two things.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { EvmWatcher } from '@fairtick/server/platform/chain/evm';
import { agreeing } from '@fairtick/server/platform/chain/watcher';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ANVIL, Anvil, SENDER, transferData } from '../../harness/anvil.ts';

const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const OURS = '0x52908400098527886E0F7030069857D2E4169EE7';
const OTHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const CHAIN = 31337n;
const PLENTY = 10n ** 30n;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Asked = { readonly method: string; readonly params: readonly unknown[] };
/** A node that answers as the test says; undefined: never. */
async function node(answer: (asked: Asked) => unknown): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const result = await answer(JSON.parse(body));
    if (result !== undefined) response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
  });
  return listening(server);
}
async function listening(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const watcherOf = (url: string, chainId = CHAIN) => new EvmWatcher({ url, chainId, limitMs: 2_000 });
const A_HASH = 'ab'.repeat(32);

describe('nodes that are no help', () => {
  test('a silent one, and one that nobody is behind', async () => {
    const silent = watcherOf(await node(() => undefined));
    expect(await silent.lookup(A_HASH)).toEqual({ ok: false, error: 'silent' });
    expect(await watcherOf('http://127.0.0.1:1').head()).toEqual({ ok: false, error: 'silent' });
  });

  test('one that sends somebody else’s way', async () => {
    let visits = 0;
    const elsewhere = await node(() => {
      visits += 1;
      return '0x7a69';
    });
    const server = createServer((_, response) => response.writeHead(307, { location: elsewhere }).end());
    expect(await watcherOf(await listening(server)).head()).toEqual({ ok: false, error: 'silent' });
    expect(visits).toBe(0);
  });

  test('a huge answer is not read to its end, packed or not', async () => {
    const huge = `{"jsonrpc":"2.0","id":1,"result":"0x7a69","more":"${'a'.repeat(50_000_000)}"}`;
    const packed = gzipSync(huge);
    for (const [body, headers] of [
      [huge, {}],
      [packed, { 'content-encoding': 'gzip' }],
    ] as const) {
      const server = createServer((_, response) => response.writeHead(200, headers).end(body));
      expect(await watcherOf(await listening(server)).head()).toEqual({ ok: false, error: 'wrong' });
    }
  });

  test.each([
    ['no number', 'seven'],
    ['a number in digits', 31337],
    ['too long a number', `0x1${'0'.repeat(64)}`],
    ['nothing', null],
  ])('%s', async (_, result) => {
    expect(await watcherOf(await node(() => result)).head()).toEqual({ ok: false, error: 'wrong' });
  });

  test('one of another chain', async () => {
    const wrong = watcherOf(await node(() => '0x1'));
    expect(await wrong.lookup(A_HASH)).toEqual({ ok: false, error: 'other_chain' });
  });
});

describe.skipIf(ANVIL === undefined)('a real node', () => {
  let chain: Anvil;
  let watcher: EvmWatcher;
  beforeAll(async () => {
    chain = await Anvil.start(Number(CHAIN));
    await chain.putToken(TOKEN, PLENTY);
  });
  afterAll(() => chain.stop());
  beforeEach(() => {
    watcher = watcherOf(chain.url);
  });
  /** As a node would that shows what it is told to. */
  const proxy = (change: (asked: Asked, result: unknown) => unknown): Promise<string> =>
    node(async (asked) => change(asked, (await chain.call(asked.method, ...asked.params)) ?? null));
  const found = async (txid: string) => {
    const told = await watcher.lookup(txid);
    if (!told.ok || !told.value) throw new Error(JSON.stringify(told));
    return told.value;
  };

  test('a transfer is what its log says, with its confirmations', async () => {
    const { txid, logs } = await chain.send(TOKEN, { data: transferData([OURS, 1_500_000n]) });
    expect(await found(txid)).toMatchObject({
      succeeded: true,
      isCanonical: true,
      confirmations: 1,
      transfers: [{ contract: TOKEN, from: SENDER, to: OURS, value: 1_500_000n, logIndex: logs[0] }],
    });
    await chain.mine(11);
    expect(await found(txid)).toMatchObject({ confirmations: 12 });
    const head = await watcher.head();
    expect(head).toEqual({ ok: true, value: BigInt(String(await chain.call('eth_blockNumber'))) });
  });

  test('a failed one shows its data and moved nothing', async () => {
    const { txid, succeeded } = await chain.send(TOKEN, { data: transferData([OURS, PLENTY * 2n]) });
    expect(succeeded).toBe(false);
    expect(await found(txid)).toMatchObject({ succeeded: false, transfers: [] });
  });

  test('two transfers of one transaction are two, each with its place', async () => {
    const data = transferData([OURS, 1n], [OURS, 2n]);
    const { txid, logs } = await chain.send(TOKEN, { data });
    const { transfers } = await found(txid);
    expect(transfers.map(({ value, logIndex }) => [value, logIndex])).toEqual([
      [1n, logs[0]],
      [2n, logs[1]],
    ]);
    expect(logs[0]).not.toBe(logs[1]);
  });

  test('the chain’s own coin is what the transaction itself moves', async () => {
    const { txid } = await chain.send(OURS, { value: 5n * 10n ** 17n });
    expect(await found(txid)).toMatchObject({
      native: { from: SENDER, to: OURS, value: 5n * 10n ** 17n },
      transfers: [],
    });
  });

  test('a reorganisation takes it back: it is in no block any more', async () => {
    await chain.mine(3);
    const { txid } = await chain.send(TOKEN, { data: transferData([OURS, 7n]) });
    await chain.mine(2);
    expect(await found(txid)).toMatchObject({ confirmations: 3 });
    await chain.reorganise(3);
    expect(await watcher.lookup(txid)).toEqual({ ok: true, value: undefined });
  });

  test('a node that keeps the receipt of a block that is not the chain’s any more', async () => {
    const { txid } = await chain.send(TOKEN, { data: transferData([OURS, 7n]) });
    const url = await proxy(({ method }, result) =>
      method === 'eth_getBlockByNumber' ? { ...(result as object), hash: `0x${'cd'.repeat(32)}` } : result,
    );
    const told = await watcherOf(url).lookup(txid);
    expect(told).toMatchObject({ ok: true, value: { succeeded: true, isCanonical: false } });
  });

  test('a log that was removed is no transfer of the chain', async () => {
    const { txid } = await chain.send(TOKEN, { data: transferData([OURS, 7n]) });
    const url = await proxy(({ method }, result) => {
      if (method !== 'eth_getTransactionReceipt') return result;
      const told = result as { readonly logs: readonly object[] };
      return { ...told, logs: told.logs.map((one) => ({ ...one, removed: true })) };
    });
    expect(await watcherOf(url).lookup(txid)).toMatchObject({ ok: true, value: { isCanonical: false } });
  });

  test('a receipt of another transaction, or one log told twice, is no answer', async () => {
    const [one, other] = [
      await chain.send(TOKEN, { data: transferData([OURS, 1n]) }),
      await chain.send(TOKEN, { data: transferData([OURS, 2n]) }),
    ];
    const foreign = await proxy(({ method, params }, result) =>
      method === 'eth_getTransactionReceipt' && params[0] === `0x${one.txid}`
        ? chain.call(method, `0x${other.txid}`)
        : result,
    );
    expect(await watcherOf(foreign).lookup(one.txid)).toEqual({ ok: false, error: 'wrong' });
    const twice = await proxy(({ method }, result) => {
      if (method !== 'eth_getTransactionReceipt') return result;
      const told = result as { readonly logs: readonly object[] };
      return { ...told, logs: [...told.logs, ...told.logs] };
    });
    expect(await watcherOf(twice).lookup(one.txid)).toEqual({ ok: false, error: 'wrong' });
  });

  test('two nodes: both must say the same, and the lower head counts', async () => {
    const { txid } = await chain.send(TOKEN, { data: transferData([OURS, 9n]) });
    await chain.mine(4);
    const behind = await proxy(({ method }, result) =>
      method === 'eth_blockNumber' ? `0x${(BigInt(String(result)) - 2n).toString(16)}` : result,
    );
    const honest = await agreeing(watcher, watcherOf(behind)).lookup(txid);
    expect(honest).toMatchObject({ ok: true, value: { confirmations: 3 } });
    const lies = await proxy(({ method }, result) => {
      if (method !== 'eth_getTransactionReceipt') return result;
      const told = result as { readonly logs: readonly object[] };
      return { ...told, logs: told.logs.map((log) => ({ ...log, data: `0x${'f'.padStart(64, '0')}` })) };
    });
    const blind = await proxy(({ method }, result) => (method === 'eth_getTransactionReceipt' ? null : result));
    const mute = await node(() => undefined);
    for (const [url, error] of [
      [lies, 'disagree'],
      [blind, 'disagree'],
      [mute, 'silent'],
    ] as const) {
      expect(await agreeing(watcher, watcherOf(url)).lookup(txid)).toEqual({ ok: false, error });
      expect(await agreeing(watcherOf(url), watcher).lookup(txid)).toEqual({ ok: false, error });
    }
    const none = await agreeing(watcher, watcherOf(chain.url)).lookup(OTHER.slice(2).padStart(64, '0'));
    expect(none).toEqual({ ok: true, value: undefined });
  });
});
