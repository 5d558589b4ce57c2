/** Version 30: fixing mode also works through Update Requests. */
export const fixingRequests = `
ALTER TABLE fixings ADD COLUMN kind TEXT NOT NULL DEFAULT 'article' CHECK (kind IN ('article', 'application'));
ALTER TABLE fixings RENAME COLUMN draft_ids TO record_ids;
`;
