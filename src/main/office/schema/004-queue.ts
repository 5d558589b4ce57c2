/** The articles that people of the office queued, which whoever has the lease sends in this order. */
export const queue = `
-- Each is queued once, by one person.
CREATE TABLE colophon.queue (
  record_id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY,
  person name NOT NULL DEFAULT session_user
);
CREATE INDEX queue_in_order ON colophon.queue (account_id, position);

ALTER TABLE colophon.queue ENABLE ROW LEVEL SECURITY;
CREATE POLICY see ON colophon.queue FOR SELECT
  USING (account_id = ANY (ARRAY (SELECT p.account_id FROM colophon.permissions p WHERE p.person = session_user)));
CREATE POLICY add ON colophon.queue FOR INSERT
  WITH CHECK (account_id = ANY (ARRAY (SELECT p.account_id FROM colophon.permissions p WHERE p.person = session_user AND p.may_edit)));
CREATE POLICY remove ON colophon.queue FOR DELETE
  USING (account_id = ANY (ARRAY (SELECT p.account_id FROM colophon.permissions p WHERE p.person = session_user AND p.may_edit)));
-- Not the person, which the database writes.
GRANT SELECT, INSERT (record_id, account_id), DELETE ON colophon.queue TO colophon_editors;
`;
