import { ownAccounts, secured } from './secured.ts';

/**
 * What is known of the directory, and what it did on its own: whoever has the lease looks, and everybody sees and decides.
 * Each row is overwritten by the newest knowledge; which of two rows that is, Colophon decides (`shareWatch.ts`).
 */
export const watch = `
CREATE TABLE colophon.watch (
  account_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('article', 'journal', 'finding', 'progress')),
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 300),
  content json NOT NULL CHECK (json_typeof(content) = 'object' AND octet_length(content::text) <= 60000),
  -- the order of all changes, without gaps for a reader that follows it
  seq bigint NOT NULL,
  changed_by name NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, kind, key)
);
CREATE UNIQUE INDEX watch_in_order ON colophon.watch (account_id, seq);

-- Stores contents, one a line, except where somebody has stored another one after the change that the caller knows. Returns
-- the numbers of those that are stored by their places in the lists, and at place 0 the account's last change before.
-- Ten rows count as one of the person's day: they are short, have no history, and an account has one for each article.
CREATE FUNCTION colophon.put_watch(account uuid, known bigint, kinds text[], keys text[], contents text)
RETURNS TABLE (place integer, stored_as bigint) LANGUAGE plpgsql ${secured} AS $$
DECLARE
  last_change bigint;
BEGIN
  PERFORM colophon.refuse_sending(account);
  PERFORM colophon.refuse_lists(1000, cardinality(kinds), cardinality(keys));
  IF contents IS NULL OR octet_length(contents) > 20000000 THEN
    RAISE EXCEPTION 'These are too many rows.' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM colophon.charge((cardinality(kinds) + 9) / 10, octet_length(contents) + cardinality(kinds) * 100);
  PERFORM FROM colophon.turns t WHERE t.account_id = account FOR UPDATE;
  SELECT w.seq INTO last_change FROM colophon.watch w WHERE w.account_id = account ORDER BY w.seq DESC LIMIT 1;
  RETURN QUERY
  WITH given AS MATERIALIZED (
    SELECT DISTINCT ON (g.kind, g.key) g.n::integer AS n, g.kind, g.key, g.line::json AS content
    FROM ROWS FROM (string_to_table(contents, E'\\n', ''), unnest(kinds), unnest(keys))
      WITH ORDINALITY AS g (line, kind, key, n)
    WHERE g.n <= cardinality(kinds) ORDER BY g.kind, g.key, g.n
  ), stored AS (
    INSERT INTO colophon.watch AS w (account_id, kind, key, content, seq, changed_by, changed_at)
    SELECT account, g.kind, g.key, g.content, nextval('colophon.changes'), session_user, clock_timestamp()
    FROM given g ORDER BY g.n
    ON CONFLICT (account_id, kind, key) DO UPDATE SET content = excluded.content, seq = excluded.seq,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at WHERE w.seq <= coalesce(known, 0)
    RETURNING w.kind, w.key, w.seq
  )
  SELECT g.n, s.seq FROM stored s JOIN given g ON g.kind = s.kind AND g.key = s.key
  UNION ALL SELECT 0, coalesce(last_change, 0);
  IF EXISTS (SELECT FROM colophon.watch w WHERE w.account_id = account AND w.seq > coalesce(last_change, 0)) THEN
    PERFORM pg_notify('colophon', '');
  END IF;
END $$;

ALTER TABLE colophon.watch ENABLE ROW LEVEL SECURITY;
CREATE POLICY see ON colophon.watch FOR SELECT USING (account_id = ${ownAccounts});
`;
