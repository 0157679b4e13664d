-- The logs' signing keys leave the database: it keeps the public halves. A private half that is here is moved to where the server keeps it by the first
-- start, and only then taken out; nothing can put one in again.

ALTER TABLE log_keys ALTER COLUMN private_key DROP NOT NULL, ADD CONSTRAINT key_is_outside CHECK (private_key IS NULL) NOT VALID;

DROP TRIGGER append_only ON log_keys;
CREATE TRIGGER append_only BEFORE UPDATE OF log, origin, public_key, created_time ON log_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_rows BEFORE DELETE OR TRUNCATE ON log_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

REVOKE SELECT, INSERT ON log_keys FROM fairtick_app;
GRANT SELECT (log, origin, public_key, created_time), INSERT (log, origin, public_key, created_time) ON log_keys TO fairtick_app;
