/** Version 37: what a person saw of an article before confirming its deletion. */
export const seenDeletions = `
-- As \`seenArticle.ts\` writes it; null: nothing.
ALTER TABLE deletions ADD COLUMN seen TEXT;
`;
