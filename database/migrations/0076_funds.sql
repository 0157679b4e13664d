-- Fund products: what was bought, on the terms of its purchase, and what each day has paid. The principal stays its user's own, locked; the whole interest is
-- set aside from the house's fund account.

CREATE TABLE fund_subscriptions (
  id bigint PRIMARY KEY,
  realm realm NOT NULL,
  user_id bigint NOT NULL,
  product_id int NOT NULL,
  -- By language, JSON.
  title text NOT NULL CHECK (length(title) <= 4000),
  -- USD.
  amount numeric(30, 8) NOT NULL CHECK (amount > 0 AND amount = round(amount, 2)),
  -- Percent: of a day, and of an early redemption.
  percent numeric(30, 8) NOT NULL CHECK (percent > 0 AND percent <= 100),
  damages numeric(30, 8) NOT NULL CHECK (damages >= 0 AND damages <= 100),
  days int NOT NULL CHECK (days BETWEEN 1 AND 3650),
  -- Half-even to 4 places: what the terms give is asked by invariants.sql.
  day_profit numeric(30, 8) NOT NULL CHECK (day_profit > 0 AND day_profit = round(day_profit, 4)
    AND abs(day_profit - amount * percent / 100) <= 0.00005),
  penalty numeric(30, 8) NOT NULL CHECK (penalty >= 0 AND penalty <= amount AND penalty = round(penalty, 4)
    AND abs(penalty - amount * damages / 100) <= 0.00005),
  sub_time bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('running', 'refunding', 'refunded', 'finished', 'reset')),
  paid_days int NOT NULL CHECK (paid_days BETWEEN 0 AND days),
  next_due bigint,
  confirm_time bigint,
  ended_time bigint,
  FOREIGN KEY (user_id, realm) REFERENCES users (id, realm),
  CONSTRAINT due_while_it_runs CHECK ((next_due IS NOT NULL) = (status IN ('running', 'refunding'))
    AND (next_due IS NULL OR next_due = sub_time + (paid_days + 1) * 86400000::bigint)),
  CONSTRAINT confirmed_while_it_waits CHECK ((confirm_time IS NOT NULL) = (status = 'refunding')),
  CONSTRAINT ended_once_it_ended CHECK ((ended_time IS NOT NULL) = (status IN ('refunded', 'finished', 'reset'))),
  CONSTRAINT finished_in_full CHECK ((status = 'finished') = (paid_days = days)),
  CONSTRAINT reset_in_play CHECK (status <> 'reset' OR realm = 'demo')
);
CREATE INDEX fund_subscriptions_of_user ON fund_subscriptions (user_id, id DESC);
CREATE INDEX fund_subscriptions_running ON fund_subscriptions (user_id) WHERE status IN ('running', 'refunding');
CREATE INDEX fund_subscriptions_due ON fund_subscriptions (next_due) WHERE next_due IS NOT NULL;
CREATE INDEX fund_subscriptions_waiting ON fund_subscriptions (confirm_time) WHERE confirm_time IS NOT NULL;

CREATE TABLE fund_income (
  sub_id bigint NOT NULL REFERENCES fund_subscriptions,
  day int NOT NULL CHECK (day >= 1),
  amount numeric(30, 8) NOT NULL CHECK (amount > 0),
  due_time bigint NOT NULL,
  paid_time bigint NOT NULL,
  -- The number of its journal among its owner's.
  journal int NOT NULL,
  PRIMARY KEY (sub_id, day),
  CONSTRAINT one_day_per_journal UNIQUE (sub_id, journal)
);

CREATE FUNCTION fund_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status NOT IN ('running', 'refunding') OR (OLD.status = 'refunding' AND NEW.status = 'running') THEN
    RAISE EXCEPTION 'a subscription does not go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'fund_states';
  END IF;
  IF (NEW.id, NEW.realm, NEW.user_id, NEW.product_id, NEW.title, NEW.amount, NEW.percent, NEW.damages, NEW.days, NEW.day_profit, NEW.penalty, NEW.sub_time)
    IS DISTINCT FROM
    (OLD.id, OLD.realm, OLD.user_id, OLD.product_id, OLD.title, OLD.amount, OLD.percent, OLD.damages, OLD.days, OLD.day_profit, OLD.penalty, OLD.sub_time)
    OR NEW.paid_days < OLD.paid_days THEN
    RAISE EXCEPTION 'what was bought stays on its terms' USING ERRCODE = 'check_violation', CONSTRAINT = 'fund_terms';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER fund_moves BEFORE UPDATE ON fund_subscriptions FOR EACH ROW EXECUTE FUNCTION fund_moves();

-- A day is one that has come, of its subscription's own terms; days follow each other.
CREATE FUNCTION fund_income_by_terms() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wrong text;
BEGIN
  SELECT n.sub_id || '/' || n.day INTO wrong FROM new_income n LEFT JOIN fund_subscriptions s ON s.id = n.sub_id
  WHERE s.id IS NULL OR n.amount <> s.day_profit OR n.day > s.paid_days OR n.due_time <> s.sub_time + n.day * 86400000::bigint OR n.paid_time < n.due_time
    OR n.due_time > database_ms()
    OR (n.day > 1 AND NOT EXISTS (SELECT FROM fund_income i WHERE i.sub_id = n.sub_id AND i.day = n.day - 1)) LIMIT 1;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'income % is none of its subscription', wrong USING ERRCODE = 'check_violation', CONSTRAINT = 'fund_income_by_terms';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER fund_income_by_terms AFTER INSERT ON fund_income REFERENCING NEW TABLE AS new_income
  FOR EACH STATEMENT EXECUTE FUNCTION fund_income_by_terms();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON fund_income FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON fund_subscriptions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT ON fund_subscriptions, fund_income TO fairtick_app;
GRANT UPDATE (status, paid_days, next_due, confirm_time, ended_time) ON fund_subscriptions TO fairtick_app;

INSERT INTO journal_types VALUES (50, NULL, 'fund'), (51, NULL, 'fund'), (52, NULL, 'fund'), (53, NULL, 'fund'), (54, 'demo', 'fund');
INSERT INTO journal_lines VALUES
  (50, 'user', 'change', '-', '+'), (50, 'house', 'fund', '-', '+'),
  (51, 'user', 'change', '+', '0'), (51, 'house', 'fund', '0', '-'),
  (52, 'user', 'change', '+', '-'),
  (53, 'user', 'change', '+', '-'), (53, 'house', 'fund', '+', '-'),
  (54, 'user', 'change', '+', '-'), (54, 'house', 'fund', '+', '-');
-- Bought once, ended once.
CREATE UNIQUE INDEX one_purchase_per_subscription ON journals (reference) WHERE reason = 50;
CREATE UNIQUE INDEX one_end_per_subscription ON journals (reference) WHERE reason IN (52, 53, 54);

CREATE OR REPLACE FUNCTION fund_has_cause(j product_journal) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT CASE j.reason
    WHEN 50 THEN j.av = -s.amount AND j.lo = s.amount AND j.house_lo = s.day_profit * s.days AND j.house_av = -j.house_lo
    WHEN 51 THEN j.av = s.day_profit AND j.lo = 0 AND j.house_av = 0 AND j.house_lo = -s.day_profit
      AND EXISTS (SELECT FROM fund_income i WHERE i.sub_id = s.id AND i.journal = j.number)
    WHEN 52 THEN s.status = 'finished' AND j.av = s.amount AND j.lo = -s.amount AND j.house_av = 0 AND j.house_lo = 0
    WHEN 53 THEN s.status = 'refunded' AND j.av = s.amount - s.penalty AND j.lo = -s.amount AND j.house_lo = -s.day_profit * (s.days - s.paid_days)
      AND j.house_av = s.penalty - j.house_lo
    WHEN 54 THEN s.status = 'reset' AND j.av = s.amount AND j.lo = -s.amount AND j.house_lo = -s.day_profit * (s.days - s.paid_days)
      AND j.house_av = -j.house_lo
    ELSE false END
  FROM fund_subscriptions s WHERE s.id = j.reference AND s.user_id = j.owner_id AND s.realm = j.realm), false)
$$;

-- A demo realm that was made before has its capital, and nothing of it for funds: some of it is assigned to them, once, as a new one has it.
DO $do$
DECLARE
  next_id bigint := 2;
BEGIN
  IF NOT EXISTS (SELECT FROM journals WHERE id = 1 AND realm = 'demo')
    OR (SELECT count(*) FROM ledger_accounts WHERE owner_id = 0 AND realm = 'demo' AND kind IN ('external', 'fund')) < 2 THEN RETURN; END IF;
  -- As house_capital is: from the world of play to the account. Its cause is this migration.
  ALTER TABLE entries DISABLE TRIGGER journal_has_cause;
  INSERT INTO journals (id, realm, time, reason, reference, idempotency_key, lines, owner_id, number, actor_kind, actor_id)
    SELECT next_id, 'demo', database_ms(), 3, 0, 'seed:demo-fund', 2, 0, version + 1, 0, 0 FROM owners WHERE id = 0 AND realm = 'demo';
  INSERT INTO entries (journal_id, line, account_id, available_change, locked_change)
    SELECT next_id, CASE kind WHEN 'external' THEN 0 ELSE 1 END, id, CASE kind WHEN 'external' THEN -20000000000 ELSE 20000000000 END, 0
    FROM ledger_accounts WHERE owner_id = 0 AND realm = 'demo' AND kind IN ('external', 'fund');
  ALTER TABLE entries ENABLE TRIGGER journal_has_cause;
END $do$;
