// What users ask about being a trader: their standing, a name, an application. Record writes and no commands of the pipeline: they move neither money nor
// an order. That nobody applies twice, and no person with two accounts, is held by a lock and by an index.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import type { LanguageKey } from '@fairtick/contract/languages';
import { MAX_AMOUNT_LEAST, MAX_AMOUNT_MOST, MULTIPLE_MOST, TRADER_STATUS } from '@fairtick/contract/trader-words';
import { formatUnits, parseDecimal, UNIT } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { Outcome } from '../../platform/commands/command.ts';
import { keyOf } from '../../platform/commands/key.ts';
import type { Pool, PoolClient } from '../../platform/database/pools.ts';
import { type RequestContext, userOf } from '../../platform/endpoints.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import type { Records } from '../../platform/records/records.ts';
import { freezeOf, holdPresent, type Jurisdictions, offerTo, readStanding } from '../accounts/index.ts';
import { countClosed } from '../forex/index.ts';
import { lockOwners } from '../ledger/index.ts';
import { samePerson } from '../verification/index.ts';
import { agreementIn } from './agreement.ts';
import { followsAnybody } from './following/list-table.ts';
import { ANSWER_MS, applyRefusal } from './rules/application.ts';
import { type Nickname, readNickname } from './rules/nickname.ts';
import {
  findTrader,
  holdPerson,
  holdTrader,
  insertApplication,
  newestApplication,
  recordOf,
  setNickname,
  setSuggested,
  writeEnd,
} from './table.ts';
import { profileView } from './views.ts';

export interface TraderOptions {
  readonly db: Pool;
  readonly records: Records;
  readonly keys: Keys;
  readonly jurisdictions: () => Jurisdictions;
}

interface Wanted {
  readonly nickname: Nickname | undefined;
  readonly multiple: number | undefined;
  readonly maxAmount: bigint | undefined;
}

export class TraderService {
  readonly #options: TraderOptions;

  constructor(options: TraderOptions) {
    this.#options = options;
  }

  async profile(context: RequestContext): Promise<AnswerOf<'follow_profile'>> {
    const { db } = this.#options;
    const { userId } = userOf(context);
    const [trader, application, standing, counts] = await Promise.all([
      findTrader(db, userId),
      newestApplication(db, userId),
      readStanding(db, userId),
      countClosed(db, [userId]),
    ]);
    const verified = standing?.verifiedTime !== undefined;
    return profileView({ userId, trader, application, verified, closedOrders: counts.get(userId) ?? 0 }, context.lang);
  }

  async change(
    typed: ParsedOf<'follow_profile_change'>,
    context: RequestContext,
  ): Promise<Result<Record<string, never>, Refusal>> {
    const wanted = wantedOf(typed);
    if (!wanted.ok) return wanted;
    const { userId } = userOf(context);
    const done = await this.#options.records.write({
      key: keyOf(userId, context.key, 'follow_profile_change', typed),
      act: (tx) => this.#write(tx, userId, wanted.value),
    });
    return done.ok ? ok({}) : done;
  }

  async apply(
    { agreement }: ParsedOf<'apply_trader'>,
    context: RequestContext,
  ): Promise<Result<Record<string, never>, Refusal>> {
    const { userId } = userOf(context);
    if (agreement !== '' && agreement !== agreementIn(context.lang).hash) return err(refuse('AGREEMENT_OLD'));
    const done = await this.#options.records.write({
      key: keyOf(userId, context.key, 'apply_trader', { agreement, lang: context.lang }),
      act: (tx) => this.#apply(tx, userId, context.lang),
    });
    return done.ok ? ok({}) : done;
  }

  async end(context: RequestContext): Promise<Result<Record<string, never>, Refusal>> {
    const { userId } = userOf(context);
    const done = await this.#options.records.write({
      key: keyOf(userId, context.key, 'follow_end', {}),
      act: async (tx) => {
        if (!(await holdPresent(tx, userId))) return err(refuse('SESSION_EXPIRED'));
        const trader = await holdTrader(tx, userId);
        if (trader.status !== TRADER_STATUS.approved) return err(refuse('NOT_A_TRADER'));
        await writeEnd(tx, userId);
        return ok({});
      },
    });
    return done.ok ? ok({}) : done;
  }

  async #write(tx: PoolClient, userId: Id, { nickname, multiple, maxAmount }: Wanted): Promise<Outcome> {
    if (!(await holdPresent(tx, userId))) return err(refuse('SESSION_EXPIRED'));
    const trader = await holdTrader(tx, userId);
    if (nickname) {
      // Two at once for one name: the second waits here, and sees the first.
      await holdPerson(tx, Buffer.from(`name/${nickname.key}`));
      if (!(await setNickname(tx, userId, nickname))) return err(refuse('NICKNAME_TAKEN'));
    }
    if (multiple !== undefined || maxAmount !== undefined)
      await setSuggested(tx, userId, {
        multiple: multiple ?? trader.multiple,
        maxAmount: formatUnits(maxAmount ?? trader.maxAmount),
      });
    return ok({});
  }

  async #apply(tx: PoolClient, userId: Id, lang: LanguageKey): Promise<Outcome> {
    const { keys, jurisdictions } = this.#options;
    if (!(await holdPresent(tx, userId))) return err(refuse('SESSION_EXPIRED'));
    // As a batch does: whoever begins to follow at the same moment comes before or after.
    await lockOwners(tx, [userId], []);
    const standing = await readStanding(tx, userId);
    const freeze = standing && freezeOf(standing, 'orders');
    if (freeze) return err(refuse('FROZEN', { reason: freeze.reason }));
    const person = await samePerson(tx, keys, userId);
    await holdPerson(tx, person?.mark ?? Buffer.from(`user/${userId}`));
    const trader = await holdTrader(tx, userId);
    const others = await recordOf(tx, person?.others ?? []);
    const refused = applyRefusal({
      verified: standing?.verifiedTime !== undefined,
      offered: !offerTo(jurisdictions(), standing?.country).off.has('copying'),
      status: trader.status,
      elsewhere: others.active,
      closedOrders: (await countClosed(tx, [userId])).get(userId) ?? 0,
    });
    if (refused) return err(refused);
    if (await followsAnybody(tx, userId)) return err(refuse('FOLLOWS_FIRST'));
    const { version, hash: agreed, lang: read } = agreementIn(lang);
    const id = await insertApplication(tx, {
      ...{ userId, personKey: trader.personKey ?? others.key ?? userId },
      ...{ version, lang: read, hash: Buffer.from(agreed, 'hex'), answerMs: ANSWER_MS },
    });
    return ok({ id: String(id) });
  }
}

/** What is left out or empty stays. */
function wantedOf(typed: ParsedOf<'follow_profile_change'>): Result<Wanted, Refusal> {
  const nickname = typed.nickname.trim() === '' ? undefined : readNickname(typed.nickname);
  if (nickname && !nickname.ok) return nickname;
  const multiple = typed.multiple.trim() === '' ? undefined : Number(typed.multiple.trim());
  const bounds = { min: '1', max: String(MULTIPLE_MOST) };
  if (
    multiple !== undefined &&
    !(/^\d{1,3}$/.test(typed.multiple.trim()) && multiple >= 1 && multiple <= MULTIPLE_MOST)
  )
    return err(refuse('MULTIPLE_RANGE', bounds));
  const maxAmount = amountOf(typed.max_amount.trim());
  if (!maxAmount.ok) return maxAmount;
  return ok({ nickname: nickname?.value, multiple, maxAmount: maxAmount.value });
}

function amountOf(typed: string): Result<bigint | undefined, Refusal> {
  if (typed === '') return ok(undefined);
  const read = parseDecimal(typed, 2);
  const units = read.ok ? read.value * (UNIT / 100n) : -1n;
  const inside = units >= BigInt(MAX_AMOUNT_LEAST) * UNIT && units <= BigInt(MAX_AMOUNT_MOST) * UNIT;
  const bounds = { min: String(MAX_AMOUNT_LEAST), max: String(MAX_AMOUNT_MOST) };
  return inside ? ok(units) : err(refuse('MAX_AMOUNT_RANGE', bounds));
}
