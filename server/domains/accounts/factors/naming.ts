// Another e-mail or mobile of an account: a code goes there, and with it the new name takes the place of the one of its kind.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { NameKind } from '@fairtick/contract/http/names';
import { toHex } from '@fairtick/kernel/bytes';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { PoolClient } from '../../../platform/database/pools.ts';
import { runAll } from '../../../platform/database/statement.ts';
import { type RequestContext, userOf } from '../../../platform/endpoints.ts';
import { letterTo, smsTo } from '../../../platform/mail/letter.ts';
import { insertOutbox } from '../../../platform/outbox/table.ts';
import { areaOf, isRefused } from '../names/areas.ts';
import { giveWay } from '../names/giving-way.ts';
import { findName, insertName, noteReached } from '../names/table.ts';
import { type Name, typedEmail, typedMobile } from '../registering/rules.ts';
import { holdWithdrawals } from '../standing-change.ts';
import { changeGuarded, keyOfRequest, tellOwner } from './guarded.ts';
import { endName } from './naming-table.ts';
import type { GuardOptions } from './options.ts';

type Refused<T> = Promise<Result<T, Refusal>>;

interface Typed {
  readonly type: NameKind;
  readonly area_id: string;
  readonly to: string;
}

export class Naming {
  readonly #options: GuardOptions;

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  /** The same for a name that somebody has: only whoever reads what is sent there learns it. */
  async begin(typed: Typed, context: RequestContext): Refused<{ wait: number }> {
    const to = read(typed, this.#options.mobiles());
    if (!to.ok) return to;
    const { userId } = userOf(context);
    const { lang } = context;
    // Whoever has that name has not signed in from here, as far as anybody knows.
    return this.#options.codes.send({ purpose: 'name', to: to.value, userId, knownDevice: false, lang, by: context });
  }

  async finish(typed: Typed & { readonly code: string }, context: RequestContext): Refused<Record<string, never>> {
    const { db, codes } = this.#options;
    const to = read(typed, this.#options.mobiles());
    if (!to.ok) return to;
    const principal = userOf(context);
    const { userId } = principal;
    // An answer that was lost is asked for again.
    const held = await findName(db, to.value.name);
    const own = held?.user_id === userId ? held : undefined;
    if (own && own.verified_time !== null) return ok({});
    const tried = await codes.tried('name', to.value.name, typed.code, context, userId);
    if (!tried.ok) return tried;
    const key = keyOfRequest(context, 'name_bind_finish', { name: this.#recognised(to.value) });
    const outcome = await changeGuarded(this.#options, principal, key, async (tx) => {
      if (!(await codes.use(tx, tried.value))) return err(refuse('CODE_WRONG'));
      if (!own) return this.#replace(tx, userId, to.value);
      // Registered by a captcha: theirs already, and shown now.
      await noteReached(tx, own.id, this.#options.clock.now());
      return ok({});
    });
    return outcome.ok ? ok({}) : outcome;
  }

  /** In the key, which outlives the account: a hash of the name itself could be tried against every number that there is. */
  #recognised({ name }: Name): string {
    return toHex(this.#options.keys.mac('user_factors', `bound name/${name}`));
  }

  async #replace(tx: PoolClient, userId: Id, { kind, name }: Name): Refused<Record<string, never>> {
    const before = await endName(tx, userId, kind);
    await giveWay(tx, name);
    if (!(await insertName(tx, { userId, kind, name, verifiedTime: this.#options.clock.now() })))
      return err(refuse('ACCOUNT_TAKEN'));
    await holdWithdrawals(tx, userId, { kind: 'user', id: userId });
    await tellOwner(tx, this.#options, userId, 'name_changed');
    if (before !== undefined) {
      const told = { userId, address: before, template: 'name_changed', params: {} } as const;
      await runAll(tx, insertOutbox([kind === 'email' ? letterTo(told) : smsTo(told)]));
    }
    return ok({});
  }
}

function read({ type: kind, area_id: area, to }: Typed, mobiles: boolean): Result<Name, Refusal> {
  if (to.trim() === '') return err(refuse('VALUE_MISSING', { field: 'account' }));
  if (kind === 'email') return typedEmail(to);
  // Where registering by mobile is not offered, none is bound either.
  if (!mobiles) return err(refuse('ACCOUNT_MALFORMED'));
  if (isRefused(area)) return err(refuse('COUNTRY_REFUSED'));
  const country = areaOf(area)?.code;
  return country === undefined ? err(refuse('AREA_UNKNOWN')) : typedMobile(to, country);
}
