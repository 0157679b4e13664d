-- A user reads their accounts line by line: how many lines there are is known without counting, and the newest are found without a look at the others.

-- Moved by apply_entries alone, with the balances.
ALTER TABLE ledger_accounts ADD COLUMN entry_count bigint NOT NULL DEFAULT 0;
UPDATE ledger_accounts a SET entry_count = e.n FROM (SELECT account_id, count(*) AS n FROM entries GROUP BY account_id) e WHERE e.account_id = a.id;

-- The index of an owner's order, with what is asked of a journal before its lines: who looks for the lines of one account goes along it alone.
ALTER TABLE journals DROP CONSTRAINT one_journal_per_number,
  ADD CONSTRAINT one_journal_per_number UNIQUE (owner_id, realm, number) INCLUDE (id, time, reason);
-- What is no trading: deposits, withdrawals, transfers. Orders are not in it, so it costs them nothing, and the fund account is found at once among them.
CREATE INDEX journals_beside_trading ON journals (owner_id, realm, number) INCLUDE (id, time, reason) WHERE reason NOT BETWEEN 10 AND 29;

-- As before, and each account's lines are counted.
CREATE OR REPLACE FUNCTION apply_entries() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_mergejoin = off SET enable_nestloop = off AS $$
DECLARE
  stray boolean;
  strange boolean;
  uneven boolean;
  partial boolean;
  jumped boolean;
BEGIN
  WITH moved AS (
    UPDATE ledger_accounts a SET available = a.available + d.available_change, locked = a.locked + d.locked_change,
      entry_count = a.entry_count + d.n
    FROM (
      SELECT account_id, sum(available_change) AS available_change, sum(locked_change) AS locked_change, count(*) AS n
      FROM new_entries GROUP BY account_id
    ) d
    WHERE a.id = d.account_id AND a.id = ANY (ARRAY(SELECT account_id FROM new_entries))
    RETURNING a.id, a.realm, a.currency, a.owner_id
  ), named AS MATERIALIZED (
    SELECT id, realm, lines, owner_id, number FROM journals WHERE id = ANY (ARRAY(SELECT journal_id FROM new_entries))
  ), chains AS MATERIALIZED (
    SELECT owner_id, realm, min(number) AS first, max(number) AS last, count(*) AS n FROM named GROUP BY owner_id, realm
  ), continued AS (
    UPDATE owners o SET version = c.last
    FROM chains c
    WHERE o.id = c.owner_id AND o.realm = c.realm AND o.id = ANY (ARRAY(SELECT owner_id FROM chains))
      AND c.first = o.version + 1 AND c.last = o.version + c.n
    RETURNING 1
  )
  SELECT bool_or(whole.stray), bool_or(whole.strange), bool_or(whole.uneven),
    bool_or(whole.n <> whole.lines OR whole.first <> 0 OR whole.last <> whole.lines - 1),
    (SELECT count(*) FROM continued) <> (SELECT count(*) FROM chains)
  INTO stray, strange, uneven, partial, jumped
  FROM (
    SELECT bool_or(part.realm IS NULL OR j.realm IS NULL OR part.realm <> j.realm) AS stray, bool_or(part.total <> 0) AS uneven,
      bool_or(part.first_user <> j.owner_id OR part.last_user <> j.owner_id) AS strange,
      sum(part.n) AS n, min(part.first) AS first, max(part.last) AS last, max(j.lines) AS lines
    FROM (
      SELECT e.journal_id, a.realm, a.currency, sum(e.available_change + e.locked_change) AS total,
        count(*) AS n, min(e.line) AS first, max(e.line) AS last,
        min(nullif(a.owner_id, 0)) AS first_user, max(nullif(a.owner_id, 0)) AS last_user
      FROM new_entries e LEFT JOIN moved a ON a.id = e.account_id
      GROUP BY e.journal_id, a.realm, a.currency
    ) part
    LEFT JOIN named j ON j.id = part.journal_id
    GROUP BY part.journal_id
  ) whole;
  IF stray THEN
    RAISE EXCEPTION 'entry without account or journal, or of another realm' USING ERRCODE = 'check_violation', CONSTRAINT = 'one_realm_per_journal';
  END IF;
  IF strange THEN
    RAISE EXCEPTION 'journal with a line of another user' USING ERRCODE = 'check_violation', CONSTRAINT = 'one_owner_per_journal';
  END IF;
  IF uneven THEN
    RAISE EXCEPTION 'journal does not sum to zero' USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_sums_to_zero';
  END IF;
  IF partial THEN
    RAISE EXCEPTION 'journal written in part or added to' USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_is_whole';
  END IF;
  IF jumped THEN
    RAISE EXCEPTION 'journal does not continue its owner''s order' USING ERRCODE = 'check_violation', CONSTRAINT = 'owner_order';
  END IF;
  RETURN NULL;
END $$;
