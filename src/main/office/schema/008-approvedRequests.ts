/**
 * The database permits no request with an article that nobody has approved if the account needs approval: a computer
 * that does not know yet that an approval was taken back cannot send. Records that must be looked up first are not sent.
 */
export const approvedRequests = `
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
  unclear := ARRAY (SELECT f.record_id FROM colophon.in_flight f
    WHERE f.record_id = ANY (record_ids) AND f.token <> own_token);
  IF cardinality(unclear) = 0 THEN
    SELECT count(*) INTO unapproved FROM colophon.records a JOIN colophon.records r ON r.account_id = a.id
      WHERE a.id = account AND a.record ->> 'approved_only' = '1'
        AND r.id = ANY (record_ids) AND r.kind = 'article' AND r.record ->> 'review' IS DISTINCT FROM 'approved';
    IF unapproved > 0 THEN
      RAISE EXCEPTION '% articles are not approved.', unapproved USING ERRCODE = 'CPH02';
    END IF;
  END IF;
  INSERT INTO colophon.in_flight (record_id, account_id, token)
    SELECT r.id, account, own_token FROM colophon.records r WHERE r.id = ANY (record_ids) AND r.account_id = account
    ON CONFLICT (record_id) DO UPDATE SET token = excluded.token;
  IF cardinality(unclear) = 0 THEN
    INSERT INTO colophon.requests (account_id, token, records) VALUES (account, own_token, cardinality(record_ids));
  END IF;
  RETURN unclear;
END $$;
`;
