/** Version 32: deletions are in the queue of the office. */
export const officeDeletions = `
-- The deletion's id in the office, and its state there; null: it is not there, or not known to be.
ALTER TABLE deletions ADD COLUMN office_id TEXT;
ALTER TABLE deletions ADD COLUMN office_state TEXT;
-- The colleague who queued it; null: oneself.
ALTER TABLE deletions ADD COLUMN person TEXT;
CREATE UNIQUE INDEX deletions_in_office ON deletions (office_id) WHERE office_id IS NOT NULL;
-- The last change of its deletions that was fetched.
ALTER TABLE office_accounts ADD COLUMN last_deletion INTEGER NOT NULL DEFAULT 0;
`;
