import { getEnvironmentData } from 'node:worker_threads';
import { schema } from './schema.ts';

/** SQL of the migrations, in order. Each stays as it is from its release on: `schema` is what they start from. */
const released: readonly string[] = [];

/** The name under which a program that tests migrations gives all its threads further ones. */
export const testedMigrations = 'colophon migrations also';

/** What makes a data file of the newest version out of nothing; a file's version (`PRAGMA user_version`) counts them. */
export function versions(): readonly string[] {
  const tested = (getEnvironmentData(testedMigrations) ?? []) as readonly string[];
  return [schema, ...released, ...tested];
}

/** The version of the data files that this Colophon writes. */
export function newestVersion(): number {
  return versions().length;
}
