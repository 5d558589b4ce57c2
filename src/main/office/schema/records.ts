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

-- Stores changes: contents one a line (an empty line is a deletion), with the version that each starts from, 0 for a new
-- row. Returns the new versions of those that were stored, 0 for what no Colophon can have written, and nothing for rows
-- that somebody else has changed since.
CREATE FUNCTION colophon.save_records(contents text, ids uuid[], kinds text[], accounts uuid[], versions integer[])
RETURNS TABLE (saved_id uuid, saved_version integer) LANGUAGE plpgsql ${secured} AS $$
DECLARE
  moment timestamptz;
BEGIN
  PERFORM colophon.refuse_lists(1000, cardinality(ids), cardinality(kinds), cardinality(accounts), cardinality(versions));
  IF contents IS NULL OR octet_length(contents) > 20000000 THEN
    RAISE EXCEPTION 'These are too many records.' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM colophon.refuse_editing(a.id) FROM (SELECT DISTINCT one.id FROM unnest(accounts) AS one (id)) a;
  PERFORM FROM colophon.turns t WHERE t.account_id = ANY (accounts) ORDER BY t.account_id FOR UPDATE;
  moment := clock_timestamp();
  RETURN QUERY
  WITH lines AS MATERIALIZED (
    SELECT l.n, l.id, l.kind, l.account_id, l.version, l.line, l.line::json AS record
    FROM ROWS FROM (string_to_table(contents, E'\\n', ''), unnest(ids), unnest(kinds), unnest(accounts), unnest(versions))
      WITH ORDINALITY AS l (line, id, kind, account_id, version, n)
    WHERE l.n <= cardinality(ids)
  ), given AS MATERIALIZED (
    SELECT l.n, l.id, l.kind, l.account_id, l.version, l.record, l.id IS NOT NULL AND l.kind IN ('account', 'article', 'application') AND l.version >= 0
      AND (l.version > 0 OR (l.kind <> 'account' AND l.record IS NOT NULL))
      AND CASE WHEN l.record IS NULL THEN l.kind <> 'account' WHEN json_typeof(l.record) <> 'object' THEN false
        WHEN l.kind = 'account' THEN colophon.is_content(l.kind, l.record) ELSE (${isDraft('l.record', 'l.line')}) END AS is_fine
    FROM lines l
  ), due AS MATERIALIZED (
    SELECT g.*, r.record AS old_record, r.deleted AS old_deleted, r.changed_by AS old_by, r.changed_at AS old_at
    FROM given g JOIN colophon.records r
      ON r.id = g.id AND r.account_id = g.account_id AND r.kind = g.kind AND r.version = g.version
    -- The list makes PostgreSQL use the index, however many rows it expects.
    WHERE r.id = ANY (ids) AND g.is_fine AND g.version > 0
  ), strange AS (
    -- The address and the name of an account at its directory never change: another one is another account.
    SELECT d.id FROM due d WHERE d.kind = 'account' AND EXISTS (
      SELECT FROM unnest(ARRAY['base', 'dialect', 'username']) AS fixed (name)
      WHERE colophon.member(d.record, fixed.name) IS DISTINCT FROM colophon.member(d.old_record, fixed.name))
    UNION ALL
    -- An application with the directory's id of another row must not keep the rest of the list out.
    SELECT d.id FROM due d JOIN colophon.records r ON r.account_id = d.account_id AND r.id <> d.id
      AND r.kind = 'application' AND NOT r.deleted
      AND colophon.member(r.record, 'remote_id') = colophon.member(d.record, 'remote_id')
    WHERE d.kind = 'application'
  ), kept AS (
    INSERT INTO colophon.history (id, account_id, kind, version, chosen, record, deleted, changed_by, changed_at)
    SELECT d.id, d.account_id, d.kind, d.version, true, d.old_record, d.old_deleted, d.old_by, d.old_at
    FROM due d WHERE d.id NOT IN (SELECT s.id FROM strange s)
  ), changed AS (
    UPDATE colophon.records r SET record = coalesce(d.record, d.old_record), deleted = d.record IS NULL,
      version = d.version + 1, seq = nextval('colophon.changes'), changed_by = session_user, changed_at = moment
    FROM due d WHERE r.id = ANY (ids) AND r.id = d.id AND d.id NOT IN (SELECT s.id FROM strange s)
    RETURNING r.id, r.version
  ), added AS (
    INSERT INTO colophon.records (id, kind, account_id, version, seq, record, changed_by, changed_at)
    SELECT g.id, g.kind, g.account_id, 1, nextval('colophon.changes'), g.record, session_user, moment
    FROM given g WHERE g.is_fine AND g.version = 0 ORDER BY g.n
    ON CONFLICT DO NOTHING RETURNING id, version
  )
  SELECT c.id, c.version FROM changed c UNION ALL SELECT a.id, a.version FROM added a
  UNION ALL SELECT g.id, 0 FROM given g WHERE NOT coalesce(g.is_fine, false)
  UNION ALL SELECT s.id, 0 FROM strange s;
  PERFORM pg_notify('colophon', '');
END $$;

-- Adds versions that were not chosen in a conflict.
CREATE FUNCTION colophon.add_history(entries uuid[], ids uuid[], versions integer[], contents json[], deletions boolean[])
RETURNS void LANGUAGE plpgsql ${secured} AS $$
BEGIN
  PERFORM colophon.refuse_lists(100, cardinality(entries), cardinality(ids), cardinality(versions), cardinality(contents),
    cardinality(deletions));
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
