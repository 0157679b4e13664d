-- The companies of the directory, as the staff wrote them last; what they said before stands in the acts. No price, no term and no log names one.

CREATE TABLE companies (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  logo text REFERENCES content_pictures (id),
  url text NOT NULL CHECK (char_length(url) <= 500 AND (url = '' OR url ~ '^https://[!-~]+$')),
  subject text NOT NULL CHECK (char_length(subject) <= 200),
  registered_address text NOT NULL CHECK (char_length(registered_address) <= 300),
  location text NOT NULL CHECK (char_length(location) <= 300),
  email text NOT NULL CHECK (char_length(email) <= 254),
  complaint_email text NOT NULL CHECK (char_length(complaint_email) <= 254),
  -- The company whose service this is: its contact is everybody's who has chosen no other.
  is_main boolean NOT NULL,
  -- Out of the directory nobody sees it.
  listed boolean NOT NULL,
  staff_id bigint NOT NULL REFERENCES staff (id),
  changed_time bigint NOT NULL DEFAULT database_ms(),
  CHECK (listed OR NOT is_main)
);
CREATE UNIQUE INDEX companies_one_main ON companies (is_main) WHERE is_main;

-- Moved by whatever changes the directory: servers that keep it in memory look at this one row.
CREATE TABLE companies_head (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  version bigint NOT NULL
);
INSERT INTO companies_head (version) VALUES (1);
CREATE FUNCTION companies_moved() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE companies_head SET version = version + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER companies_moved AFTER INSERT OR UPDATE ON companies FOR EACH STATEMENT EXECUTE FUNCTION companies_moved();

GRANT SELECT, INSERT (name, logo, url, subject, registered_address, location, email, complaint_email, is_main, listed, staff_id),
  UPDATE (name, logo, url, subject, registered_address, location, email, complaint_email, is_main, listed, staff_id, changed_time)
  ON companies TO fairtick_app;
GRANT SELECT ON companies_head TO fairtick_app;
