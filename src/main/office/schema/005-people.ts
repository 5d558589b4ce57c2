/** Who works on what: the people of each account, and the records that they have open. */
export const people = `
-- A permission is seen by its own person only; everybody of an account may know the names of the others.
CREATE FUNCTION colophon.people() RETURNS TABLE (account_id uuid, person name) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT p.account_id, p.person FROM colophon.permissions p WHERE p.account_id IN
    (SELECT own.account_id FROM colophon.permissions own WHERE own.person = session_user);
$$;
REVOKE ALL ON FUNCTION colophon.people FROM PUBLIC;
GRANT EXECUTE ON FUNCTION colophon.people TO colophon_editors;

ALTER TABLE colophon.presence ADD COLUMN open_records uuid[] NOT NULL DEFAULT '{}';
GRANT INSERT (open_records), UPDATE (open_records) ON colophon.presence TO colophon_editors;
CREATE FUNCTION colophon.announce_presence() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_notify('colophon_presence', '');
  RETURN NULL;
END $$;
CREATE TRIGGER announce_change AFTER UPDATE ON colophon.presence FOR EACH ROW
  WHEN (OLD.open_records <> NEW.open_records) EXECUTE FUNCTION colophon.announce_presence();
CREATE TRIGGER announce_end AFTER DELETE ON colophon.presence FOR EACH ROW
  WHEN (OLD.open_records <> '{}') EXECUTE FUNCTION colophon.announce_presence();
`;
