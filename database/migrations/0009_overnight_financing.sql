-- Overnight financing: the rate is a term of the order, each night of an order is one row for ever, and how far it is financed only grows.
ALTER TABLE forex_orders
  ADD COLUMN financing_rate numeric(30, 8) NOT NULL DEFAULT 0,
  ADD COLUMN financing_nights text NOT NULL DEFAULT 'fx' CHECK (financing_nights IN ('fx', 'weekdays', 'daily')),
  -- By the market's clock, which in a replay is not the wall's.
  ADD COLUMN open_market_time bigint,
  ADD COLUMN financed_through bigint;
ALTER TABLE forex_orders ALTER COLUMN financing_rate DROP DEFAULT, ALTER COLUMN financing_nights DROP DEFAULT;
ALTER TABLE forex_orders DISABLE TRIGGER order_final;
UPDATE forex_orders SET open_market_time = open_time, financed_through = open_time WHERE open_time IS NOT NULL;
ALTER TABLE forex_orders ENABLE TRIGGER order_final;
ALTER TABLE forex_orders
  ADD CHECK ((open_price IS NULL) = (open_market_time IS NULL)),
  ADD CHECK ((open_price IS NULL) = (financed_through IS NULL)),
  ADD CHECK (financed_through >= open_market_time);
GRANT UPDATE (open_market_time, financed_through) ON forex_orders TO fairtick_app;

CREATE FUNCTION financed_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an order is financed forward only' USING ERRCODE = 'check_violation', CONSTRAINT = 'financed_forward';
END $$;
CREATE TRIGGER financed_forward BEFORE UPDATE ON forex_orders FOR EACH ROW
  WHEN (NEW.open_market_time <> OLD.open_market_time OR NEW.financed_through < OLD.financed_through) EXECUTE FUNCTION financed_forward();

CREATE TABLE forex_financing (
  order_id bigint NOT NULL,
  -- Days since 1970-01-01 of the New York date at whose 17:00 it was due.
  night int NOT NULL,
  times smallint NOT NULL CHECK (times IN (1, 3)),
  -- The place in the log at which it was decided, and the conversion with its tick.
  tick bigint NOT NULL,
  rate numeric(30, 12) NOT NULL,
  rate_tick bigint,
  -- By the terms, above 0 from the user to the house; and what really moved: less where the user had no more.
  amount numeric(30, 8) NOT NULL,
  taken numeric(30, 8) NOT NULL,
  time bigint NOT NULL,
  PRIMARY KEY (order_id, night),
  CHECK (CASE WHEN amount > 0 THEN taken BETWEEN 0 AND amount ELSE taken = amount END)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON forex_financing FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT ON forex_financing TO fairtick_app;
