// One request to a push service: by a name that leads out of our network at that very moment, without following it anywhere else.

import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { RequestDetails } from 'web-push';
import { isPublic } from './endpoint.ts';

const ANSWER_LIMIT_MS = 10_000;

/** The status that it answers with; a redirect is one like any other. Rejects where nothing answers, or the name leads into our network. */
export function post(url: URL, details: RequestDetails, isTest: boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const { headers, body } = details;
    const sent = request(
      url,
      { method: 'POST', headers, signal: AbortSignal.timeout(ANSWER_LIMIT_MS), ...(isTest ? {} : { lookup: outward }) },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    // The error is logged and shown to the staff: it must not hold the address, by which anybody could send to that browser.
    sent.on('error', () => reject(new Error('the push service does not answer')));
    sent.end(body);
  });
}

/** Asked for each connection, and what it answers is what is connected to: a name cannot lead elsewhere in between. */
const outward: LookupFunction = (host, options, done) => {
  const all: LookupAllOptions = {
    ...options,
    family: options.family === 'IPv6' ? 6 : options.family === 'IPv4' ? 4 : (options.family ?? 0),
    all: true,
  };
  lookup(host, all, (error, addresses: LookupAddress[] = []) => {
    const first = addresses[0];
    if (error || !first) return done(error ?? new Error('no address'), '', 4);
    if (!addresses.every(({ address }) => isPublic(address))) return done(new Error('an inner address'), '', 4);
    return options.all ? done(null, addresses) : done(null, first.address, first.family);
  });
};
