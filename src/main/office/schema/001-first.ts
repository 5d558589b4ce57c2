/** The first version of the office's tables. Names of people are names of their roles in the database. */
export const first = `
CREATE TABLE colophon.office (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  schema_version integer NOT NULL,
  created_by name NOT NULL DEFAULT session_user,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Who may see and edit the records of which account; the administrator adds rows.
CREATE TABLE colophon.permissions (
  account_id uuid NOT NULL,
  person name NOT NULL,
  may_edit boolean NOT NULL DEFAULT true,
  PRIMARY KEY (account_id, person)
);

-- Accounts, articles and applications in their present version.
CREATE TABLE colophon.records (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('account', 'article', 'application')),
  -- of an account, its own id
  account_id uuid NOT NULL,
  version integer NOT NULL,
  -- the order of all changes, without gaps for a reader that follows it
  seq bigint NOT NULL,
  -- json, since jsonb refuses U+0000 and changes the order of members
  record json NOT NULL,
  deleted boolean NOT NULL DEFAULT false,
  changed_by name NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX records_in_order ON colophon.records (account_id, seq);
CREATE UNIQUE INDEX records_account ON colophon.records ((record ->> 'base'), (record ->> 'username'))
  WHERE kind = 'account' AND NOT deleted;
-- The directory gives each application an id: two people who fetch it share one row.
CREATE UNIQUE INDEX records_application ON colophon.records (account_id, (record ->> 'remote_id'))
  WHERE kind = 'application' AND NOT deleted AND (record ->> 'remote_id') IS NOT NULL;
CREATE SEQUENCE colophon.changes;

-- Earlier versions of records, and versions that were not chosen in a conflict: rows are only ever added.
CREATE TABLE colophon.history (
  entry uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  kind text NOT NULL,
  -- of a version that was not chosen: the version that was kept
  version integer NOT NULL,
  chosen boolean NOT NULL DEFAULT false,
  record json NOT NULL,
  deleted boolean NOT NULL DEFAULT false,
  changed_by name NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE INDEX history_of_record ON colophon.history (id, version);

-- Who is connected: each Colophon writes its row every half minute.
CREATE TABLE colophon.presence (
  session uuid PRIMARY KEY,
  person name NOT NULL,
  colophon_version text NOT NULL,
  seen_at timestamptz NOT NULL
);

-- One writer at a time until it commits: sequences commit out of order, and a reader that asks for what follows the
-- last number it saw would miss a smaller one that is committed later.
CREATE FUNCTION colophon.take_turn() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1129270351, 1);
  RETURN NULL;
END $$;
CREATE TRIGGER take_turn BEFORE INSERT OR UPDATE ON colophon.records
  FOR EACH STATEMENT EXECUTE FUNCTION colophon.take_turn();

-- The database says who changed a row, and when: a client can write neither.
CREATE FUNCTION colophon.stamp() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO colophon.history (id, account_id, kind, version, chosen, record, deleted, changed_by, changed_at)
    VALUES (OLD.id, OLD.account_id, OLD.kind, OLD.version, true, OLD.record, OLD.deleted, OLD.changed_by, OLD.changed_at);
    NEW.version := OLD.version + 1;
  ELSE
    NEW.version := 1;
  END IF;
  NEW.seq := nextval('colophon.changes');
  NEW.changed_by := session_user;
  NEW.changed_at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON colophon.records
  FOR EACH ROW EXECUTE FUNCTION colophon.stamp();

-- Who shares an account may edit it. After the insertion: an insertion that finds the account there must permit nothing.
CREATE FUNCTION colophon.permit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO colophon.permissions (account_id, person) VALUES (NEW.id, session_user);
  RETURN NULL;
END $$;
CREATE TRIGGER permit AFTER INSERT ON colophon.records FOR EACH ROW
  WHEN (NEW.kind = 'account') EXECUTE FUNCTION colophon.permit();

CREATE FUNCTION colophon.announce() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_notify('colophon', '');
  RETURN NULL;
END $$;
CREATE TRIGGER announce AFTER INSERT OR UPDATE ON colophon.records
  FOR EACH STATEMENT EXECUTE FUNCTION colophon.announce();

CREATE FUNCTION colophon.sign() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.changed_by := session_user;
  NEW.changed_at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER sign BEFORE INSERT ON colophon.history FOR EACH ROW
  WHEN (NOT NEW.chosen) EXECUTE FUNCTION colophon.sign();

CREATE FUNCTION colophon.attend() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.person := session_user;
  NEW.seen_at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER attend BEFORE INSERT OR UPDATE ON colophon.presence
  FOR EACH ROW EXECUTE FUNCTION colophon.attend();

ALTER TABLE colophon.records ENABLE ROW LEVEL SECURITY;
ALTER TABLE colophon.history ENABLE ROW LEVEL SECURITY;
ALTER TABLE colophon.permissions ENABLE ROW LEVEL SECURITY;
ALTER TABLE colophon.presence ENABLE ROW LEVEL SECURITY;
-- Lists rather than conditions on each row: PostgreSQL reads them once for each statement.
CREATE POLICY own ON colophon.permissions FOR SELECT USING (person = session_user);
CREATE POLICY see ON colophon.records FOR SELECT
  USING (account_id = ANY (ARRAY (SELECT p.account_id FROM colophon.permissions p WHERE p.person = session_user)));
CREATE POLICY add ON colophon.records FOR INSERT
  WITH CHECK ((kind = 'account' AND account_id = id)
    OR account_id = ANY (ARRAY (SELECT p.account_id FROM colophon.permissions p WHERE p.person = session_user AND p.may_edit)));
CREATE POLICY change ON colophon.records FOR UPDATE
  USING (account_id = ANY (ARRAY (SELECT p.account_id FROM colophon.permissions p WHERE p.person = session_user AND p.may_edit)));
CREATE POLICY see ON colophon.history FOR SELECT
  USING (account_id = ANY (ARRAY (SELECT p.account_id FROM colophon.permissions p WHERE p.person = session_user)));
CREATE POLICY add ON colophon.history FOR INSERT
  WITH CHECK (NOT chosen
    AND account_id = ANY (ARRAY (SELECT p.account_id FROM colophon.permissions p WHERE p.person = session_user AND p.may_edit)));
CREATE POLICY see ON colophon.presence FOR SELECT USING (true);
CREATE POLICY add ON colophon.presence FOR INSERT WITH CHECK (true);
CREATE POLICY change ON colophon.presence FOR UPDATE USING (person = session_user);
CREATE POLICY leave ON colophon.presence FOR DELETE USING (person = session_user);

GRANT USAGE ON SCHEMA colophon TO colophon_editors;
GRANT SELECT ON colophon.office, colophon.permissions, colophon.records, colophon.history, colophon.presence
  TO colophon_editors;
GRANT INSERT (id, kind, account_id, record, deleted), UPDATE (record, deleted) ON colophon.records TO colophon_editors;
GRANT INSERT (entry, id, account_id, kind, version, record, deleted) ON colophon.history TO colophon_editors;
GRANT INSERT (session, colophon_version), UPDATE (colophon_version), DELETE ON colophon.presence TO colophon_editors;
`;
