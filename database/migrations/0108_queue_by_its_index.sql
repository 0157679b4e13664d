-- Whoever waits in the chat stands in the index in the order of the queue, real clients first: a page of it reads a page, however many wait.
ALTER TABLE support_threads ADD COLUMN demo boolean;
ALTER TABLE support_threads DISABLE TRIGGER support_thread_final;
UPDATE support_threads t SET demo = u.realm = 'demo' FROM users u WHERE u.id = t.user_id;
ALTER TABLE support_threads ENABLE TRIGGER support_thread_final;
ALTER TABLE support_threads ALTER COLUMN demo SET NOT NULL;

-- A user's realm never changes.
CREATE FUNCTION support_thread_of_realm() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.demo := (SELECT realm = 'demo' FROM users WHERE id = NEW.user_id);
  RETURN NEW;
END $$;
CREATE TRIGGER support_thread_of_realm BEFORE INSERT ON support_threads FOR EACH ROW EXECUTE FUNCTION support_thread_of_realm();

DROP INDEX support_threads_queue;
CREATE INDEX support_threads_queue ON support_threads (demo, answer_due, id) WHERE state = 'open';
CREATE INDEX support_threads_ended ON support_threads (id) WHERE state = 'closed';
