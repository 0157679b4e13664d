-- The words by which a text is found. A version never changes, so neither do its words: which version is read, by whom and when is asked of the pointer
-- and of the item's dates, and there is nothing that could be left behind when they move.

CREATE TABLE content_words (
  item_id bigint NOT NULL,
  lang text NOT NULL,
  version int NOT NULL,
  -- By which rule of words they were made: another rule makes all of them anew.
  rule int NOT NULL CHECK (rule > 0),
  title tsvector NOT NULL,
  -- Of the title, the summary and the text.
  words tsvector NOT NULL,
  PRIMARY KEY (item_id, lang, version),
  FOREIGN KEY (item_id, lang, version) REFERENCES content_texts (item_id, lang, version)
);
CREATE INDEX content_words_found ON content_words USING gin (words);

GRANT SELECT, INSERT (item_id, lang, version, rule, title, words) ON content_words TO fairtick_app;
