-- What a user has sent and used for nothing yet is little, also where many requests come at once: else one account fills the disk within a day.

CREATE INDEX uploads_unused ON uploads (owner_id) WHERE state IN ('writing', 'ready');

CREATE FUNCTION few_unused_uploads() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unused record;
BEGIN
  -- One after the other for each owner, until its transaction ends: what is counted behind the lock sees those before it.
  PERFORM pg_advisory_xact_lock(hashtextextended('uploads/' || NEW.owner_id, 0));
  SELECT count(*) AS files, coalesce(sum(bytes), 0) AS bytes INTO unused FROM uploads
    WHERE owner_id = NEW.owner_id AND state IN ('writing', 'ready');
  IF unused.files >= 20 OR unused.bytes + NEW.bytes > 50331648 THEN
    RAISE EXCEPTION 'at most 20 unused uploads of 48 MiB together' USING ERRCODE = 'check_violation', CONSTRAINT = 'few_unused_uploads';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER few_unused_uploads BEFORE INSERT ON uploads FOR EACH ROW EXECUTE FUNCTION few_unused_uploads();
