-- Who keeps themselves from loans: at once, and never for a shorter time than they have said.

CREATE TABLE loan_exclusions (
  user_id bigint PRIMARY KEY,
  realm realm NOT NULL DEFAULT 'live' CHECK (realm = 'live'),
  -- UTC ms; the last moment that a date can say where it does not end.
  until bigint NOT NULL,
  FOREIGN KEY (user_id, realm) REFERENCES users (id, realm)
);
CREATE FUNCTION loan_exclusion_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'who keeps themselves from loans does so until then' USING ERRCODE = 'check_violation', CONSTRAINT = 'loan_exclusion_stays';
END $$;
CREATE TRIGGER loan_exclusion_stays BEFORE UPDATE ON loan_exclusions FOR EACH ROW
  WHEN (NEW.user_id <> OLD.user_id OR NEW.until < OLD.until) EXECUTE FUNCTION loan_exclusion_stays();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON loan_exclusions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT (user_id, until), UPDATE (until) ON loan_exclusions TO fairtick_app;
