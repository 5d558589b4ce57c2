import { secured } from './secured.ts';

/** Who is connected, who works on what, and who keeps everybody waiting. */
export const people = `
-- Each Colophon writes its row every half minute; one person has at most fifty.
CREATE TABLE colophon.presence (
  person name NOT NULL,
  session uuid NOT NULL,
  colophon_version text NOT NULL CHECK (length(colophon_version) <= 100),
  open_records uuid[] NOT NULL CHECK (cardinality(open_records) <= 100),
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (person, session)
);

CREATE FUNCTION colophon.attend(run uuid, version text, open uuid[]) RETURNS void LANGUAGE plpgsql ${secured} AS $$
DECLARE
  before uuid[];
BEGIN
  PERFORM colophon.refuse_lists(100, cardinality(open));
  -- Rows left behind by a Colophon that was killed, and more than one person can need.
  DELETE FROM colophon.presence p WHERE p.person = session_user AND p.session <> run
    AND (p.seen_at < clock_timestamp() - interval '75 seconds' OR p.session NOT IN (SELECT o.session FROM colophon.presence o
      WHERE o.person = session_user AND o.session <> run ORDER BY o.seen_at DESC, o.session LIMIT 49));
  SELECT p.open_records INTO before FROM colophon.presence p WHERE p.person = session_user AND p.session = run;
  INSERT INTO colophon.presence (person, session, colophon_version, open_records, seen_at)
    VALUES (session_user, run, left(version, 100), open, clock_timestamp())
    ON CONFLICT (person, session) DO UPDATE SET colophon_version = excluded.colophon_version,
      open_records = excluded.open_records, seen_at = excluded.seen_at;
  IF coalesce(before, '{}') <> open THEN PERFORM pg_notify('colophon_presence', ''); END IF;
END $$;

CREATE FUNCTION colophon.leave(run uuid) RETURNS void LANGUAGE plpgsql ${secured} AS $$
BEGIN
  DELETE FROM colophon.presence p WHERE p.person = session_user AND p.session = run;
  IF FOUND THEN PERFORM pg_notify('colophon_presence', ''); END IF;
END $$;

-- Everything about the others that this person may know, as JSON: who shares an account, is connected, sends, and has
-- which of the records open that this person sees. Sessions and tokens are nobody's business.
CREATE FUNCTION colophon.colleagues(run uuid) RETURNS text LANGUAGE sql STABLE ${secured} AS $$
  WITH own AS (
    SELECT p.account_id FROM colophon.permissions p WHERE p.person = session_user
  ), members AS (
    SELECT DISTINCT p.account_id, p.person, p.may_send FROM colophon.permissions p JOIN own ON own.account_id = p.account_id
  ), present AS (
    SELECT p.* FROM colophon.presence p WHERE p.seen_at > clock_timestamp() - interval '75 seconds'
      AND (p.person = session_user OR p.person IN (SELECT m.person FROM members m))
  )
  SELECT json_build_object(
    'people', (SELECT coalesce(json_agg(x), '[]') FROM (SELECT DISTINCT p.person, p.colophon_version AS version
      FROM present p ORDER BY 1, 2 LIMIT 1000) x),
    'members', (SELECT coalesce(json_agg(x), '[]') FROM (SELECT m.account_id AS id, m.person, m.may_send AS "maySend"
      FROM members m ORDER BY m.person, m.account_id LIMIT 10000) x),
    'senders', (SELECT coalesce(json_agg(x), '[]') FROM (SELECT s.account_id AS id, s.person, s.records_left AS left
      FROM colophon.sender s JOIN own ON own.account_id = s.account_id
      WHERE s.session IS NOT NULL AND s.expires_at > clock_timestamp() LIMIT 10000) x),
    'open', (SELECT coalesce(json_agg(x), '[]') FROM (SELECT DISTINCT p.person, o.id
      FROM present p CROSS JOIN unnest(p.open_records) AS o (id) JOIN colophon.records r ON r.id = o.id
        JOIN own ON own.account_id = r.account_id
      WHERE NOT (p.person = session_user AND p.session = run) ORDER BY p.person, o.id LIMIT 5000) x),
    'storing', (SELECT coalesce(json_agg(x), '[]') FROM colophon.storing() x),
    'mayManage', colophon.may_create()
  )::text;
$$;

-- Sessions whose open transaction has a row locked that the functions need, for which others wait: such a row names the
-- transaction that locked it last.
CREATE FUNCTION colophon.blocking() RETURNS TABLE (person name, account_id uuid, pid integer, since timestamptz)
LANGUAGE sql STABLE ${secured} AS $$
  SELECT DISTINCT a.usename, held.account_id, a.pid, a.xact_start
  FROM (
    SELECT t.account_id, t.xmax FROM colophon.turns t
    UNION ALL SELECT s.account_id, s.xmax FROM colophon.sender s
    UNION ALL SELECT r.id, l.xmax FROM colophon.limits l JOIN colophon.records r ON r.kind = 'account'
      AND colophon.origin_of(r.record) = l.origin
  ) held
    JOIN colophon.permissions p ON p.account_id = held.account_id AND p.person = session_user
    JOIN pg_locks l ON l.locktype = 'transactionid' AND l.transactionid = held.xmax AND l.granted
    JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE a.pid <> pg_backend_pid() AND a.usename IS NOT NULL
  LIMIT 100;
$$;
CREATE FUNCTION colophon.blockers() RETURNS TABLE (person name, account_id uuid) LANGUAGE sql STABLE ${secured} AS $$
  SELECT DISTINCT b.person, b.account_id FROM colophon.blocking() b;
$$;

-- How long somebody may keep others waiting: no statement of Colophon takes as long.
CREATE FUNCTION colophon.patience() RETURNS interval LANGUAGE sql IMMUTABLE ${secured} AS $$
  SELECT interval '1 minute';
$$;

-- Ends the sessions of the office's people that have kept others waiting for longer, whatever time-outs they set for
-- themselves; returns whose. It ends none where the administrator did not let the owner of the functions end sessions.
CREATE FUNCTION colophon.end_blockers() RETURNS TABLE (person name) LANGUAGE plpgsql ${secured} AS $$
DECLARE
  one record;
BEGIN
  IF NOT pg_has_role(current_user, 'pg_signal_backend', 'USAGE') THEN RETURN; END IF;
  FOR one IN SELECT DISTINCT b.person, b.pid FROM colophon.blocking() b
      JOIN pg_roles r ON r.rolname = b.person AND NOT r.rolsuper
      JOIN pg_auth_members m ON m.member = r.oid AND m.roleid = 'colophon_editors'::regrole
      WHERE b.since < clock_timestamp() - colophon.patience() LOOP
    IF pg_terminate_backend(one.pid) THEN
      person := one.person;
      RETURN NEXT;
    END IF;
  END LOOP;
END $$;

ALTER TABLE colophon.presence ENABLE ROW LEVEL SECURITY;
`;
