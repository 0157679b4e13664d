// A toy domain, whole: each press counts and moves a cent. What a domain needs is here, in its list, and (for a real one) in the contract.

import type { Refusal } from '@fairtick/contract/errors';
import { refuse } from '@fairtick/contract/errors';
import type { Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { DomainPart } from '@fairtick/server/domains/domain-part';
import { type Accounts, HOUSE, type Journal, LedgerDraft } from '@fairtick/server/domains/ledger/index';
import type { Command } from '@fairtick/server/platform/commands/command';
import { WorkingSet } from '@fairtick/server/platform/commands/working-set';
import { int4, int8 } from '@fairtick/server/platform/database/columns';

/** As a migration would have it; that the database holds its journals against its table would be another function (migration 0051). */
export const MIGRATION = `CREATE TABLE counters (id bigint PRIMARY KEY, user_id bigint NOT NULL, count int NOT NULL CHECK (count <= 3));
  GRANT SELECT, INSERT, UPDATE (count) ON counters TO fairtick_app; ALTER TABLE entries DISABLE TRIGGER journal_has_cause`;

interface Counter {
  readonly id: Id;
  readonly userId: Id;
  readonly count: number;
}

interface CounterState {
  readonly ledger: Accounts;
  readonly counter: WorkingSet<Counter>;
  newId(): Id;
}

interface CounterChange {
  readonly ledger: { readonly journals: readonly Journal[] };
  readonly counter: Counter;
}

const CENT = 1_000_000n;

/** The rule: pure. A counter ends at three. */
function decidePress(
  state: CounterState,
  { realm, userId, key }: { readonly realm: Realm; readonly userId: Id; readonly key: string },
): Result<CounterChange, Refusal> {
  const before = state.counter.active(userId)[0] ?? { id: state.newId(), userId, count: 0 };
  if (before.count >= 3) return err(refuse('TOO_MANY_ORDERS', { max: '3' }));
  const draft = new LedgerDraft({ accounts: state.ledger, realm, time: 1, key, newId: () => state.newId() });
  // A domain of its own has a type of its own in the contract; the toy borrows one.
  draft.post('demo_reset', before.id, [
    { ownerId: userId, kind: 'change', available: -CENT },
    { ownerId: HOUSE, kind: 'external', available: CENT },
  ]);
  return ok({ ledger: { journals: draft.journals }, counter: { ...before, count: before.count + 1 } });
}

export const press = (userId: Id, key: string, realm: Realm = 'demo'): Command<CounterState, CounterChange> => ({
  name: 'press',
  realm,
  actor: { kind: 'user', id: userId },
  owners: [userId],
  looksAt: ['counter'],
  decide: (state) => {
    const pressed = decidePress(state, { realm, userId, key });
    return pressed.ok ? ok({ change: pressed.value, answer: { count: pressed.value.counter.count } }) : pressed;
  },
});

export const counterPart: DomainPart<WorkingSet<Counter>, Counter, Counter> = {
  async load(tx, { watched }) {
    const { rows } = await tx.query<{ id: bigint; user_id: bigint; count: number }>({
      name: 'counters_of',
      text: 'SELECT id, user_id, count FROM counters WHERE user_id = ANY($1::bigint[])',
      values: [int8(watched)],
    });
    const counters = rows.map((row) => ({ id: row.id, userId: row.user_id, count: row.count }));
    return new WorkingSet({ what: 'counters', isActive: () => true }, counters, watched);
  },
  apply: (counters, counter) => counters.put(counter),
  write: (counters) =>
    counters.changed().length === 0
      ? []
      : [
          {
            name: 'counters_write',
            text: `INSERT INTO counters SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::int[])
                   ON CONFLICT (id) DO UPDATE SET count = excluded.count`,
            values: [
              int8(counters.changed().map(({ id }) => id)),
              int8(counters.changed().map(({ userId }) => userId)),
              int4(counters.changed().map(({ count }) => count)),
            ],
          },
        ],
  committed: (counters) => counters.changed(),
  tell: (rows, teller) => {
    for (const { userId, count } of rows) teller.publishToUser(userId, 'MICRO_CLOSED', [String(count)]);
  },
};
