/** What a person can write beyond what Colophon writes in their name. */
export const strictPolicies = `
-- An account is nobody's but its own, and is removed on purpose only, by the administrator.
DROP POLICY add ON colophon.records;
CREATE POLICY add ON colophon.records FOR INSERT
  WITH CHECK (CASE WHEN kind = 'account' THEN account_id = id
    ELSE account_id = ANY (ARRAY (SELECT p.account_id FROM colophon.permissions p WHERE p.person = session_user AND p.may_edit)) END);
DROP POLICY change ON colophon.records;
CREATE POLICY change ON colophon.records FOR UPDATE
  USING (account_id = ANY (ARRAY (SELECT p.account_id FROM colophon.permissions p WHERE p.person = session_user AND p.may_edit)))
  WITH CHECK (NOT (kind = 'account' AND deleted));

-- Who may only read an account cannot keep its records from being queued by queuing them for another one.
DROP POLICY add ON colophon.queue;
CREATE POLICY add ON colophon.queue FOR INSERT
  WITH CHECK (account_id = ANY (ARRAY (SELECT p.account_id FROM colophon.permissions p WHERE p.person = session_user AND p.may_edit))
    AND EXISTS (SELECT FROM colophon.records r WHERE r.id = record_id AND r.account_id = queue.account_id));

-- Everybody reads these rows all the time. Colophon writes them again within half a minute.
DELETE FROM colophon.presence;
ALTER TABLE colophon.presence ADD CHECK (cardinality(open_records) <= 100), ADD CHECK (length(colophon_version) <= 100);
ALTER TABLE colophon.queue ADD CHECK (length(outcome_before) <= 200) NOT VALID;
`;
