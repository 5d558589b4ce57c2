/**
 * Records may contain what PostgreSQL's text cannot hold, U+0000 and halves of surrogate pairs: its operators for JSON
 * fail for every member of such a record, so that it could not be stored, or not be sent.
 */
export const anyText = `
-- A member of a record as text; the characters that text cannot hold are left out.
CREATE FUNCTION colophon.member(record json, name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN strpos(record::text, '\\u') = 0 THEN record ->> name
  ELSE regexp_replace(record::text, '(?<!\\\\)((?:\\\\\\\\)*)\\\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\\1', 'g')::json ->> name
END;
DROP INDEX colophon.records_account;
DROP INDEX colophon.records_application;
CREATE UNIQUE INDEX records_account ON colophon.records (colophon.member(record, 'base'), colophon.member(record, 'username'))
  WHERE kind = 'account' AND NOT deleted;
CREATE UNIQUE INDEX records_application ON colophon.records (account_id, colophon.member(record, 'remote_id'))
  WHERE kind = 'application' AND NOT deleted AND colophon.member(record, 'remote_id') IS NOT NULL;

CREATE OR REPLACE FUNCTION colophon.count_unapproved(account uuid, record_ids uuid[]) RETURNS bigint LANGUAGE sql STABLE
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*) FROM colophon.records a JOIN colophon.records r ON r.account_id = a.id
    WHERE a.id = account AND colophon.member(a.record, 'approved_only') = '1'
      AND r.id = ANY (record_ids) AND r.kind = 'article' AND colophon.member(r.record, 'review') IS DISTINCT FROM 'approved';
$$;
`;
