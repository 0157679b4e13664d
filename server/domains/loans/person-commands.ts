// What users send and see of who they are for a loan. A record write and no command of the pipeline: it moves no money.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import { LOAN_ANSWER_HOURS } from '@fairtick/contract/http/loans';
import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { assert, err, ok, type Result } from '@fairtick/kernel/result';
import { answeredBefore } from '../../platform/commands/answered.ts';
import type { Outcome } from '../../platform/commands/command.ts';
import { keyOf } from '../../platform/commands/key.ts';
import type { Pool, PoolClient, Queries } from '../../platform/database/pools.ts';
import { type RequestContext, userOf } from '../../platform/endpoints.ts';
import type { Files } from '../../platform/files/files.ts';
import { attachUploads, lockUsable, usedUploads } from '../../platform/files/table.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import type { Records } from '../../platform/records/records.ts';
import { holdPresent, isRefused, type Jurisdictions, readStanding } from '../accounts/index.ts';
import { lockOwners } from '../ledger/index.ts';
import { isSameName } from '../wallet/index.ts';
import { limitNow, loanRefusal } from './barred.ts';
import { insertPerson, newestPerson } from './person-table.ts';
import { openBorrower, sealBorrower } from './persons.ts';
import { type Borrower, readBorrower } from './rules/person.ts';
import { exclude, excludedUntil } from './table.ts';
import { personView } from './views.ts';

export const ANSWER_MS = LOAN_ANSWER_HOURS * 3_600_000;

export interface PersonOptions {
  readonly db: Pool;
  readonly records: Records;
  readonly keys: Keys;
  readonly files: Files;
  readonly clock: Clock;
  readonly jurisdictions: () => Jurisdictions;
  /** As whom the user is verified; undefined where they are not. */
  readonly verifiedName: (userId: Id) => Promise<string | undefined>;
}

/** Of who keeps themselves from loans. */
const MONTH_MS = 30 * 86_400_000;

/** A break or a stop-out elsewhere is asked about when money is. */
const NOTHING_YET = { stopOut: undefined, coolOff: undefined, excluded: undefined };

type PersonAnswer = AnswerOf<'loan_person'>;

export class LoanPersons {
  readonly #options: PersonOptions;

  constructor(options: PersonOptions) {
    this.#options = options;
  }

  async read(context: RequestContext): Promise<PersonAnswer> {
    const { db, keys, files } = this.#options;
    const { userId } = userOf(context);
    const row = await newestPerson(db, userId);
    const kept = row ? await files.areKept([row.picture]) : false;
    const link = row && kept ? files.links.link(row.picture, { kind: 'user', id: userId }) : '';
    const excluded = await excludedUntil(db, [userId]);
    return personView({ row, borrower: row && openBorrower(keys, row), link, lang: context.lang, excluded });
  }

  async submit(typed: ParsedOf<'loan_person_submit'>, context: RequestContext): Promise<Result<PersonAnswer, Refusal>> {
    const { clock, db, files, verifiedName, records } = this.#options;
    const { userId } = userOf(context);
    // Who it is has no part in the key: a hash of that would be kept for ever.
    const { hand_pic, country, id_card_type } = typed;
    const key = keyOf(userId, context.key, 'loan_person_submit', { hand_pic, country, id_card_type });
    const before = await answeredBefore(db, key);
    if (before) return before.ok ? ok(await this.read(context)) : before;
    const read = readBorrower(typed, clock.now());
    if (!read.ok) return read;
    const borrower = read.value;
    if (isRefused(borrower.country)) return err(refuse('COUNTRY_REFUSED'));
    if (typed.hand_pic.trim() === '') return err(refuse('VALUE_MISSING', { field: 'hand_pic' }));
    const picture = files.idIn(typed.hand_pic);
    if (picture === undefined) return err(refuse('UPLOAD_UNKNOWN'));
    const name = await verifiedName(userId);
    if (name === undefined) return err(refuse('NOT_VERIFIED'));
    if (!isSameName(name, `${borrower.firstName} ${borrower.lastName}`)) return err(refuse('LOAN_NAME_DIFFERS'));
    const done = await records.write({
      key,
      act: (tx) => this.#write(tx, userId, borrower, picture),
    });
    return done.ok ? ok(await this.read(context)) : done;
  }

  /** At once, behind whatever of theirs is under way: what was signed before and is not paid out is not paid out any more. */
  async exclude(
    { months }: ParsedOf<'loan_exclude'>,
    context: RequestContext,
  ): Promise<Result<AnswerOf<'loan_exclude'>, Refusal>> {
    const { db, records } = this.#options;
    const { userId } = userOf(context);
    const done = await records.write({
      key: keyOf(userId, context.key, 'loan_exclude', { months }),
      act: async (tx) => {
        await lockOwners(tx, [userId], []);
        if (!(await holdPresent(tx, userId))) return err(refuse('SESSION_EXPIRED'));
        await exclude(tx, userId, months === '0' ? undefined : Number(months) * MONTH_MS);
        return ok({});
      },
    });
    return done.ok ? ok({ excluded_until: (await excludedUntil(db, [userId])) ?? 0 }) : done;
  }

  async #write(tx: PoolClient, userId: Id, borrower: Borrower, picture: string): Promise<Outcome> {
    const { jurisdictions, keys } = this.#options;
    if (!(await holdPresent(tx, userId))) return err(refuse('SESSION_EXPIRED'));
    const standing = await readStanding(tx, userId);
    const limit = await limitNow(tx, userId, standing);
    const barred = loanRefusal({ standing, jurisdictions: jurisdictions(), person: NOTHING_YET, limit });
    if (barred) return err(barred);
    const state = await stateRefusal(tx, userId);
    if (state) return err(state);
    if ((await lockUsable(tx, [picture], userId)).size === 0) {
      const used = (await usedUploads(tx, [picture], userId)).size > 0;
      return err((await stateRefusal(tx, userId)) ?? refuse(used ? 'UPLOAD_USED' : 'UPLOAD_UNKNOWN'));
    }
    const sealed = sealBorrower(keys, borrower, { user_id: userId, picture });
    const id = await insertPerson(tx, { userId, sealed, picture, answerMs: ANSWER_MS });
    if (id === undefined) return err((await stateRefusal(tx, userId)) ?? refuse('LOAN_PERSON_WAITING'));
    const attached = await attachUploads(tx, { ids: [picture], ownerId: userId, attachedTo: `loan_person:${id}` });
    assert(attached, 'an image that is locked can be used');
    return ok({ id: String(id) });
  }
}

async function stateRefusal(tx: Queries, userId: Id): Promise<Refusal | undefined> {
  const newest = await newestPerson(tx, userId);
  if (newest?.status === 1) return refuse('LOAN_PERSON_WAITING');
  return newest?.status === 2 ? refuse('LOAN_PERSON_DONE') : undefined;
}
