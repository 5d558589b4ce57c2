/** Version 33: the content of a queued record that the plan showed, and the one that a person confirmed last, so that no other is sent. */
export const plannedContent = `
ALTER TABLE upload_items ADD COLUMN planned_hash TEXT;
ALTER TABLE upload_items ADD COLUMN confirmed_hash TEXT;
ALTER TABLE applications ADD COLUMN confirmed_hash TEXT;
UPDATE upload_items SET planned_hash = (SELECT hash FROM drafts WHERE drafts.id = upload_items.draft_id)
  WHERE state = 'queued';
UPDATE upload_items SET confirmed_hash = planned_hash;
UPDATE applications SET confirmed_hash = hash;
`;
