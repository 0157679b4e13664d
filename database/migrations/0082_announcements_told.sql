-- Announcements leave as letters and messages to whoever asked for news. How far each was told is one row, moved in the transaction that writes the
-- messages: a server that ends in the middle leaves nobody out and tells nobody twice.

CREATE TABLE content_tellings (
  item_id bigint PRIMARY KEY REFERENCES content_items (id),
  -- Users are told in the order of their ids.
  last_user_id bigint NOT NULL DEFAULT 0,
  told int NOT NULL DEFAULT 0 CHECK (told >= 0),
  begun_time bigint NOT NULL DEFAULT database_ms(),
  done_time bigint
);
-- What was read before there were such letters is told to nobody.
INSERT INTO content_tellings (item_id, done_time)
  SELECT DISTINCT i.id, database_ms() FROM content_items i JOIN content_published p ON p.item_id = i.id AND p.version IS NOT NULL
  WHERE i.kind = 'announcement' AND i.publish_time <= database_ms();

-- When a mail server said for good that it does not take letters to this address: it gets no news from then on, only what its owner must know.
ALTER TABLE account_names ADD COLUMN refused_time bigint;

GRANT SELECT, INSERT (item_id), UPDATE (last_user_id, told, done_time) ON content_tellings TO fairtick_app;
GRANT UPDATE (refused_time) ON account_names TO fairtick_app;
