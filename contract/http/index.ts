// All calls by name. Nothing outside this table is served under /api, /v2/api or /v3/api.

import type { z } from 'zod';
import type { Call } from '../call.ts';
import { accountCalls } from './accounts.ts';
import { forexCalls } from './forex.ts';
import { marketCalls } from './market.ts';
import { microCalls } from './micro.ts';
import { proofCalls } from './proof.ts';

export const calls = { ...accountCalls, ...marketCalls, ...forexCalls, ...microCalls, ...proofCalls };

export type Calls = typeof calls;
export type CallName = keyof Calls;
/** What a client may send. */
export type InputOf<N extends CallName> = z.input<Calls[N]['input']>;
/** What a handler gets. */
export type ParsedOf<N extends CallName> = z.output<Calls[N]['input']>;
export type AnswerOf<N extends CallName> = z.output<Calls[N]['answer']>;

export const callEntries = Object.entries(calls) as [CallName, Call][];
