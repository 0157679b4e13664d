// The way past a captcha without reading: the device finds a number whose key begins as the server wants. The browser derives keys beside the page,
// which goes on answering its user; several at once use the processors there are.

import { isRecord } from '@fairtick/contract/client/is-record';
import { concat, toHex } from '@fairtick/kernel/bytes';

const AT_ONCE = 4;
/** A number is found within a few thousand; a server that asks for more is not served for ever. */
const MOST = 1_000_000;

/** Only over a secure connection does a browser derive keys. */
export const canCompute = (): boolean => typeof globalThis.crypto?.subtle?.deriveBits === 'function';

interface Work {
  readonly challenge: unknown;
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly prefix: string;
  readonly iterations: number;
  readonly bits: number;
  readonly hash: string;
}

/** What the server is to be sent, as text; undefined where the work is none that this app can do. */
export async function solveWork(text: string): Promise<string | undefined> {
  const work = workOf(text);
  if (!work) return undefined;
  for (let first = 0; first < MOST; first += AT_ONCE) {
    const counters = Array.from({ length: AT_ONCE }, (_, n) => first + n);
    const keys = await Promise.all(counters.map((counter) => keyOf(work, counter)));
    const found = keys.findIndex((key) => key.startsWith(work.prefix));
    if (found >= 0) {
      const solution = { counter: first + found, derivedKey: keys[found] ?? '' };
      return JSON.stringify({ challenge: work.challenge, solution });
    }
  }
  return undefined;
}

function workOf(text: string): Work | undefined {
  const challenge: unknown = JSON.parse(text);
  if (!isRecord(challenge) || !isRecord(challenge.parameters)) return undefined;
  const { algorithm, nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  const [kind, hash] = String(algorithm).split('/');
  const [nonceBytes, saltBytes] = [fromHex(String(nonce)), fromHex(String(salt))];
  if (kind !== 'PBKDF2' || hash === undefined || !nonceBytes || !saltBytes || typeof keyPrefix !== 'string')
    return undefined;
  const parts = { nonce: nonceBytes, salt: saltBytes, prefix: keyPrefix.toLowerCase(), hash };
  return { challenge, ...parts, iterations: Number(cost), bits: 8 * (Number(keyLength) || 32) };
}

function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^([0-9a-f]{2})+$/i.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** In hex. */
async function keyOf({ nonce, salt, iterations, bits, hash }: Work, counter: number): Promise<string> {
  const number = new Uint8Array(4);
  new DataView(number.buffer).setUint32(0, counter);
  const { subtle } = globalThis.crypto;
  const key = await subtle.importKey('raw', concat(nonce, number), 'PBKDF2', false, ['deriveBits']);
  return toHex(new Uint8Array(await subtle.deriveBits({ name: 'PBKDF2', salt, iterations, hash }, key, bits)));
}
