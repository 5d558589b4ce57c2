import { describe, expect, test } from 'vitest';
import { journalFileText } from '../../src/shared/journalFile/writeJournalFile.ts';
import { journalRecord } from '../helpers/applicationRecords.ts';
import { applicationDirectoryForFile } from '../helpers/directoryForFile.ts';
import { openWorldForTest } from '../helpers/openForTest.ts';

const directory = applicationDirectoryForFile({ journals: 3 });

async function open() {
  const world = await openWorldForTest({ directory: directory.directory, dialect: '4.0' });
  await world.handlers['journals.refresh']({ accountId: world.accountId });
  const { journals } = await world.handlers['journals.list']({ accountId: world.accountId });
  const rowsOf = (header: string, cells: string[]) => [
    ['Journal ISSN (print version)', 'Journal EISSN (online version)', header],
    ...cells.map((cell, index) => [journals[index]!.pissn ?? '', journals[index]!.eissn ?? '', cell]),
  ];
  const inputOf = (rows: string[][], name = 'update.csv') => ({
    accountId: world.accountId,
    name,
    data: Buffer.from(journalFileText(rows)).toString('base64'),
  });
  return { world, journals, rowsOf, inputOf, accountId: world.accountId };
}

describe('a Journal Update File', () => {
  test('that Colophon writes from journals changes nothing', async () => {
    const { world, journals, accountId } = await open();
    const journalIds = journals.map(({ id }) => id);
    const { file, leftOut } = await world.handlers['journals.writeFile']({ accountId, journalIds });
    expect(leftOut).toBe(0);
    const data = Buffer.from(file.text).toString('base64');
    const checked = await world.handlers['journals.checkFile']({ accountId, name: file.name, data });
    expect(checked.report).toMatchObject({ has_errors: false, headers: {}, values: {} });
    expect(Object.values(checked.report.rows)).toHaveLength(journals.length);
    expect(checked.proposals.map(({ changes, problem }) => [changes, problem])).toEqual(
      journals.map(() => [[], null]),
    );
  });

  test('previews what each row would change and makes Update Requests of them in one undo step', async () => {
    const { world, journals, rowsOf, inputOf } = await open();
    const input = inputOf(rowsOf('Preservation Services', ['CLOCKSS, Portico', 'LOCKSS,', 'Portico']));
    const { id: plan, proposals, report } = await world.handlers['journals.checkFile'](input);
    expect(Object.keys(report.values)).toEqual(['3']);
    expect(proposals[0]).toMatchObject({
      journalId: journals[0]!.id,
      changes: [{ path: 'bibjson.preservation.service', before: ['CLOCKSS'], after: ['CLOCKSS', 'Portico'] }],
      proposed: ['bibjson.preservation.service'],
      problem: null,
    });

    const journalIds = [journals[0]!.id, journals[2]!.id];
    const except = [{ journalId: journals[1]!.id, paths: proposals[1]!.proposed }];
    const { ids, undoId } = await world.handlers['applications.createMany']({ plan, except });
    const drafts = ids.map((id) => world.handlers['applications.get']({ id }));
    expect((await Promise.all(drafts)).map(({ journalId, changes }) => [journalId, changes])).toEqual(
      journalIds.map((id) => [id, 1]),
    );
    await world.handlers['undo.take']({ id: undoId! });
    expect(await world.ids()).toEqual([]);
  });

  test('is checked offline, and asks the directory about unknown ISSNs if it can', async () => {
    const { world, rowsOf, inputOf } = await open();
    const foreign = journalRecord(5).bibjson as { eissn: string };
    const input = inputOf([...rowsOf('Publisher', ['New Name']), ['', foreign.eissn, 'x']], 'Update.CSV');
    const online = await world.handlers['journals.checkFile'](input);
    expect(online.report.rows['3']![1]).toBe(
      `Your account 'pub1' doesn't own the journal with ISSN(s) ${foreign.eissn}. You may not update it.`,
    );

    await directory.fault({ kind: 'drop_before', match: { times: 100 } });
    const offline = await world.handlers['journals.checkFile'](input);
    expect(offline.report.rows['3']![1]).toContain(
      `There is no journal record in DOAJ for ISSN(s) ${foreign.eissn}.`,
    );
    expect(offline.notes).toEqual([{ row: null, column: null, message: { key: 'journalFile.loss.name' } }]);
    expect(offline.proposals).toHaveLength(1);
  });

  test('is written again as a valid one', async () => {
    const { world, rowsOf, inputOf } = await open();
    const rows = rowsOf('publisher ', ['New Name', '']);
    const { file, ...counts } = await world.handlers['journals.correctFile'](inputOf(rows));
    expect(file.name).toBe('update-corrected.csv');
    expect(counts).toEqual({ rows: 1, problems: 0 });
    const nothing = world.handlers['journals.correctFile'](inputOf(rowsOf('Publisher', ['', ''])));
    await expect(nothing).rejects.toMatchObject({ code: 'input' });
  });
});
