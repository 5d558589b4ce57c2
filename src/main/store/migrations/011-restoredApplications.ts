/** Version 11: applications of a restored backup that the directory may have although their rows do not say so. */
export const restoredApplications = `
ALTER TABLE applications ADD COLUMN may_be_sent INTEGER NOT NULL DEFAULT 0;
`;
