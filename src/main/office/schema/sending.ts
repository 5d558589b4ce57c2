import { ownAccounts, secured } from './secured.ts';

/** One computer at a time sends in bulk for an account. Times are those of the database, never of a computer. */
export const sending = `
-- The lease of each account. It expires 20 seconds after its holder was last heard.
CREATE TABLE colophon.sender (
  account_id uuid PRIMARY KEY,
  -- the fencing token: each holder has a higher one, so that a write of an earlier holder is recognised
  token bigint NOT NULL,
  -- one run of Colophon; null: nobody sends
  session uuid,
  person name,
  expires_at timestamptz NOT NULL,
  -- everybody sees how many records the holder still has
  records_left integer NOT NULL DEFAULT 0
);

-- Requests that change something at the directory, with the token under which they were sent.
CREATE TABLE colophon.requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id uuid NOT NULL,
  token bigint NOT NULL,
  records integer NOT NULL,
  person name NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX requests_of_account ON colophon.requests (account_id, at);

-- Records of such requests until their outcome is in the office.
CREATE TABLE colophon.in_flight (
  record_id uuid NOT NULL,
  account_id uuid NOT NULL,
  token bigint NOT NULL,
  -- who sent it, or looks it up: nobody else says that its outcome is known
  person name NOT NULL,
  -- when it was sent first
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- What is said for one account changes nothing for another one.
  PRIMARY KEY (record_id, account_id)
);

-- Takes or renews the lease of an account for a run of Colophon; of somebody else's lease, the token is not told.
CREATE FUNCTION colophon.take_sender(account uuid, run uuid, still_queued integer)
RETURNS TABLE (token bigint, is_own boolean, person name, records_left integer) LANGUAGE plpgsql ${secured} AS $$
DECLARE
  found_lease colophon.sender;
  queued integer := greatest(0, least(still_queued, 1000000000));
BEGIN
  PERFORM colophon.refuse_sending(account);
  IF run IS NULL THEN RAISE EXCEPTION 'There is no session.' USING ERRCODE = 'invalid_parameter_value'; END IF;
  INSERT INTO colophon.sender (account_id, token, expires_at) VALUES (account, 0, clock_timestamp())
    ON CONFLICT DO NOTHING;
  SELECT * INTO found_lease FROM colophon.sender s WHERE s.account_id = account FOR UPDATE;
  IF found_lease.session IS NULL OR found_lease.expires_at <= clock_timestamp() THEN
    UPDATE colophon.sender s SET token = s.token + 1, session = run, person = session_user, records_left = queued,
      expires_at = clock_timestamp() + interval '20 seconds' WHERE s.account_id = account RETURNING * INTO found_lease;
    DELETE FROM colophon.requests r WHERE r.account_id = account AND r.at < clock_timestamp() - interval '30 days';
    PERFORM pg_notify('colophon_sender', '');
  ELSIF found_lease.session = run AND found_lease.person = session_user THEN
    UPDATE colophon.sender s SET expires_at = clock_timestamp() + interval '20 seconds', records_left = queued
      WHERE s.account_id = account;
  ELSE
    RETURN QUERY SELECT NULL::bigint, false, found_lease.person, found_lease.records_left;
    RETURN;
  END IF;
  RETURN QUERY SELECT found_lease.token, true, found_lease.person, queued;
END $$;

CREATE FUNCTION colophon.release_sender(account uuid, run uuid) RETURNS void LANGUAGE plpgsql ${secured} AS $$
BEGIN
  UPDATE colophon.sender s SET session = NULL, person = NULL
    WHERE s.account_id = account AND s.session = run AND s.person = session_user;
  IF FOUND THEN PERFORM pg_notify('colophon_sender', ''); END IF;
END $$;

-- How many of these articles nobody has approved, if the account needs approval.
CREATE FUNCTION colophon.count_unapproved(account uuid, record_ids uuid[]) RETURNS bigint LANGUAGE sql STABLE
${secured} AS $$
  SELECT count(*) FROM colophon.records a JOIN colophon.records r ON r.account_id = a.id
    WHERE a.id = account AND colophon.member(a.record, 'approved_only') = '1'
      AND r.id = ANY (record_ids) AND r.kind = 'article' AND colophon.member(r.record, 'review') IS DISTINCT FROM 'approved';
$$;

-- Called before each request, which may go out only if this returns no record: those have to be looked up first. They were
-- sent under an earlier token, and their outcome is unknown, or the directory has answered about them since the version that
-- the caller knew when it made the request, 0 if it was not in the office. The lock keeps the lease until the commit.
CREATE FUNCTION colophon.begin_request(account uuid, run uuid, own_token bigint, record_ids uuid[], versions integer[])
RETURNS uuid[] LANGUAGE plpgsql ${secured} AS $$
DECLARE
  unclear uuid[];
  unapproved bigint;
BEGIN
  PERFORM colophon.refuse_sending(account);
  PERFORM colophon.refuse_lists(10000, cardinality(record_ids), cardinality(versions));
  PERFORM colophon.charge(1, 100);
  UPDATE colophon.sender s SET expires_at = clock_timestamp() + interval '20 seconds'
    WHERE s.account_id = account AND s.session = run AND s.person = session_user AND s.token = own_token
      AND s.expires_at > clock_timestamp();
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The fencing token % is stale.', own_token USING ERRCODE = 'CPH01';
  END IF;
  -- Nobody cancels one between this and the record of the request.
  PERFORM FROM colophon.deletions d WHERE d.id = ANY (record_ids) AND d.account_id = account ORDER BY d.id FOR UPDATE;
  PERFORM FROM colophon.deletions d WHERE d.id = ANY (record_ids) AND d.account_id = account AND d.state <> 'waiting';
  IF FOUND THEN
    RAISE EXCEPTION 'A deletion is over.' USING ERRCODE = 'CPH03';
  END IF;
  -- At once: an earlier holder stores the answer, and then says that the record is in flight no more.
  unclear := ARRAY (SELECT f.record_id FROM colophon.in_flight f
      WHERE f.record_id = ANY (record_ids) AND f.account_id = account AND f.token <> own_token
    UNION SELECT r.id FROM unnest(record_ids, versions) AS k (id, version)
      JOIN colophon.records r ON r.id = k.id AND r.version > coalesce(k.version, 0)
      WHERE r.id = ANY (record_ids) AND r.account_id = account
        AND colophon.outcome_of(r.record) <> coalesce((SELECT colophon.outcome_of(h.record) FROM colophon.history h
          WHERE h.id = k.id AND h.version = k.version AND h.chosen LIMIT 1), ' '));
  IF cardinality(unclear) = 0 THEN
    PERFORM FROM colophon.deletions d WHERE d.id = ANY (record_ids) AND d.account_id = account AND NOT d.is_wanted;
    IF FOUND THEN
      RAISE EXCEPTION 'A deletion is cancelled.' USING ERRCODE = 'CPH03';
    END IF;
    unapproved := colophon.count_unapproved(account, record_ids);
    IF unapproved > 0 THEN
      RAISE EXCEPTION '% articles are not approved.', unapproved USING ERRCODE = 'CPH02';
    END IF;
  END IF;
  INSERT INTO colophon.in_flight (record_id, account_id, token, person)
    SELECT r.id, account, own_token, session_user FROM colophon.records r
      WHERE r.id = ANY (record_ids) AND r.account_id = account
    UNION
    SELECT d.id, account, own_token, session_user FROM colophon.deletions d
      WHERE d.id = ANY (record_ids) AND d.account_id = account
    ON CONFLICT (record_id, account_id) DO UPDATE SET token = excluded.token, person = excluded.person;
  IF cardinality(unclear) = 0 THEN
    UPDATE colophon.deletions d SET sent_by = session_user WHERE d.id = ANY (record_ids) AND d.account_id = account;
    INSERT INTO colophon.requests (account_id, token, records, person, at)
      VALUES (account, own_token, cardinality(record_ids), session_user, clock_timestamp());
  END IF;
  RETURN unclear;
END $$;

-- Records of the last day whose outcome nobody knows yet: what the directory has of them may be what was sent.
CREATE FUNCTION colophon.unsettled(account uuid) RETURNS SETOF uuid LANGUAGE sql STABLE ${secured} AS $$
  SELECT f.record_id FROM colophon.in_flight f
    WHERE f.account_id = account AND f.account_id = ${ownAccounts} AND f.at > clock_timestamp() - interval '1 day';
$$;

-- The outcome of these records is in the office; rows that a later holder has taken over, or somebody else sent, stay.
CREATE FUNCTION colophon.end_requests(record_ids uuid[], tokens bigint[]) RETURNS void LANGUAGE plpgsql
${secured} AS $$
BEGIN
  PERFORM colophon.refuse_lists(10000, cardinality(record_ids), cardinality(tokens));
  -- The number of a change is given while nobody else gives one.
  PERFORM FROM colophon.turns t WHERE t.account_id IN (SELECT d.account_id FROM colophon.deletions d
      JOIN colophon.in_flight f ON f.record_id = d.id AND f.account_id = d.account_id AND f.person = session_user
      WHERE d.id = ANY (record_ids) AND d.state = 'waiting' AND NOT d.is_wanted) ORDER BY t.account_id FOR UPDATE;
  WITH ended AS (
    DELETE FROM colophon.in_flight f USING unnest(record_ids, tokens) AS e (record_id, token)
      WHERE f.record_id = e.record_id AND f.token = e.token AND f.person = session_user
    RETURNING f.record_id, f.account_id
  )
  UPDATE colophon.deletions d SET state = 'cancelled', seq = nextval('colophon.changes'), changed_by = session_user,
      changed_at = clock_timestamp()
    FROM ended WHERE d.id = ended.record_id AND d.account_id = ended.account_id AND d.state = 'waiting'
      AND NOT d.is_wanted;
  IF FOUND THEN PERFORM pg_notify('colophon_sender', ''); END IF;
END $$;

ALTER TABLE colophon.sender ENABLE ROW LEVEL SECURITY;
ALTER TABLE colophon.requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE colophon.in_flight ENABLE ROW LEVEL SECURITY;
`;
