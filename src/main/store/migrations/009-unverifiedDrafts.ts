/** Version 9: finds the drafts of a restored backup that are to be read back (store/drafts/unverifiedDrafts.ts). */
export const unverifiedDrafts = `
CREATE INDEX drafts_to_verify ON drafts (account_id, id) WHERE sent_hash = '?';
`;
