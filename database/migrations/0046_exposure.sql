-- What open positions come to by pair and direction, so that a gap either way can be weighed with what was gained before. The percent that held for net quantities becomes the shock of every class of pairs, each version as it was.

DROP TABLE house_exposure;
CREATE TABLE house_exposure (
  realm realm NOT NULL,
  pair_id int NOT NULL,
  buy_units numeric(30, 8) NOT NULL CHECK (buy_units >= 0),
  buy_value numeric(30, 8) NOT NULL CHECK (buy_value >= 0),
  sell_units numeric(30, 8) NOT NULL CHECK (sell_units >= 0),
  sell_value numeric(30, 8) NOT NULL CHECK (sell_value >= 0),
  PRIMARY KEY (realm, pair_id)
);
GRANT SELECT, INSERT, UPDATE ON house_exposure TO fairtick_app;

-- What one open position adds to its side; each rounded down to 8 places, as the app does.
CREATE VIEW open_sides AS
  SELECT id, realm, pair_id, side, trunc(quantity * cont_num, 8) AS units, trunc(trunc(quantity * cont_num, 8) * open_price, 8) AS value
  FROM forex_orders WHERE status = 'open';

INSERT INTO house_exposure
  SELECT realm, pair_id,
    coalesce(sum(units) FILTER (WHERE side = 'buy'), 0), coalesce(sum(value) FILTER (WHERE side = 'buy'), 0),
    coalesce(sum(units) FILTER (WHERE side = 'sell'), 0), coalesce(sum(value) FILTER (WHERE side = 'sell'), 0)
  FROM open_sides GROUP BY realm, pair_id;

ALTER TABLE setting_versions DISABLE TRIGGER USER;
UPDATE setting_versions SET key = 'leverage_risk', value = jsonb_build_object(
  'fx', jsonb_build_object('shock', greatest(1, least(90, value::int)), 'user', '20000000', 'pair', '1000000000'),
  'metal', jsonb_build_object('shock', greatest(1, least(90, value::int)), 'user', '20000000', 'pair', '500000000'),
  'index', jsonb_build_object('shock', greatest(1, least(90, value::int)), 'user', '10000000', 'pair', '200000000'),
  'always', jsonb_build_object('shock', greatest(1, least(90, value::int)), 'user', '10000000', 'pair', '200000000'))
WHERE key = 'stress_percent';
ALTER TABLE setting_versions ENABLE TRIGGER USER;
