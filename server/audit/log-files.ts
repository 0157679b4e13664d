// A log's public files over HTTP: its checkpoint, tiles and bundles of entries.

import { ERROR_CODES } from '@fairtick/contract/errors';
import { fromUtf8 } from '@fairtick/kernel/bytes';
import { tilePath } from '@fairtick/kernel/log/tiles';

const ANSWER_LIMIT_MS = 10_000;
/** A bundle of 256 entries of a kilobyte each is the largest thing a log serves. */
const MAX_ANSWER_BYTES = 512 * 1024;

/** A server that does not answer proves nothing about its log: that is no finding. */
export class NotAnswered extends Error {
  override readonly name = 'NotAnswered';
}

/** undefined where the server says that it has no such file. */
export class LogFiles {
  readonly #base: string;
  tiles = 0;

  /** `base`: the address that the files' paths go on from. */
  constructor(base: string) {
    this.#base = base;
  }

  async checkpoint(): Promise<string> {
    const bytes = await this.#get('checkpoint');
    if (!bytes) throw new NotAnswered(`${this.#base}checkpoint is not there`);
    return fromUtf8(bytes);
  }

  tile(level: number, n: number, width: number): Promise<Uint8Array | undefined> {
    this.tiles += 1;
    return this.#get(tilePath({ level, n, width }));
  }

  async entries(n: number, width: number): Promise<Uint8Array | 'gone' | undefined> {
    const found = await this.#ask(tilePath({ level: 'entries', n, width }));
    return found.bytes ?? (isGone(found.refusal) ? 'gone' : undefined);
  }

  async #get(path: string): Promise<Uint8Array | undefined> {
    return (await this.#ask(path)).bytes;
  }

  async #ask(path: string): Promise<{ readonly bytes?: Uint8Array; readonly refusal?: Uint8Array }> {
    let response: Response;
    let bytes: ArrayBuffer;
    try {
      response = await fetch(this.#base + path, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
      bytes = await response.arrayBuffer();
    } catch (error) {
      throw new NotAnswered(`${this.#base}${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
    // What it has no more, or can't make up any more from what it has, is a finding; that it is busy is none.
    if (response.status === 404 || response.status === 500) return { refusal: new Uint8Array(bytes) };
    if (response.status !== 200 || bytes.byteLength > MAX_ANSWER_BYTES)
      throw new NotAnswered(`${this.#base}${path}: status ${response.status}`);
    return { bytes: new Uint8Array(bytes) };
  }
}

/** Whether a 404 gives as its reason that these entries are no longer kept. */
function isGone(refusal: Uint8Array | undefined): boolean {
  try {
    const said: unknown = JSON.parse(fromUtf8(refusal ?? new Uint8Array(0)));
    return typeof said === 'object' && said !== null && 'code' in said && said.code === ERROR_CODES.TICKS_GONE;
  } catch {
    return false;
  }
}
