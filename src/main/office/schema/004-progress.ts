/** Everybody sees how many records the sender still has. */
export const progress = `
ALTER TABLE colophon.sender ADD COLUMN records_left integer NOT NULL DEFAULT 0;

DROP FUNCTION colophon.take_sender(uuid, uuid);
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
REVOKE ALL ON FUNCTION colophon.take_sender FROM PUBLIC;
GRANT EXECUTE ON FUNCTION colophon.take_sender TO colophon_editors;
`;
