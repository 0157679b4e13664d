-- What was refused is remembered for thirty days: whoever repeats a key after that is asked anew. What did something is remembered for ever, and nobody can
-- take such a row away, the owner included.

CREATE FUNCTION keep_answers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.answer -> 'refused' IS NULL OR OLD.time > database_ms() - 2592000000 THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;
DROP TRIGGER append_only ON command_keys;
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON command_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER keep_answers BEFORE DELETE ON command_keys FOR EACH ROW EXECUTE FUNCTION keep_answers();

CREATE INDEX refused_keys ON command_keys (time) WHERE (answer -> 'refused') IS NOT NULL;

-- How many refusals older than thirty days were forgotten; the oldest first.
CREATE FUNCTION forget_refusals(most int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  gone int;
BEGIN
  IF most NOT BETWEEN 1 AND 100000 THEN RAISE EXCEPTION 'from 1 to 100,000 refusals at once' USING ERRCODE = 'invalid_parameter_value'; END IF;
  DELETE FROM command_keys WHERE (owner_id, key) IN (
    SELECT owner_id, key FROM command_keys WHERE (answer -> 'refused') IS NOT NULL AND time < database_ms() - 2592000000 ORDER BY time LIMIT most
  );
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;
REVOKE EXECUTE ON FUNCTION forget_refusals(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_refusals(int) TO fairtick_app;
