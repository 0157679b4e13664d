// Malformed calls of the endpoints of any tables, derived from the contract: at most half are good calls with something wrong in them, the
// others are random structures and random bytes.

import type { Random } from '@fairtick/kernel/random';
import { damaged, hostileValue, nested, randomBytes, randomJson, randomText, times } from './hostile.ts';
import { pick } from './live-app.ts';
import { goodValues, isFree, isTyped, type Target } from './targets.ts';

export interface Attempt {
  /** For reports: how it was made. */
  readonly what: string;
  readonly port: number;
  readonly bytes: Buffer;
  /** The endpoint whose path it names, where its request line is whole. */
  readonly call: Target | undefined;
  /** The method is HEAD: the answer has no body. */
  readonly head: boolean;
  /** The bytes may be no whole request: the connection's end says that nothing more comes. */
  readonly raw: boolean;
  /** The key it asks to be remembered by, where it sent a whole one. */
  readonly key: string | undefined;
  /** The token it sent, where it is a good one. */
  readonly token: string | undefined;
}

export interface Material {
  readonly random: Random;
  readonly targets: readonly Target[];
  /** Tokens that are good. */
  readonly tokens: readonly string[];
  /** Of these, tokens of users without money. */
  readonly poorTokens: readonly string[];
  /** Ids of orders that belong to somebody else, and of the senders'. */
  readonly ids: readonly string[];
  /** Calls that need nothing but a token or not even that would be accepted: leave them malformed. */
  readonly quiet: boolean;
  /** What fields take beside what every fuzzer knows: by `field`, or by `endpoint.field` for those of one alone. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  readonly nextKey: () => string;
}

/** Hashing a password is meant to be slow: more than a few of these would only measure that. */
const HASHING = ['loginForU', 'forget_password', 'amend_password', 'sign_in_password', 'link_password'];
const LOGIN_SHARE = 0.04;

function chooseTarget({ random, targets, quiet }: Material): Target {
  const typed = targets.filter(isTyped);
  for (;;) {
    const target = pick(random, random.below(2) === 0 || typed.length === 0 ? targets : typed);
    if (quiet && isFree(target)) continue;
    if (HASHING.includes(target.name) && random.unit() > LOGIN_SHARE) continue;
    return target;
  }
}

/** A field that names a row of somebody's. */
const NAMES_ROW = /^(id|user|staff|subject|member)$/;

type Field = [name: string, value: string];

function goodFields({ random, ids, values }: Material, target: Target): Field[] {
  return Object.keys(target.endpoint.input.shape).map((name) => [
    name,
    pick(
      random,
      values?.[`${target.name}.${name}`] ?? (NAMES_ROW.test(name) ? ids : (values?.[name] ?? goodValues(target, name))),
    ),
  ]);
}

function spoil(material: Material, fields: Field[]): string {
  const { random } = material;
  const at = random.below(Math.max(1, fields.length));
  const field = fields[at];
  switch (random.below(field ? 6 : 2)) {
    case 0:
      fields.push([
        pick(random, ['__proto__', 'constructor', 'realm', 'userId', 'price', randomText(random, 20)]),
        hostileValue(random),
      ]);
      return 'extra field';
    case 1:
      for (let i = 0; i < random.below(90); i += 1) fields.push([`f${i}`, '1']);
      return 'many fields';
    case 2:
      if (field) fields.push([field[0], hostileValue(random)]);
      return 'repeated field';
    case 3:
      fields.splice(at, 1);
      return 'missing field';
    default:
      if (field) field[1] = hostileValue(random);
      return `hostile ${field?.[0]}`;
  }
}

/** Percent signs for what a query can't hold; half pairs as the three bytes they would be. */
function encode(random: Random, text: string): string {
  if (random.below(30) === 0) return text.replaceAll(/[\s\0#]/g, '%');
  if (text.isWellFormed())
    return random.below(20) === 0 ? encodeURIComponent(text).toLowerCase() : encodeURIComponent(text);
  return [...text]
    .map((sign) => {
      if (sign.isWellFormed()) return encodeURIComponent(sign);
      const unit = sign.charCodeAt(0);
      return [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 63), 0x80 | (unit & 63)]
        .map((b) => `%${b.toString(16)}`)
        .join('');
    })
    .join('');
}

const pairsText = (random: Random, fields: readonly Field[]): string =>
  fields.map(([name, value]) => `${encode(random, name)}=${encode(random, value)}`).join('&');

function jsonText(random: Random, fields: readonly Field[]): string {
  const members = fields.map(([name, value]) => {
    const plain = /^-?\d+(\.\d+)?$/.test(value) && random.below(2) === 0;
    const odd = random.below(12) === 0;
    return `${JSON.stringify(name)}:${odd ? randomJson(random) : plain ? value : JSON.stringify(value)}`;
  });
  return `{${members.join(',')}}`;
}

const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/json, text/html',
  'a',
  '/',
  'application/jsonx',
];

interface Draft {
  method: string;
  path: string;
  headers: Field[];
  body: Buffer;
}

function identity(material: Material): { headers: Field[]; key: string | undefined; token: string | undefined } {
  const { random, tokens } = material;
  const headers: Field[] = [];
  let token: string | undefined;
  const who = random.below(10);
  if (who < 6) token = pick(random, tokens);
  if (token !== undefined) headers.push(['authorization', token]);
  else if (who < 9)
    headers.push(['authorization', pick(random, ['x', 'A'.repeat(43), 'Bearer x', '\u00ff', '-'.repeat(4_000), ''])]);
  let key: string | undefined = material.nextKey();
  const about = random.below(8);
  if (about === 0) key = undefined;
  else if (about === 1)
    key = pick(random, [
      '',
      ' ',
      'a b',
      '\u00e9',
      'k'.repeat(129),
      'k'.repeat(8_000),
      '\t',
      '__proto__',
      'system:stop_out:1',
      'a',
    ]);
  if (key !== undefined) headers.push(['idempotency-key', key]);
  if (random.below(3) === 0)
    headers.push(['lang', pick(random, ['hk', 'en', 'ar', '__proto__', '../en', 'x'.repeat(500)])]);
  return { headers, key, token };
}

function render({ method, path, headers, body }: Draft): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines}\r\n`, 'latin1'), body]);
}

/** A good call with something wrong in it. */
function spoiled(material: Material, spoils = true): Attempt {
  const { random } = material;
  const call = chooseTarget(material);
  const { name, endpoint, port } = call;
  const fields = goodFields(material, call);
  const how = [spoils ? spoil(material, fields) : 'as it should be'];
  if (spoils && random.below(4) === 0) how.push(spoil(material, fields));
  let path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const at = fields.findIndex(([one]) => one === field);
    return at < 0 ? '1' : encode(random, fields.splice(at, 1)[0]?.[1] ?? '').slice(0, 400);
  });
  const { headers, key, token } = identity(material);
  headers.unshift(['host', 'localhost']);
  let body: Buffer = Buffer.alloc(0);
  const post = endpoint.method === 'POST' || (endpoint.changesState && random.below(2) === 0);
  const method = random.below(25) === 0 ? pick(random, METHODS) : post ? 'POST' : 'GET';
  if (!post) path += fields.length === 0 ? '' : `?${pairsText(random, fields)}`;
  else {
    const asJson = random.below(2) === 0;
    let text = asJson ? jsonText(random, fields) : pairsText(random, fields);
    if (random.below(15) === 0) {
      how.push('broken body');
      text = damaged(random, Buffer.from(text)).toString('latin1');
    }
    body = Buffer.from(text);
    const type = asJson ? 'application/json' : 'application/x-www-form-urlencoded';
    headers.push(['content-type', random.below(15) === 0 ? pick(random, TYPES) : type]);
    headers.push(['content-length', String(body.length)]);
  }
  const what = `${name}: ${how.join(', ')}`;
  const bytes = render({ method, path, headers, body });
  return { what, port, bytes, call, head: method === 'HEAD', raw: false, key, token };
}

const METHODS = ['PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'POST', 'GET'];
const PIECES = [
  'api',
  'v2',
  'v3',
  'staff',
  'tlog',
  'tile',
  'user',
  'forex',
  'micro',
  'proof',
  'submit',
  'info',
  '..',
  '.',
  '%2e%2e',
  '%00',
  '%',
  '%ff',
  '',
  ';',
  'healthz',
  'assets',
  '__proto__',
  'checkpoint',
  'entries',
  'x001',
  '000',
  '0',
];

function randomPath({ random, targets }: Material): string {
  if (random.below(3) === 0) return pick(random, targets).endpoint.path;
  const pieces = times(1 + random.below(7), () =>
    random.below(6) === 0 ? encode(random, randomText(random, 30)) : pick(random, PIECES),
  );
  return `/${pieces.join('/')}`;
}

const isToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text) && !/[\s"(),/:;<=>?@[\\\]{}]/.test(text);

/** A whole request of random parts. */
function randomRequest(material: Material): Attempt {
  const { random, targets, quiet } = material;
  const path = randomPath(material).replaceAll(/[\s\0]/g, '') || '/';
  const { port } = pick(random, targets);
  const call = targets.find((one) => one.port === port && one.endpoint.path === path);
  const free = call !== undefined && isFree(call);
  const query =
    random.below(2) === 0
      ? ''
      : `?${times(random.below(6), () => `${encode(random, randomText(random, 12))}=${encode(random, hostileValue(random))}`).join('&')}`;
  const { headers, key, token } = identity(material);
  const own = quiet && free ? { headers: [] as Field[], key, token: undefined } : { headers, key, token };
  const all: Field[] = [['host', 'localhost'], ...own.headers];
  for (let i = 0; i < random.below(5); i += 1) {
    const name = randomText(random, 12);
    if (isToken(name)) all.push([name, randomText(random, 60).replaceAll(/[\r\n\0]/g, ' ')]);
  }
  const body = randomBody(random);
  const method = quiet && free ? 'DELETE' : pick(random, ['GET', 'POST', 'POST', ...METHODS]);
  if (body.length > 0 || random.below(2) === 0) all.push(['content-length', String(body.length)]);
  if (random.below(5) > 0) all.push(['content-type', pick(random, TYPES)]);
  const bytes = render({ method, path: path + query.replaceAll(/[\s\0]/g, ''), headers: all, body });
  return {
    what: `random request ${method} ${path.slice(0, 60)}`,
    port,
    bytes,
    call,
    head: method === 'HEAD',
    raw: false,
    key: own.key,
    token: own.token,
  };
}

function randomBody(random: Random): Buffer {
  switch (random.below(8)) {
    case 0:
      return Buffer.alloc(0);
    case 1:
      return randomBytes(random, random.below(2_000));
    case 2:
      return Buffer.from(random.below(2) === 0 ? nested(1_000, '[', ']') : nested(1_000, '{"a":', '}'));
    case 3:
      return Buffer.from(randomText(random, 500));
    case 4:
      return damaged(random, Buffer.from(randomJson(random)));
    default:
      return Buffer.from(randomJson(random));
  }
}

/** Bytes that are hardly a request at all: noise, or a request with damage anywhere. */
function randomStream(material: Material): Attempt {
  const { random, targets } = material;
  const noise = random.below(4) === 0;
  // Damage may leave the request whole, so a quiet one names nobody who could do anything.
  const base = noise ? undefined : randomRequest({ ...material, quiet: true, tokens: material.poorTokens });
  const bytes = base ? damaged(random, base.bytes) : randomBytes(random, 1 + random.below(1_500));
  return {
    what: noise ? 'noise' : 'damaged request',
    port: base?.port ?? pick(random, targets).port,
    bytes,
    call: undefined,
    head: isHead(bytes),
    raw: true,
    key: undefined,
    token: undefined,
  };
}

/** Damage may leave a blank or an empty line before it. */
const isHead = (bytes: Buffer): boolean => /^\s*HEAD /.test(bytes.toString('latin1', 0, 40));

const HUGE_BYTES = 10 * 1024 * 1024;

/** What is too large to be sent often. */
function outsized(material: Material): Attempt {
  const { random } = material;
  const call = chooseTarget({ ...material, quiet: true });
  const { name, endpoint, port } = call;
  const headers: Field[] = [['host', 'localhost']];
  let body: Buffer = Buffer.alloc(0);
  const kind = random.below(3);
  if (kind === 0) headers.push(['x', 'y'.repeat(20_000)]);
  else if (kind === 1) for (let i = 0; i < 1_500; i += 1) headers.push([`x${i}`, '1']);
  else {
    body = Buffer.alloc(HUGE_BYTES, '{"a":');
    headers.push(['content-type', 'application/json'], ['content-length', String(body.length)]);
  }
  const what = `${name}: ${['huge header', 'many headers', '10 MB body'][kind]}`;
  const bytes = render({ method: kind === 2 ? 'POST' : endpoint.method, path: endpoint.path, headers, body });
  return { what, port, bytes, call, head: false, raw: true, key: undefined, token: undefined };
}

/** A call with nothing wrong in its fields; its method, key and sender may be odd all the same. */
export const goodCall = (material: Material): Attempt => spoiled(material, false);

/** 45 of 100 good calls spoiled, 30 random requests, 25 random streams; one in 500 outsized. */
export function attempt(material: Material): Attempt {
  const { random } = material;
  if (random.below(500) === 0) return outsized(material);
  const die = random.below(100);
  if (die < 45) return spoiled(material);
  return die < 75 ? randomRequest(material) : randomStream(material);
}
