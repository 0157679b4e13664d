-- The acts' log. Its entries are log 2's in log_entries; a place and its entry are written in one transaction. What an entry hides is erased by the
-- owner alone, and the log stays whole.

-- Whoever an act is by and about is part of what is hashed, so that nobody can be put in another's place later.
ALTER TABLE acts ADD CONSTRAINT act_says_who CHECK (contents IS NULL OR
  (contents::json ->> 'by' = actor_kind || ':' || actor_id AND contents::json ->> 'about' = subject_kind || ':' || subject_id));
ALTER TABLE acts ADD CONSTRAINT act_erased_whole CHECK ((contents IS NULL) = (salt IS NULL));
CREATE INDEX acts_by_kind ON acts (kind, id);
-- One row for each hour in which a member of staff looked at a user.
CREATE UNIQUE INDEX act_read_once ON acts (actor_id, subject_id, (time / 3600000)) WHERE kind = 'user_read';
-- The staff find users by the beginning of a UID or an e-mail.
CREATE INDEX users_uid_begins ON users (uid text_pattern_ops);
CREATE INDEX users_email_begins ON users (email text_pattern_ops) WHERE email IS NOT NULL;

CREATE OR REPLACE FUNCTION act_final() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  same constant boolean := (NEW.id, NEW.time, NEW.kind, NEW.actor_kind, NEW.actor_id, NEW.subject_kind, NEW.subject_id)
    IS NOT DISTINCT FROM (OLD.id, OLD.time, OLD.kind, OLD.actor_kind, OLD.actor_id, OLD.subject_kind, OLD.subject_id);
  placed constant boolean := OLD.idx IS NULL AND NEW.idx IS NOT NULL
    AND (NEW.contents, NEW.salt) IS NOT DISTINCT FROM (OLD.contents, OLD.salt);
  erased constant boolean := OLD.idx IS NOT NULL AND NEW.idx = OLD.idx AND NEW.contents IS NULL AND NEW.salt IS NULL;
BEGIN
  IF NOT same OR NOT (placed OR erased) THEN
    RAISE EXCEPTION 'an act does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'act_final';
  END IF;
  RETURN NEW;
END $$;
