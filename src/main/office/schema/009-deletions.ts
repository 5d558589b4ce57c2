/**
 * Articles that people want deleted from the directory, which whoever has the lease deletes in this order. Unlike what
 * is sent, they need no record here: an article of which nobody has a draft can be deleted, too.
 */
export const deletions = `
CREATE TABLE colophon.deletions (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  -- the article's id in the directory
  remote_id text NOT NULL CHECK (length(remote_id) BETWEEN 1 AND 100),
  title text NOT NULL CHECK (length(title) <= 10000),
  position bigint GENERATED ALWAYS AS IDENTITY,
  -- the order of all changes, without gaps for a reader that follows it
  seq bigint NOT NULL,
  -- who queued it
  person name NOT NULL,
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'deleted', 'gone', 'refused', 'cancelled')),
  -- false: who queued it cancelled it while a request was under way; no other one may follow
  is_wanted boolean NOT NULL DEFAULT true,
  -- why it was not deleted
  message json CHECK (length(message::text) <= 10000),
  changed_by name NOT NULL,
  changed_at timestamptz NOT NULL
);
-- Each is queued once, by one person.
CREATE UNIQUE INDEX deletions_once ON colophon.deletions (account_id, remote_id) WHERE state = 'waiting';
CREATE UNIQUE INDEX deletions_in_order ON colophon.deletions (account_id, seq);

CREATE FUNCTION colophon.stamp_deletion() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN NEW.person := session_user; END IF;
  NEW.seq := nextval('colophon.changes');
  NEW.changed_by := session_user;
  NEW.changed_at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER take_turn BEFORE INSERT OR UPDATE ON colophon.deletions
  FOR EACH STATEMENT EXECUTE FUNCTION colophon.take_turn();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON colophon.deletions
  FOR EACH ROW EXECUTE FUNCTION colophon.stamp_deletion();
CREATE FUNCTION colophon.announce_deletion() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_notify('colophon_sender', '');
  RETURN NULL;
END $$;
CREATE TRIGGER announce AFTER INSERT OR UPDATE ON colophon.deletions
  FOR EACH STATEMENT EXECUTE FUNCTION colophon.announce_deletion();

-- Ends a deletion: whoever sent the request with this token says what became of it, and the holder of the lease that the
-- directory does not have the article. If no request is under way, the holder says why none is needed, or the person who
-- queued it cancels it. Returns false if the office knows better.
CREATE FUNCTION colophon.end_deletion(deletion uuid, run uuid, own_token bigint, outcome text, why json)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  one colophon.deletions;
  sent_with bigint;
BEGIN
  SELECT * INTO one FROM colophon.deletions d WHERE d.id = deletion FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM colophon.refuse_readers(one.account_id);
  IF one.state <> 'waiting' THEN RETURN one.state = outcome; END IF;
  SELECT f.token INTO sent_with FROM colophon.in_flight f WHERE f.record_id = deletion;
  IF sent_with = own_token OR (sent_with IS NULL AND outcome = 'cancelled' AND one.person = session_user) THEN
    NULL;
  ELSIF sent_with IS NOT NULL AND outcome <> 'gone' THEN
    IF outcome = 'cancelled' AND one.person = session_user AND one.is_wanted THEN
      UPDATE colophon.deletions d SET is_wanted = false WHERE d.id = deletion;
    END IF;
    RETURN false;
  ELSE
    PERFORM FROM colophon.sender s WHERE s.account_id = one.account_id AND s.session = run AND s.person = session_user
      AND s.token = own_token AND s.expires_at > clock_timestamp() FOR UPDATE;
    IF NOT FOUND THEN RETURN false; END IF;
  END IF;
  UPDATE colophon.deletions d SET state = outcome, message = CASE WHEN length(why::text) <= 10000 THEN why END
    WHERE d.id = deletion;
  DELETE FROM colophon.in_flight f WHERE f.record_id = deletion;
  RETURN true;
END $$;

CREATE OR REPLACE FUNCTION colophon.end_requests(record_ids uuid[], tokens bigint[]) RETURNS void LANGUAGE sql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM colophon.in_flight f USING unnest(record_ids, tokens) AS ended (record_id, token)
    WHERE f.record_id = ended.record_id AND f.token = ended.token AND f.account_id IN
      (SELECT p.account_id FROM colophon.permissions p WHERE p.person = session_user AND p.may_edit);
  UPDATE colophon.deletions d SET state = 'cancelled' WHERE d.id = ANY (record_ids) AND d.state = 'waiting'
    AND NOT d.is_wanted AND NOT EXISTS (SELECT FROM colophon.in_flight f WHERE f.record_id = d.id)
    AND d.account_id IN (SELECT p.account_id FROM colophon.permissions p WHERE p.person = session_user AND p.may_edit);
$$;

CREATE FUNCTION colophon.count_unapproved(account uuid, record_ids uuid[]) RETURNS bigint LANGUAGE sql STABLE
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*) FROM colophon.records a JOIN colophon.records r ON r.account_id = a.id
    WHERE a.id = account AND a.record ->> 'approved_only' = '1'
      AND r.id = ANY (record_ids) AND r.kind = 'article' AND r.record ->> 'review' IS DISTINCT FROM 'approved';
$$;
CREATE OR REPLACE FUNCTION colophon.begin_request(account uuid, run uuid, own_token bigint, record_ids uuid[])
RETURNS uuid[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  unclear uuid[];
  unapproved integer;
BEGIN
  PERFORM colophon.refuse_readers(account);
  UPDATE colophon.sender s SET expires_at = clock_timestamp() + interval '20 seconds'
    WHERE s.account_id = account AND s.session = run AND s.person = session_user AND s.token = own_token
      AND s.expires_at > clock_timestamp();
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The fencing token % is stale.', own_token USING ERRCODE = 'CPH01';
  END IF;
  -- Nobody cancels one between this and the record of the request.
  PERFORM FROM colophon.deletions d WHERE d.id = ANY (record_ids) FOR UPDATE;
  PERFORM FROM colophon.deletions d WHERE d.id = ANY (record_ids) AND d.state <> 'waiting';
  IF FOUND THEN
    RAISE EXCEPTION 'A deletion is over.' USING ERRCODE = 'CPH03';
  END IF;
  unclear := ARRAY (SELECT f.record_id FROM colophon.in_flight f
    WHERE f.record_id = ANY (record_ids) AND f.token <> own_token);
  IF cardinality(unclear) = 0 THEN
    PERFORM FROM colophon.deletions d WHERE d.id = ANY (record_ids) AND NOT d.is_wanted;
    IF FOUND THEN
      RAISE EXCEPTION 'A deletion is cancelled.' USING ERRCODE = 'CPH03';
    END IF;
    unapproved := colophon.count_unapproved(account, record_ids);
    IF unapproved > 0 THEN
      RAISE EXCEPTION '% articles are not approved.', unapproved USING ERRCODE = 'CPH02';
    END IF;
  END IF;
  INSERT INTO colophon.in_flight (record_id, account_id, token)
    SELECT r.id, account, own_token FROM colophon.records r WHERE r.id = ANY (record_ids) AND r.account_id = account
    UNION ALL
    SELECT d.id, account, own_token FROM colophon.deletions d WHERE d.id = ANY (record_ids) AND d.account_id = account
    ON CONFLICT (record_id) DO UPDATE SET token = excluded.token;
  IF cardinality(unclear) = 0 THEN
    INSERT INTO colophon.requests (account_id, token, records) VALUES (account, own_token, cardinality(record_ids));
  END IF;
  RETURN unclear;
END $$;

ALTER TABLE colophon.deletions ENABLE ROW LEVEL SECURITY;
CREATE POLICY see ON colophon.deletions FOR SELECT
  USING (account_id = ANY (ARRAY (SELECT p.account_id FROM colophon.permissions p WHERE p.person = session_user)));
CREATE POLICY add ON colophon.deletions FOR INSERT
  WITH CHECK (account_id = ANY (ARRAY (SELECT p.account_id FROM colophon.permissions p WHERE p.person = session_user AND p.may_edit)));
-- Nobody changes them except by the functions.
GRANT SELECT, INSERT (id, account_id, remote_id, title) ON colophon.deletions TO colophon_editors;
REVOKE ALL ON FUNCTION colophon.end_deletion, colophon.count_unapproved FROM PUBLIC;
GRANT EXECUTE ON FUNCTION colophon.end_deletion TO colophon_editors;
`;
