-- A user's own addresses, by the extended public key of a deposit option: one a user and key, numbered without a gap, so that a wallet that looks for its
-- money address by address finds all of it. Nobody's ever again: money may come to them for ever, also when the option has another key.
CREATE TABLE own_addresses (
  -- By which rule it is written; chains of the Ethereum kind share theirs.
  network text NOT NULL CHECK (network IN ('bitcoin', 'tron', 'evm')),
  -- Public key and chain code: one and the same however the extended key was written.
  branch text NOT NULL CHECK (branch ~ '^0[23][0-9a-f]{128}$'),
  index int NOT NULL CHECK (index >= 0),
  user_id bigint NOT NULL,
  realm realm NOT NULL DEFAULT 'live' CHECK (realm = 'live'),
  address text NOT NULL UNIQUE CHECK (address <> ''),
  made_time bigint NOT NULL DEFAULT database_ms(),
  PRIMARY KEY (network, branch, index),
  CONSTRAINT one_own_address UNIQUE (user_id, network, branch),
  FOREIGN KEY (user_id, realm) REFERENCES users (id, realm)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON own_addresses FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION own_address_next() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.index <> (SELECT coalesce(max(index) + 1, 0) FROM own_addresses WHERE network = NEW.network AND branch = NEW.branch) THEN
    RAISE EXCEPTION 'own addresses have no gap' USING ERRCODE = 'check_violation', CONSTRAINT = 'own_address_next';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER own_address_next BEFORE INSERT ON own_addresses FOR EACH ROW EXECUTE FUNCTION own_address_next();

GRANT SELECT, INSERT (network, branch, index, user_id, address) ON own_addresses TO fairtick_app;
