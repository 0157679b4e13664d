-- What happened to an owner stands in one order: their journals are numbered without a gap, and the row that locks an owner holds the last number.

-- A user, or the house (id 0), which has a row in each realm. Rows are made with users; the version is moved by apply_entries alone.
CREATE TABLE owners (
  id bigint NOT NULL,
  realm realm NOT NULL,
  version int NOT NULL DEFAULT 0,
  PRIMARY KEY (id, realm)
) WITH (fillfactor = 40);
INSERT INTO owners (id, realm) VALUES (0, 'live'), (0, 'demo');
INSERT INTO owners (id, realm) SELECT id, realm FROM users;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON owners FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON owners TO fairtick_app;

CREATE FUNCTION make_owners() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO owners (id, realm) SELECT id, realm FROM new_users;
  RETURN NULL;
END $$;
CREATE TRIGGER make_owners AFTER INSERT ON users REFERENCING NEW TABLE AS new_users FOR EACH STATEMENT EXECUTE FUNCTION make_owners();

-- A journal is of one owner: of the user among its lines or, where the house's accounts alone move, of whom it was done for. It names who caused
-- it: 0 the server (also for a visitor, who is nobody yet), 1 a user, 2 a member of staff.
ALTER TABLE journals ADD COLUMN owner_id bigint, ADD COLUMN number int, ADD COLUMN actor_kind smallint, ADD COLUMN actor_id bigint;
ALTER TABLE journals DISABLE TRIGGER append_only;
UPDATE journals j SET owner_id = n.owner_id, number = n.number,
  actor_kind = CASE WHEN n.by_user THEN 1 ELSE 0 END, actor_id = CASE WHEN n.by_user THEN n.owner_id ELSE 0 END
FROM (
  SELECT o.id, o.owner_id, o.owner_id <> 0 AND o.reason <> 1 AND NOT starts_with(o.idempotency_key, 'system:') AS by_user,
    row_number() OVER (PARTITION BY o.owner_id, o.realm ORDER BY o.id) AS number
  FROM (
    SELECT j.id, j.realm, j.reason, j.idempotency_key, coalesce(l.owner_id, f.user_id, 0) AS owner_id
    FROM journals j
    LEFT JOIN (
      SELECT e.journal_id, max(a.owner_id) AS owner_id FROM entries e JOIN ledger_accounts a ON a.id = e.account_id
      WHERE a.owner_id <> 0 GROUP BY e.journal_id
    ) l ON l.journal_id = j.id
    -- The house's own capital, moved to where a user's order needed it.
    LEFT JOIN forex_orders f ON l.owner_id IS NULL AND j.reason = 3 AND f.id = j.reference
  ) o
) n
WHERE n.id = j.id;
ALTER TABLE journals ENABLE TRIGGER append_only;
UPDATE owners o SET version = j.last
FROM (SELECT owner_id, realm, max(number) AS last FROM journals GROUP BY owner_id, realm) j WHERE j.owner_id = o.id AND j.realm = o.realm;
ALTER TABLE journals
  ALTER COLUMN owner_id SET NOT NULL, ALTER COLUMN number SET NOT NULL,
  ALTER COLUMN actor_kind SET NOT NULL, ALTER COLUMN actor_id SET NOT NULL,
  ADD CONSTRAINT one_journal_per_number UNIQUE (owner_id, realm, number),
  ADD CONSTRAINT actor_known CHECK (actor_kind BETWEEN 0 AND 2 AND (actor_kind = 0) = (actor_id = 0));

-- Who reads an owner's lines goes along their journals, by number, and finds the lines by their journal.
DROP INDEX entries_by_account;

DROP FUNCTION lock_accounts;
-- Locks owners in the order of their ids, the house of the named realms first. Accounts are read after that, so they are of now. Every owner comes
-- with their version, once for each of their accounts, and once with no account where they have none.
CREATE FUNCTION lock_owners(who bigint[], realms realm[])
RETURNS TABLE (owner_id bigint, realm realm, version int, id bigint, kind text, available numeric, locked numeric)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  ids bigint[];
  of realm[];
  versions int[];
BEGIN
  SELECT array_agg(l.id), array_agg(l.realm), array_agg(l.version) INTO ids, of, versions FROM (
    SELECT o.id, o.realm, o.version FROM owners o
    WHERE o.id = ANY (who || 0::bigint) AND (o.id <> 0 OR o.realm = ANY (realms))
    ORDER BY o.id, o.realm FOR NO KEY UPDATE
  ) l;
  RETURN QUERY SELECT o.id, o.realm, o.version, a.id, a.kind, a.available, a.locked
  FROM unnest(ids, of, versions) AS o (id, realm, version)
  LEFT JOIN ledger_accounts a ON a.owner_id = o.id AND a.realm = o.realm AND a.owner_id = ANY (ids);
END $$;
REVOKE ALL ON FUNCTION lock_owners FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_owners TO fairtick_app;

-- As before, and in the same pass: owners' versions are moved to their last numbers, which must continue them, and every line is its journal's
-- owner's or the house's.
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
    UPDATE ledger_accounts a SET available = a.available + d.available_change, locked = a.locked + d.locked_change
    FROM (
      SELECT account_id, sum(available_change) AS available_change, sum(locked_change) AS locked_change FROM new_entries GROUP BY account_id
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
