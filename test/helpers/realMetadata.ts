import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestOptions } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Why a test is skipped; `npm test` prints it (scripts/testReports.mjs). */
    reason?: string;
  }
}

const folder = join(import.meta.dirname, '../../../shared/fixtures/real/jose');

/** Paths of the real Crossref deposits beside the project, in `../shared/fixtures/real`; none without that folder. */
export function realDeposits(): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.crossref.xml'))
    .map((name) => join(folder, name));
}

/** The options of a test with real metadata: without the folder it is skipped with the reason. */
export function needsRealMetadata(): TestOptions {
  if (existsSync(folder)) return {};
  return { skip: true, meta: { reason: 'there is no ../shared/fixtures/real beside the project' } };
}
