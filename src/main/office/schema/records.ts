import { isDraft } from './content.ts';
import { ownAccounts, secured } from './secured.ts';

/** Accounts, articles and applications, their history, and the functions that change them. */
export const records = `
-- One row for each account, which only functions may lock: one writer at a time until it commits. Numbers of a sequence
-- commit out of order, and a reader that asks for what follows the last number it saw would miss a smaller one that is
-- committed later.
CREATE TABLE colophon.turns (
  account_id uuid PRIMARY KEY
);
CREATE SEQUENCE colophon.changes;

-- The rows in their present version.
CREATE TABLE colophon.records (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('account', 'article', 'application')),
  -- of an account, its own id
  account_id uuid NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  -- the order of all changes, without gaps for a reader that follows it
  seq bigint NOT NULL,
  -- json, since jsonb refuses U+0000 and changes the order of members
  record json NOT NULL CHECK (json_typeof(record) = 'object' AND octet_length(record::text) <= 5000000),
  deleted boolean NOT NULL DEFAULT false,
  changed_by name NOT NULL,
  changed_at timestamptz NOT NULL,
  CHECK (kind <> 'account' OR (account_id = id AND NOT deleted))
);

-- Earlier versions of records, and versions that were not chosen in a conflict: rows are only ever added.
CREATE TABLE colophon.history (
  entry uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  kind text NOT NULL,
  -- of a version that was not chosen: the version that was kept
  version integer NOT NULL,
  chosen boolean NOT NULL,
  record json NOT NULL CHECK (json_typeof(record) = 'object' AND octet_length(record::text) <= 5000000),
  deleted boolean NOT NULL,
  changed_by name NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE INDEX history_of_record ON colophon.history (id, version);

-- PostgreSQL's usual compression takes a third of the time of storing a record; LZ4 takes almost none.
DO $$ BEGIN
  ALTER TABLE colophon.records ALTER record SET COMPRESSION lz4;
  ALTER TABLE colophon.history ALTER record SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
  RAISE DEBUG 'This server was built without LZ4.';
END $$;

CREATE UNIQUE INDEX records_in_order ON colophon.records (account_id, seq);
CREATE UNIQUE INDEX records_account ON colophon.records
  (colophon.member(record, 'base'), colophon.member(record, 'dialect'), colophon.member(record, 'username'))
  WHERE kind = 'account';
-- The directory gives each application an id: two people who fetch it share one row.
CREATE UNIQUE INDEX records_application ON colophon.records (account_id, colophon.member(record, 'remote_id'))
  WHERE kind = 'application' AND NOT deleted AND colophon.member(record, 'remote_id') IS NOT NULL;

-- Adds an account, for which nobody else has a permission then. False: the office has one with this address already.
CREATE FUNCTION colophon.add_account(account uuid, content json) RETURNS boolean LANGUAGE plpgsql ${secured} AS $$
BEGIN
  IF NOT colophon.may_create() THEN
    RAISE EXCEPTION 'This person may not add accounts.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF account IS NULL OR content IS NULL OR NOT colophon.is_content('account', content) THEN
    RAISE EXCEPTION 'This is no account.' USING ERRCODE = 'check_violation';
  END IF;
  -- Rows of an account that was removed by hand must not come back with it.
  IF EXISTS (SELECT FROM colophon.turns t WHERE t.account_id = account) THEN RETURN false; END IF;
  INSERT INTO colophon.records (id, kind, account_id, version, seq, record, changed_by, changed_at)
    VALUES (account, 'account', account, 1, nextval('colophon.changes'), content, session_user, clock_timestamp())
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO colophon.turns (account_id) VALUES (account);
  INSERT INTO colophon.permissions (account_id, person) VALUES (account, session_user)
    ON CONFLICT (account_id, person) DO NOTHING;
  PERFORM pg_notify('colophon', '');
  RETURN true;
END $$;

-- For the administrator: the account with this id or name. Names are not unique, and people see what their author likes;
-- which of several accounts is meant, only its id says.
CREATE FUNCTION colophon.account_called(given text) RETURNS uuid LANGUAGE plpgsql STABLE ${secured} AS $$
DECLARE
  found_ids uuid[] := ARRAY (SELECT r.id FROM colophon.records r WHERE r.kind = 'account'
    AND (r.id::text = lower(given) OR colophon.member(r.record, 'name') = given) ORDER BY r.id);
BEGIN
  IF cardinality(found_ids) = 1 THEN RETURN found_ids[1]; END IF;
  RAISE EXCEPTION '% accounts are called "%". Give the id of one of these:%', cardinality(found_ids), given,
    (SELECT string_agg(format(E'\\n%s  %s  %s  %s', r.id, colophon.member(r.record, 'name'),
      colophon.member(r.record, 'base'), colophon.member(r.record, 'username')), '' ORDER BY r.id)
      FROM colophon.records r WHERE r.kind = 'account' AND (r.id = ANY (found_ids) OR cardinality(found_ids) = 0))
    USING ERRCODE = 'invalid_parameter_value';
END $$;

-- Stores changes: contents one a line (an empty line is a deletion), with the version that each starts from, 0 for a new
-- row. Returns the new versions of those that were stored, 0 for what no Colophon can have written, and nothing for rows
-- that somebody else has changed since. An account's row is changed by who may add accounts, and what was sent by who may
-- send; of other changes, the rest is stored, in the version after the one returned, so that the caller fetches it.
CREATE FUNCTION colophon.save_records(contents text, ids uuid[], kinds text[], accounts uuid[], versions integer[])
RETURNS TABLE (saved_id uuid, saved_version integer) LANGUAGE plpgsql ${secured} AS $$
DECLARE
  moment timestamptz;
  fine boolean[];
  sending uuid[];
  may_manage boolean := colophon.may_create();
BEGIN
  PERFORM colophon.refuse_lists(1000, cardinality(ids), cardinality(kinds), cardinality(accounts), cardinality(versions));
  IF contents IS NULL OR octet_length(contents) > 20000000 THEN
    RAISE EXCEPTION 'These are too many records.' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM colophon.refuse_editing(a.id) FROM (SELECT DISTINCT one.id FROM unnest(accounts) AS one (id)) a;
  PERFORM colophon.charge(cardinality(ids), octet_length(contents));
  sending := ARRAY (SELECT p.account_id FROM colophon.permissions p WHERE p.person = session_user AND p.may_send
    AND p.account_id = ANY (accounts));
  -- Before anybody has to wait for it, because it takes a while for contents that are large or strange.
  fine := ARRAY (SELECT coalesce(l.id IS NOT NULL AND l.kind IN ('account', 'article', 'application') AND l.version >= 0
      AND (l.version > 0 OR (l.kind <> 'account' AND l.record IS NOT NULL))
      AND CASE WHEN l.record IS NULL THEN l.kind <> 'account' WHEN json_typeof(l.record) <> 'object' THEN false
        WHEN l.kind = 'account' THEN colophon.is_content(l.kind, l.record) ELSE (${isDraft('l.record', 'l.line')}) END, false)
    FROM (
      SELECT g.n, g.id, g.kind, g.version, g.line, g.line::json AS record
      FROM ROWS FROM (string_to_table(contents, E'\\n', ''), unnest(ids), unnest(kinds), unnest(versions))
        WITH ORDINALITY AS g (line, id, kind, version, n)
      WHERE g.n <= cardinality(ids)
    ) l ORDER BY l.n);
  PERFORM FROM colophon.turns t WHERE t.account_id = ANY (accounts) ORDER BY t.account_id FOR UPDATE;
  moment := clock_timestamp();
  RETURN QUERY
  WITH given AS MATERIALIZED (
    SELECT l.n, l.id, l.kind, l.account_id, l.version, l.is_fine, l.line::json AS record, l.account_id = ANY (sending) AS may_send
    FROM ROWS FROM (string_to_table(contents, E'\\n', ''), unnest(ids), unnest(kinds), unnest(accounts), unnest(versions),
      unnest(fine)) WITH ORDINALITY AS l (line, id, kind, account_id, version, is_fine, n)
    WHERE l.n <= cardinality(ids)
  ), due AS MATERIALIZED (
    SELECT g.n, g.id, g.kind, g.account_id, g.version, g.record AS given, r.record AS old_record, r.deleted AS old_deleted,
      r.changed_by AS old_by, r.changed_at AS old_at,
      CASE WHEN g.kind = 'account' THEN CASE WHEN may_manage THEN g.record ELSE r.record END
        WHEN g.may_send OR g.record IS NULL THEN g.record ELSE colophon.keep_sent(g.kind, g.record, r.record) END AS record
    FROM given g JOIN colophon.records r
      ON r.id = g.id AND r.account_id = g.account_id AND r.kind = g.kind AND r.version = g.version
    -- The list makes PostgreSQL use the index, however many rows it expects.
    WHERE r.id = ANY (ids) AND g.is_fine AND g.version > 0
  ), fresh AS MATERIALIZED (
    SELECT g.n, g.id, g.kind, g.account_id, g.record AS given,
      CASE WHEN g.may_send THEN g.record ELSE colophon.keep_sent(g.kind, g.record, NULL) END AS record
    FROM given g WHERE g.is_fine AND g.version = 0
  ), strange AS (
    SELECT g.id FROM given g WHERE NOT g.is_fine
    UNION ALL SELECT d.id FROM due d WHERE d.record IS NULL AND d.given IS NOT NULL
    UNION ALL SELECT f.id FROM fresh f WHERE f.record IS NULL
    UNION ALL SELECT f.id FROM fresh f JOIN colophon.deletions d ON d.id = f.id WHERE d.id = ANY (ids)
    UNION ALL
    -- The address and the name of an account at its directory never change: another one is another account.
    SELECT d.id FROM due d WHERE d.kind = 'account' AND EXISTS (
      SELECT FROM unnest(ARRAY['base', 'dialect', 'username']) AS fixed (name)
      WHERE colophon.member(d.given, fixed.name) IS DISTINCT FROM colophon.member(d.old_record, fixed.name))
    UNION ALL
    -- An application with the directory's id of another row must not keep the rest of the list out.
    SELECT d.id FROM due d JOIN colophon.records r ON r.account_id = d.account_id AND r.id <> d.id
      AND r.kind = 'application' AND NOT r.deleted
      AND colophon.member(r.record, 'remote_id') = colophon.member(d.record, 'remote_id')
    WHERE d.kind = 'application'
  ), stored AS MATERIALIZED (
    SELECT d.*, d.record::text IS DISTINCT FROM d.given::text AS is_kept FROM due d
    WHERE d.id NOT IN (SELECT s.id FROM strange s WHERE s.id IS NOT NULL)
  ), kept AS (
    INSERT INTO colophon.history (id, account_id, kind, version, chosen, record, deleted, changed_by, changed_at)
    SELECT d.id, d.account_id, d.kind, d.version, true, d.old_record, d.old_deleted, d.old_by, d.old_at FROM stored d
  ), changed AS (
    UPDATE colophon.records r SET record = coalesce(d.record, d.old_record), deleted = d.record IS NULL,
      version = d.version + 1 + d.is_kept::integer, seq = nextval('colophon.changes'), changed_by = session_user,
      changed_at = moment
    FROM stored d WHERE r.id = ANY (ids) AND r.id = d.id
    RETURNING r.id, d.version + 1 AS version
  ), added AS (
    INSERT INTO colophon.records (id, kind, account_id, version, seq, record, changed_by, changed_at)
    SELECT f.id, f.kind, f.account_id, 1 + (f.record::text <> f.given::text)::integer, nextval('colophon.changes'), f.record,
      session_user, moment
    FROM fresh f WHERE f.record IS NOT NULL AND f.id NOT IN (SELECT d.id FROM colophon.deletions d WHERE d.id = ANY (ids))
    ORDER BY f.n
    ON CONFLICT DO NOTHING RETURNING id
  )
  SELECT c.id, c.version FROM changed c UNION ALL SELECT a.id, 1 FROM added a UNION ALL SELECT s.id, 0 FROM strange s;
  -- Nobody, and not the caller either, is called for what was not stored.
  IF EXISTS (SELECT FROM colophon.records r WHERE r.id = ANY (ids) AND r.changed_at = moment AND r.changed_by = session_user) THEN
    PERFORM pg_notify('colophon', '');
  END IF;
END $$;

-- Adds versions that were not chosen in a conflict.
CREATE FUNCTION colophon.add_history(entries uuid[], ids uuid[], versions integer[], contents json[], deletions boolean[])
RETURNS void LANGUAGE plpgsql ${secured} AS $$
BEGIN
  PERFORM colophon.refuse_lists(100, cardinality(entries), cardinality(ids), cardinality(versions), cardinality(contents),
    cardinality(deletions));
  PERFORM colophon.charge(cardinality(entries), (SELECT coalesce(sum(octet_length(c.content::text)), 0)::bigint
    FROM unnest(contents) AS c (content)));
  INSERT INTO colophon.history (entry, id, account_id, kind, version, chosen, record, deleted, changed_by, changed_at)
    SELECT g.entry, r.id, r.account_id, r.kind, g.version, false, g.record, g.deleted, session_user, clock_timestamp()
    FROM unnest(entries, ids, versions, contents, deletions) AS g (entry, id, version, record, deleted)
      JOIN colophon.records r ON r.id = g.id
    WHERE g.version BETWEEN 1 AND r.version AND colophon.may_edit(r.account_id)
      AND (g.deleted OR colophon.is_content(r.kind, g.record))
    ON CONFLICT DO NOTHING;
END $$;

ALTER TABLE colophon.turns ENABLE ROW LEVEL SECURITY;
ALTER TABLE colophon.records ENABLE ROW LEVEL SECURITY;
ALTER TABLE colophon.history ENABLE ROW LEVEL SECURITY;
-- Lists rather than conditions on each row: PostgreSQL reads them once for each statement.
CREATE POLICY see ON colophon.records FOR SELECT
  USING (account_id = ${ownAccounts});
CREATE POLICY see ON colophon.history FOR SELECT
  USING (account_id = ${ownAccounts});
`;
