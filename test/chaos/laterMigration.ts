/** What all data files of chaos have more than those of this Colophon (`laterVersion.ts`). */
export const laterMigration = "ALTER TABLE drafts ADD COLUMN invented TEXT NOT NULL DEFAULT 'new'";
