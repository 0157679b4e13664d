-- Products that are sold, funds and loans: their terms are settings of two people by a right of their own, and their journals have causes of their own.

-- As before (0066), for one kind more.
CREATE OR REPLACE FUNCTION announce_proposed(of_proposal bigint, at_ms bigint, lead_ms bigint) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  p proposals;
  newest int;
BEGIN
  SELECT * INTO p FROM proposals WHERE id = of_proposal;
  IF p.id IS NULL OR p.kind NOT IN ('setting', 'money_setting', 'product_setting', 'status_setting') OR p.state <> 'accepted' OR p.subject_id LIKE '%:%' THEN
    RAISE EXCEPTION 'only what two people agreed on is announced' USING ERRCODE = 'check_violation', CONSTRAINT = 'proposed_setting';
  END IF;
  -- As an announcement does: none comes between what is read here and what is written.
  PERFORM pg_advisory_xact_lock(720619);
  SELECT max(version) INTO newest FROM setting_versions WHERE key = p.subject_id;
  IF newest IS NULL OR newest <> (p.payload::jsonb #>> '{body,base}')::int THEN RETURN NULL; END IF;
  INSERT INTO setting_versions (key, version, value, effective_from, created_time, actor_kind, actor_id, proposal)
    VALUES (p.subject_id, newest + 1, p.payload::jsonb #> '{body,value}',
      greatest(at_ms, greatest(database_ms(), (SELECT max(last_received_time) FROM log_state)) + lead_ms), 0, 'staff', p.checker, p.id);
  RETURN newest + 1;
END $$;

ALTER TABLE journal_types DROP CONSTRAINT journal_types_cause_check;
ALTER TABLE journal_types ADD CONSTRAINT journal_types_cause_check
  CHECK (cause IN ('user', 'forex_order', 'option', 'house_move', 'proposal', 'deposit', 'receipt', 'withdrawal', 'loan', 'fund', 'none'));

-- A journal of a product as its cause is asked about it. av, lo: the user's lines in all; house_av, house_lo: the house's but its fees; fees: what those got.
CREATE TYPE product_journal AS (
  reason smallint, reference bigint, owner_id bigint, realm realm, number bigint, "time" bigint, key text,
  av numeric, lo numeric, house_av numeric, house_lo numeric, fees numeric
);
-- Nobody sells anything yet: each product's own migration says when its journals are grounded.
CREATE FUNCTION loan_has_cause(j product_journal) RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT false $$;
CREATE FUNCTION fund_has_cause(j product_journal) RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT false $$;

-- journal_has_cause as it is (0051), asking them where it knew of nothing: its last branch alone is another.
DO $do$
DECLARE
  was text := pg_get_functiondef('journal_has_cause()'::regprocedure);
  ending text := E'      ELSE false END\n    FROM judged j\n    LEFT JOIN left_over l ON l.journal_id = j.id\n    LEFT JOIN nights f';
  asking text := E'      ELSE CASE j.cause
        WHEN ''loan'' THEN loan_has_cause((j.reason, j.reference, j.owner_id, j.realm, j.number, j.time, j.key, j.av, j.lo, -j.moved - j.reserved - j.fees, j.reserved, j.fees))
        WHEN ''fund'' THEN fund_has_cause((j.reason, j.reference, j.owner_id, j.realm, j.number, j.time, j.key, j.av, j.lo, -j.moved - j.reserved - j.fees, j.reserved, j.fees))
        ELSE false END END\n    FROM judged j\n    LEFT JOIN left_over l ON l.journal_id = j.id\n    LEFT JOIN nights f';
BEGIN
  IF strpos(was, ending) = 0 THEN RAISE EXCEPTION 'journal_has_cause is not as 0051 left it'; END IF;
  EXECUTE replace(was, ending, asking);
END $do$;
