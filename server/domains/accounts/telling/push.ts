// Browsers that take messages for their user: told by the browser, kept sealed, since whoever knows endpoint and keys could write to that browser.

import { ECDH } from 'node:crypto';
import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { ParsedOf } from '@fairtick/contract/http/index';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { z } from 'zod';
import { keyOf } from '../../../platform/commands/key.ts';
import type { Queries } from '../../../platform/database/pools.ts';
import { type RequestContext, userOf } from '../../../platform/endpoints.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { Resealer } from '../../../platform/keys/reseal.ts';
import { pushEndpoint } from '../../../platform/push/endpoint.ts';
import type { PushTarget } from '../../../platform/push/sender.ts';
import { resealVapid, vapidKeys } from '../../../platform/push/vapid.ts';
import type { Records } from '../../../platform/records/records.ts';
import {
  endSubscription,
  type SealedSubscription,
  sealedByOthers,
  subscriptionsOf,
  writeResealed,
  writeSubscription,
} from './push-table.ts';

export interface PushServiceOptions {
  readonly db: Queries;
  readonly records: Records;
  readonly keys: Keys;
  /** See `pushEndpoint`. */
  readonly pushOrigins: readonly string[];
}

type Done = Promise<Result<Record<string, never>, Refusal>>;

export class PushService {
  readonly #options: PushServiceOptions;

  constructor(options: PushServiceOptions) {
    this.#options = options;
  }

  async key(): Promise<{ key: string }> {
    const { db, keys } = this.#options;
    return { key: (await vapidKeys(db, keys)).publicKey };
  }

  async add({ endpoint: typed, p256dh, auth }: ParsedOf<'push_add'>, context: RequestContext): Done {
    const { records, keys, pushOrigins } = this.#options;
    const { userId, tokenHash } = userOf(context);
    const endpoint = pushEndpoint(typed, pushOrigins)?.href;
    if (endpoint === undefined) return err(refuse('INPUT_INVALID', { field: 'endpoint' }));
    if (!isPoint(p256dh)) return err(refuse('INPUT_INVALID', { field: 'p256dh' }));
    if (!hasBytes(auth, 16)) return err(refuse('INPUT_INVALID', { field: 'auth' }));
    const sealed = sealTarget(keys, userId, { endpoint, p256dh, auth });
    const done = await records.write({
      key: keyOf(userId, context.key, 'push_add', {}),
      act: async (tx) => {
        return (await writeSubscription(tx, sealed, tokenHash)) ? ok({}) : err(refuse('SESSION_EXPIRED'));
      },
    });
    return done.ok ? ok({}) : done;
  }

  /** Also where it is not known, or is somebody else's: nothing is told of that. */
  async remove({ endpoint: typed }: ParsedOf<'push_remove'>, context: RequestContext): Done {
    const { records, keys, pushOrigins } = this.#options;
    const { userId } = userOf(context);
    const endpoint = pushEndpoint(typed, pushOrigins)?.href;
    const done = await records.write({
      key: keyOf(userId, context.key, 'push_remove', {}),
      act: async (tx) => {
        if (endpoint !== undefined) await endSubscription(tx, keys.macs('web_push', endpoint), userId);
        return ok({});
      },
    });
    return done.ok ? ok({}) : done;
  }
}

/** An uncompressed point of P-256. One beside the curve would make every message to this user's browsers fail. */
function isPoint(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url');
  if (!hasBytes(text, 65) || bytes[0] !== 4) return false;
  try {
    return ECDH.convertKey(bytes, 'prime256v1').length > 0;
  } catch {
    return false;
  }
}
const hasBytes = (text: string, count: number): boolean =>
  /^[A-Za-z0-9_-]+={0,2}$/.test(text) && Buffer.from(text, 'base64url').length === count;

const target = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() });
const aboutTarget = (userId: Id): string => `push/${userId}`;

const sealTarget = (keys: Keys, userId: Id, one: PushTarget): SealedSubscription => ({
  endpoint_mac: keys.mac('web_push', one.endpoint),
  user_id: userId,
  sealed: keys.seal('web_push', Buffer.from(JSON.stringify(one)), aboutTarget(userId)),
});

function openTarget(keys: Keys, { user_id: userId, sealed }: SealedSubscription): PushTarget {
  const plain = keys.open('web_push', sealed, aboutTarget(userId));
  if (!plain) throw new Error('a browser of a user does not open: it was changed, or its master key is missing');
  return target.parse(JSON.parse(Buffer.from(plain).toString()));
}

/** A user's browsers, for the sender; and the end of one. */
export const pushTargets = (db: Queries, keys: Keys) => ({
  targets: async (userId: Id): Promise<PushTarget[]> =>
    (await subscriptionsOf(db, userId)).map((row) => openTarget(keys, row)),
  ended: (endpoint: string): Promise<void> => endSubscription(db, keys.macs('web_push', endpoint), null),
});

const RESEALED_AT_ONCE = 200;

export const pushResealer: Resealer = {
  use: 'web_push',
  async batch(keys, owner) {
    const rows = await sealedByOthers(owner, keys.current, RESEALED_AT_ONCE);
    for (const row of rows) await writeResealed(owner, row, sealTarget(keys, row.user_id, openTarget(keys, row)));
    return rows.length + (await resealVapid(keys, owner));
  },
};
