-- A demo user idle for 30 days is removed: no session, no balance, nothing shown. What happened stays: orders, journals, keys, ticks.
ALTER TABLE users ADD COLUMN removed_time bigint CHECK (removed_time IS NULL OR realm = 'demo');
CREATE INDEX demo_users_kept ON users (id) WHERE realm = 'demo' AND removed_time IS NULL;
GRANT UPDATE (removed_time) ON users TO fairtick_app;

CREATE FUNCTION removed_for_ever() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a removed user stays removed' USING ERRCODE = 'check_violation', CONSTRAINT = 'removed_for_ever';
END $$;
CREATE TRIGGER removed_for_ever BEFORE UPDATE ON users FOR EACH ROW WHEN (OLD.removed_time IS NOT NULL) EXECUTE FUNCTION removed_for_ever();
