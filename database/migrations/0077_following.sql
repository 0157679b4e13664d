-- Following a trader: relations and what was set in them, what of a trader's orders is still to be done for those who follow, what was skipped, and the
-- share of new gains by a high-water mark. A copy is an order of its follower's with an origin.

ALTER TYPE close_reason ADD VALUE 'trader';
ALTER TYPE close_reason ADD VALUE 'copy_stop';

ALTER TABLE ledger_accounts DROP CONSTRAINT kind_known;
ALTER TABLE ledger_accounts ADD CONSTRAINT kind_known CHECK (
  CASE WHEN owner_id = 0
    THEN kind IN ('capital', 'trading', 'fees', 'micro', 'fund', 'loan', 'protection', 'clearing:deposit', 'clearing:withdrawal', 'clearing:share', 'external',
      'external:house')
    ELSE kind IN ('change', 'forex', 'micro') END);

-- What a batch asks of a trader who was ever approved. What leads and on which terms follows `traders` by itself.
CREATE TABLE trader_following (
  trader_id bigint PRIMARY KEY REFERENCES traders (user_id),
  leads boolean NOT NULL,
  share_rate numeric(30, 8) NOT NULL,
  max_followers int NOT NULL,
  -- Who follow now, and those of them with real money: these alone count towards the most.
  followers int NOT NULL DEFAULT 0 CHECK (followers >= 0),
  live_followers int NOT NULL DEFAULT 0 CHECK (live_followers BETWEEN 0 AND followers),
  -- The number of the newest of the trader's events below.
  last_event int NOT NULL DEFAULT 0 CHECK (last_event >= 0)
);
CREATE FUNCTION trader_may_be_followed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO trader_following (trader_id, leads, share_rate, max_followers) VALUES (NEW.user_id, NEW.status = 2, NEW.share_rate, NEW.max_followers)
    ON CONFLICT (trader_id) DO UPDATE SET leads = excluded.leads, share_rate = excluded.share_rate, max_followers = excluded.max_followers;
  RETURN NULL;
END $$;
CREATE TRIGGER trader_may_be_followed AFTER INSERT OR UPDATE OF status, share_rate, max_followers ON traders FOR EACH ROW
  WHEN (NEW.approved_time IS NOT NULL) EXECUTE FUNCTION trader_may_be_followed();
INSERT INTO trader_following (trader_id, leads, share_rate, max_followers)
  SELECT user_id, status = 2, share_rate, max_followers FROM traders WHERE approved_time IS NOT NULL;

CREATE TABLE follows (
  id bigint PRIMARY KEY,
  realm realm NOT NULL,
  user_id bigint NOT NULL,
  trader_id bigint NOT NULL REFERENCES trader_following,
  -- Of new net gains; stays for this relation. 1e-8: a tenth is 0.1.
  share_rate numeric(30, 8) NOT NULL CHECK (share_rate BETWEEN 0 AND 0.3),
  -- The trader's newest event when it began: events after it are copied.
  began_event int NOT NULL CHECK (began_event >= 0),
  began_time bigint NOT NULL,
  -- The trader's newest event when it ended: later closings are not followed.
  ended_event int,
  ended_time bigint,
  end_reason text CHECK (end_reason IN ('user', 'stop', 'trader', 'removed')),
  -- Closed copies of this relation, also those that closed after it ended.
  closed_num int NOT NULL CHECK (closed_num >= 0),
  closed_net numeric(30, 8) NOT NULL,
  closed_margin numeric(30, 8) NOT NULL CHECK (closed_margin >= 0),
  FOREIGN KEY (user_id, realm) REFERENCES users (id, realm),
  CONSTRAINT nobody_follows_themselves CHECK (user_id <> trader_id),
  CONSTRAINT ended_whole CHECK ((ended_time IS NOT NULL) = (ended_event IS NOT NULL) AND (ended_time IS NOT NULL) = (end_reason IS NOT NULL)),
  CONSTRAINT ended_behind_it_began CHECK (ended_event >= began_event)
);
CREATE UNIQUE INDEX one_relation_at_a_time ON follows (user_id, trader_id) WHERE ended_time IS NULL;
CREATE INDEX follows_of_user ON follows (user_id);
CREATE INDEX follows_of_trader ON follows (trader_id) WHERE ended_time IS NULL;
CREATE INDEX follows_ended ON follows (trader_id, ended_event) WHERE ended_time IS NOT NULL;

CREATE FUNCTION follow_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a relation ends once, on the terms that it began with' USING ERRCODE = 'check_violation', CONSTRAINT = 'follow_stays';
END $$;
CREATE TRIGGER follow_stays BEFORE UPDATE ON follows FOR EACH ROW
  WHEN ((OLD.ended_time IS NOT NULL AND (NEW.ended_time, NEW.ended_event, NEW.end_reason) IS DISTINCT FROM (OLD.ended_time, OLD.ended_event, OLD.end_reason))
    OR NEW.closed_num < OLD.closed_num OR (NEW.id, NEW.realm, NEW.user_id, NEW.trader_id, NEW.share_rate, NEW.began_event, NEW.began_time)
    IS DISTINCT FROM (OLD.id, OLD.realm, OLD.user_id, OLD.trader_id, OLD.share_rate, OLD.began_event, OLD.began_time)) EXECUTE FUNCTION follow_stays();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON follows FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- Who follows is counted by the relations themselves, whoever writes them.
CREATE FUNCTION follower_counted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  by_one int := CASE WHEN NEW.ended_time IS NULL THEN 1 ELSE -1 END;
BEGIN
  UPDATE trader_following SET followers = followers + by_one, live_followers = live_followers + CASE WHEN NEW.realm = 'live' THEN by_one ELSE 0 END
    WHERE trader_id = NEW.trader_id;
  RETURN NULL;
END $$;
CREATE TRIGGER follower_begins AFTER INSERT ON follows FOR EACH ROW EXECUTE FUNCTION follower_counted();
CREATE TRIGGER follower_ends AFTER UPDATE OF ended_time ON follows FOR EACH ROW WHEN (OLD.ended_time IS NULL AND NEW.ended_time IS NOT NULL)
  EXECUTE FUNCTION follower_counted();

-- What a follower set; the newest whose event is before an order's holds for it. `user_id` and `number` say whose, and the how manieth.
CREATE TABLE follow_settings (
  follow_id bigint NOT NULL REFERENCES follows,
  number int NOT NULL CHECK (number >= 1),
  user_id bigint NOT NULL,
  from_event int NOT NULL CHECK (from_event >= 0),
  mode text NOT NULL CHECK (mode IN ('lots', 'proportional')),
  multiple int NOT NULL CHECK (multiple BETWEEN 1 AND 100),
  max_amount numeric(30, 8) NOT NULL CHECK (max_amount BETWEEN 10 AND 1000000),
  stop_amount numeric(30, 8) NOT NULL CHECK (stop_amount > 0),
  -- A higher sum holds only from a later moment on.
  stop_next numeric(30, 8) CHECK (stop_next > stop_amount),
  stop_next_from bigint,
  -- No new copies; what is open still follows.
  paused boolean NOT NULL,
  set_time bigint NOT NULL,
  PRIMARY KEY (follow_id, number),
  CONSTRAINT next_stop_whole CHECK ((stop_next IS NULL) = (stop_next_from IS NULL)),
  CONSTRAINT next_stop_later CHECK (stop_next_from > set_time)
);
CREATE INDEX follow_settings_of_user ON follow_settings (user_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON follow_settings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Written in the transaction of the trader's own order, and done for each follower in one of theirs.
CREATE TABLE copy_events (
  id bigint PRIMARY KEY,
  trader_id bigint NOT NULL REFERENCES trader_following,
  number int NOT NULL CHECK (number >= 1),
  kind text NOT NULL CHECK (kind IN ('open', 'close', 'stops')),
  order_id bigint NOT NULL REFERENCES forex_orders,
  -- The place in the log of ticks that the trader's decision saw.
  place bigint NOT NULL CHECK (place >= -1),
  event_time bigint NOT NULL,
  -- Of an opening: the trader's net value before it.
  net_value numeric(30, 8),
  -- Of an opening and of stops: what they are from then on.
  stop_loss numeric(30, 8),
  take_profit numeric(30, 8),
  done boolean NOT NULL,
  CONSTRAINT one_event_per_number UNIQUE (trader_id, number),
  CONSTRAINT value_of_an_opening CHECK ((kind = 'open') = (net_value IS NOT NULL)),
  CONSTRAINT stops_of_what_is_open CHECK ((kind <> 'close') = (stop_loss IS NOT NULL) AND (kind <> 'close') = (take_profit IS NOT NULL))
);
CREATE INDEX copy_events_undone ON copy_events (trader_id, number) WHERE NOT done;
CREATE UNIQUE INDEX one_opening_per_order ON copy_events (order_id) WHERE kind = 'open';
CREATE UNIQUE INDEX one_closing_per_order ON copy_events (order_id) WHERE kind = 'close';
CREATE FUNCTION copy_event_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an event is done once' USING ERRCODE = 'check_violation', CONSTRAINT = 'copy_event_stays';
END $$;
CREATE TRIGGER copy_event_stays BEFORE UPDATE ON copy_events FOR EACH ROW WHEN (OLD.done) EXECUTE FUNCTION copy_event_stays();
CREATE FUNCTION copy_event_of_its_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM forex_orders o WHERE o.id = NEW.order_id AND o.user_id = NEW.trader_id AND o.realm = 'live' AND o.origin_id IS NULL
    AND CASE NEW.kind WHEN 'open' THEN o.open_time = NEW.event_time WHEN 'close' THEN o.close_time = NEW.event_time ELSE o.open_time IS NOT NULL END) THEN
    RAISE EXCEPTION 'event % is none of its order', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'copy_event_of_its_order';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER copy_event_of_its_order AFTER INSERT ON copy_events FOR EACH ROW EXECUTE FUNCTION copy_event_of_its_order();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON copy_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE copy_skips (
  follow_id bigint NOT NULL REFERENCES follows,
  order_id bigint NOT NULL REFERENCES forex_orders,
  user_id bigint NOT NULL,
  reason text NOT NULL CHECK (reason IN ('unfollowed', 'paused', 'late', 'trader', 'barred', 'limit', 'not_offered', 'closed', 'wanted', 'max_amount',
    'free_margin', 'orders', 'position_limit', 'house')),
  -- Lots.
  wanted numeric(30, 8) NOT NULL CHECK (wanted >= 0),
  skip_time bigint NOT NULL,
  PRIMARY KEY (follow_id, order_id)
);
CREATE INDEX copy_skips_of_user ON copy_skips (user_id, skip_time DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON copy_skips FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE forex_orders ADD COLUMN origin_id bigint REFERENCES forex_orders, ADD COLUMN follow_id bigint REFERENCES follows,
  ADD CONSTRAINT copied_whole CHECK ((origin_id IS NULL) = (follow_id IS NULL)),
  ADD CONSTRAINT copies_do_not_wait CHECK (origin_id IS NULL OR target_kind IS NULL);
CREATE UNIQUE INDEX one_copy_per_follower ON forex_orders (origin_id, follow_id) WHERE origin_id IS NOT NULL;
CREATE INDEX forex_orders_of_follow ON forex_orders (follow_id) WHERE follow_id IS NOT NULL;
CREATE INDEX forex_copies_live ON forex_orders (user_id) WHERE follow_id IS NOT NULL AND status IN ('pending', 'open');

-- A copy is of an order of the trader whom its user follows: same pair, side, tick, price and time.
CREATE FUNCTION copy_of_its_origin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM follows f JOIN forex_orders o ON o.id = NEW.origin_id JOIN copy_events e ON e.order_id = o.id AND e.kind = 'open'
    WHERE f.id = NEW.follow_id AND f.user_id = NEW.user_id AND f.realm = NEW.realm AND f.trader_id = o.user_id AND f.began_event < e.number
      AND (f.ended_event IS NULL OR f.ended_event >= e.number)
      AND (o.pair_id, o.side, o.cont_num, o.markup, o.open_price, o.open_tick, o.open_rate, o.open_time)
        = (NEW.pair_id, NEW.side, NEW.cont_num, NEW.markup, NEW.open_price, NEW.open_tick, NEW.open_rate, NEW.open_time)) THEN
    RAISE EXCEPTION 'order % is no copy of %', NEW.id, NEW.origin_id USING ERRCODE = 'check_violation', CONSTRAINT = 'copy_of_its_origin';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER copy_of_its_origin AFTER INSERT ON forex_orders FOR EACH ROW WHEN (NEW.origin_id IS NOT NULL) EXECUTE FUNCTION copy_of_its_origin();

-- What one has come to with a trader, in whichever relations.
CREATE TABLE copy_marks (
  user_id bigint NOT NULL,
  trader_id bigint NOT NULL REFERENCES trader_following,
  share_rate numeric(30, 8) NOT NULL,
  -- Net results of closed copies.
  cumulative numeric(30, 8) NOT NULL,
  high_water numeric(30, 8) NOT NULL CHECK (high_water >= 0),
  accrued numeric(30, 8) NOT NULL CHECK (accrued >= 0),
  paid numeric(30, 8) NOT NULL CHECK (paid >= 0),
  -- The number of the newest step below.
  steps int NOT NULL CHECK (steps >= 0),
  PRIMARY KEY (user_id, trader_id)
);
CREATE INDEX copy_marks_of_trader ON copy_marks (trader_id);
CREATE INDEX copy_marks_unpaid ON copy_marks (trader_id, user_id) WHERE cumulative > high_water;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON copy_marks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- How the mark came to be: a step for each closed copy and each payment, for ever. A journal of the share refers to its step.
CREATE TABLE copy_steps (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL,
  trader_id bigint NOT NULL,
  number int NOT NULL CHECK (number >= 1),
  -- Of a closed copy; NULL where the share was paid.
  order_id bigint UNIQUE REFERENCES forex_orders,
  share_rate numeric(30, 8) NOT NULL CHECK (share_rate BETWEEN 0 AND 0.3),
  net numeric(30, 8) NOT NULL,
  cumulative numeric(30, 8) NOT NULL,
  high_water numeric(30, 8) NOT NULL,
  accrued numeric(30, 8) NOT NULL,
  -- What was set aside; below 0 what was returned or paid.
  moved numeric(30, 8) NOT NULL,
  step_time bigint NOT NULL,
  FOREIGN KEY (user_id, trader_id) REFERENCES copy_marks,
  CONSTRAINT one_step_per_number UNIQUE (user_id, trader_id, number)
);
CREATE FUNCTION copy_step_by_its_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  b copy_steps;
  wrong boolean;
BEGIN
  SELECT * INTO b FROM copy_steps WHERE user_id = NEW.user_id AND trader_id = NEW.trader_id AND number = NEW.number - 1;
  wrong := (b.id IS NULL AND NEW.number <> 1)
    OR NEW.cumulative <> coalesce(b.cumulative, 0) + NEW.net
    OR NEW.moved <> NEW.accrued - coalesce(b.accrued, 0)
    OR CASE WHEN NEW.order_id IS NULL
      THEN NEW.net <> 0 OR NEW.accrued <> 0 OR NEW.high_water <> greatest(coalesce(b.high_water, 0), NEW.cumulative)
      ELSE NEW.high_water <> coalesce(b.high_water, 0)
        OR NEW.accrued - NEW.share_rate * greatest(NEW.cumulative - NEW.high_water, 0) > 0.0000005
        OR NOT EXISTS (SELECT FROM follows f WHERE f.user_id = NEW.user_id AND f.trader_id = NEW.trader_id AND f.share_rate = NEW.share_rate)
        OR NOT EXISTS (SELECT FROM forex_orders o
          WHERE o.id = NEW.order_id AND o.user_id = NEW.user_id AND o.status = 'closed' AND o.close_reason <> 'reset'
            AND (SELECT f.trader_id FROM follows f WHERE f.id = o.follow_id) = NEW.trader_id
            AND NEW.net = o.result - o.fee - (SELECT coalesce(sum(n.taken), 0) FROM forex_financing n WHERE n.order_id = o.id)) END;
  IF wrong THEN
    RAISE EXCEPTION 'step % of the mark is none of its order', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'copy_step_by_its_order';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER copy_step_by_its_order AFTER INSERT ON copy_steps FOR EACH ROW EXECUTE FUNCTION copy_step_by_its_order();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON copy_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE journal_types DROP CONSTRAINT journal_types_cause_check;
ALTER TABLE journal_types ADD CONSTRAINT journal_types_cause_check
  CHECK (cause IN ('user', 'forex_order', 'option', 'house_move', 'proposal', 'deposit', 'receipt', 'withdrawal', 'loan', 'fund', 'share', 'none'));
INSERT INTO journal_types VALUES (30, 'live', 'share'), (31, 'live', 'share'), (32, 'live', 'share');
INSERT INTO journal_lines VALUES
  (30, 'user', 'forex', '-', '0'), (30, 'house', 'clearing:share', '+', '0'),
  (31, 'user', 'forex', '+', '0'), (31, 'house', 'clearing:share', '-', '0'),
  (32, 'user', 'change', '+', '0'), (32, 'house', 'clearing:share', '-', '0');
CREATE UNIQUE INDEX one_journal_per_step ON journals (reference) WHERE reason IN (30, 31, 32);

CREATE FUNCTION share_has_cause(j product_journal) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT CASE j.reason
    WHEN 30 THEN s.order_id IS NOT NULL AND s.user_id = j.owner_id AND s.moved > 0 AND j.av = -s.moved AND j.house_av = s.moved
    WHEN 31 THEN s.order_id IS NOT NULL AND s.user_id = j.owner_id AND s.moved < 0 AND j.av = -s.moved AND j.house_av = s.moved
    WHEN 32 THEN s.order_id IS NULL AND s.trader_id = j.owner_id AND s.moved < 0 AND j.av = -s.moved AND j.house_av = s.moved
    ELSE false END FROM copy_steps s WHERE s.id = j.reference), false)
$$;
DO $do$
DECLARE
  was text := pg_get_functiondef('journal_has_cause()'::regprocedure);
  asking text := 'WHEN ''fund'' THEN fund_has_cause(';
BEGIN
  IF strpos(was, asking) = 0 THEN RAISE EXCEPTION 'journal_has_cause is not as 0071 left it'; END IF;
  EXECUTE replace(was, asking, 'WHEN ''share'' THEN share_has_cause((j.reason, j.reference, j.owner_id, j.realm, j.number, j.time, j.key, j.av, j.lo, -j.moved - j.reserved - j.fees, j.reserved, j.fees))
        ' || asking);
END $do$;

-- Whoever leaves follows nobody.
CREATE FUNCTION follower_leaves() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE follows f SET ended_event = t.last_event, ended_time = database_ms(), end_reason = 'removed'
    FROM trader_following t WHERE t.trader_id = f.trader_id AND f.user_id = NEW.id AND f.ended_time IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER follower_leaves AFTER UPDATE OF removed_time ON users FOR EACH ROW
  WHEN (OLD.removed_time IS NULL AND NEW.removed_time IS NOT NULL) EXECUTE FUNCTION follower_leaves();

GRANT SELECT, UPDATE (last_event) ON trader_following TO fairtick_app;
GRANT SELECT, INSERT, UPDATE (ended_event, ended_time, end_reason, closed_num, closed_net, closed_margin) ON follows TO fairtick_app;
GRANT SELECT, INSERT ON follow_settings, copy_skips, copy_steps TO fairtick_app;
GRANT SELECT, INSERT, UPDATE (done) ON copy_events TO fairtick_app;
GRANT SELECT, INSERT, UPDATE (share_rate, cumulative, high_water, accrued, paid, steps) ON copy_marks TO fairtick_app;
