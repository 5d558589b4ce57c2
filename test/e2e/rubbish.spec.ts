import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { isFullRun } from '../helpers/fullRuns.ts';
import { allowRubbish, breakColumn, columnsOf, fillEmptyTables, rubbish } from '../helpers/rubbish.ts';
import { article } from './articles.ts';
import { addDrafts, type Colophon, call, isShown, test } from './colophon.ts';
import { goTo, statusBar, t } from './screen.ts';
import { watchCalls } from './watchCalls.ts';

const screens = [
  ...['#/drafts', '#/drafts/1', '#/fixing/1', '#/uploads', '#/uploads/1', '#/imports/1', '#/journals'],
  ...['#/journals/x', '#/update-requests', '#/update-requests/1', '#/overview', '#/search', '#/comparisons'],
  ...[
    '#/comparisons/1',
    '#/compliance/check',
    '#/compliance/check/1',
    '#/compliance/matrix',
    '#/compliance/matrix/1',
  ],
  ...['#/compliance/look-ups', '#/settings', '#/settings/office'],
];

/** Errors that the page did not catch; what a part of the window could not show is said there. */
function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  return errors;
}

/** Writes something else than Colophon into some column of every table, while it runs. */
function fillWithRubbish({ data }: Colophon, seed: number): void {
  const db = new Database(join(data, 'colophon.db'), { timeout: 10_000 });
  db.function('sort_key', (text: unknown) => String(text));
  allowRubbish(db);
  fillEmptyTables(db, 'sandbox');
  const columns = columnsOf(db).filter(({ table }) => !['accounts', 'settings'].includes(table));
  const picks = fc.sample(fc.tuple(fc.nat(), fc.nat()), { seed, numRuns: columns.length });
  for (const [at, column] of columns.entries()) {
    const [chance, value] = picks[at]!;
    // Most of the row must be as it was, or it would be in no list.
    if (chance % 4 === 0) breakColumn(db, column, rubbish[value % rubbish.length]);
  }
  db.close();
}

for (const seed of isFullRun ? [1, 2, 3, 4, 5, 6, 7, 8] : [1, 2])
  test(`every screen keeps its frame, whatever the data file contains (${seed})`, async ({
    colophon,
    context,
  }) => {
    const page = await context.newPage();
    const errors = watchErrors(page);
    const answered = watchCalls(page);
    await page.goto(colophon.address());
    await isShown(page);
    await addDrafts(page, [article(1), article(2, { title: '' })]);
    await call(page, 'journals.refresh', { accountId: 'sandbox' });
    fillWithRubbish(colophon, seed);
    await page.reload();
    for (const screen of screens) {
      await goTo(page, screen);
      await answered();
      await expect(statusBar(page), screen).toContainText(t('frame.help.button'));
      await expect(page.locator('[data-region="failed"]'), screen).toHaveCount(0);
    }
    expect(errors).toEqual([]);
  });

test('a row that cannot be read keeps its place and says so, and a date that is none is unknown', async ({
  colophon,
  page,
}) => {
  await addDrafts(page, [article(1), article(2), article(3)]);
  const db = new Database(join(colophon.data, 'colophon.db'), { timeout: 10_000 });
  allowRubbish(db);
  db.prepare(
    "UPDATE drafts SET sync = 'sent', sent_at = 'garbage', updated_at = 'garbage' WHERE id = 1",
  ).run();
  db.prepare("UPDATE drafts SET readiness = 'perfect' WHERE id = 2").run();
  db.prepare(
    `INSERT INTO accounts (id, kind, name, base, dialect, rate, created_at)
     SELECT 'broken', kind, name, 'no address', dialect, rate, created_at FROM accounts LIMIT 1`,
  ).run();
  db.close();
  await page.reload();
  const row = page.getByRole('grid').getByRole('row');
  await expect(row.filter({ hasText: 'Sheet 1' })).toContainText(t('common.unknownDate'));
  await expect(row.filter({ hasText: 'Sheet 3' })).toBeVisible();
  const unreadable = row.filter({ hasText: t('drafts.unreadableTitle', { title: 'Sheet 2' }) });
  await expect(unreadable.getByTitle(t('drafts.unreadable'))).toBeVisible();
  // The account, which is in no list.
  const count = statusBar(page).getByRole('button', {
    name: t('frame.unreadable.rows', { count: 1, n: '1' }),
  });
  await expect(count).toHaveAccessibleDescription(t('frame.unreadable.accounts', { count: 1, n: '1' }));
  await count.click();
  await expect(page.getByRole('textbox', { name: t('frame.diagnostics.text') })).toHaveValue(
    /"unreadable": \{\s*"accounts": 1,\s*"steps": \[/,
  );
});
