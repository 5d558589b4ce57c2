/** A column and an index of it, as a later version might add them: the only invented migration, since a process keeps what each version consists of. */
export const inventedMigration = `
  ALTER TABLE drafts ADD COLUMN invented TEXT NOT NULL DEFAULT 'new';
  CREATE INDEX drafts_by_invention ON drafts (invented);
`;

/** SQL that takes it back. */
export const withoutInvention = 'DROP INDEX drafts_by_invention; ALTER TABLE drafts DROP COLUMN invented;';
