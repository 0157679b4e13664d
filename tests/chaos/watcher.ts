// Anybody who watches: remembers every checkpoint and every price the server showed, and afterwards holds the server and its database to them.

import { SOCKET_PATH } from '@fairtick/contract/socket/messages';
import { fromBase64 } from '@fairtick/kernel/bytes';
import { formatFixed, readUnits } from '@fairtick/kernel/decimal';
import { verifyConsistency } from '@fairtick/kernel/log/merkle';
import { type Checkpoint, parseVerifierKey, type VerifierKey, verifyCheckpoint } from '@fairtick/kernel/log/note';
import type { Pool } from '@fairtick/server/platform/database/pools';
import { nodeNoteCrypto, sha256 } from '@fairtick/server/platform/transparency/index';
import { WebSocket } from 'ws';
import { call, text } from './api.ts';
import { fieldOf, textOf } from './trader.ts';

interface ShownTick {
  readonly index: number;
  readonly code: string;
  readonly bid: string;
  readonly ask: string;
}

/** Shown prices kept until they are checked. */
const MOST_SHOWN = 50_000;

export class Watcher {
  #key: VerifierKey | undefined;
  #newest: Checkpoint | undefined;
  /** Notes not yet held against a newer one. */
  #notes: string[] = [];
  #shown: ShownTick[] = [];
  #closed: string[] = [];
  #socket: WebSocket | undefined;
  checkpoints = 0;
  prices = 0;

  /** Reads the newest checkpoint, if the server answers. */
  async look(url: string): Promise<void> {
    const note = await text(url, '/tlog/checkpoint');
    if (note === undefined || this.#notes.at(-1) === note) return;
    this.#notes.push(note);
    this.checkpoints += 1;
  }

  /** Listens to prices, and to the ends of one user's orders. */
  listen(url: string, token: string): void {
    this.#socket?.terminate();
    const socket = new WebSocket(`${url.replace('http', 'ws')}${SOCKET_PATH}`);
    this.#socket = socket;
    socket.on('error', () => {});
    socket.on('open', () => {
      for (const message of [
        { type: 'sub', topic: 'DAY_MARKET' },
        { type: 'login', token },
        { type: 'sub', topic: 'FOREX_CLOSED' },
      ])
        socket.send(JSON.stringify(message));
    });
    socket.on('message', (bytes) => this.#hear(JSON.parse(String(bytes))));
  }

  stop(): void {
    this.#socket?.terminate();
  }

  #hear(message: unknown): void {
    const data = fieldOf(message, 'data');
    if (fieldOf(message, 'type') === 'FOREX_CLOSED' && Array.isArray(data)) this.#closed.push(...data.map(String));
    if (fieldOf(message, 'type') !== 'DAY_MARKET' || this.#shown.length >= MOST_SHOWN) return;
    const quotation = fieldOf(data, 'quotation');
    const index = fieldOf(quotation, 'index');
    if (typeof index !== 'number') return;
    this.prices += 1;
    this.#shown.push({
      index,
      code: textOf(data, 'symbol'),
      bid: textOf(quotation, 'bid'),
      ask: textOf(quotation, 'ask'),
    });
  }

  /** What was shown and is not so. */
  async findings(url: string, owner: Pool): Promise<string[]> {
    return [
      ...(await this.#brokenCheckpoints(url)),
      ...(await this.#lostPrices(owner)),
      ...(await this.#undone(owner)),
    ];
  }

  /** The newest log must extend every checkpoint ever seen, and be signed by the same key. */
  async #brokenCheckpoints(url: string): Promise<string[]> {
    const status = await call(url, 'market_status', {});
    const key = parseVerifierKey(textOf(status?.data, 'verifierKey'), sha256);
    if (!key.ok) return ['the log has no verifier key'];
    if (this.#key && Buffer.compare(this.#key.publicKey, key.value.publicKey) !== 0)
      return ["the log's key has changed"];
    this.#key = key.value;
    await this.look(url);
    const seen = this.#notes.splice(0).map((note) => verifyCheckpoint(note, key.value, nodeNoteCrypto));
    const broken = seen.flatMap((one) => (one.ok ? [] : [`a checkpoint is ${one.error}`]));
    const good = seen.flatMap((one) => (one.ok ? [one.value] : []));
    const newest = good.at(-1) ?? this.#newest;
    if (!newest) return [...broken, 'no checkpoint was seen'];
    for (const old of [...(this.#newest ? [this.#newest] : []), ...good])
      if (!(await extended(url, old, newest)))
        broken.push(`the checkpoint of ${newest.size} does not extend that of ${old.size}`);
    this.#newest = newest;
    return broken;
  }

  /** Every price that was shown is in the log, at the place it named. */
  async #lostPrices(owner: Pool): Promise<string[]> {
    const shown = this.#shown.splice(0);
    if (shown.length === 0) return [];
    const { rows } = await owner.query(
      `SELECT t.log_index, p.code, t.bid::text AS bid, t.ask::text AS ask, s.value->>'pricePrecision' AS places
       FROM ticks t JOIN pairs p ON p.id = t.pair_id JOIN current_settings s ON s.key = 'pair:' || p.id WHERE t.log_index = ANY ($1::bigint[])`,
      [shown.map((tick) => tick.index)],
    );
    const logged = new Map(rows.map((row) => [Number(row.log_index), row]));
    return shown.flatMap((tick) => {
      const row = logged.get(tick.index);
      const places = Number(row?.places ?? 0);
      const same =
        row && row.code === tick.code && equal(row.bid, tick.bid, places) && equal(row.ask, tick.ask, places);
      return same ? [] : [`a price was shown that is not in the log: ${JSON.stringify(tick)}`];
    });
  }

  async #undone(owner: Pool): Promise<string[]> {
    const ids = this.#closed.splice(0);
    const { rows } = await owner.query(
      `SELECT id FROM forex_orders WHERE id = ANY ($1::bigint[]) AND status NOT IN ('closed', 'cancelled')`,
      [ids],
    );
    return rows.map((row) => `order ${row.id} was told as ended and is live`);
  }
}

const equal = (stored: string, shown: string, places: number): boolean =>
  formatFixed(readUnits(stored), places) === formatFixed(readUnits(shown), places);

export async function extended(url: string, old: Checkpoint, newest: Checkpoint): Promise<boolean> {
  if (old.size === 0) return true;
  if (old.size > newest.size) return extended(url, newest, old);
  const heard = await call(url, 'consistency', { from: String(old.size), to: String(newest.size) });
  const given = fieldOf(heard?.data, 'proof');
  if (!Array.isArray(given)) return false;
  const proof = given.map((hash: unknown) => fromBase64(String(hash)) ?? new Uint8Array(0));
  return verifyConsistency(sha256, { size1: old.size, root1: old.root, size2: newest.size, root2: newest.root, proof });
}
