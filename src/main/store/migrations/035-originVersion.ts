/** Version 35: the version that an import gave to a draft; a later version was edited, so a file never changes it by its place alone. */
export const originVersion = `
ALTER TABLE drafts ADD COLUMN origin_version INTEGER NOT NULL DEFAULT 1;
`;
