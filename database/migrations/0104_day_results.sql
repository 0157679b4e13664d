-- What trading has come to on an owner's newest day is kept in the row that every batch moves anyway: whoever asks what a day has cost reads one row, however
-- many orders the day had. Summed up at each question it stopped everybody's orders, once one user of the batch had traded enough.

-- Days are of UTC, since 1970, by the journals' own time. Moved by apply_entries alone, with the version; above 0 is a gain, in USD. The day before is kept
-- too: servers' clocks differ a little, so that around midnight journals of both days come.
ALTER TABLE owners ADD COLUMN day int NOT NULL DEFAULT 0, ADD COLUMN day_result numeric(30, 8) NOT NULL DEFAULT 0,
  ADD COLUMN result_before numeric(30, 8) NOT NULL DEFAULT 0;
UPDATE owners o SET day = n.day,
  day_result = coalesce((SELECT sum(e.available_change + e.locked_change) FROM journals j JOIN entries e ON e.journal_id = j.id
    JOIN ledger_accounts a ON a.id = e.account_id AND a.owner_id <> 0
    WHERE j.owner_id = o.id AND j.realm = o.realm AND j.reason BETWEEN 10 AND 29 AND j.time / 86400000 = n.day), 0),
  result_before = coalesce((SELECT sum(e.available_change + e.locked_change) FROM journals j JOIN entries e ON e.journal_id = j.id
    JOIN ledger_accounts a ON a.id = e.account_id AND a.owner_id <> 0
    WHERE j.owner_id = o.id AND j.realm = o.realm AND j.reason BETWEEN 10 AND 29 AND j.time / 86400000 = n.day - 1), 0)
FROM (SELECT owner_id, realm, max(time) / 86400000 AS day FROM journals WHERE owner_id <> 0 GROUP BY owner_id, realm) n
WHERE o.id = n.owner_id AND o.realm = n.realm;

-- As before, and the day's result is moved with the version. The newest day of the statement is every owner's in it: who was at an older one goes on to it.
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
    SELECT id, realm, lines, owner_id, number, reason, (time / 86400000)::int AS day
    FROM journals WHERE id = ANY (ARRAY(SELECT journal_id FROM new_entries))
  ), whole AS MATERIALIZED (
    SELECT part.journal_id, bool_or(part.realm IS NULL OR j.realm IS NULL OR part.realm <> j.realm) AS stray, bool_or(part.total <> 0) AS uneven,
      bool_or(part.first_user <> j.owner_id OR part.last_user <> j.owner_id) AS strange,
      sum(part.n) AS n, min(part.first) AS first, max(part.last) AS last, max(j.lines) AS lines,
      max(j.owner_id) AS owner_id, max(j.realm) AS realm, max(j.number) AS number, max(j.day) AS day,
      sum(part.own) FILTER (WHERE j.reason BETWEEN 10 AND 29) AS result
    FROM (
      SELECT e.journal_id, a.realm, a.currency, sum(e.available_change + e.locked_change) AS total,
        sum(e.available_change + e.locked_change) FILTER (WHERE a.owner_id <> 0) AS own,
        count(*) AS n, min(e.line) AS first, max(e.line) AS last,
        min(nullif(a.owner_id, 0)) AS first_user, max(nullif(a.owner_id, 0)) AS last_user
      FROM new_entries e LEFT JOIN moved a ON a.id = e.account_id
      GROUP BY e.journal_id, a.realm, a.currency
    ) part
    LEFT JOIN named j ON j.id = part.journal_id
    GROUP BY part.journal_id
  ), chains AS MATERIALIZED (
    SELECT owner_id, realm, min(number) AS first, max(number) AS last, count(*) AS n, max(t.day) AS day,
      coalesce(sum(result) FILTER (WHERE whole.day = t.day), 0) AS result,
      coalesce(sum(result) FILTER (WHERE whole.day = t.day - 1), 0) AS before
    FROM whole CROSS JOIN (SELECT max(day) AS day FROM named) t
    WHERE owner_id IS NOT NULL GROUP BY owner_id, realm
  ), continued AS (
    UPDATE owners o SET version = c.last, day = greatest(o.day, c.day),
      day_result = CASE WHEN o.day < c.day THEN c.result WHEN o.day = c.day THEN o.day_result + c.result ELSE o.day_result END,
      result_before = CASE o.day WHEN c.day THEN o.result_before + c.before WHEN c.day - 1 THEN o.day_result + c.before
        WHEN c.day + 1 THEN o.result_before + c.result ELSE CASE WHEN o.day < c.day THEN c.before ELSE o.result_before END END
    FROM chains c
    WHERE o.id = c.owner_id AND o.realm = c.realm AND o.id = ANY (ARRAY(SELECT owner_id FROM chains))
      AND c.first = o.version + 1 AND c.last = o.version + c.n
    RETURNING 1
  )
  SELECT bool_or(whole.stray), bool_or(whole.strange), bool_or(whole.uneven),
    bool_or(whole.n <> whole.lines OR whole.first <> 0 OR whole.last <> whole.lines - 1),
    (SELECT count(*) FROM continued) <> (SELECT count(*) FROM chains)
  INTO stray, strange, uneven, partial, jumped
  FROM whole;
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

DROP FUNCTION trading_loss;
