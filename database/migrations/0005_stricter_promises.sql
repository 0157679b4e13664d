-- A journal is whole for ever, an account lies in its user's realm, and an order has no way back.

-- Lines are numbered from 0 to lines - 1: with the key on (journal, line) nothing can be added to a journal later.
CREATE OR REPLACE FUNCTION apply_entries() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM new_entries e LEFT JOIN ledger_accounts a ON a.id = e.account_id LEFT JOIN journals j ON j.id = e.journal_id
    WHERE a.id IS NULL OR j.id IS NULL OR a.realm <> j.realm
  ) THEN
    RAISE EXCEPTION 'entry without account or journal, or of another realm' USING ERRCODE = 'check_violation', CONSTRAINT = 'one_realm_per_journal';
  END IF;
  IF EXISTS (
    SELECT 1 FROM new_entries e JOIN ledger_accounts a ON a.id = e.account_id
    GROUP BY e.journal_id, a.currency HAVING sum(e.available_change + e.locked_change) <> 0
  ) THEN
    RAISE EXCEPTION 'journal does not sum to zero' USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_sums_to_zero';
  END IF;
  IF EXISTS (
    SELECT 1 FROM new_entries e JOIN journals j ON j.id = e.journal_id GROUP BY j.id, j.lines
    HAVING count(*) <> j.lines OR min(e.line) <> 0 OR max(e.line) <> j.lines - 1
  ) THEN
    RAISE EXCEPTION 'journal written in part or added to' USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_is_whole';
  END IF;
  UPDATE ledger_accounts a SET available = a.available + d.available_change, locked = a.locked + d.locked_change
  FROM (
    SELECT account_id, sum(available_change) AS available_change, sum(locked_change) AS locked_change
    FROM new_entries GROUP BY account_id ORDER BY account_id
  ) d
  WHERE a.id = d.account_id;
  RETURN NULL;
END $$;

-- The house (owner 0) is no user: then the reference is empty and checks nothing.
ALTER TABLE users ADD UNIQUE (id, realm);
ALTER TABLE ledger_accounts ADD COLUMN user_id bigint GENERATED ALWAYS AS (nullif(owner_id, 0)) STORED;
ALTER TABLE ledger_accounts ADD CONSTRAINT account_of_user FOREIGN KEY (user_id, realm) REFERENCES users (id, realm);

-- A batch writes where an order stands at its end: one that was pending may have been filled and closed within it.
DROP TRIGGER order_final ON forex_orders;
CREATE TRIGGER order_final BEFORE UPDATE ON forex_orders FOR EACH ROW
  WHEN (OLD.status IN ('cancelled', 'closed')
    OR (OLD.status = 'open' AND (NEW.status NOT IN ('open', 'closed')
      OR (NEW.open_price, NEW.open_tick, NEW.open_rate, NEW.open_time) <> (OLD.open_price, OLD.open_tick, OLD.open_rate, OLD.open_time)
      OR NEW.open_rate_tick IS DISTINCT FROM OLD.open_rate_tick)))
  EXECUTE FUNCTION order_final();
-- Nothing is booked before the end.
ALTER TABLE forex_orders ADD CHECK (status = 'closed' OR result = 0);
ALTER TABLE micro_orders ADD CHECK (status = 'closed' OR (result = 0 AND end_price IS NULL AND end_tick IS NULL));
