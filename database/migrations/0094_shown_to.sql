-- What stands above newer texts, and what is for some countries alone: nobody else reads it, nor does who has said no country.
ALTER TABLE content_items
  ADD COLUMN pinned boolean NOT NULL DEFAULT false,
  ADD COLUMN countries text[] NOT NULL DEFAULT '{}'
    CHECK (cardinality(countries) <= 300 AND array_to_string(countries, ',', '-') ~ '^([A-Z]{2}(,[A-Z]{2})*)?$');
GRANT INSERT (pinned, countries), UPDATE (pinned, countries) ON content_items TO fairtick_app;
