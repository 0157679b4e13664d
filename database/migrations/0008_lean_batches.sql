-- The same promises at a lower price: one pass over a batch's entries, and plans that touch the batch's rows alone however empty the tables
-- were when the plan was made.

-- A batch's locks in one index scan.
CREATE OR REPLACE FUNCTION lock_accounts(owners bigint[], realms realm[]) RETURNS SETOF ledger_accounts
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off SET enable_bitmapscan = off AS $$
  SELECT * FROM ledger_accounts WHERE owner_id = ANY (owners || 0::bigint) AND (owner_id <> 0 OR realm = ANY (realms)) ORDER BY id FOR NO KEY UPDATE
$$;

-- Each entry looks up its account and each journal itself by key (OFFSET 0 keeps the planner from turning that round); the balances are found
-- by their keys too.
CREATE OR REPLACE FUNCTION apply_entries() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_mergejoin = off SET enable_nestloop = off AS $$
DECLARE
  stray boolean;
  uneven boolean;
  partial boolean;
BEGIN
  SELECT bool_or(whole.stray), bool_or(whole.uneven), bool_or(whole.n <> whole.lines OR whole.first <> 0 OR whole.last <> whole.lines - 1)
  INTO stray, uneven, partial
  FROM (
    SELECT bool_or(part.realm IS NULL OR j.realm IS NULL OR part.realm <> j.realm) AS stray, bool_or(part.total <> 0) AS uneven,
      sum(part.n) AS n, min(part.first) AS first, max(part.last) AS last, max(j.lines) AS lines
    FROM (
      SELECT e.journal_id, a.realm, a.currency, sum(e.available_change + e.locked_change) AS total,
        count(*) AS n, min(e.line) AS first, max(e.line) AS last
      FROM new_entries e
      LEFT JOIN LATERAL (SELECT realm, currency FROM ledger_accounts WHERE id = e.account_id OFFSET 0) a ON true
      GROUP BY e.journal_id, a.realm, a.currency
    ) part
    LEFT JOIN LATERAL (SELECT realm, lines FROM journals WHERE id = part.journal_id OFFSET 0) j ON true
    GROUP BY part.journal_id
  ) whole;
  IF stray THEN
    RAISE EXCEPTION 'entry without account or journal, or of another realm' USING ERRCODE = 'check_violation', CONSTRAINT = 'one_realm_per_journal';
  END IF;
  IF uneven THEN
    RAISE EXCEPTION 'journal does not sum to zero' USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_sums_to_zero';
  END IF;
  IF partial THEN
    RAISE EXCEPTION 'journal written in part or added to' USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_is_whole';
  END IF;
  UPDATE ledger_accounts a SET available = a.available + d.available_change, locked = a.locked + d.locked_change
  FROM (
    SELECT account_id, sum(available_change) AS available_change, sum(locked_change) AS locked_change
    FROM new_entries GROUP BY account_id
  ) d
  WHERE a.id = d.account_id AND a.id = ANY (ARRAY(SELECT account_id FROM new_entries));
  RETURN NULL;
END $$;
