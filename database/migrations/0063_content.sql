-- News, announcements and what the activity page shows. A text is written once and never changed: a change is its next version. Which version of a
-- language is read is one row, which the staff move; every move is an act.

CREATE TABLE content_pictures (
  -- SHA-256 of the bytes, the first 32 digits: the same picture twice is one row.
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  bytes bytea NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 8388608),
  width int NOT NULL CHECK (width > 0),
  height int NOT NULL CHECK (height > 0),
  staff_id bigint NOT NULL REFERENCES staff (id),
  created_time bigint NOT NULL DEFAULT database_ms()
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON content_pictures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE content_items (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('news', 'announcement', 'note', 'activity')),
  -- What an announcement is about; terms and money are published by a second person.
  about text CHECK (about IN ('notice', 'maintenance', 'terms', 'incident')),
  audience text NOT NULL CHECK (audience IN ('all', 'live', 'demo')),
  publish_time bigint NOT NULL,
  expire_time bigint,
  staff_id bigint NOT NULL REFERENCES staff (id),
  created_time bigint NOT NULL DEFAULT database_ms(),
  CHECK ((kind = 'announcement') = (about IS NOT NULL)),
  CHECK (expire_time > publish_time)
);
CREATE INDEX content_items_by_kind ON content_items (kind, publish_time DESC, id DESC);

CREATE TABLE content_texts (
  item_id bigint NOT NULL REFERENCES content_items (id),
  lang text NOT NULL CHECK (lang ~ '^[a-z]{2,3}$'),
  version int NOT NULL CHECK (version > 0),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
  summary text NOT NULL CHECK (char_length(summary) <= 500),
  body jsonb NOT NULL,
  picture text REFERENCES content_pictures (id),
  staff_id bigint NOT NULL REFERENCES staff (id),
  created_time bigint NOT NULL DEFAULT database_ms(),
  PRIMARY KEY (item_id, lang, version)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON content_texts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The version of a language that is read; without a row, or with none named, the language has nothing to read.
CREATE TABLE content_published (
  item_id bigint NOT NULL,
  lang text NOT NULL,
  version int,
  staff_id bigint NOT NULL REFERENCES staff (id),
  time bigint NOT NULL DEFAULT database_ms(),
  PRIMARY KEY (item_id, lang),
  FOREIGN KEY (item_id, lang, version) REFERENCES content_texts (item_id, lang, version)
);

-- Moved by whatever changes what is read: servers that keep it in memory look at this one row.
CREATE TABLE content_head (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  version bigint NOT NULL
);
INSERT INTO content_head (version) VALUES (1);
CREATE FUNCTION content_moved() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE content_head SET version = version + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER content_moved AFTER INSERT OR UPDATE ON content_items FOR EACH STATEMENT EXECUTE FUNCTION content_moved();
CREATE TRIGGER content_moved AFTER INSERT OR UPDATE ON content_published FOR EACH STATEMENT EXECUTE FUNCTION content_moved();

-- What a user has read of the announcements; of terms, that they acknowledged them, with the version they saw.
CREATE TABLE content_reads (
  user_id bigint NOT NULL REFERENCES users (id),
  item_id bigint NOT NULL REFERENCES content_items (id),
  lang text NOT NULL,
  version int NOT NULL,
  time bigint NOT NULL DEFAULT database_ms(),
  PRIMARY KEY (user_id, item_id)
);

GRANT SELECT, INSERT (id, bytes, width, height, staff_id) ON content_pictures TO fairtick_app;
GRANT SELECT, INSERT (kind, about, audience, publish_time, expire_time, staff_id), UPDATE (audience, publish_time, expire_time)
  ON content_items TO fairtick_app;
GRANT SELECT, INSERT (item_id, lang, version, title, summary, body, picture, staff_id) ON content_texts TO fairtick_app;
GRANT SELECT, INSERT (item_id, lang, version, staff_id), UPDATE (version, staff_id, time) ON content_published TO fairtick_app;
GRANT SELECT ON content_head TO fairtick_app;
GRANT SELECT, INSERT (user_id, item_id, lang, version) ON content_reads TO fairtick_app;
