// A chain of the Ethereum kind, as one of its nodes tells of it. Strict: what has not the shape of the protocol is no answer.

import { checksummed } from '@fairtick/contract/addresses/chain';
import { toHex } from '@fairtick/kernel/bytes';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { JsonRpc } from './json-rpc.ts';
import type { ChainFault, ChainTransaction, ChainWatcher, TokenTransfer } from './watcher.ts';

/** keccak256 of Transfer(address,address,uint256). */
const TRANSFER = `0x${toHex(keccak_256(utf8ToBytes('Transfer(address,address,uint256)')))}`;
/** More than a block's gas allows. */
const LOGS_LIMIT = 20_000;

const quantity = z
  .string()
  .regex(/^0x(0|[1-9a-f][0-9a-f]{0,63})$/i)
  .transform((text) => BigInt(text));
/** A number that counts: heights and places of logs. */
const count = quantity.refine((value) => value <= BigInt(Number.MAX_SAFE_INTEGER));
const word = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i)
  .transform((text) => text.toLowerCase());
const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i)
  .transform((text) => checksummed(text.slice(2).toLowerCase()));
const bytes = z.string().regex(/^0x([0-9a-f]{2})*$/i);

const log = z.object({
  address,
  topics: z.array(word).max(4),
  data: bytes,
  logIndex: count,
  transactionHash: word,
  blockHash: word,
  removed: z.boolean().optional().default(false),
});
const receipt = z.object({
  transactionHash: word,
  blockHash: word,
  blockNumber: count,
  status: z.enum(['0x0', '0x1']),
  logs: z.array(log).max(LOGS_LIMIT),
});
type Receipt = z.output<typeof receipt>;
const transaction = z.object({
  hash: word,
  blockHash: word.nullable(),
  from: address,
  /** None where it makes a contract. */
  to: address.nullable(),
  value: quantity,
});
const block = z.object({ number: count, hash: word });

export interface EvmOptions {
  readonly chainId: bigint;
  /** May hold a key: never log it. */
  readonly url: string;
  /** For all that one question takes. */
  readonly limitMs?: number;
}

const LIMIT_MS = 4_000;

export class EvmWatcher implements ChainWatcher {
  readonly #rpc: JsonRpc;
  readonly #chainId: bigint;
  readonly #limitMs: number;

  constructor({ chainId, url, limitMs = LIMIT_MS }: EvmOptions) {
    this.#rpc = new JsonRpc(url);
    this.#chainId = chainId;
    this.#limitMs = limitMs;
  }

  head(): Promise<Result<bigint, ChainFault>> {
    return this.#head(AbortSignal.timeout(this.#limitMs));
  }

  async #head(signal: AbortSignal): Promise<Result<bigint, ChainFault>> {
    const chainId = await this.#rpc.call({ method: 'eth_chainId', signal }, quantity);
    if (!chainId.ok) return chainId;
    if (chainId.value !== this.#chainId) return err('other_chain');
    return this.#rpc.call({ method: 'eth_blockNumber', signal }, count);
  }

  async lookup(txid: string): Promise<Result<ChainTransaction | undefined, ChainFault>> {
    const signal = AbortSignal.timeout(this.#limitMs);
    const head = await this.#head(signal);
    if (!head.ok) return head;
    const asked = `0x${txid.toLowerCase()}`;
    const [told, sent] = await Promise.all([
      this.#rpc.call({ method: 'eth_getTransactionReceipt', params: [asked], signal }, receipt.nullable()),
      this.#rpc.call({ method: 'eth_getTransactionByHash', params: [asked], signal }, transaction.nullable()),
    ]);
    if (!told.ok) return told;
    if (!sent.ok) return sent;
    if (told.value === null) return ok(undefined);
    const [found, envelope] = [told.value, sent.value];
    if (!isWhole(found, asked) || envelope?.hash !== asked || envelope.blockHash !== found.blockHash)
      return err('wrong');
    // Asked last: whether the chain has that block still.
    const params = [hexOf(found.blockNumber), false];
    const at = await this.#rpc.call({ method: 'eth_getBlockByNumber', params, signal }, block.nullable());
    if (!at.ok) return at;
    const { from, to, value } = envelope;
    return ok({
      succeeded: found.status === '0x1',
      blockHash: found.blockHash,
      confirmations: Math.max(0, Number(head.value - found.blockNumber) + 1),
      isCanonical: at.value?.hash === found.blockHash && !found.logs.some(({ removed }) => removed),
      native: { from, to: to ?? '', value },
      transfers: found.logs.flatMap(transferOf),
    });
  }
}

const hexOf = (value: bigint): string => `0x${value.toString(16)}`;

/** Of the transaction that was asked for, each log once and of its block. */
function isWhole({ transactionHash, blockHash, logs }: Receipt, asked: string): boolean {
  const places = new Set(logs.map(({ logIndex }) => logIndex));
  const isOwn = logs.every((one) => one.transactionHash === asked && one.blockHash === blockHash);
  return transactionHash === asked && isOwn && places.size === logs.length;
}

/** Nothing of a log that is no transfer of a token: one of a single thing has four topics. */
function transferOf({ address: contract, topics, data, logIndex }: Receipt['logs'][number]): TokenTransfer[] {
  const [kind, from, to] = topics;
  if (kind !== TRANSFER || topics.length !== 3 || data.length !== 66) return [];
  const [sender, taker] = [addressIn(from), addressIn(to)];
  if (sender === undefined || taker === undefined) return [];
  return [{ logIndex: Number(logIndex), contract, from: sender, to: taker, value: BigInt(data) }];
}

/** The address in a word; undefined where the word is more than one. */
const addressIn = (text = ''): string | undefined => (/^0x0{24}/.test(text) ? checksummed(text.slice(-40)) : undefined);
