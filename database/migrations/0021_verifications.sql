-- Real users prove who they are. Name and number are sealed; the number's MAC only says whether it stands in another account too.

CREATE TABLE verifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL,
  realm realm NOT NULL DEFAULT 'live' CHECK (realm = 'live'),
  name_sealed bytea NOT NULL,
  card_sealed bytea NOT NULL,
  card_mac bytea NOT NULL CHECK (octet_length(card_mac) = 32),
  -- ISO 3166 alpha-2; empty where the user did not say.
  country text NOT NULL CHECK (country ~ '^([A-Z]{2})?$'),
  front text NOT NULL UNIQUE REFERENCES uploads,
  back text NOT NULL UNIQUE REFERENCES uploads,
  -- 1 waits, 2 accepted, 3 rejected.
  status smallint NOT NULL DEFAULT 1 CHECK (status IN (1, 2, 3)),
  submitted_time bigint NOT NULL DEFAULT database_ms(),
  -- Who of the staff works on it, for so long: others see it and leave it alone.
  claimed_by bigint,
  claimed_until bigint,
  reason_code text,
  reason text,
  decided_time bigint,
  decided_by bigint,
  FOREIGN KEY (user_id, realm) REFERENCES users (id, realm),
  CHECK (front <> back),
  CHECK ((claimed_by IS NULL) = (claimed_until IS NULL)),
  CHECK ((status = 1) = (decided_time IS NULL) AND (status = 1) = (decided_by IS NULL)),
  CHECK ((status = 3) = (reason_code IS NOT NULL) AND (status = 3) = (reason IS NOT NULL))
);
-- Nobody waits twice, and who is verified does not wait.
CREATE UNIQUE INDEX one_verification_a_user ON verifications (user_id) WHERE status IN (1, 2);
CREATE INDEX verifications_by_user ON verifications (user_id, id);
CREATE INDEX verifications_by_status ON verifications (status, id);
CREATE INDEX verifications_by_card ON verifications (card_mac);

CREATE FUNCTION verification_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a decided verification does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'verification_final';
END $$;
-- What is sealed may be sealed again by another master key, which is the owner's work.
CREATE TRIGGER verification_final BEFORE UPDATE ON verifications FOR EACH ROW WHEN (OLD.status <> 1 AND
  (NEW.id, NEW.user_id, NEW.country, NEW.front, NEW.back, NEW.status, NEW.submitted_time, NEW.claimed_by, NEW.claimed_until, NEW.reason_code,
    NEW.reason, NEW.decided_time, NEW.decided_by) IS DISTINCT FROM
  (OLD.id, OLD.user_id, OLD.country, OLD.front, OLD.back, OLD.status, OLD.submitted_time, OLD.claimed_by, OLD.claimed_until, OLD.reason_code,
    OLD.reason, OLD.decided_time, OLD.decided_by)) EXECUTE FUNCTION verification_final();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON verifications FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT (user_id, name_sealed, card_sealed, card_mac, country, front, back),
  UPDATE (status, claimed_by, claimed_until, reason_code, reason, decided_time, decided_by) ON verifications TO fairtick_app;
