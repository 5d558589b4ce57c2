import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifyDrafts } from '../../src/main/comparisons/verifyDrafts.ts';
import type { UnverifiedDraft } from '../../src/main/store/drafts/unverifiedDrafts.ts';
import { isSettled, openApplicationWorld, startApplicationDirectory } from '../helpers/applicationWorld.ts';
import { fastClock } from '../helpers/fastClock.ts';
import { openForTest, openWorldForTest } from '../helpers/openForTest.ts';
import { article, goodKey, startTestDirectory } from '../helpers/testDirectory.ts';
import { testScope } from '../helpers/testScope.ts';
import { openTestServices } from '../helpers/testServices.ts';

test('drafts of a restored backup count as sent only if the directory has the same content', async () => {
  const directory = await startTestDirectory();
  onTestFinished(() => directory.stop());
  const options = {
    folder: mkdtempSync(join(tmpdir(), 'colophon-verify-')),
    directory: directory.directory,
    key: goodKey,
    clock: fastClock(50),
  };
  const first = await openTestServices(options);
  const ids = first.addDrafts([article(1), article(2), article(3)]);
  const { id } = await first.send(ids);
  await first.until(id, ({ state, idsMissing }) => state === 'done' && idsMissing === 0);
  const [, edited, gone] = ids;
  await first.editDraft(edited!, article(12));
  first.db.exec(`UPDATE drafts SET sent_hash = '?', sync = 'changed';
    UPDATE drafts SET remote_id = '${'0'.repeat(32)}' WHERE id = ${gone}`);
  await first.close();

  const next = await openForTest(options);
  const left = next.db.prepare(`SELECT count(*) FROM drafts WHERE sent_hash = '?'`).pluck();
  await next.when(() => left.get() === 0);
  expect((await next.drafts(ids)).map(({ sync }) => sync)).toEqual(['sent', 'changed', 'changed']);
});

test('a draft that cannot be read never counts as sent, whatever the directory has', async () => {
  const settled: { draft: UnverifiedDraft; isSame: boolean }[] = [];
  const draft = { id: 1, remoteId: 'r1', record: null, hash: 'h' };
  const left = [[draft], []];
  const client = { findArticles: async () => ({ total: 1, hits: [['r1', { id: 'r1' }]] }) };
  const done = Promise.withResolvers<void>();
  verifyDrafts({
    drafts: {
      accounts: () => ['a'],
      next: () => left.shift() ?? [],
      settle: (found) => void settled.push(...found),
    },
    directory: { client: () => client as never },
    clock: fastClock(50),
    log: { info: () => undefined },
    publish: () => done.resolve(),
    scope: testScope(),
  });
  await done.promise;
  expect(settled).toEqual([{ draft, isSame: false }]);
});

test('applications of a restored backup count as sent only if the directory has the same content', async () => {
  const directory = await startApplicationDirectory();
  onTestFinished(() => directory.stop());
  const folder = mkdtempSync(join(tmpdir(), 'colophon-verify-'));
  const options = { folder, directory: directory.directory, dialect: '4.0' } as const;
  const first = await openApplicationWorld(options);
  const ids = [await first.propose(1), await first.propose(2)];
  await first.send(...ids);
  for (const id of ids) await first.reach(id, (row) => isSettled(row) && row.readMs === null);
  await first.edit(ids[1]!, 'bibjson.oa_start', 2019);
  first.db.exec(`UPDATE applications SET sent_hash = '?', sync = 'changed', read_ms = 0`);
  await first.close();

  const next = await openWorldForTest(options);
  for (const id of ids) await next.reach(id, (row) => row.readMs === null);
  expect((await next.rows(ids)).map(({ sync }) => sync)).toEqual(['sent', 'changed']);
});
