import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { usedUpTables } from '../../src/main/store/ownSchema.ts';
import { directoryForFile } from '../helpers/directoryForFile.ts';
import { isFullRun } from '../helpers/fullRuns.ts';
import { allowRubbish, breakColumn, columnsOf, fillEmptyTables, rubbish } from '../helpers/rubbish.ts';
import { article, goodKey } from '../helpers/testDirectory.ts';
import { openTestServices } from '../helpers/testServices.ts';
import { patience } from './hostile.ts';

vi.setConfig({ testTimeout: patience * 3 });

const directory = directoryForFile();

test.each(isFullRun ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] : [1, 2, 3])(
  'Colophon starts and lists the accounts, whatever the data file contains (%i)',
  async (seed) => {
    const folder = mkdtempSync(join(tmpdir(), 'colophon-rubbish-'));
    const options = { directory: directory.directory, key: goodKey, folder };
    const before = await openTestServices(options);
    before.addDrafts([article(1), article(2)]);
    allowRubbish(before.db);
    fillEmptyTables(before.db, before.accountId);
    const columns = columnsOf(before.db).filter(({ table }) => table !== 'accounts' && table !== 'office');
    const picks = fc.sample(fc.tuple(fc.nat(), fc.nat()), { seed, numRuns: columns.length });
    for (const [at, column] of columns.entries()) {
      const [chance, value] = picks[at]!;
      if (chance % 3 !== 0) continue;
      const putBack = breakColumn(before.db, column, rubbish[value % rubbish.length]);
      // A data file without any ids left is refused at the start.
      if (usedUpTables(before.db).length > 0) putBack?.();
    }
    await before.close();
    const after = await openTestServices(options);
    expect(await after.handlers['accounts.list']({})).toHaveLength(1);
    await after.close();
    after.remove();
  },
);

test('what the start left out, and an account that cannot be read, are counted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-rubbish-'));
  const options = { directory: directory.directory, key: goodKey, folder };
  const before = await openTestServices(options);
  expect(await before.handlers['app.unreadable']({})).toEqual({ accounts: 0, steps: [] });
  allowRubbish(before.db);
  fillEmptyTables(before.db, before.accountId);
  before.db.prepare("UPDATE comparisons SET crossref = '{'").run();
  const columns = before.db
    .prepare<[], string>("SELECT name FROM pragma_table_info('accounts')")
    .pluck()
    .all();
  const others = columns.filter((name) => name !== 'id').join(', ');
  before.db
    .prepare(`INSERT INTO accounts (id, ${others}) SELECT 'broken', ${others} FROM accounts LIMIT 1`)
    .run();
  before.db.prepare("UPDATE accounts SET base = 'no address' WHERE id = 'broken'").run();
  await before.close();
  const after = await openTestServices(options);
  expect(await after.handlers['app.unreadable']({})).toEqual({ accounts: 1, steps: ['crossref'] });
  await after.close();
  after.remove();
});
