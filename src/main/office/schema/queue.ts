import { ownAccounts, secured } from './secured.ts';

/** The articles and applications that people of the office queued, which whoever has the lease sends in this order. */
export const queue = `
-- Each is queued once by each person, and sent once, with the content that one of them confirmed: an entry about another
-- content takes nobody's place.
CREATE TABLE colophon.queue (
  record_id uuid NOT NULL,
  account_id uuid NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY,
  person name NOT NULL,
  -- the directory's last answer before it was queued: a later one about the same content ends its queuing
  outcome_before text NOT NULL CHECK (length(outcome_before) <= 200),
  -- the hash of the content that the person confirmed; no other is sent
  content text NOT NULL CHECK (length(content) <= 100),
  -- of an Update Request, the open one that the person saw it replace at the directory
  open_id text CHECK (length(open_id) BETWEEN 1 AND 100),
  -- of an application, how many values the person saw that the directory will ignore
  seen_ignored integer NOT NULL,
  PRIMARY KEY (record_id, person)
);
CREATE INDEX queue_in_order ON colophon.queue (account_id, position);

CREATE FUNCTION colophon.enqueue(account uuid, ids uuid[], outcomes text[], contents text[], opens text[],
  ignored integer[])
RETURNS void LANGUAGE plpgsql ${secured} AS $$
BEGIN
  PERFORM colophon.refuse_sending(account);
  PERFORM colophon.refuse_lists(1000, cardinality(ids), cardinality(outcomes), cardinality(contents), cardinality(opens),
    cardinality(ignored));
  PERFORM colophon.charge(cardinality(ids), cardinality(ids) * 500);
  -- Whoever waits here for an open transaction is told whose it is.
  PERFORM FROM colophon.turns t WHERE t.account_id = account FOR UPDATE;
  -- A record that was confirmed again with another content gets a new row, because the sender knows rows by their place.
  DELETE FROM colophon.queue k USING unnest(ids, contents, opens, ignored) AS q (id, content, open_id, ignored)
    WHERE k.record_id = q.id AND k.account_id = account AND k.person = session_user
      AND (k.content, k.open_id, k.seen_ignored) IS DISTINCT FROM (q.content, q.open_id, q.ignored);
  INSERT INTO colophon.queue (record_id, account_id, person, outcome_before, content, open_id, seen_ignored)
    SELECT r.id, account, session_user, q.outcome, q.content, q.open_id, q.ignored
    FROM unnest(ids, outcomes, contents, opens, ignored) WITH ORDINALITY AS q (id, outcome, content, open_id, ignored, n)
      JOIN colophon.records r ON r.id = q.id AND r.account_id = account AND r.kind <> 'account'
    ORDER BY q.n ON CONFLICT DO NOTHING;
END $$;

-- The directory's last answer about a record, as Colophon writes it.
CREATE FUNCTION colophon.outcome_of(record json) RETURNS text LANGUAGE sql IMMUTABLE ${secured} AS $$
  SELECT coalesce(r ->> 'sent_at', '') || ' ' || coalesce(r -> 'refusal' ->> 'at', '') FROM colophon.plain(record) AS r;
$$;

-- Takes out of the queue what this person queued, and, for the holder of the lease, what is over: the directory has answered
-- since it was queued, or the record is gone. Returns the records that are out.
CREATE FUNCTION colophon.dequeue(own uuid[], ended uuid[], run uuid) RETURNS SETOF uuid LANGUAGE plpgsql ${secured} AS $$
BEGIN
  PERFORM colophon.refuse_lists(10000, cardinality(own)), colophon.refuse_lists(10000, cardinality(ended));
  PERFORM FROM colophon.turns t WHERE t.account_id IN (SELECT q.account_id FROM colophon.queue q
    WHERE q.record_id = ANY (own || ended)) AND colophon.may_send(t.account_id) ORDER BY t.account_id FOR UPDATE;
  DELETE FROM colophon.queue q WHERE (q.record_id = ANY (own) AND q.person = session_user)
    OR (q.record_id = ANY (ended) AND EXISTS (SELECT FROM colophon.sender s WHERE s.account_id = q.account_id
      AND s.session = run AND s.person = session_user AND s.expires_at > clock_timestamp())
      AND NOT EXISTS (SELECT FROM colophon.records r WHERE r.id = q.record_id AND NOT r.deleted
        AND colophon.outcome_of(r.record) = q.outcome_before));
  RETURN QUERY SELECT DISTINCT o.id FROM unnest(own || ended) AS o (id)
    WHERE NOT EXISTS (SELECT FROM colophon.queue q WHERE q.record_id = o.id AND (q.person = session_user OR o.id = ANY (ended)));
END $$;

ALTER TABLE colophon.queue ENABLE ROW LEVEL SECURITY;
CREATE POLICY see ON colophon.queue FOR SELECT
  USING (account_id = ${ownAccounts});
`;
