/**
 * Version 34: undo stores only the part of a record that a change replaced (store/undo/keptRecord.ts). A later migration that
 * rewrites records must complete these first, or the changes can no longer be undone.
 */
export const keptRecords = `
-- How many UTF-16 code units the record before the change and the one after it have in common at their start and end;
-- null: "record" is complete.
ALTER TABLE undo_entries ADD COLUMN same_start INTEGER;
ALTER TABLE undo_entries ADD COLUMN same_end INTEGER;
-- The CRC-32 of the record after the change.
ALTER TABLE undo_entries ADD COLUMN later_crc INTEGER;
`;
