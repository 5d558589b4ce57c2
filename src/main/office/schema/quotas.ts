import { ownAccounts, secured } from './secured.ts';

/**
 * How much each person stores in a day, by the clock of the database: at most what the office permits, and everybody sees
 * who stores much. The administrator changes the columns of `office`.
 */
export const quotas = `
CREATE TABLE colophon.stored (
  day date NOT NULL,
  person name NOT NULL,
  rows bigint NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (day, person)
);

-- Counts what this person is about to store, or refuses it. A function calls it before it waits for anything else, so that
-- two sessions of one person cannot wait for each other.
CREATE FUNCTION colophon.charge(given_rows bigint, given_bytes bigint) RETURNS void LANGUAGE plpgsql ${secured} AS $$
DECLARE
  today date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
  total colophon.stored;
  most colophon.office;
BEGIN
  INSERT INTO colophon.stored AS s (day, person, rows, bytes) VALUES (today, session_user, given_rows, given_bytes)
    ON CONFLICT (day, person) DO UPDATE SET rows = s.rows + excluded.rows, bytes = s.bytes + excluded.bytes
    RETURNING * INTO total;
  IF total.rows = given_rows THEN DELETE FROM colophon.stored s WHERE s.day < today - 7 AND s.person = session_user; END IF;
  SELECT * INTO most FROM colophon.office;
  IF total.rows > most.rows_a_day OR total.bytes > most.megabytes_a_day::bigint * 1000000 THEN
    RAISE EXCEPTION 'This person has stored as much as the office permits in a day.' USING ERRCODE = 'CPH04';
  END IF;
END $$;

-- Who of those that share an account with this person has stored more than a tenth of that today.
CREATE FUNCTION colophon.storing() RETURNS TABLE (person name, rows bigint, megabytes bigint) LANGUAGE sql STABLE
${secured} AS $$
  SELECT s.person, s.rows, s.bytes / 1000000 FROM colophon.stored s CROSS JOIN colophon.office o
  WHERE s.day = (clock_timestamp() AT TIME ZONE 'UTC')::date
    AND (s.rows > o.rows_a_day / 10 OR s.bytes > o.megabytes_a_day::bigint * 100000)
    AND s.person IN (SELECT p.person FROM colophon.permissions p WHERE p.account_id = ${ownAccounts})
  ORDER BY s.bytes DESC LIMIT 100;
$$;

ALTER TABLE colophon.stored ENABLE ROW LEVEL SECURITY;
`;
