-- The chat between a user and the staff. Messages are written once, numbered along one line a user, so that "what came after the last I know" is one
-- question however many threads there were; a thread is a stretch of that line. What is told over the socket is read from the lines that moved.

CREATE TABLE support_lines (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  -- The newest message; the newest of the staff; up to where the user has read.
  last_seq int NOT NULL DEFAULT 0 CHECK (last_seq >= 0),
  staff_seq int NOT NULL DEFAULT 0 CHECK (staff_seq BETWEEN 0 AND last_seq),
  read_seq int NOT NULL DEFAULT 0 CHECK (read_seq BETWEEN 0 AND last_seq),
  -- Moved with every change: what servers that have its user connected look for.
  moved_time bigint NOT NULL DEFAULT database_ms()
);
CREATE INDEX support_lines_moved ON support_lines (moved_time);
CREATE INDEX support_lines_unread ON support_lines (user_id) WHERE staff_seq > read_seq;

CREATE TABLE support_threads (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id),
  -- The language its user wrote in first.
  lang text NOT NULL CHECK (lang ~ '^[a-z]{2,3}$'),
  -- open: the user waits; waiting_user: the staff have answered.
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'waiting_user', 'closed')),
  opened_time bigint NOT NULL DEFAULT database_ms(),
  -- Until when whoever waits is to be answered.
  answer_due bigint NOT NULL,
  claimed_by bigint REFERENCES staff (id),
  claimed_until bigint,
  closed_time bigint,
  score int CHECK (score BETWEEN 1 AND 5),
  CHECK ((claimed_by IS NULL) = (claimed_until IS NULL)),
  CHECK ((state = 'closed') = (closed_time IS NOT NULL)),
  CHECK (score IS NULL OR state = 'closed')
);
CREATE UNIQUE INDEX support_one_open_thread ON support_threads (user_id) WHERE state <> 'closed';
CREATE INDEX support_threads_queue ON support_threads (answer_due, id) WHERE state = 'open';
CREATE INDEX support_threads_of_user ON support_threads (user_id, id);
CREATE INDEX support_threads_closed ON support_threads (closed_time) WHERE state = 'closed';

CREATE FUNCTION support_thread_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.user_id, NEW.lang, NEW.opened_time) IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.lang, OLD.opened_time)
    OR (OLD.state = 'closed' AND ((NEW.state, NEW.answer_due, NEW.claimed_by, NEW.claimed_until, NEW.closed_time)
      IS DISTINCT FROM (OLD.state, OLD.answer_due, OLD.claimed_by, OLD.claimed_until, OLD.closed_time) OR OLD.score IS NOT NULL)) THEN
    RAISE EXCEPTION 'a closed thread stays closed, and is judged once' USING ERRCODE = 'check_violation', CONSTRAINT = 'support_thread_final';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER support_thread_final BEFORE UPDATE ON support_threads FOR EACH ROW EXECUTE FUNCTION support_thread_final();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON support_threads FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE support_messages (
  user_id bigint NOT NULL REFERENCES support_lines (user_id),
  seq int NOT NULL CHECK (seq > 0),
  thread_id bigint NOT NULL REFERENCES support_threads (id),
  author text NOT NULL CHECK (author IN ('user', 'staff', 'system')),
  staff_id bigint REFERENCES staff (id),
  -- Plain text, as domains/support/chat/safety has made it; of the system's a word that the app translates.
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 2000),
  -- What was left out of it before it was stored.
  masked text[] NOT NULL DEFAULT '{}' CHECK (masked <@ ARRAY['card', 'seed', 'password']),
  time bigint NOT NULL DEFAULT database_ms(),
  PRIMARY KEY (user_id, seq),
  CHECK ((author = 'user') = (staff_id IS NULL))
);
CREATE INDEX support_messages_by_thread ON support_messages (thread_id, seq);

-- Told with the users' ends in one transaction, and kept for two years after a thread was closed; nothing else takes a message away.
CREATE FUNCTION support_message_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM users WHERE id = OLD.user_id AND removed_time IS NULL)
    AND NOT EXISTS (SELECT FROM support_threads WHERE id = OLD.thread_id AND closed_time < database_ms() - 63072000000) THEN
    RAISE EXCEPTION 'a message stays as it was written' USING ERRCODE = 'check_violation', CONSTRAINT = 'support_message_stays';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER support_message_stays BEFORE DELETE ON support_messages FOR EACH ROW EXECUTE FUNCTION support_message_stays();
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON support_messages FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Whoever leaves takes along what they wrote and what was written to them; that there were threads, and when, stays. Their line is held first: what is
-- being written is waited for and goes too, and what comes later finds nobody.
CREATE FUNCTION support_goes_with_user() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO support_lines (user_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  PERFORM FROM support_lines WHERE user_id = NEW.id FOR UPDATE;
  DELETE FROM support_messages WHERE user_id = NEW.id;
  DELETE FROM support_lines WHERE user_id = NEW.id;
  UPDATE support_threads SET state = 'closed', closed_time = database_ms() WHERE user_id = NEW.id AND state <> 'closed';
  RETURN NULL;
END $$;
CREATE TRIGGER support_goes_with_user AFTER UPDATE OF removed_time ON users FOR EACH ROW
  WHEN (OLD.removed_time IS NULL AND NEW.removed_time IS NOT NULL) EXECUTE FUNCTION support_goes_with_user();

CREATE FUNCTION support_of_somebody() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM users WHERE id = NEW.user_id AND removed_time IS NOT NULL) THEN
    RAISE EXCEPTION 'of a user who has left' USING ERRCODE = 'check_violation', CONSTRAINT = 'support_of_somebody';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER support_of_somebody BEFORE INSERT ON support_messages FOR EACH ROW EXECUTE FUNCTION support_of_somebody();

-- One row for each hour in which a member of the staff read a user's chat.
CREATE UNIQUE INDEX act_chat_read_once ON acts (actor_id, subject_id, (time / 3600000)) WHERE kind = 'chat_read';

GRANT SELECT, INSERT (user_id), UPDATE (last_seq, staff_seq, read_seq, moved_time) ON support_lines TO fairtick_app;
GRANT SELECT, INSERT (user_id, lang, answer_due), UPDATE (state, answer_due, claimed_by, claimed_until, closed_time, score)
  ON support_threads TO fairtick_app;
GRANT SELECT, INSERT (user_id, seq, thread_id, author, staff_id, text, masked), DELETE ON support_messages TO fairtick_app;
