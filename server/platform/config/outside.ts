// Settings about the world outside: the names that people reach the server by, the proxies before it, and the services that it uses.
// Most hold secrets, so no sentence here repeats a value.

import * as net from 'node:net';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { ChainNodes } from '../chain/watchers.ts';
import { type Environment, given } from './reading.ts';

export interface Outside {
  /** Where people open the app: an origin, without a slash at its end. Undefined means http://localhost and the port, see `addressesOf`. */
  readonly publicUrl: string | undefined;
  /** Where the staff open the console; as publicUrl. */
  readonly consoleUrl: string | undefined;
  /** Hosts to which the service's status may lead people; none where it may lead to paths of the app alone. */
  readonly statusHosts: readonly string[];
  /** Hosts whose customers' service may stand in a frame of the app. */
  readonly serviceHosts: readonly string[];
  /** Whose X-Forwarded-For is believed: so many proxies before this server, or these networks; 0 is nobody's. */
  readonly trustProxy: number | readonly string[];
  /** The URL may hold a password: never log it. Undefined: letters wait and are shown as held. */
  readonly smtp: { readonly url: string; readonly from: string } | undefined;
  /** Held letters are printed into the log: only where nobody but this machine is served, see `isForTrial`. */
  readonly printsLetters: boolean;
  /** Never log the secret. */
  readonly sms: { readonly url: string; readonly secret: string } | undefined;
  /** Origins of tests' own push services; empty in earnest. */
  readonly pushOrigins: readonly string[];
  /** Never log key and secret. Undefined: files lie in the data folder. */
  readonly s3: S3Place | undefined;
  /** Where a copy of the newest checkpoints is kept. May hold a password: never log it. */
  readonly checkpointUrl: string | undefined;
  /** Nodes of chains that are looked at. Their URLs may hold keys: never log them. */
  readonly chains: readonly ChainNodes[];
}

export interface S3Place {
  readonly url: string;
  readonly bucket: string;
  readonly key: string;
  readonly secret: string;
  readonly region: string;
}

const MAX_HOPS = 9;
const MIN_SECRET = 16;

/** Every fault is one sentence that names its variable. */
export function readOutside(env: Environment, faults: string[]): Outside {
  const read = <T>(result: Result<T, string>): T | undefined => {
    if (result.ok) return result.value;
    faults.push(result.error);
    return undefined;
  };
  const publicUrl = read(origin(env, 'PUBLIC_URL'));
  const consoleUrl = read(origin(env, 'CONSOLE_URL'));
  if (publicUrl !== undefined && publicUrl === consoleUrl)
    faults.push('CONSOLE_URL must differ from PUBLIC_URL: a page of the one must have no part in the other.');
  return {
    publicUrl,
    consoleUrl,
    statusHosts: read(hostsOf(env, 'STATUS_HOSTS', 'status.example.com')) ?? [],
    serviceHosts: read(hostsOf(env, 'SERVICE_HOSTS', 'help.example.com')) ?? [],
    trustProxy: read(trustProxy(given(env, 'TRUST_PROXY'))) ?? 0,
    smtp: read(smtp(given(env, 'SMTP_URL'), given(env, 'SMTP_FROM'))),
    printsLetters: isForTrial(env, publicUrl),
    sms: read(sms(given(env, 'SMS_URL'), given(env, 'SMS_SECRET'))),
    pushOrigins: read(pushOrigins(env)) ?? [],
    s3: read(s3(env)),
    checkpointUrl: read(checkpointUrl(given(env, 'CHECKPOINT_URL'))),
    chains: read(chains(given(env, 'EVM_NODES'))) ?? [],
  };
}

/** A loopback HOST alone does not say so: a server behind a proxy on its machine has one too. */
const isForTrial = (env: Environment, publicUrl: string | undefined): boolean =>
  given(env, 'NODE_ENV') !== 'production' &&
  given(env, 'DATABASE_URL') === undefined &&
  isLoopback(given(env, 'HOST') ?? '127.0.0.1') &&
  (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname));

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

function urlOf(text: string, protocols: readonly string[]): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && protocols.includes(url.protocol) && url.hostname !== '' ? url : undefined;
}

const WEB = ['http:', 'https:'];

function origin(env: Environment, name: string): Result<string | undefined, string> {
  const text = given(env, name);
  if (text === undefined) return ok(undefined);
  const url = urlOf(text, WEB);
  const bare = url && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  return bare ? ok(url.origin) : err(`${name} must look like https://trade.example.com, without a path.`);
}

function hostsOf(env: Environment, name: string, example: string): Result<readonly string[], string> {
  const hosts =
    given(env, name)
      ?.split(',')
      .map((part) => part.trim()) ?? [];
  return hosts.every((host) => /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,8}$/.test(host))
    ? ok(hosts)
    : err(`${name} must be names of hosts such as ${example}, with commas between.`);
}

function checkpointUrl(text: string | undefined): Result<string | undefined, string> {
  if (text === undefined) return ok(undefined);
  return urlOf(text, WEB)
    ? ok(text.replace(/\/+$/, ''))
    : err('CHECKPOINT_URL must be the http or https address below which NAME/checkpoint of each log is kept.');
}

function trustProxy(text: string | undefined): Result<number | readonly string[], string> {
  if (text === undefined) return ok(0);
  if (/^\d$/.test(text)) return ok(Number(text));
  const networks = text.split(',').map((part) => part.trim());
  return networks.every(isNetwork)
    ? ok(networks)
    : err(
        `TRUST_PROXY must be a number of proxies up to ${MAX_HOPS}, or their addresses such as 10.0.0.0/8, with commas between.`,
      );
}

/** An address, or one with the bits that count. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = net.isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function smtp(url: string | undefined, from: string | undefined): Result<Outside['smtp'], string> {
  if (url === undefined) return from === undefined ? ok(undefined) : err('SMTP_URL must be set where SMTP_FROM is.');
  if (!urlOf(url, ['smtp:', 'smtps:'])) return err('SMTP_URL must look like smtps://user:password@host:port.');
  return from !== undefined && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(from)
    ? ok({ url, from })
    : err('SMTP_FROM must be the address that letters come from, such as no-reply@example.com.');
}

function sms(url: string | undefined, secret: string | undefined): Result<Outside['sms'], string> {
  if (url === undefined) return secret === undefined ? ok(undefined) : err('SMS_URL must be set where SMS_SECRET is.');
  if (!urlOf(url, WEB)) return err('SMS_URL must be the http or https address of the gateway.');
  return secret !== undefined && secret.length >= MIN_SECRET
    ? ok({ url, secret })
    : err(`SMS_SECRET must be at least ${MIN_SECRET} signs: the gateway knows our messages by it.`);
}

/** Anywhere else messages go to the push services of browsers alone. */
function pushOrigins(env: Environment): Result<readonly string[], string> {
  const text = given(env, 'PUSH_HOSTS');
  if (text === undefined) return ok([]);
  if (given(env, 'NODE_ENV') !== 'test') return err('PUSH_HOSTS is for tests: it needs NODE_ENV=test.');
  const urls = text.split(',').map((part) => urlOf(part.trim(), WEB));
  return urls.every((url) => url !== undefined)
    ? ok(urls.map((url) => url.origin))
    : err('PUSH_HOSTS must be http or https addresses, with commas between.');
}

function s3(env: Environment): Result<S3Place | undefined, string> {
  const url = given(env, 'S3_URL');
  const bucket = given(env, 'S3_BUCKET');
  const key = given(env, 'S3_KEY');
  const secret = given(env, 'S3_SECRET');
  const region = given(env, 'S3_REGION');
  if ([url, bucket, key, secret, region].every((text) => text === undefined)) return ok(undefined);
  if (url === undefined || !urlOf(url, WEB)) return err('S3_URL must be the http or https address of the storage.');
  if (bucket === undefined || !/^[a-z0-9][a-z0-9.-]{1,62}$/.test(bucket))
    return err('S3_BUCKET must be the name of a bucket: 2 to 63 small letters, digits, dots and hyphens.');
  if (key === undefined) return err('S3_KEY must be set where S3_URL is.');
  if (secret === undefined) return err('S3_SECRET must be set where S3_URL is.');
  return ok({ url, bucket, key, secret, region: region ?? 'us-east-1' });
}

/** Each as CHAIN=URL. Whoever names two of one chain wants both to agree. */
function chains(text: string | undefined): Result<readonly ChainNodes[], string> {
  const wrong = err(
    'EVM_NODES must look like 1=https://node.example.com,56=https://other.example.com, each chain at most twice.',
  );
  const nodes = new Map<string, string[]>();
  for (const part of text?.split(',') ?? []) {
    const [, chain = '', url = ''] = /^\s*([1-9]\d{0,11})=(\S+)\s*$/.exec(part) ?? [];
    const place = urlOf(url, WEB);
    if (place?.username !== '' || place.password !== '') return wrong;
    nodes.set(chain, [...(nodes.get(chain) ?? []), url]);
  }
  const read: ChainNodes[] = [];
  for (const [chain, [first = '', second, ...more]] of nodes) {
    // The same one twice agrees with itself.
    if (more.length > 0 || first === second) return wrong;
    read.push({ chainId: BigInt(chain), urls: second === undefined ? [first] : [first, second] });
  }
  return ok(read);
}
