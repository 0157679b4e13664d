-- A link that came of a proposal opens the console for nobody who has it alone: it takes a word beside it, which its proposal's maker is shown.
-- The word is derived from the link's mac and a master key; nothing of it stands here.

-- Links of before know no word.
UPDATE staff_links SET ended_time = greatest(database_ms(), created_time) WHERE used_time IS NULL AND ended_time IS NULL;

ALTER TABLE staff_links
  -- NULL where no word is needed: made by the first owner alone, or by the machine.
  ADD COLUMN proposal bigint UNIQUE REFERENCES proposals,
  -- Wrong words so far. The fifth one ends the link.
  ADD COLUMN tries smallint NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  ADD CONSTRAINT five_wrong_words CHECK (tries < 5 OR ended_time IS NOT NULL);
GRANT INSERT (proposal), UPDATE (tries) ON staff_links TO fairtick_app;
