/** Version 29: drafts have a review status and an assignee, for colleagues in an office. */
export const reviews = `
-- Null: being written.
ALTER TABLE drafts ADD COLUMN review TEXT CHECK (review IN ('review', 'approved'));
-- The name of a person in the office.
ALTER TABLE drafts ADD COLUMN assignee TEXT;
ALTER TABLE applications ADD COLUMN review TEXT CHECK (review IN ('review', 'approved'));
ALTER TABLE applications ADD COLUMN assignee TEXT;
-- Everything that is read of them, so that no list reads through the records, which come before these columns.
CREATE INDEX drafts_in_review ON drafts (id, account_id, review, assignee) WHERE review IS NOT NULL OR assignee IS NOT NULL;
-- Of an account in an office: only approved drafts may be sent.
ALTER TABLE accounts ADD COLUMN approved_only INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER drafts_change_review AFTER UPDATE OF review, assignee ON drafts BEGIN
  UPDATE accounts SET facts_version = facts_version + 1 WHERE id = new.account_id;
END;
`;
