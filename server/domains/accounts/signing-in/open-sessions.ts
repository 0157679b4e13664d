// Where a user is signed in, and ending what they do not know or need no more.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf } from '@fairtick/contract/http/index';
import { equalBytes, toHex } from '@fairtick/kernel/bytes';
import { parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { keyOf } from '../../../platform/commands/key.ts';
import { type RequestContext, userOf } from '../../../platform/endpoints.ts';
import { forgetDevicesOf } from '../devices/table.ts';
import { SESSION_IDLE_MS } from '../rules.ts';
import type { SignInOptions } from './options.ts';
import { endOtherSessions, endSession, openSessions } from './session-table.ts';

export class OpenSessions {
  readonly #options: Pick<SignInOptions, 'db' | 'clock' | 'records' | 'sessions'>;

  constructor(options: Pick<SignInOptions, 'db' | 'clock' | 'records' | 'sessions'>) {
    this.#options = options;
  }

  async list(context: RequestContext): Promise<AnswerOf<'sessions'>> {
    const { db, clock } = this.#options;
    const { userId, tokenHash } = userOf(context);
    const rows = await openSessions(db, userId, clock.now() - SESSION_IDLE_MS);
    return rows.map((row) => ({
      id: row.id.toString(),
      agent: row.agent,
      address: row.address_shown,
      created: Number(row.created_time),
      lastUsed: Number(row.last_used_time),
      factor: row.factor,
      current: equalBytes(row.token_hash, tokenHash),
    }));
  }

  async end(input: { readonly id: string }, context: RequestContext): Promise<Result<Record<string, never>, Refusal>> {
    const { records, sessions } = this.#options;
    const { userId, tokenHash } = userOf(context);
    const key = keyOf(userId, context.key, 'session_revoke', input);
    const outcome = await sessions.endWithin(records, key, async (tx, end) => {
      const ended = await endSession(tx, userId, parseId(input.id) ?? 0n);
      if (ended.length === 0) return err(refuse('SESSION_UNKNOWN'));
      await forgetDevicesOf(tx, userId, ended, tokenHash);
      end(ended);
      return ok({});
    });
    return outcome.ok ? ok({}) : outcome;
  }

  async endOthers(context: RequestContext): Promise<Result<{ ended: number }, Refusal>> {
    const { records, sessions } = this.#options;
    const { userId, tokenHash } = userOf(context);
    // From another session the same key is another request: the ones to end are others.
    const key = keyOf(userId, context.key, 'sessions_revoke_others', { token: toHex(tokenHash) });
    const outcome = await sessions.endWithin(records, key, async (tx, end) => {
      const ended = await endOtherSessions(tx, userId, tokenHash);
      await forgetDevicesOf(tx, userId, ended, tokenHash);
      end(ended);
      return ok({ ended: ended.length });
    });
    return outcome.ok ? ok({ ended: Number(outcome.value.ended) }) : outcome;
  }
}
