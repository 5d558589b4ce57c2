import { isOneOf, type SharedColumn } from '../../store/columns.ts';
import { sharedFacts } from '../../store/office/sharedRows.ts';
import { secured } from './secured.ts';

/** SQL: ISO 8601 with a possible month, day and hour, as Colophon reads it, or null. */
const isTime = (value: string) =>
  `(${value} IS NULL OR (length(${value}) <= 40 AND ${value} ~
    '^(19|[2-9]\\d)\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])(T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,9})?)?(Z|[+-]([01]\\d|2[0-3]):?[0-5]\\d)?)?$'))`;
const isKnown = (value: string, words: readonly string[]) => `coalesce(${isOneOf(value, words)}, true)`;
const isAtMost = (value: string, characters: number) => `coalesce(length(${value}) <= ${characters}, true)`;

/** The columns of a draft that is shared, besides its record. */
const facts = [...sharedFacts].filter(([name]) => name !== 'record');

const columns = [
  'record json',
  ...facts.map(([name, { holds }]) => `${name} ${holds === 'json' ? 'json' : 'text'}`),
].join(', ');

/** SQL: the column holds what it can hold, or nothing. */
function isHeld(name: string, { holds }: SharedColumn): string {
  if (holds === 'json') return `coalesce(json_typeof(${name}) IN ('object', 'null'), true)`;
  if (holds === 'time') return isTime(name);
  return typeof holds === 'number' ? isAtMost(name, holds) : isKnown(name, holds);
}

/**
 * The columns that say which record of the directory a request overwrites, and what was sent there. The rule: only who may
 * send for the account writes them. From others, a record keeps those that the office has, and a new record has none, so
 * that nobody without that permission can make somebody else’s request overwrite another article. `base` is not among
 * them: whoever prepares a change says what it starts from, and a plan compares that with the directory.
 */
export const sentColumns = facts.filter(([, { by }]) => by === 'sending').map(([name]) => name);

/** Bytes of an account’s content. */
const largestAccount = 10_000;

/**
 * SQL: a query of one boolean: whether Colophon could have written this JSON object, whose text is `line`, as the content of a
 * draft. Not a
 * function, because each call of one takes longer than this for most records.
 */
export const isDraft = (
  content: string,
  line = `${content}::text`,
) => `SELECT coalesce(json_typeof(c.record) = 'object', false)
  AND octet_length(${line}) <= 5000000
  AND ${[...facts.map(([name, fact]) => isHeld(`c.${name}`, fact)), `c.remote_id IS DISTINCT FROM ''`].join(
    '\n  AND ',
  )}
  FROM json_to_record(CASE WHEN strpos(${line}, '\\u') = 0 THEN ${content} ELSE colophon.plain(${content}) END)
    AS c (${columns})`;

/** What the content of a record can be. */
export const content = `
-- JSON without what PostgreSQL's text cannot hold, U+0000 and halves of surrogate pairs: its operators for JSON fail for
-- every member of a record that has such a character. Each becomes the text of its escape, so that no name of a member
-- becomes that of another one, which Colophon would not read. Only words are replaced, because a regular expression takes
-- seconds for a record that is full of them; a backslash is spelt as an escape first, so that each other one begins one.
CREATE FUNCTION colophon.plain(record json) RETURNS json LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE ${secured} AS $$
DECLARE
  line text := record::text;
  half text;
BEGIN
  IF strpos(line, '\\u') = 0 THEN RETURN record; END IF;
  line := replace(replace(line, '\\\\', '\\u005c'), '\\u0000', '\\u005cu0000');
  FOREACH half IN ARRAY ARRAY['d8', 'd9', 'da', 'db', 'dc', 'dd', 'de', 'df', 'dA', 'dB', 'dC', 'dD', 'dE', 'dF',
      'D8', 'D9', 'Da', 'Db', 'Dc', 'Dd', 'De', 'Df', 'DA', 'DB', 'DC', 'DD', 'DE', 'DF'] LOOP
    line := replace(line, '\\u' || half, '\\u005cu' || half);
  END LOOP;
  RETURN line::json;
END $$;
CREATE FUNCTION colophon.member(record json, name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
${secured} AS $$
  SELECT colophon.plain(record) ->> name;
$$;

-- Whether Colophon could have written this content; a version that is deleted has none.
CREATE FUNCTION colophon.is_content(kind text, content json) RETURNS boolean LANGUAGE plpgsql IMMUTABLE
${secured} AS $$
DECLARE
  one record;
BEGIN
  IF content IS NULL THEN RETURN kind <> 'account'; END IF;
  IF octet_length(content::text) > (CASE kind WHEN 'account' THEN ${largestAccount} ELSE 5000000 END)
    OR json_typeof(content) <> 'object' THEN RETURN false; END IF;
  IF kind <> 'account' THEN RETURN (${isDraft('content')}); END IF;
  SELECT * INTO one FROM json_to_record(colophon.plain(content))
    AS m (name text, base text, dialect text, username text, rate text, approved_only text);
  RETURN coalesce(length(btrim(one.name)) BETWEEN 1 AND 100
    AND length(one.base) <= 500 AND one.base ~ '^https?://[^/?#@\\s]+/\\S*$'
    AND one.dialect IN ('3.0.1', '4.0') AND length(one.username) <= 200
    AND one.rate ~ '^\\d{1,3}(\\.\\d{1,20})?$' AND one.rate::numeric BETWEEN 0.1 AND 2
    AND coalesce(one.approved_only, '0') IN ('0', '1'), false);
END $$;

-- The content with the stored row's columns of sending, for somebody who may not send; the same text if they are the same.
-- Null if that cannot be: an application that is in the directory comes from who may send.
CREATE FUNCTION colophon.keep_sent(kind text, content json, stored json) RETURNS json LANGUAGE plpgsql IMMUTABLE
${secured} AS $$
DECLARE
  names text[] := ARRAY[${sentColumns.map((name) => `'${name}'`).join(', ')}];
  given json := colophon.plain(content);
  had json := colophon.plain(coalesce(stored, '{}'));
BEGIN
  IF NOT EXISTS (SELECT FROM unnest(names) AS n (name)
      WHERE coalesce((given -> n.name)::text, 'null') <> coalesce((had -> n.name)::text, 'null')) THEN
    RETURN content;
  END IF;
  IF given::text <> content::text OR had::text <> coalesce(stored::text, '{}')
    OR (kind = 'application' AND stored IS NULL AND given ->> 'remote_id' IS NOT NULL) THEN RETURN NULL; END IF;
  RETURN (SELECT '{' || string_agg(to_json(m.name)::text || ':' || m.value, ',') || '}' FROM (
    SELECT e.key, e.value::text FROM json_each(given) e WHERE e.key <> ALL (names)
    UNION ALL SELECT n.name, coalesce((had -> n.name)::text, 'null') FROM unnest(names) AS n (name) WHERE given -> n.name IS NOT NULL
      OR had -> n.name IS NOT NULL
  ) m (name, value))::json;
END $$;
`;
