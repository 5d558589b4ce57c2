import type Database from 'better-sqlite3';
import type { Facets } from '../../../src/shared/draft/draft.ts';
import type { Upload } from '../../../src/shared/upload/upload.ts';

/** The counts that the application shows for an account when idle. */
export interface Counted {
  accountId: string;
  facets: Facets;
  listed: number;
  uploads: Upload[];
  applications: { total: number; sync: Record<string, number>; trashed: number };
}

/** Every shown count equals the count of the rows. */
export function checkCounts(db: Database.Database, counted: Counted): string[] {
  const { accountId, facets, uploads, applications } = counted;
  const count = (sql: string, ...values: unknown[]) =>
    db
      .prepare<unknown[], number>(sql)
      .pluck()
      .get(...values)!;
  const problems: string[] = [];
  const expect = (what: string, shown: number, real: number) => {
    if (shown !== real) problems.push(`${what}: ${shown} shown, ${real} stored.`);
  };
  const drafts = `SELECT count(*) FROM drafts WHERE account_id = ? AND staged = 0 AND trashed = 0`;
  expect('Drafts', facets.total, count(drafts, accountId));
  expect('Drafts listed', counted.listed, facets.total);
  expect('Trash', facets.trashed, count(`${drafts.replace('trashed = 0', 'trashed = 1')}`, accountId));
  for (const [readiness, shown] of Object.entries(facets.readiness)) {
    expect(`Drafts ${readiness}`, shown, count(`${drafts} AND readiness = ?`, accountId, readiness));
  }
  for (const [sync, shown] of Object.entries(facets.sync)) {
    expect(`Drafts ${sync}`, shown, count(`${drafts} AND sync = ?`, accountId, sync));
  }
  expect('Drafts by journal', sum(facets.journals.map((one) => one.count)), facets.total);
  for (const { id, counts } of uploads) {
    const { total, created, overwrote, stored, ...states } = counts;
    const items = 'SELECT count(*) FROM upload_items WHERE upload_id = ?';
    expect(`Items of upload ${id}`, total, count(items, id));
    expect(`Done in upload ${id}`, created + overwrote + stored, count(`${items} AND state = 'done'`, id));
    for (const [state, shown] of Object.entries(states)) {
      expect(`Items ${state} of upload ${id}`, shown, count(`${items} AND state = ?`, id, state));
    }
  }
  const rows = `SELECT count(*) FROM applications WHERE account_id = ? AND trashed_at IS NULL`;
  expect('Applications', applications.total, count(rows, accountId));
  for (const [sync, shown] of Object.entries(applications.sync)) {
    expect(`Applications ${sync}`, shown, count(`${rows} AND sync = ?`, accountId, sync));
  }
  return problems;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
