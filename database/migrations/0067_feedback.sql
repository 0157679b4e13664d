-- What people tell the house: faults, ideas, complaints. Their words stand here alone, and go when whoever wrote them leaves, or two years after it
-- was closed; that it came, when, and by when a complaint was answered stays.

CREATE TABLE feedback (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- NULL where a visitor wrote.
  user_id bigint,
  realm realm,
  kind text NOT NULL CHECK (kind IN ('bug', 'idea', 'complaint', 'other')),
  words text NOT NULL CHECK (char_length(words) <= 2000),
  -- A visitor's, to be answered at.
  email text CHECK (char_length(email) <= 254),
  -- A visitor's address, so that it is counted for a day.
  from_mac bytea CHECK (octet_length(from_mac) = 32),
  -- In which the writer is answered.
  lang text NOT NULL CHECK (lang ~ '^[a-z]{2,3}$'),
  -- What the writer ticked to tell of their device.
  device text CHECK (char_length(device) BETWEEN 1 AND 500),
  image text UNIQUE REFERENCES uploads,
  -- 1 received, 2 in work, 3 answered, 4 closed.
  status smallint NOT NULL DEFAULT 1 CHECK (status BETWEEN 1 AND 4),
  received_time bigint NOT NULL,
  -- Of a complaint: answered before this moment.
  due_time bigint,
  claimed_by bigint REFERENCES staff (id),
  claimed_until bigint,
  answer text CHECK (char_length(answer) <= 2000),
  answered_by bigint REFERENCES staff (id),
  answered_time bigint,
  closed_by bigint REFERENCES staff (id),
  closed_time bigint,
  erased_time bigint,
  FOREIGN KEY (user_id, realm) REFERENCES users (id, realm),
  CHECK ((user_id IS NULL) = (realm IS NULL)),
  CHECK (user_id IS NULL OR (email IS NULL AND from_mac IS NULL)),
  CHECK (user_id IS NOT NULL OR email IS NOT NULL OR erased_time IS NOT NULL),
  CHECK (image IS NULL OR realm = 'live'),
  CHECK ((kind = 'complaint') = (due_time IS NOT NULL) AND (due_time IS NULL OR due_time > received_time)),
  CHECK ((claimed_by IS NULL) = (claimed_until IS NULL)),
  CHECK (status <> 2 OR claimed_by IS NOT NULL),
  CHECK ((answered_time IS NULL) = (answered_by IS NULL) AND (answered_time IS NULL OR answer IS NOT NULL OR erased_time IS NOT NULL)),
  CHECK (status <> 3 OR answered_time IS NOT NULL),
  CHECK ((status = 4) = (closed_time IS NOT NULL)),
  -- Nobody closes a complaint unanswered; only its writer's leaving does.
  CHECK (status <> 4 OR kind <> 'complaint' OR answered_time IS NOT NULL OR erased_time IS NOT NULL),
  CHECK (erased_time IS NULL OR (words = '' AND email IS NULL AND device IS NULL AND answer IS NULL AND status = 4)),
  CHECK (erased_time IS NOT NULL OR char_length(words) >= 10)
);
CREATE INDEX feedback_by_user ON feedback (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX feedback_by_address ON feedback (from_mac, received_time) WHERE from_mac IS NOT NULL;
CREATE INDEX feedback_open ON feedback (due_time, id) WHERE status IN (1, 2);
CREATE INDEX feedback_by_status ON feedback (status, id);

CREATE FUNCTION feedback_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status < OLD.status OR OLD.erased_time IS NOT NULL THEN
    RAISE EXCEPTION 'feedback goes on and never back' USING ERRCODE = 'check_violation', CONSTRAINT = 'feedback_goes_on';
  END IF;
  IF NEW.erased_time IS NULL AND (NEW.words, NEW.email, NEW.device) IS DISTINCT FROM (OLD.words, OLD.email, OLD.device)
    OR OLD.answered_time IS NOT NULL AND NEW.erased_time IS NULL
      AND (NEW.answer, NEW.answered_by, NEW.answered_time) IS DISTINCT FROM (OLD.answer, OLD.answered_by, OLD.answered_time) THEN
    RAISE EXCEPTION 'what was written stays as it was' USING ERRCODE = 'check_violation', CONSTRAINT = 'feedback_words_final';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER feedback_goes_on BEFORE UPDATE ON feedback FOR EACH ROW EXECUTE FUNCTION feedback_goes_on();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON feedback FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT (user_id, realm, kind, words, email, from_mac, lang, device, image, received_time, due_time),
  UPDATE (words, email, from_mac, device, status, claimed_by, claimed_until, answer, answered_by, answered_time, closed_by, closed_time, erased_time)
  ON feedback TO fairtick_app;
