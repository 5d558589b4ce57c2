import { setEnvironmentData } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import { testedMigrations } from '../../src/main/store/schema/versions.ts';

/** A column and an index of it, as a later version might add them. */
export const inventedMigration = `
  ALTER TABLE drafts ADD COLUMN invented TEXT NOT NULL DEFAULT 'new';
  CREATE INDEX drafts_by_invention ON drafts (invented);
`;

/** Makes this and the threads that it starts open data files as a later version would, until the test ends. */
export function migrateTo(...migrations: string[]): void {
  setEnvironmentData(testedMigrations, migrations);
  onTestFinished(() => setEnvironmentData(testedMigrations));
}
