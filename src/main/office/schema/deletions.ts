import { ownAccounts, secured } from './secured.ts';

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
  title text NOT NULL CHECK (length(title) <= 1000),
  -- what the person saw of the article: it is deleted only if it is still that; null: nothing that could have changed
  seen text CHECK (length(seen) <= 200),
  position bigint GENERATED ALWAYS AS IDENTITY,
  -- the order of all changes, without gaps for a reader that follows it
  seq bigint NOT NULL,
  -- who queued it
  person name NOT NULL,
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'deleted', 'gone', 'refused', 'cancelled')),
  -- false: who queued it cancelled it while a request was under way; no other one may follow
  is_wanted boolean NOT NULL DEFAULT true,
  -- who last sent a request for it
  sent_by name,
  -- why it was not deleted
  message json CHECK (octet_length(message::text) <= 10000),
  changed_by name NOT NULL,
  changed_at timestamptz NOT NULL
);
-- Each is queued once, by one person.
CREATE UNIQUE INDEX deletions_once ON colophon.deletions (account_id, remote_id) WHERE state = 'waiting';
CREATE UNIQUE INDEX deletions_in_order ON colophon.deletions (account_id, seq);

CREATE FUNCTION colophon.add_deletions(account uuid, ids uuid[], remote_ids text[], titles text[],
  seens text[]) RETURNS void
LANGUAGE plpgsql ${secured} AS $$
BEGIN
  PERFORM colophon.refuse_sending(account);
  PERFORM colophon.refuse_lists(1000, cardinality(ids), cardinality(remote_ids), cardinality(titles),
    cardinality(seens));
  PERFORM colophon.charge(cardinality(ids), octet_length(titles::text) + cardinality(ids) * 500);
  PERFORM FROM colophon.turns t WHERE t.account_id = account FOR UPDATE;
  INSERT INTO colophon.deletions (id, account_id, remote_id, title, seen, seq, person, changed_by, changed_at)
    SELECT q.id, account, q.remote_id, q.title, q.seen, nextval('colophon.changes'), session_user, session_user,
      clock_timestamp()
    FROM unnest(ids, remote_ids, titles, seens) WITH ORDINALITY AS q (id, remote_id, title, seen, n)
    -- Requests name records and deletions alike: an id is one or the other.
    WHERE q.id NOT IN (SELECT r.id FROM colophon.records r WHERE r.id = ANY (ids)) ORDER BY q.n
    ON CONFLICT DO NOTHING;
  IF FOUND THEN PERFORM pg_notify('colophon_sender', ''); END IF;
END $$;

-- Ends a deletion: whoever sent the request with this token says what became of it, and the holder of the lease that the
-- directory does not have the article, that it is no longer what the person saw, or, having sent requests for it before,
-- why no other one is sent. If no request is
-- under way, the person who queued it cancels it. Returns false if the office knows better.
CREATE FUNCTION colophon.end_deletion(deletion uuid, run uuid, own_token bigint, outcome text, why json)
RETURNS boolean LANGUAGE plpgsql ${secured} AS $$
DECLARE
  one colophon.deletions;
  flight colophon.in_flight;
  is_cancelled boolean := false;
BEGIN
  IF outcome IS NULL OR outcome NOT IN ('deleted', 'gone', 'refused', 'cancelled') THEN
    RAISE EXCEPTION 'This is no outcome.' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  SELECT * INTO one FROM colophon.deletions d WHERE d.id = deletion;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM colophon.refuse_sending(one.account_id);
  PERFORM FROM colophon.turns t WHERE t.account_id = one.account_id FOR UPDATE;
  SELECT * INTO one FROM colophon.deletions d WHERE d.id = deletion FOR UPDATE;
  IF one.state <> 'waiting' THEN RETURN one.state = outcome; END IF;
  SELECT * INTO flight FROM colophon.in_flight f WHERE f.record_id = deletion AND f.account_id = one.account_id;
  IF flight.token = own_token AND flight.person = session_user THEN
    NULL;
  ELSIF flight.token IS NULL AND outcome = 'cancelled' AND one.person = session_user THEN
    NULL;
  ELSIF outcome = 'gone' OR (flight.token IS NULL AND outcome <> 'cancelled'
      AND (one.sent_by = session_user OR (outcome = 'refused' AND one.seen IS NOT NULL))) THEN
    PERFORM FROM colophon.sender s WHERE s.account_id = one.account_id AND s.session = run AND s.person = session_user
      AND s.token = own_token AND s.expires_at > clock_timestamp() FOR UPDATE;
    IF NOT FOUND THEN RETURN false; END IF;
  ELSE
    is_cancelled := outcome = 'cancelled' AND one.person = session_user AND one.is_wanted;
    IF NOT is_cancelled THEN RETURN false; END IF;
  END IF;
  IF is_cancelled THEN
    UPDATE colophon.deletions d SET is_wanted = false WHERE d.id = deletion;
  ELSE
    UPDATE colophon.deletions d SET state = outcome,
      message = CASE WHEN json_typeof(why) = 'object' AND octet_length(why::text) <= 10000 THEN why END
      WHERE d.id = deletion;
    DELETE FROM colophon.in_flight f WHERE f.record_id = deletion AND f.account_id = one.account_id;
  END IF;
  UPDATE colophon.deletions d SET seq = nextval('colophon.changes'), changed_by = session_user,
    changed_at = clock_timestamp() WHERE d.id = deletion;
  PERFORM pg_notify('colophon_sender', '');
  RETURN NOT is_cancelled;
END $$;

-- For the administrator: cancels what somebody queued who loses every permission. Where a request is under way, no other
-- one follows.
CREATE FUNCTION colophon.cancel_deletions(of_person name) RETURNS void LANGUAGE plpgsql ${secured} AS $$
BEGIN
  PERFORM FROM colophon.turns t ORDER BY t.account_id FOR UPDATE;
  -- Nobody begins a request for one between this and what follows.
  PERFORM FROM colophon.deletions d WHERE d.person = of_person AND d.state = 'waiting' ORDER BY d.id FOR UPDATE;
  UPDATE colophon.deletions d SET is_wanted = false, seq = nextval('colophon.changes'), changed_by = session_user,
      changed_at = clock_timestamp(), state = CASE WHEN EXISTS (SELECT FROM colophon.in_flight f
        WHERE f.record_id = d.id AND f.account_id = d.account_id) THEN d.state ELSE 'cancelled' END
    WHERE d.person = of_person AND d.state = 'waiting';
  IF FOUND THEN PERFORM pg_notify('colophon_sender', ''); END IF;
END $$;

ALTER TABLE colophon.deletions ENABLE ROW LEVEL SECURITY;
CREATE POLICY see ON colophon.deletions FOR SELECT USING (account_id = ${ownAccounts});
`;
