import type Database from 'better-sqlite3';
import type { Facets } from '../../../src/shared/draft/draft.ts';
import type { Overview } from '../../../src/shared/overview/overview.ts';
import type { Upload } from '../../../src/shared/upload/upload.ts';
import type { Check, Problem } from '../problem.ts';
import type { Figure } from './checkOverview.ts';
import { shownReadiness } from './shownReadiness.ts';

/** The counts that the application shows for an account when idle. */
export interface Counted {
  accountId: string;
  facets: Facets;
  listed: number;
  uploads: Upload[];
  overview: Overview;
  figures: Figure[];
  applications: { total: number; sync: Record<string, number>; trashed: number };
}

/** Every shown count equals the count of the rows. */
export function checkCounts(db: Database.Database, counted: Counted): Problem[] {
  const { accountId, facets, uploads, applications } = counted;
  const count = (sql: string, ...values: unknown[]) =>
    db
      .prepare<unknown[], number>(sql)
      .pluck()
      .get(...values)!;
  const problems: Problem[] = [];
  const expect = (check: Check, what: string, shown: number, real: number) => {
    if (shown !== real) problems.push({ check, text: `${what}: ${shown} shown, ${real} stored.` });
  };
  const drafts = `SELECT count(*) FROM drafts WHERE account_id = ? AND staged = 0 AND trashed = 0`;
  expect('draft count', 'Drafts', facets.total, count(drafts, accountId));
  expect('list length', 'Drafts listed', counted.listed, facets.total);
  const inTrash = count(drafts.replace('trashed = 0', 'trashed = 1'), accountId);
  expect('trash count', 'Trash', facets.trashed, inTrash);
  const byReadiness = shownReadiness(db, accountId);
  for (const [readiness, shown] of Object.entries(facets.readiness))
    expect('readiness count', `Drafts ${readiness}`, shown, byReadiness.get(readiness) ?? 0);
  for (const [sync, shown] of Object.entries(facets.sync)) {
    expect('sync count', `Drafts ${sync}`, shown, count(`${drafts} AND sync = ?`, accountId, sync));
  }
  expect('journal count', 'Drafts by journal', sum(facets.journals.map((one) => one.count)), facets.total);
  for (const { id, counts } of uploads) {
    const { total, created, overwrote, stored, ...states } = counts;
    const items = 'SELECT count(*) FROM upload_items WHERE upload_id = ?';
    expect('upload size', `Items of upload ${id}`, total, count(items, id));
    const done = count(`${items} AND state = 'done'`, id);
    expect('upload done count', `Done in upload ${id}`, created + overwrote + stored, done);
    for (const [state, shown] of Object.entries(states)) {
      const inState = count(`${items} AND state = ?`, id, state);
      expect('upload state count', `Items ${state} of upload ${id}`, shown, inState);
    }
  }
  const rows = `SELECT count(*) FROM applications WHERE account_id = ? AND trashed_at IS NULL`;
  expect('application count', 'Applications', applications.total, count(rows, accountId));
  for (const [sync, shown] of Object.entries(applications.sync)) {
    const inState = count(`${rows} AND sync = ?`, accountId, sync);
    expect('application state count', `Applications ${sync}`, shown, inState);
  }
  return problems;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
