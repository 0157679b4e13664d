// All calls by name. Nothing outside this table is served under /api, /v2/api or /v3/api.

import type { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { accountEndpoints } from './accounts.ts';
import { forexEndpoints } from './forex.ts';
import { marketEndpoints } from './market.ts';
import { microEndpoints } from './micro.ts';
import { proofEndpoints } from './proof.ts';

export const endpoints = {
  ...accountEndpoints,
  ...marketEndpoints,
  ...forexEndpoints,
  ...microEndpoints,
  ...proofEndpoints,
};

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
/** What a client may send. */
export type InputOf<N extends EndpointName> = z.input<Endpoints[N]['input']>;
/** What a handler gets. */
export type ParsedOf<N extends EndpointName> = z.output<Endpoints[N]['input']>;
export type AnswerOf<N extends EndpointName> = z.output<Endpoints[N]['answer']>;

export const endpointEntries = Object.entries(endpoints) as [EndpointName, Endpoint][];
