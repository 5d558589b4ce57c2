import { describe, expect, test } from 'vitest';
import { journalFileText } from '../../src/shared/journalFile/writeJournalFile.ts';
import { issnOf, journalRecord } from '../helpers/applicationRecords.ts';
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
  /** Makes the stored journals an hour old, and returns when that was. */
  const age = () => {
    const at = new Date(Date.now() - 3_600_000).toISOString();
    world.db.prepare('UPDATE journals SET fetched_at = ?').run(at);
    return at;
  };
  return { world, journals, rowsOf, inputOf, age, accountId: world.accountId };
}

/** The directory's staff change a journal. */
const edit = (journal: string, bibjson: object) => directory.staff('editJournal', { journal, bibjson });
/** The requests that read journals by id. */
const reading = async () =>
  (await directory.requests()).filter(({ path }) => /\/journals\/(?:id\.exact|journal\d)/.test(path));

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
    expect(counts).toEqual({ rows: 1, problems: 0, leftOut: 0, copiesOf: null });
    const nothing = world.handlers['journals.correctFile'](inputOf(rowsOf('Publisher', ['', ''])));
    await expect(nothing).rejects.toMatchObject({ code: 'input' });
  });
});

describe('a Journal Update File about journals that the directory changed since they were fetched', () => {
  test('is checked and corrected against the present journals, in one request', async () => {
    const { world, journals, rowsOf, inputOf, age } = await open();
    const input = inputOf(rowsOf('APC', ['Yes', 'Yes']));
    await edit('journal1', { apc: { has_apc: false }, eissn: issnOf(90) });
    age();
    const { report, notes, proposals } = await world.handlers['journals.checkFile'](input);
    expect(await reading()).toHaveLength(1);
    expect(notes).toEqual([]);
    expect(Object.keys(report.rows)).toEqual(['3']);
    expect(proposals.map(({ journalId, proposed }) => [journalId, proposed])).toEqual([
      ['journal1', ['bibjson.apc.has_apc']],
      ['journal2', []],
    ]);
    expect(proposals[0]!.changes).toContainEqual({ path: 'bibjson.apc.has_apc', before: false, after: true });
    const { file, rows } = await world.handlers['journals.correctFile'](input);
    expect(rows).toBe(1);
    expect(file.text).toContain(`${journals[0]!.pissn},${issnOf(90)},Yes`);
    expect(await reading()).toHaveLength(1);
  });

  test('is written from the present journals, in one request', async () => {
    const { world, journals, age, accountId } = await open();
    await edit('journal1', { title: 'New Title' });
    age();
    const journalIds = journals.map(({ id }) => id);
    const { file, ...rest } = await world.handlers['journals.writeFile']({ accountId, journalIds });
    expect(rest).toEqual({ leftOut: 0, copiesOf: null });
    expect(file.text).toContain('New Title');
    expect(file.text).not.toContain('Journal of Tests 1');
    expect(await reading()).toHaveLength(1);
  });

  test('is about the account’s own journal although its only ISSN is another by now', async () => {
    await edit('journal2', { eissn: null });
    const { world, inputOf, rowsOf, age } = await open();
    await edit('journal2', { pissn: issnOf(90) });
    const [heads] = rowsOf('Publisher', []);
    const input = inputOf([heads!, [issnOf(90), '', 'New Name']]);
    const proposed = ['bibjson.publisher.name'];
    const expectOwn = async () => {
      const { report, proposals } = await world.handlers['journals.checkFile'](input);
      expect(report).toMatchObject({ has_errors: false, has_warnings: false });
      expect(proposals).toMatchObject([{ journalId: 'journal2', proposed, problem: null }]);
      const { file, rows, problems } = await world.handlers['journals.correctFile'](input);
      expect([rows, problems]).toEqual([1, 0]);
      expect(file.text).toContain(`${issnOf(90)},,New Name`);
    };
    await expectOwn();
    age();
    await expectOwn();
  });

  test('no longer finds a journal by its former ISSN, nor one that was withdrawn', async () => {
    await edit('journal2', { eissn: null });
    const { world, rowsOf, inputOf, age } = await open();
    const input = inputOf(rowsOf('Publisher', ['New Name', 'New Name', 'New Name']));
    await edit('journal2', { pissn: issnOf(90) });
    await directory.staff('withdraw', { journal: 'journal3' });
    age();
    const { report, proposals } = await world.handlers['journals.checkFile'](input);
    expect(Object.keys(report.rows)).toEqual(['3', '4']);
    for (const [, words] of Object.values(report.rows))
      expect(words).toContain('There is no journal record in DOAJ');
    expect(proposals.map(({ journalId }) => journalId)).toEqual(['journal1']);
  });

  test('is checked, corrected and written from copies offline, with their age', async () => {
    const { world, journals, rowsOf, inputOf, age, accountId } = await open();
    const input = inputOf(rowsOf('Publisher', ['New Name']));
    const at = age();
    await directory.fault({ kind: 'drop_before' });
    const { notes, proposals } = await world.handlers['journals.checkFile'](input);
    const message = { key: 'journalFile.copies', params: { at } };
    expect(notes).toEqual([{ row: null, column: null, message }]);
    expect(proposals).toHaveLength(1);
    expect(await world.handlers['journals.correctFile'](input)).toMatchObject({ rows: 1, copiesOf: at });
    const written = await world.handlers['journals.writeFile']({ accountId, journalIds: [journals[0]!.id] });
    expect(written).toMatchObject({ leftOut: 0, copiesOf: at });
    // One each: no other request would have an answer either.
    expect(await reading()).toHaveLength(3);
  });
});
