-- Forex and micro orders, and the house's exposure. Terms have no UPDATE grant; a final order can't change at all.

CREATE TYPE side AS ENUM ('buy', 'sell');
CREATE TYPE forex_status AS ENUM ('pending', 'open', 'cancelled', 'closed');
CREATE TYPE close_reason AS ENUM ('user', 'stop_loss', 'take_profit', 'stop_out', 'reset');

CREATE TABLE forex_orders (
  id bigint PRIMARY KEY,
  realm realm NOT NULL,
  user_id bigint NOT NULL,
  pair_id int NOT NULL,
  side side NOT NULL,
  quantity numeric(30, 8) NOT NULL CHECK (quantity > 0),
  multiple int NOT NULL,
  margin_mode smallint NOT NULL,
  cont_num numeric(30, 8) NOT NULL,
  fee_type smallint NOT NULL,
  fee_rate numeric(30, 8) NOT NULL,
  markup numeric(30, 8) NOT NULL,
  price_precision smallint NOT NULL,
  rate_pair_id int,
  rate_inverse boolean NOT NULL,
  -- The rate and its tick that margin and fee were computed with, at placement.
  placed_rate numeric(30, 12) NOT NULL,
  placed_rate_tick bigint,
  margin numeric(30, 8) NOT NULL CHECK (margin > 0),
  fee numeric(30, 8) NOT NULL CHECK (fee >= 0),
  target_price numeric(30, 8),
  target_kind text CHECK (target_kind IN ('limit', 'stop')),
  created_time bigint NOT NULL,
  -- What may change, each only as long as the order is not final:
  status forex_status NOT NULL,
  held numeric(30, 8) NOT NULL CHECK (held >= 0),
  stop_loss numeric(30, 8) NOT NULL CHECK (stop_loss >= 0),
  take_profit numeric(30, 8) NOT NULL CHECK (take_profit >= 0),
  armed_index bigint NOT NULL,
  open_price numeric(30, 8),
  open_tick bigint,
  open_rate numeric(30, 12),
  open_rate_tick bigint,
  open_time bigint,
  close_price numeric(30, 8),
  close_tick bigint,
  close_rate numeric(30, 12),
  close_rate_tick bigint,
  close_time bigint,
  close_reason close_reason,
  result numeric(30, 8) NOT NULL DEFAULT 0,
  cancelled_time bigint,
  CHECK ((status IN ('open', 'closed')) = (open_price IS NOT NULL)),
  CHECK ((status = 'closed') = (close_reason IS NOT NULL)),
  -- A demo reset ends a position with neither price nor result.
  CHECK ((status = 'closed' AND close_reason <> 'reset') = (close_price IS NOT NULL)),
  CHECK ((status = 'cancelled' OR coalesce(close_reason = 'reset', false)) = (cancelled_time IS NOT NULL)),
  CHECK (status IN ('pending', 'open') OR held = 0)
);
CREATE INDEX forex_orders_live ON forex_orders (user_id) WHERE status IN ('pending', 'open');
CREATE INDEX forex_orders_history ON forex_orders (user_id, status, id DESC);

CREATE TABLE micro_orders (
  id bigint PRIMARY KEY,
  realm realm NOT NULL,
  user_id bigint NOT NULL,
  pair_id int NOT NULL,
  direction text NOT NULL CHECK (direction IN ('up', 'down')),
  stake numeric(30, 8) NOT NULL CHECK (stake > 0),
  seconds int NOT NULL CHECK (seconds > 0),
  profit_ratio numeric(30, 8) NOT NULL CHECK (profit_ratio > 0),
  loss_level smallint NOT NULL CHECK (loss_level IN (0, 1)),
  price_precision smallint NOT NULL,
  reserve numeric(30, 8) NOT NULL CHECK (reserve >= 0),
  open_price numeric(30, 8) NOT NULL,
  open_tick bigint NOT NULL,
  accepted_time bigint NOT NULL,
  expiry_time bigint NOT NULL,
  -- What settlement sets, once:
  status text NOT NULL CHECK (status IN ('open', 'closed')),
  outcome text CHECK (outcome IN ('win', 'loss', 'tie', 'void')),
  end_price numeric(30, 8),
  end_tick bigint,
  result numeric(30, 8) NOT NULL DEFAULT 0,
  closed_time bigint,
  CHECK ((status = 'closed') = (outcome IS NOT NULL)),
  CHECK ((status = 'closed') = (closed_time IS NOT NULL))
);
CREATE INDEX micro_orders_live ON micro_orders (user_id, expiry_time) WHERE status = 'open';
CREATE INDEX micro_orders_history ON micro_orders (user_id, status, id DESC);

CREATE FUNCTION order_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a final order does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'order_final';
END $$;
CREATE TRIGGER order_final BEFORE UPDATE ON forex_orders FOR EACH ROW
  WHEN (OLD.status IN ('cancelled', 'closed')
    OR (OLD.status = 'open' AND (NEW.status NOT IN ('open', 'closed') OR NEW.open_price <> OLD.open_price OR NEW.open_tick <> OLD.open_tick)))
  EXECUTE FUNCTION order_final();
CREATE TRIGGER order_final BEFORE UPDATE ON micro_orders FOR EACH ROW WHEN (OLD.status = 'closed') EXECUTE FUNCTION order_final();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON forex_orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON micro_orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Net quantity of open client positions (buys less sells), for the stress limit.
CREATE TABLE house_exposure (
  realm realm NOT NULL,
  pair_id int NOT NULL,
  net_quantity numeric(30, 8) NOT NULL,
  PRIMARY KEY (realm, pair_id)
);

GRANT SELECT, INSERT ON forex_orders, micro_orders TO fairtick_app;
GRANT UPDATE (status, held, stop_loss, take_profit, armed_index, open_price, open_tick, open_rate, open_rate_tick, open_time,
  close_price, close_tick, close_rate, close_rate_tick, close_time, close_reason, result, cancelled_time) ON forex_orders TO fairtick_app;
GRANT UPDATE (status, outcome, end_price, end_tick, result, closed_time) ON micro_orders TO fairtick_app;
GRANT SELECT, INSERT, UPDATE ON house_exposure TO fairtick_app;
