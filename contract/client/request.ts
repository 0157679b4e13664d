// What is sent for a call: address, headers and body, by the contract's table.

import { toHex } from '@fairtick/kernel/bytes';
import type { Clock } from '@fairtick/kernel/clock';
import type { Entropy } from '@fairtick/kernel/random';

/** Of each call its method, its path and whether it changes state. */
export type SentTable = Readonly<Record<string, readonly ['GET' | 'POST', string, boolean]>>;

export interface RequestParts {
  readonly table: SentTable;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly lang: () => string;
  /** The name that a browser keeps beyond sign-outs, so that its owner is not asked again where they have signed in before. */
  readonly device?: () => string;
}

export interface PreparedRequest {
  readonly url: string;
  readonly init: RequestInit;
  readonly changesState: boolean;
}

/** An idempotency key: 16 random bytes in hex. */
export function newKey(entropy: Entropy): string {
  return toHex(entropy.bytes(16));
}

/** Throws where the contract has no such call. */
export function buildRequest(
  parts: RequestParts,
  name: string,
  input: Readonly<Record<string, unknown>>,
  token: string | undefined,
  key: string | undefined,
): PreparedRequest {
  const entry = parts.table[name];
  if (!entry) throw new Error(`no call named ${name}`);
  const [shownMethod, pathTemplate, changesState] = entry;
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = pathTemplate.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = rest.get(field);
    rest.delete(field);
    return encodeURIComponent(String(value));
  });
  const headers: Record<string, string> = { lang: parts.lang() };
  if (token !== undefined) headers.authorization = token;
  if (parts.device) headers.device = parts.device();
  if (changesState) headers['Idempotency-Key'] = key ?? newKey(parts.entropy);
  if (!changesState && shownMethod === 'GET') {
    const query = new URLSearchParams([...rest].map(([field, value]) => [field, String(value)]));
    query.set('t', String(parts.clock.now()));
    return { url: `${path}?${query}`, init: { method: 'GET', headers }, changesState };
  }
  headers['content-type'] = 'application/json';
  return { url: path, init: { method: 'POST', headers, body: JSON.stringify(Object.fromEntries(rest)) }, changesState };
}
