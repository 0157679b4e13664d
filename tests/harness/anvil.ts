// A chain of its own for a test: a real node (anvil) on 127.0.0.1 that needs no network, with accounts that have coins, and tokens that are put there as
// bytecode. Only the test talks to it by names of its own; the server asks it as it would ask any node.

import { type ChildProcess, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const SYSTEMS: Readonly<Record<string, string>> = { darwin: 'darwin', linux: 'linux', win32: 'win32' };
const PROCESSORS: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Undefined where this platform has none: such tests say so and are left out. */
export const ANVIL = ((): string | undefined => {
  const { resolve } = createRequire(import.meta.url);
  try {
    const near = createRequire(resolve('@foundry-rs/anvil/package.json'));
    const name = `@foundry-rs/anvil-${SYSTEMS[process.platform]}-${PROCESSORS[process.arch]}`;
    const file = path.join(path.dirname(near.resolve(`${name}/package.json`)), 'bin', 'anvil');
    return [file, `${file}.exe`].find((one) => fs.existsSync(one));
  } catch {
    return undefined;
  }
})();

/** Of the word that everybody's test accounts come from: nobody's money was ever there. */
export const SENDER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** Of Transfer(address,address,uint256) and transfer(address,uint256), as the standard of such tokens (ERC-20) has them. */
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const SELECTOR = 'a9059cbb';

/**
 * A token, assembled by hand. Its data are a selector, which it does not look at, and pairs of a taker and a sum: each moves the sum from the caller
 * and logs Transfer(caller, taker, sum), and one that the caller has not got undoes all. So transfer(to, sum) is one pair, and two pairs are two transfers.
 * Storage: an account's address is the place of its sum.
 */
export const TOKEN_CODE = `0x${[
  '6004', // place of the first pair
  '5b80361115605457', // 02: while there is data behind it
  '80358160200135', // place, to, sum
  '3354', // the caller's
  '818110605f57', // less than the sum: undo
  '819003', // what is left of it
  '3355', // is kept
  '8154810182', // the taker's and the sum
  '55', // are the taker's
  '600052', // the sum is the log's data
  `337f${TRANSFER_TOPIC}60206000a3`, // Transfer(caller, to)
  '604001600256', // next pair
  '5b600160005260206000f3', // 54: true
  '5b60006000fd', // 5f: undone
].join('')}`;

const word = (value: bigint | string): string =>
  (typeof value === 'string' ? value.slice(2).toLowerCase() : value.toString(16)).padStart(64, '0');

/** Data of a token's transfer of each of these pairs. */
export const transferData = (...pairs: readonly (readonly [to: string, value: bigint])[]): string =>
  `0x${SELECTOR}${pairs.map(([to, value]) => word(to) + word(value)).join('')}`;

const receipt = z.object({
  status: z.string(),
  logs: z.array(z.object({ logIndex: z.string() })),
});

export interface Sent {
  /** 64 digits, without 0x. */
  readonly txid: string;
  readonly succeeded: boolean;
  readonly logs: readonly number[];
}

export class Anvil {
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, url: string) {
    this.#process = process;
    this.url = url;
  }

  static async start(chainId: number): Promise<Anvil> {
    if (ANVIL === undefined) throw new Error('there is no anvil for this platform');
    const started = spawn(ANVIL, ['--port', '0', '--host', '127.0.0.1', '--no-mining', '--chain-id', String(chainId)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (!started.stdout) throw new Error('no output');
    for await (const line of createInterface({ input: started.stdout })) {
      const [, port] = /Listening on 127\.0\.0\.1:(\d+)/.exec(line) ?? [];
      if (port === undefined) continue;
      started.stdout.resume();
      return new Anvil(started, `http://127.0.0.1:${port}`);
    }
    throw new Error('anvil ended before it listened');
  }

  async call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const answer = z
      .object({ result: z.unknown(), error: z.object({ message: z.string() }).optional() })
      .parse(await response.json());
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  }

  /** `balance`: of SENDER. */
  async putToken(address: string, balance: bigint): Promise<void> {
    await this.call('anvil_setCode', address, TOKEN_CODE);
    await this.call('anvil_setStorageAt', address, `0x${word(SENDER)}`, `0x${word(balance)}`);
  }

  /** In a block of its own. With gas enough by itself: a transaction that fails is sent all the same. */
  async send(to: string, { data = '0x', value = 0n }: { data?: string; value?: bigint } = {}): Promise<Sent> {
    const sent = { from: SENDER, to, data, value: `0x${value.toString(16)}`, gas: '0x7a120' };
    const hash = z.string().parse(await this.call('eth_sendTransaction', sent));
    await this.mine(1);
    const told = receipt.parse(await this.call('eth_getTransactionReceipt', hash));
    const logs = told.logs.map(({ logIndex }) => Number(logIndex));
    return { txid: hash.slice(2), succeeded: told.status === '0x1', logs };
  }

  async mine(blocks: number): Promise<void> {
    await this.call('anvil_mine', `0x${blocks.toString(16)}`);
  }

  /** The last so many blocks never were: others are in their place, without what was in them. */
  async reorganise(depth: number): Promise<void> {
    await this.call('anvil_reorg', depth, []);
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill();
    await ended;
  }
}
