/** Version 33: the content of a queued record that the plan showed, so that a later one is checked when it is sent. */
export const plannedContent = `
ALTER TABLE upload_items ADD COLUMN planned_hash TEXT;
UPDATE upload_items SET planned_hash = (SELECT hash FROM drafts WHERE drafts.id = upload_items.draft_id)
  WHERE state = 'queued';
`;
