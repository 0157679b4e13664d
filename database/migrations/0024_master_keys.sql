-- Which master keys this database was sealed by: a start with a wrong one, or without one that is still needed, is refused with a sentence
-- instead of secrets that nobody can open later. The app's role has no business here: a start writes it as the owner.

CREATE TABLE master_keys (
  id bigint PRIMARY KEY CHECK (id BETWEEN 1 AND 4294967295),
  -- By which the key is recognised; it says nothing of it.
  check_mac bytea NOT NULL CHECK (octet_length(check_mac) = 32),
  added_time bigint NOT NULL DEFAULT database_ms(),
  -- When nothing was sealed by it any more. It may be taken away since then, and its id never comes again for another.
  retired_time bigint
);
CREATE TRIGGER master_key_final BEFORE UPDATE ON master_keys FOR EACH ROW
  WHEN (NEW.id <> OLD.id OR NEW.check_mac <> OLD.check_mac OR NEW.added_time <> OLD.added_time OR OLD.retired_time IS NOT NULL)
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON master_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
