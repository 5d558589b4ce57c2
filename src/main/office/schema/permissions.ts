import { secured } from './secured.ts';

/**
 * The office itself, and who may do what with which account. Names of people are names of their roles in the database.
 * Only the administrator writes these tables; the functions that change the others ask them.
 */
export const permissions = `
CREATE TABLE colophon.office (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- the office's own id; null until somebody creates it
  id uuid,
  schema_version integer NOT NULL,
  created_by name,
  created_at timestamptz,
  -- how much a person may store in a day; joining with a hundred thousand records takes less
  rows_a_day integer NOT NULL DEFAULT 1000000,
  megabytes_a_day integer NOT NULL DEFAULT 4000
);
INSERT INTO colophon.office (schema_version) VALUES (1);

-- People who may create the office, and add accounts to it.
CREATE TABLE colophon.creators (
  person name PRIMARY KEY
);

CREATE TABLE colophon.permissions (
  account_id uuid NOT NULL,
  person name NOT NULL,
  may_edit boolean NOT NULL DEFAULT true,
  may_send boolean NOT NULL DEFAULT true,
  PRIMARY KEY (account_id, person),
  CHECK (may_edit OR NOT may_send)
);

CREATE FUNCTION colophon.may_create() RETURNS boolean LANGUAGE sql STABLE ${secured} AS $$
  SELECT EXISTS (SELECT FROM colophon.creators c WHERE c.person = session_user);
$$;

CREATE FUNCTION colophon.may_edit(account uuid) RETURNS boolean LANGUAGE sql STABLE ${secured} AS $$
  SELECT EXISTS (SELECT FROM colophon.permissions p
    WHERE p.account_id = account AND p.person = session_user AND p.may_edit);
$$;

CREATE FUNCTION colophon.may_send(account uuid) RETURNS boolean LANGUAGE sql STABLE ${secured} AS $$
  SELECT EXISTS (SELECT FROM colophon.permissions p
    WHERE p.account_id = account AND p.person = session_user AND p.may_send);
$$;

CREATE FUNCTION colophon.refuse_editing(account uuid) RETURNS void LANGUAGE plpgsql STABLE ${secured} AS $$
BEGIN
  IF account IS NULL OR NOT colophon.may_edit(account) THEN
    RAISE EXCEPTION 'This person may not edit the account.' USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;

CREATE FUNCTION colophon.refuse_sending(account uuid) RETURNS void LANGUAGE plpgsql STABLE ${secured} AS $$
BEGIN
  IF account IS NULL OR NOT colophon.may_send(account) THEN
    RAISE EXCEPTION 'This person may not send for the account.' USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;

-- Lists that a function takes are short, complete and of the same length.
CREATE FUNCTION colophon.refuse_lists(longest integer, VARIADIC lengths integer[]) RETURNS void
LANGUAGE plpgsql IMMUTABLE ${secured} AS $$
BEGIN
  IF EXISTS (SELECT FROM unnest(lengths) AS one (length)
      WHERE one.length IS NULL OR one.length > longest OR one.length <> lengths[1]) THEN
    RAISE EXCEPTION 'The lists are too long, or differ in length.' USING ERRCODE = 'invalid_parameter_value';
  END IF;
END $$;

-- Creates the office once; whoever may create it gets its id.
CREATE FUNCTION colophon.open_office() RETURNS uuid LANGUAGE plpgsql ${secured} AS $$
BEGIN
  IF NOT colophon.may_create() THEN
    RAISE EXCEPTION 'This person may not create the office.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE colophon.office SET id = gen_random_uuid(), created_by = session_user, created_at = clock_timestamp()
    WHERE id IS NULL;
  RETURN (SELECT o.id FROM colophon.office o);
END $$;

ALTER TABLE colophon.office ENABLE ROW LEVEL SECURITY;
ALTER TABLE colophon.creators ENABLE ROW LEVEL SECURITY;
ALTER TABLE colophon.permissions ENABLE ROW LEVEL SECURITY;
CREATE POLICY see ON colophon.office FOR SELECT USING (true);
CREATE POLICY own ON colophon.creators FOR SELECT USING (person = session_user);
CREATE POLICY own ON colophon.permissions FOR SELECT USING (person = session_user);
`;
