/** Version 6: the size of each draft as sent, so that planning an upload does not have to read the records. */
export const wireBytes = `
-- Bytes of the JSON that is sent; read out of the record like the columns beside it (store/drafts/draftColumns.ts). 0: not yet,
-- which the recheck of the next start puts right.
ALTER TABLE drafts ADD COLUMN wire_bytes INTEGER NOT NULL DEFAULT 0;
UPDATE accounts SET recheck_after = 0;
`;
