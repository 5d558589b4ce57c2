/** One computer at a time sends in bulk for an account. Times are those of the database, never of a computer. */
export const sender = `
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
  person name NOT NULL DEFAULT session_user,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX requests_of_account ON colophon.requests (account_id, at);

-- Records of such requests until their outcome is in the office.
CREATE TABLE colophon.in_flight (
  record_id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  token bigint NOT NULL
);

-- Rejects what an earlier holder writes, whoever writes it and in whatever way. The lock keeps the lease until the commit.
CREATE FUNCTION colophon.fence() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM colophon.sender s WHERE s.account_id = NEW.account_id AND s.token = NEW.token
    AND s.session IS NOT NULL AND s.expires_at > clock_timestamp() FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The fencing token % is stale.', NEW.token USING ERRCODE = 'CPH01';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER fence BEFORE INSERT OR UPDATE ON colophon.requests FOR EACH ROW EXECUTE FUNCTION colophon.fence();
CREATE TRIGGER fence BEFORE INSERT OR UPDATE ON colophon.in_flight FOR EACH ROW EXECUTE FUNCTION colophon.fence();

CREATE FUNCTION colophon.refuse_readers(account uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM colophon.permissions p WHERE p.account_id = account AND p.person = session_user AND p.may_edit;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'This person may not send for the account.' USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;

-- Takes or renews the lease of an account for a run of Colophon; somebody else's lease is returned as it is.
CREATE FUNCTION colophon.take_sender(account uuid, run uuid, still_queued integer)
RETURNS TABLE (token bigint, is_own boolean, person name, records_left integer) LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  found_lease colophon.sender;
BEGIN
  PERFORM colophon.refuse_readers(account);
  INSERT INTO colophon.sender (account_id, token, expires_at) VALUES (account, 0, clock_timestamp())
    ON CONFLICT DO NOTHING;
  SELECT * INTO found_lease FROM colophon.sender s WHERE s.account_id = account FOR UPDATE;
  IF found_lease.session IS NULL OR found_lease.expires_at <= clock_timestamp() THEN
    UPDATE colophon.sender s SET token = s.token + 1, session = run, person = session_user, records_left = still_queued,
      expires_at = clock_timestamp() + interval '20 seconds' WHERE s.account_id = account RETURNING * INTO found_lease;
    DELETE FROM colophon.requests r WHERE r.account_id = account AND r.at < clock_timestamp() - interval '30 days';
    PERFORM pg_notify('colophon_sender', '');
  ELSIF found_lease.session = run AND found_lease.person = session_user THEN
    UPDATE colophon.sender s SET expires_at = clock_timestamp() + interval '20 seconds', records_left = still_queued
      WHERE s.account_id = account;
  ELSE
    RETURN QUERY SELECT found_lease.token, false, found_lease.person, found_lease.records_left;
    RETURN;
  END IF;
  RETURN QUERY SELECT found_lease.token, true, found_lease.person, still_queued;
END $$;

CREATE FUNCTION colophon.release_sender(account uuid, run uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE colophon.sender s SET session = NULL, person = NULL
    WHERE s.account_id = account AND s.session = run AND s.person = session_user;
  IF FOUND THEN PERFORM pg_notify('colophon_sender', ''); END IF;
END $$;

-- Called before each request, which may go out only if this returns no record: those were sent under an earlier token
-- and their outcome is unknown, so that they have to be looked up first.
CREATE FUNCTION colophon.begin_request(account uuid, run uuid, own_token bigint, record_ids uuid[]) RETURNS uuid[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  unclear uuid[];
BEGIN
  PERFORM colophon.refuse_readers(account);
  UPDATE colophon.sender s SET expires_at = clock_timestamp() + interval '20 seconds'
    WHERE s.account_id = account AND s.session = run AND s.person = session_user AND s.token = own_token
      AND s.expires_at > clock_timestamp();
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The fencing token % is stale.', own_token USING ERRCODE = 'CPH01';
  END IF;
  unclear := ARRAY (SELECT f.record_id FROM colophon.in_flight f
    WHERE f.record_id = ANY (record_ids) AND f.token <> own_token);
  INSERT INTO colophon.in_flight (record_id, account_id, token)
    SELECT r.id, account, own_token FROM colophon.records r WHERE r.id = ANY (record_ids) AND r.account_id = account
    ON CONFLICT (record_id) DO UPDATE SET token = excluded.token;
  IF cardinality(unclear) = 0 THEN
    INSERT INTO colophon.requests (account_id, token, records) VALUES (account, own_token, cardinality(record_ids));
  END IF;
  RETURN unclear;
END $$;

-- The outcome of these records is in the office; rows that a later holder has taken over stay.
CREATE FUNCTION colophon.end_requests(record_ids uuid[], tokens bigint[]) RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM colophon.in_flight f USING unnest(record_ids, tokens) AS ended (record_id, token)
    WHERE f.record_id = ended.record_id AND f.token = ended.token AND f.account_id IN
      (SELECT p.account_id FROM colophon.permissions p WHERE p.person = session_user AND p.may_edit);
$$;

ALTER TABLE colophon.sender ENABLE ROW LEVEL SECURITY;
ALTER TABLE colophon.requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE colophon.in_flight ENABLE ROW LEVEL SECURITY;
CREATE POLICY see ON colophon.sender FOR SELECT
  USING (account_id = ANY (ARRAY (SELECT p.account_id FROM colophon.permissions p WHERE p.person = session_user)));
CREATE POLICY see ON colophon.requests FOR SELECT
  USING (account_id = ANY (ARRAY (SELECT p.account_id FROM colophon.permissions p WHERE p.person = session_user)));
CREATE POLICY see ON colophon.in_flight FOR SELECT
  USING (account_id = ANY (ARRAY (SELECT p.account_id FROM colophon.permissions p WHERE p.person = session_user)));
-- Nobody writes these tables except by the functions.
GRANT SELECT ON colophon.sender, colophon.requests, colophon.in_flight TO colophon_editors;
REVOKE ALL ON FUNCTION colophon.refuse_readers, colophon.take_sender, colophon.release_sender, colophon.begin_request,
  colophon.end_requests FROM PUBLIC;
GRANT EXECUTE ON FUNCTION colophon.take_sender, colophon.release_sender, colophon.begin_request,
  colophon.end_requests TO colophon_editors;
`;
