-- A journal has a cause (rules §3): its type fixes which accounts it may touch and which way, that what it refers to is there and is its owner's, and for
-- orders, deposits, withdrawals and what two people agreed on also its amounts. Whoever holds the app's role can write no other.

-- The domains declare the same (ledger.ts of each); a start compares. `realm` is empty where both have it; of cause 'none' no journal is written yet.
CREATE TABLE journal_types (
  reason smallint PRIMARY KEY,
  realm realm,
  cause text NOT NULL CHECK (cause IN ('user', 'forex_order', 'option', 'house_move', 'proposal', 'deposit', 'receipt', 'withdrawal', 'none'))
);
-- Which lines it may have: + gives, - takes, 0 leaves it alone, * either.
CREATE TABLE journal_lines (
  reason smallint NOT NULL REFERENCES journal_types,
  owner text NOT NULL CHECK (owner IN ('user', 'house')),
  kind text NOT NULL,
  available text NOT NULL CHECK (available IN ('+', '-', '0', '*')),
  locked text NOT NULL CHECK (locked IN ('+', '-', '0', '*')),
  PRIMARY KEY (reason, owner, kind)
);
GRANT SELECT ON journal_types, journal_lines TO fairtick_app;

INSERT INTO journal_types VALUES
  (1, 'demo', 'user'), (2, 'demo', 'user'), (3, NULL, 'house_move'), (4, 'demo', 'user'),
  (10, NULL, 'forex_order'), (11, NULL, 'forex_order'), (12, NULL, 'forex_order'), (13, NULL, 'forex_order'), (14, NULL, 'forex_order'),
  (15, NULL, 'forex_order'), (18, 'demo', 'forex_order'),
  (20, NULL, 'option'), (21, NULL, 'option'), (22, NULL, 'option'), (23, 'demo', 'option'),
  (100, 'live', 'deposit'), (101, 'live', 'deposit'), (102, 'live', 'receipt'), (103, 'live', 'deposit'), (104, 'live', 'receipt'),
  (110, 'live', 'withdrawal'), (111, 'live', 'withdrawal'), (112, 'live', 'withdrawal'), (113, 'live', 'withdrawal'), (114, 'live', 'withdrawal'),
  (115, 'live', 'withdrawal'), (116, 'live', 'receipt'), (120, 'live', 'user'),
  (130, 'live', 'proposal'), (131, 'live', 'proposal'), (132, 'live', 'proposal'), (134, 'live', 'proposal'), (135, 'live', 'proposal'), (136, 'live', 'none');

INSERT INTO journal_lines VALUES
  (1, 'user', 'change', '+', '0'), (1, 'user', 'forex', '+', '0'), (1, 'user', 'micro', '+', '0'), (1, 'house', 'external', '-', '0'),
  (2, 'user', 'change', '*', '0'), (2, 'user', 'forex', '*', '0'), (2, 'user', 'micro', '*', '0'), (2, 'house', 'external', '*', '0'),
  (3, 'house', 'capital', '*', '0'), (3, 'house', 'trading', '*', '0'), (3, 'house', 'micro', '*', '0'), (3, 'house', 'protection', '*', '0'),
  (3, 'house', 'fund', '*', '0'), (3, 'house', 'loan', '*', '0'), (3, 'house', 'external', '-', '0'),
  (4, 'user', 'change', '-', '0'), (4, 'user', 'forex', '-', '0'), (4, 'user', 'micro', '-', '0'), (4, 'house', 'external', '+', '0'),
  (10, 'user', 'forex', '-', '+'), (10, 'house', 'fees', '+', '0'),
  (11, 'user', 'forex', '-', '+'),
  (12, 'user', 'forex', '0', '-'), (12, 'house', 'fees', '+', '0'),
  (13, 'user', 'forex', '+', '-'),
  (14, 'user', 'forex', '*', '-'), (14, 'house', 'trading', '*', '0'), (14, 'house', 'protection', '-', '0'),
  (15, 'user', 'forex', '*', '-'), (15, 'house', 'trading', '*', '0'),
  (18, 'user', 'forex', '+', '-'),
  (20, 'user', 'micro', '-', '+'), (20, 'house', 'micro', '-', '+'),
  (21, 'user', 'micro', '+', '-'), (21, 'house', 'micro', '+', '-'),
  (22, 'user', 'micro', '+', '-'), (22, 'house', 'micro', '+', '-'),
  (23, 'user', 'micro', '+', '-'), (23, 'house', 'micro', '+', '-'),
  (100, 'user', 'change', '+', '0'), (100, 'house', 'external', '-', '0'),
  (101, 'user', 'change', '-', '0'), (101, 'house', 'external', '+', '0'), (101, 'house', 'protection', '-', '0'),
  (102, 'house', 'external', '-', '0'), (102, 'house', 'clearing:deposit', '+', '0'),
  (103, 'user', 'change', '+', '0'), (103, 'house', 'clearing:deposit', '-', '0'),
  (104, 'house', 'clearing:deposit', '-', '0'), (104, 'house', 'external', '+', '0'),
  (110, 'user', 'change', '-', '+'),
  (111, 'user', 'change', '0', '-'), (111, 'house', 'clearing:withdrawal', '+', '0'),
  (112, 'house', 'clearing:withdrawal', '-', '0'), (112, 'house', 'external', '+', '0'), (112, 'house', 'fees', '+', '0'),
  (113, 'user', 'change', '+', '-'),
  (114, 'user', 'change', '+', '-'),
  (115, 'user', 'change', '+', '0'), (115, 'house', 'clearing:withdrawal', '-', '0'),
  (116, 'user', 'change', '+', '0'), (116, 'house', 'external', '-', '0'), (116, 'house', 'clearing:deposit', '-', '0'),
  (120, 'user', 'change', '*', '0'), (120, 'user', 'forex', '*', '0'), (120, 'user', 'micro', '*', '0'),
  (130, 'user', 'change', '*', '0'), (130, 'house', 'capital', '*', '0'),
  (131, 'house', 'external:house', '-', '0'), (131, 'house', 'capital', '+', '0'),
  (132, 'house', 'capital', '-', '0'), (132, 'house', 'external:house', '+', '0'),
  (134, 'house', 'external', '*', '0'), (134, 'house', 'external:house', '*', '0'),
  (135, 'house', 'fees', '-', '0'), (135, 'house', 'capital', '+', '0'),
  (136, 'house', 'external', '*', '0'), (136, 'house', 'capital', '*', '0');

-- What two people agreed on is done once.
CREATE UNIQUE INDEX one_journal_per_proposal ON journals (reference)
  WHERE reason IN (130, 131, 132, 134, 135) OR (reason = 3 AND owner_id = 0 AND realm = 'live');

-- After apply_entries (triggers fire by name), so that balances are those after the statement. One pass over a batch: journals with what their lines come
-- to, held against the rows they refer to, each read by its key. A batch writes its orders before its journals.
CREATE FUNCTION journal_has_cause() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_mergejoin = off SET enable_nestloop = off AS $$
DECLARE
  stray bigint;
  groundless bigint;
BEGIN
  WITH named AS MATERIALIZED (
    SELECT j.id, j.realm, j.reason, j.reference, j.owner_id, j.number, j.time, j.idempotency_key AS key, j.lines, t.cause,
      t.reason IS NULL OR t.realm <> j.realm OR t.cause = 'none' AS strange
    FROM (SELECT * FROM journals WHERE id = ANY (ARRAY(SELECT journal_id FROM new_entries))) j LEFT JOIN journal_types t ON t.reason = j.reason
  ), lined AS MATERIALIZED (
    SELECT e.journal_id, e.account_id, a.owner_id <> 0 AS is_user, a.kind, e.available_change AS av, e.locked_change AS lo,
      r.reason IS NULL
        OR CASE r.available WHEN '+' THEN e.available_change < 0 WHEN '-' THEN e.available_change > 0 WHEN '0' THEN e.available_change <> 0 ELSE false END
        OR CASE r.locked WHEN '+' THEN e.locked_change < 0 WHEN '-' THEN e.locked_change > 0 WHEN '0' THEN e.locked_change <> 0 ELSE false END AS strange
    FROM new_entries e
    JOIN named j ON j.id = e.journal_id
    JOIN (SELECT id, owner_id, kind FROM ledger_accounts WHERE id = ANY (ARRAY(SELECT account_id FROM new_entries))) a ON a.id = e.account_id
    LEFT JOIN journal_lines r ON r.reason = j.reason AND r.kind = a.kind AND r.owner = CASE a.owner_id WHEN 0 THEN 'house' ELSE 'user' END
  ), sides AS MATERIALIZED (
    -- av, lo: the user's in all; the others: the house's, by kind.
    SELECT journal_id, bool_or(strange) AS strange,
      coalesce(sum(av) FILTER (WHERE is_user), 0) AS av, coalesce(sum(lo) FILTER (WHERE is_user), 0) AS lo,
      coalesce(sum(lo) FILTER (WHERE NOT is_user), 0) AS reserved,
      coalesce(sum(av) FILTER (WHERE NOT is_user AND kind = 'fees'), 0) AS fees,
      coalesce(sum(av) FILTER (WHERE NOT is_user AND kind = 'trading'), 0) AS trading,
      coalesce(sum(av) FILTER (WHERE NOT is_user AND kind = 'protection'), 0) AS protection,
      coalesce(sum(av) FILTER (WHERE NOT is_user AND kind = 'capital'), 0) AS capital,
      coalesce(sum(av) FILTER (WHERE NOT is_user AND kind = 'external'), 0) AS outside
    FROM lined GROUP BY journal_id
  ), judged AS MATERIALIZED (
    SELECT n.*, s.strange AS astray, s.av, s.lo, s.av + s.lo AS moved, s.reserved, s.fees, s.trading, s.protection, s.capital,
      s.outside,
      o.status, o.margin, o.fee, o.result, o.target_kind, o.close_reason
    FROM named n JOIN sides s ON s.journal_id = n.id
    LEFT JOIN (
      SELECT id, realm, user_id, status, margin, fee, result, target_kind, close_reason FROM forex_orders
      WHERE id = ANY (ARRAY(SELECT reference FROM named WHERE cause = 'forex_order' OR (reason = 3 AND owner_id <> 0)))
    ) o ON o.id = n.reference AND o.user_id = n.owner_id AND o.realm = n.realm AND (n.cause = 'forex_order' OR n.reason = 3)
  ), moments AS (
    -- Balances behind the few journals that are judged by what they leave.
    SELECT n.id AS journal_id, a.kind, a.available - coalesce(sum(l.av) OVER later, 0) AS available, a.locked - coalesce(sum(l.lo) OVER later, 0) AS locked
    FROM named n
    JOIN (SELECT id, owner_id, realm, kind, available, locked FROM ledger_accounts WHERE owner_id = ANY (ARRAY(
      SELECT owner_id FROM judged WHERE owner_id <> 0 AND (reason IN (1, 2, 4) OR (reason = 14 AND result < 0 AND moved > result))))
    ) a ON a.owner_id = n.owner_id AND a.realm = n.realm
    LEFT JOIN lined l ON l.journal_id = n.id AND l.account_id = a.id
    WINDOW later AS (PARTITION BY a.id ORDER BY n.number DESC GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
  ), left_over AS (
    SELECT journal_id, bool_and(available = demo_start(kind) AND locked = 0) AS anew, bool_and(available = 0 AND locked = 0) AS nothing,
      bool_and(available = 0 AND locked = 0) FILTER (WHERE kind = 'forex') AS no_margin
    FROM moments GROUP BY journal_id
  ), nights AS (
    SELECT order_id, time, sum(taken) AS taken FROM forex_financing WHERE order_id = ANY (ARRAY(SELECT reference FROM named WHERE reason = 15))
    GROUP BY order_id, time
  ), paid AS (
    -- What went to the user out of trading, by the order that it was for.
    SELECT reference, owner_id, -sum(trading) AS out FROM judged WHERE reason IN (14, 15) AND trading < 0 GROUP BY reference, owner_id
  ), taken_in AS (
    SELECT reference, owner_id, time, sum(moved) FILTER (WHERE reason = 15) AS nightly, sum(trading) FILTER (WHERE reason = 3) AS trading
    FROM judged WHERE reason IN (3, 15) AND owner_id <> 0 GROUP BY reference, owner_id, time
  )
  -- Nearly all are of orders: they are not led past what the others refer to.
  SELECT min(v.id) FILTER (WHERE v.strange), min(v.id) FILTER (WHERE v.grounded IS NOT TRUE) INTO stray, groundless
  FROM (
    SELECT j.id, j.strange OR j.astray AS strange, CASE j.reason
      WHEN 10 THEN j.av = -(j.margin + j.fee) AND j.lo = j.margin AND j.fees = j.fee AND j.target_kind IS NULL
      WHEN 11 THEN j.av = -(j.margin + j.fee) AND j.lo = j.margin + j.fee AND j.target_kind IS NOT NULL
      WHEN 12 THEN j.lo = -j.fee AND j.fees = j.fee AND j.target_kind IS NOT NULL AND j.status IN ('open', 'closed')
      WHEN 13 THEN j.av = j.margin + j.fee AND j.status = 'cancelled'
      -- What nobody has the user does not lose: then they have nothing left. The house's protection pays at most what is missing.
      WHEN 14 THEN j.status = 'closed' AND j.close_reason <> 'reset' AND CASE WHEN j.result >= 0 THEN j.moved = j.result AND j.protection = 0
        ELSE j.moved BETWEEN j.result AND 0 AND j.protection >= j.result - j.moved AND (j.moved = j.result OR l.no_margin) END
      WHEN 18 THEN CASE j.status WHEN 'cancelled' THEN j.av = j.margin + j.fee WHEN 'closed' THEN j.close_reason = 'reset' AND j.av <= j.margin ELSE false END
      ELSE false END AS grounded
    FROM judged j LEFT JOIN left_over l ON l.journal_id = j.id
    WHERE j.reason IN (10, 11, 12, 13, 14, 18)
    UNION ALL
    SELECT j.id, j.strange OR j.astray, CASE j.reason
      WHEN 20 THEN j.av = -m.stake AND j.lo = m.stake AND j.reserved = m.reserve
      WHEN 21 THEN m.status = 'closed' AND m.outcome IN ('win', 'loss', 'tie') AND j.lo = -m.stake AND j.moved = m.result AND j.reserved = -m.reserve
      WHEN 22 THEN m.status = 'closed' AND m.outcome IN ('void', 'no_tick') AND m.result = 0 AND j.lo = -m.stake AND j.moved = 0 AND j.reserved = -m.reserve
      WHEN 23 THEN m.status = 'closed' AND m.outcome = 'void' AND m.result = 0 AND j.lo = -m.stake AND j.moved = 0 AND j.reserved = -m.reserve
      ELSE false END
    FROM judged j
    LEFT JOIN (
      SELECT id, realm, user_id, stake, reserve, status, outcome, result FROM micro_orders
      WHERE id = ANY (ARRAY(SELECT reference FROM named WHERE cause = 'option'))
    ) m ON m.id = j.reference AND m.user_id = j.owner_id AND m.realm = j.realm AND j.cause = 'option'
    WHERE j.reason BETWEEN 20 AND 23
    UNION ALL
    SELECT j.id, j.strange OR j.astray, CASE j.reason
      WHEN 1 THEN j.reference = j.owner_id AND u.id IS NOT NULL AND u.removed_time IS NULL AND j.number = 1 AND l.anew
      WHEN 2 THEN j.reference = j.owner_id AND u.id IS NOT NULL AND u.removed_time IS NULL AND l.anew
      WHEN 4 THEN j.reference = j.owner_id AND u.removed_time IS NOT NULL AND l.nothing
      WHEN 3 THEN CASE
        -- The demo realm's capital is its house's first journal.
        WHEN j.owner_id = 0 AND j.realm = 'demo' THEN j.number = 1
        -- A gain is paid from trading, which is filled for it from capital and protection.
        WHEN j.owner_id <> 0 THEN j.status IS NOT NULL AND j.trading > 0 AND j.capital <= 0 AND j.protection <= 0
          AND j.trading + j.capital + j.protection = 0 AND i.trading <= g.out
        ELSE j.outside = 0 AND (p.kind, p.body ->> 'move', (p.body ->> 'amount')::numeric) IN (('house_move', 'assign', -j.capital), ('house_move', 'assign_back', j.capital))
          AND EXISTS (SELECT FROM lined x WHERE x.journal_id = j.id AND x.kind = p.body ->> 'account' AND x.av = -j.capital) END
      WHEN 15 THEN i.nightly = -f.taken
      WHEN 100 THEN d.status IN ('credited', 'reversed') AND j.av = d.credited AND r.state = 'matched'
      WHEN 103 THEN d.status IN ('credited', 'reversed') AND j.av = d.credited AND r.state = 'matched' AND r.booked = d.credited
      -- Two people; what its user has no more the house's protection bears.
      WHEN 101 THEN d.status = 'reversed' AND j.outside = d.credited AND j.av >= -d.credited AND j.protection = -d.credited - j.av
        AND p.kind = 'deposit_reverse' AND (p.body ->> 'deposit')::bigint = d.id
      WHEN 102 THEN j.owner_id = 0 AND j.outside = -b.booked
      WHEN 104 THEN j.owner_id = 0 AND j.outside = b.booked AND b.state = 'returned'
      WHEN 110 THEN j.lo = w.number
      WHEN 111 THEN j.lo = -w.number AND w.approved_time IS NOT NULL
      WHEN 112 THEN j.outside = w.number - w.fee AND j.fees = w.fee AND w.status = 'paid'
      WHEN 113 THEN j.av = w.number AND w.status = 'rejected' AND w.approved_time IS NULL
      WHEN 114 THEN j.av = w.number AND w.status = 'cancelled'
      WHEN 115 THEN j.av = w.number AND w.status = 'rejected' AND w.approved_time IS NOT NULL
      -- A payment of ours that came back: the withdrawal says by which receipt (the columns are of migration 0060).
      WHEN 116 THEN b.state = 'matched' AND b.booked = j.av AND EXISTS (
        SELECT FROM withdrawals x WHERE x.back_receipt_id = j.reference AND x.user_id = j.owner_id AND x.back_credited = j.av)
      WHEN 120 THEN j.reference = j.owner_id AND u.id IS NOT NULL AND j.moved = 0 AND j.lines = 2
      WHEN 130 THEN p.kind = 'correction' AND p.subject_id = j.owner_id::text AND j.av = (p.body ->> 'amount')::numeric
      WHEN 131 THEN j.owner_id = 0 AND (p.kind, p.body ->> 'move', (p.body ->> 'amount')::numeric) = ('house_move', 'capital_in', j.capital)
      WHEN 132 THEN j.owner_id = 0 AND (p.kind, p.body ->> 'move', (p.body ->> 'amount')::numeric) = ('house_move', 'capital_out', -j.capital)
      WHEN 134 THEN j.owner_id = 0 AND (p.kind, p.body ->> 'move', (p.body ->> 'amount')::numeric) IN (('house_move', 'settle_to_clients', -j.outside), ('house_move', 'settle_to_house', j.outside))
      WHEN 135 THEN j.owner_id = 0 AND (p.kind, p.body ->> 'move', (p.body ->> 'amount')::numeric) = ('house_move', 'fees_taken', j.capital)
      ELSE false END
    FROM judged j
    LEFT JOIN left_over l ON l.journal_id = j.id
    LEFT JOIN nights f ON f.order_id = j.reference AND f.time = j.time AND j.reason = 15
    LEFT JOIN taken_in i ON i.reference = j.reference AND i.owner_id = j.owner_id AND i.time = j.time AND j.reason IN (3, 15)
    LEFT JOIN paid g ON g.reference = j.reference AND g.owner_id = j.owner_id AND j.reason = 3
    LEFT JOIN (
      SELECT id, realm, removed_time FROM users WHERE id = ANY (ARRAY(SELECT owner_id FROM named WHERE cause = 'user'))
    ) u ON u.id = j.owner_id AND u.realm = j.realm
    LEFT JOIN (
      SELECT id, user_id, status, credited, receipt_id FROM deposits WHERE id = ANY (ARRAY(SELECT reference FROM named WHERE cause = 'deposit'))
    -- Taken back of who has nothing of it, it is the house's journal.
    ) d ON d.id = j.reference AND j.cause = 'deposit' AND (d.user_id = j.owner_id OR (j.reason = 101 AND j.owner_id = 0 AND j.av = 0))
    LEFT JOIN (
      SELECT id, state, booked FROM receipts WHERE id = ANY (ARRAY(
        SELECT receipt_id FROM deposits WHERE id = ANY (ARRAY(SELECT reference FROM named WHERE cause = 'deposit'))))
    ) r ON r.id = d.receipt_id
    LEFT JOIN (
      SELECT id, state, booked FROM receipts WHERE id = ANY (ARRAY(SELECT reference FROM named WHERE cause = 'receipt'))
    ) b ON b.id = j.reference AND j.cause = 'receipt'
    LEFT JOIN (
      SELECT id, user_id, number, fee, status, approved_time FROM withdrawals WHERE id = ANY (ARRAY(SELECT reference FROM named WHERE cause = 'withdrawal'))
    ) w ON w.id = j.reference AND w.user_id = j.owner_id AND j.cause = 'withdrawal'
    LEFT JOIN (
      SELECT id, kind, subject_id, payload::jsonb -> 'body' AS body FROM proposals WHERE state = 'accepted' AND id = ANY (ARRAY(
        SELECT CASE reason WHEN 101 THEN substring(key FROM '^proposal:(\d{1,18})$')::bigint ELSE reference END FROM named
        WHERE cause = 'proposal' OR reason = 101 OR (reason = 3 AND owner_id = 0)))
    ) p ON p.id = CASE j.reason WHEN 101 THEN substring(j.key FROM '^proposal:(\d{1,18})$')::bigint ELSE j.reference END
      AND (j.cause = 'proposal' OR j.reason = 101 OR (j.reason = 3 AND j.owner_id = 0))
    WHERE j.reason NOT IN (10, 11, 12, 13, 14, 18) AND j.reason NOT BETWEEN 20 AND 23
  ) v;
  IF stray IS NOT NULL THEN
    RAISE EXCEPTION 'journal % touches what its type may not', stray USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_lines';
  END IF;
  IF groundless IS NOT NULL THEN
    RAISE EXCEPTION 'journal % has no cause, or not this amount', groundless USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_has_cause';
  END IF;
  RETURN NULL;
END $$;

-- What a demo account starts with and is reset to (rules §2).
CREATE FUNCTION demo_start(of_kind text) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$ SELECT CASE of_kind WHEN 'change' THEN 10000 ELSE 100000 END $$;

CREATE TRIGGER journal_has_cause AFTER INSERT ON entries REFERENCING NEW TABLE AS new_entries
  FOR EACH STATEMENT EXECUTE FUNCTION journal_has_cause();
