// A fund product that a real user has bought, without asking whether it was offered to them: rows and journal as the server writes them, so that the
// database's own triggers judge and move everything.

import type { Id } from '@fairtick/kernel/ids';
import { type Db, moveByHand } from './money-by-hand.ts';

/** The house's money for interest, of the live realm. `id`: of its journal. */
export const fundLiveFunds = (db: Db, id: Id, dollars: number): Promise<void> =>
  moveByHand(db, { realm: 'live', ownerId: 0n, id, sums: { fund: String(dollars) } });

/** 100 USD of the first product, which is 0.01 percent a day for 30 days and 0.1 percent for redeeming early: the subscription's id, which follows the ids of the user's accounts. */
export async function boughtByHand(db: Db, userId: Id, status: 'running' | 'refunding'): Promise<Id> {
  const [id, journal, capital] = [userId + 4n, userId + 5n, userId + 6n];
  await fundLiveFunds(db, capital, 15);
  await db.owner.query(`DO $hand$ DECLARE now bigint := database_ms(); BEGIN
    INSERT INTO fund_subscriptions (id, realm, user_id, product_id, title, amount, percent, damages, days, day_profit, penalty, sub_time, status, paid_days, next_due)
      VALUES (${id}, 'live', ${userId}, 1, '{"en":"30 days"}', 100, 0.01, 0.1, 30, 0.01, 0.1, now, 'running', 0, now + 86400000);
    INSERT INTO journals (id, realm, time, reason, reference, idempotency_key, lines, owner_id, number, actor_kind, actor_id)
      SELECT ${journal}, 'live', now, 50, ${id}, 'test:fund', 2, id, version + 1, 1, id FROM owners WHERE id = ${userId} AND realm = 'live';
    INSERT INTO entries (journal_id, line, account_id, available_change, locked_change)
      SELECT ${journal}, CASE owner_id WHEN 0 THEN 1 ELSE 0 END, id, CASE owner_id WHEN 0 THEN -0.3 ELSE -100 END, CASE owner_id WHEN 0 THEN 0.3 ELSE 100 END
      FROM ledger_accounts WHERE realm = 'live' AND ((owner_id = ${userId} AND kind = 'change') OR (owner_id = 0 AND kind = 'fund'));
    IF '${status}' = 'refunding' THEN
      UPDATE fund_subscriptions SET status = 'refunding', confirm_time = now + 3600000 WHERE id = ${id};
    END IF;
  END $hand$`);
  return id;
}
