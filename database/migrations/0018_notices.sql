-- What happened to a user without a tap of theirs, kept for them to read: written in the transaction of what it tells of.

CREATE TABLE notices (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL,
  realm realm NOT NULL,
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z_]{1,60}$'),
  -- What its sentence is filled with; the sentence itself is made in the reader's language.
  params jsonb NOT NULL CHECK (jsonb_typeof(params) = 'object'),
  order_id bigint,
  -- What caused it, where that may be decided twice (a commit whose answer was lost): told once all the same.
  cause text,
  time bigint NOT NULL DEFAULT database_ms(),
  read_time bigint,
  FOREIGN KEY (user_id, realm) REFERENCES users (id, realm)
);
CREATE INDEX notices_by_user ON notices (user_id, id);
CREATE UNIQUE INDEX one_notice_a_cause ON notices (user_id, kind, cause) WHERE cause IS NOT NULL;
CREATE INDEX notices_unread ON notices (user_id, id) WHERE read_time IS NULL;

CREATE FUNCTION notice_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.read_time IS NOT NULL OR NEW.read_time IS NULL
    OR (NEW.id, NEW.user_id, NEW.realm, NEW.kind, NEW.params, NEW.order_id, NEW.cause, NEW.time)
      IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.realm, OLD.kind, OLD.params, OLD.order_id, OLD.cause, OLD.time) THEN
    RAISE EXCEPTION 'a notice is read once and does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'notice_final';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER notice_final BEFORE UPDATE ON notices FOR EACH ROW EXECUTE FUNCTION notice_final();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON notices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT (id, user_id, realm, kind, params, order_id, cause), UPDATE (read_time) ON notices TO fairtick_app;
