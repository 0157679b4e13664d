-- Images that real users send, and who looked at them. The bytes lie in a folder or a bucket, sealed under a key of their own; that key is here,
-- sealed under the server's. A row is there before its bytes are and stays until they are gone, so that no bytes are ever without one.

CREATE TABLE uploads (
  -- Random; also the name of the bytes.
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  owner_id bigint NOT NULL,
  realm realm NOT NULL DEFAULT 'live' CHECK (realm = 'live'),
  kind text NOT NULL CHECK (kind ~ '^[a-z_]{1,30}$'),
  state text NOT NULL DEFAULT 'writing' CHECK (state IN ('writing', 'ready', 'used', 'leaving', 'gone')),
  place text NOT NULL CHECK (place IN ('disk', 'bucket')),
  bytes int NOT NULL CHECK (bytes > 0),
  width int NOT NULL CHECK (width > 0),
  height int NOT NULL CHECK (height > 0),
  -- Without it the bytes mean nothing, wherever a copy of them lies.
  key_sealed bytea,
  created_time bigint NOT NULL DEFAULT database_ms(),
  -- What it was used for; it can be used once.
  attached_to text,
  -- Swept from then on, by the database's clock. NULL: kept while that is kept.
  keep_until bigint DEFAULT database_ms() + 86400000,
  FOREIGN KEY (owner_id, realm) REFERENCES users (id, realm),
  CHECK ((state = 'gone') = (key_sealed IS NULL)),
  CHECK (state <> 'used' OR attached_to IS NOT NULL),
  CHECK (attached_to IS NULL OR state NOT IN ('writing', 'ready')),
  CHECK (keep_until IS NOT NULL OR state IN ('used', 'gone'))
);
CREATE INDEX uploads_to_sweep ON uploads (keep_until) WHERE state <> 'gone' AND keep_until IS NOT NULL;
CREATE INDEX uploads_by_owner ON uploads (owner_id);

CREATE FUNCTION upload_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  states constant text[] := ARRAY['writing', 'ready', 'used', 'leaving', 'gone'];
BEGIN
  IF OLD.state = 'gone' OR array_position(states, NEW.state) < array_position(states, OLD.state) THEN
    RAISE EXCEPTION 'an upload goes on and never back' USING ERRCODE = 'check_violation', CONSTRAINT = 'upload_goes_on';
  END IF;
  IF NEW.attached_to IS DISTINCT FROM OLD.attached_to AND (OLD.state, NEW.state) IS DISTINCT FROM ('ready', 'used') THEN
    RAISE EXCEPTION 'an upload is used once' USING ERRCODE = 'check_violation', CONSTRAINT = 'upload_used_once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER upload_goes_on BEFORE UPDATE ON uploads FOR EACH ROW EXECUTE FUNCTION upload_goes_on();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON uploads FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT (id, owner_id, kind, place, bytes, width, height, key_sealed), UPDATE (state, key_sealed, attached_to, keep_until)
  ON uploads TO fairtick_app;

-- Every time that an image was shown to somebody: its owner may ask for them.
CREATE TABLE upload_views (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  upload_id text NOT NULL REFERENCES uploads,
  viewer_kind text NOT NULL CHECK (viewer_kind IN ('user', 'staff')),
  viewer_id bigint NOT NULL,
  why text NOT NULL,
  time bigint NOT NULL DEFAULT database_ms()
);
CREATE INDEX upload_views_by_upload ON upload_views (upload_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON upload_views FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT (upload_id, viewer_kind, viewer_id, why) ON upload_views TO fairtick_app;
