// Walks the endpoints of any table: a good call of each, sent by everybody there is, against what the contract says of its roles.

import {
  type Audience,
  type Endpoint,
  methodsOf,
  pathFields,
  ROLES,
  type Role,
  UPLOAD_FIELD,
} from '@fairtick/contract/endpoint';
import { ERROR_CODES } from '@fairtick/contract/errors';
import { type EndpointTable, endpointsOf } from '@fairtick/contract/table';
import { z } from 'zod';
import { sampleFields } from './samples.ts';

export type Method = 'GET' | 'POST';

/** One way to call an endpoint. */
export interface Way {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly method: Method;
}

/** Every endpoint of a table under every method that it is served by. */
export const waysOf = (table: EndpointTable): Way[] =>
  endpointsOf(table).flatMap(([name, endpoint]) => methodsOf(endpoint).map((method) => ({ name, endpoint, method })));

/** One who calls, and as whom the table knows them: a token of another table's people is a visitor's. */
export interface WalkCaller {
  readonly what: string;
  readonly token?: string | undefined;
  readonly role: Role;
}

/** A request of a way: the smallest input that the contract takes, after `change`. */
export function requestOf(
  { endpoint, method }: Way,
  change: (fields: Record<string, string>) => void = () => {},
): { readonly path: string; readonly init: RequestInit } {
  const fields = sampleFields(endpoint.input);
  change(fields);
  let { path } = endpoint;
  for (const field of pathFields(path)) {
    path = path.replace(`{${field}}`, encodeURIComponent(fields[field] ?? ''));
    delete fields[field];
  }
  if (endpoint.body === 'multipart') {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append(UPLOAD_FIELD, new Blob([new Uint8Array(8)]), 'sample');
    return { path, init: { method, body: form } };
  }
  const body = new URLSearchParams(fields);
  return method === 'GET' ? { path: `${path}?t=1&${body}`, init: {} } : { path, init: { method, body } };
}

/** A token of somebody of every role. */
export type Tokens = Readonly<Record<Exclude<Role, 'visitor'>, string>>;

/** Everybody there is, as the table of an audience knows them: people of another audience are visitors to it. */
export function everybody(audience: Audience, tokens: Tokens): WalkCaller[] {
  const known: readonly string[] = ROLES[audience];
  const people = Object.entries(tokens).map(
    ([role, token]): WalkCaller => ({
      what: `a token of ${role}`,
      token,
      role: known.includes(role) ? (role as Role) : 'visitor',
    }),
  );
  return [
    { what: 'nobody', role: 'visitor' },
    { what: 'an expired token', token: 'x'.repeat(43), role: 'visitor' },
    { what: 'nonsense', token: 'nonsense', role: 'visitor' },
    ...people,
  ];
}

const expectedCode = (endpoint: Endpoint, role: Role): number => {
  if (endpoint.roles.includes(role)) return 1;
  return role === 'demo' ? ERROR_CODES.REAL_ONLY : ERROR_CODES.SESSION_EXPIRED;
};

/** What may be kept of a good answer: what is published, by a visitor for so long; nothing of anything else. */
const expectedKeeping = ({ kept, roles }: Endpoint, { role, token }: WalkCaller): string => {
  if (kept === undefined || !roles.includes(role)) return 'no-store';
  return token === undefined ? `public, max-age=${kept}` : 'private, no-cache';
};
/** Written out a second time, by hand: whatever else were kept might be somebody's own. */
const MAY_BE_KEPT: readonly string[] = ['news_list', 'news_info', 'announcements', 'activity'];

const answered = z.object({ code: z.number(), msg: z.string(), data: z.unknown() }).strict();

/** What each caller was answered otherwise than the contract's roles say; the handlers behind are to answer every good call. */
export async function wrongAnswers(url: string, way: Way, callers: readonly WalkCaller[]): Promise<string[]> {
  const wrong: string[] = [];
  if ((way.endpoint.kept !== undefined) !== MAY_BE_KEPT.includes(way.name)) wrong.push(`${way.name}: kept`);
  for (const caller of callers) {
    const { what, token, role } = caller;
    const { path, init } = requestOf(way);
    const headers = { lang: 'en', ...(token === undefined ? {} : { authorization: token }) };
    const response = await fetch(url + path, { ...init, headers });
    const { code } = answered.parse(await response.json());
    const expected = expectedCode(way.endpoint, role);
    const seen = `${response.status} ${code} ${response.headers.get('cache-control')}`;
    const good = `200 ${expected} ${expectedKeeping(way.endpoint, caller)}`;
    if (seen !== good) wrong.push(`${way.method} ${way.name}, ${what}: ${seen} for ${good}`);
  }
  return wrong;
}
