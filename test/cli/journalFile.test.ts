import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/main/store/database.ts';
import { journalFileText } from '../../src/shared/journalFile/writeJournalFile.ts';
import { issnOf, journalRecord } from '../helpers/applicationRecords.ts';
import { type ApplicationDirectory, startApplicationDirectory } from '../helpers/applicationWorld.ts';
import { runCli } from '../helpers/runCli.ts';
import { goodKey } from '../helpers/testDirectory.ts';
import { exampleJournal } from '../shared/journalFile/exampleJournal.ts';

const issns = ['Journal ISSN (print version)', 'Journal EISSN (online version)'];
const ours = ['1234-5679', '2345-6787'];
let folder = '';
let journals = '';
const file = (name: string, rows: string[][]) => {
  const path = join(folder, name);
  writeFileSync(path, journalFileText(rows));
  return path;
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colophon-journal-file-'));
  journals = join(folder, 'journals.json');
  writeFileSync(journals, JSON.stringify([exampleJournal.record]));
});

describe('colophon journal-file check', () => {
  test('prints the report of the directory as JSON', async () => {
    const path = file('a.csv', [
      [...issns, 'Journal URL'],
      [...ours, 'www.example.org'],
    ]);
    const run = await runCli(['journal-file', 'check', path, '--journals', journals, '--json']);
    expect(run.code).toBe(1);
    expect(JSON.parse(run.out)).toMatchObject({
      has_errors: true,
      has_warnings: false,
      general: [],
      headers: {},
      rows: {},
      values: {
        '2': {
          '2': [
            'error',
            'Please enter a valid URL. It should start with http or https',
            'http://journal.example.com',
            'www.example.org',
          ],
        },
      },
      kind: 'update',
      crash: null,
      notes: [],
    });
  });

  test('prints each problem with row, column and what to do', async () => {
    const path = file('b.csv', [
      [...issns, 'APC amount', 'publisher'],
      [...ours, '1650', 'x'],
    ]);
    const run = await runCli(['journal-file', 'check', path, '--journals', journals]);
    expect(run.code).toBe(1);
    expect(run.out.split('\n').slice(0, 4)).toEqual([
      'Row 1, column D (publisher) [warning] "publisher" has a mismatching case to the expected header "Publisher".',
      '  The header differs from “Publisher” only in upper and lower case. The column is read.',
      "Row 2, column C (APC amount) [error] We couldn't understand the information in 'APC amount' (was: “2 GBP”, now: “1650”)",
      '  A fee is a price, a space and a currency code, such as “1650 USD”. Separate several fees with a semicolon and a space.',
    ]);
  });

  test('keeps the words of the directory in French and explains them', async () => {
    const path = file('c.csv', [issns, ['1234-5679', '9999-9994']]);
    const run = await runCli(['--language', 'fr', 'journal-file', 'check', path, '--journals', journals]);
    expect(run.out).toContain('You may not change "Journal EISSN (online version)".');
    expect(run.out).toContain('Le répertoire garde ici sa propre valeur.');
  });

  test('succeeds with a valid file, and with one that changes nothing', async () => {
    const valid = file('d.csv', [
      [...issns, 'Publisher'],
      [...ours, 'New Name'],
    ]);
    const run = await runCli(['journal-file', 'check', valid, '--journals', journals]);
    expect(run).toEqual({ code: 0, out: 'File validated successfully.\n', err: '' });
    const same = file('e.csv', [issns, ours]);
    expect((await runCli(['journal-file', 'check', same, '--journals', journals])).code).toBe(0);
  });

  test('takes the owners of the listed journals for accounts', async () => {
    const owned = join(folder, 'owned.json');
    const record = { ...(exampleJournal.record as object), admin: { owner: 'press' } };
    writeFileSync(owned, JSON.stringify([record]));
    const path = file('g.csv', [
      [...issns, 'Publisher'],
      [...ours, 'New Name'],
    ]);
    const check = ['journal-file', 'check', path, '--journals', owned, '--account'];
    expect((await runCli([...check, 'press'])).code).toBe(0);
    const other = await runCli([...check, 'other']);
    expect(other.code).toBe(1);
    expect(other.out).toContain(
      "Your account 'other' doesn't own the journal with ISSN(s) 1234-5679, 2345-6787. You may not update it.",
    );
  });

  test('predicts a crash of the directory’s page', async () => {
    const run = await runCli(['journal-file', 'check', '-', '--journals', journals]);
    expect(run.code).toBe(1);
    expect(run.out).toContain('There was an unexpected problem validating your file');
  });

  test.each([
    ['no file', ['check', 'missing.csv', '--journals', 'x']],
    ['no journals', ['check', '-']],
    ['no account', ['requests', '-']],
  ])('is a usage error with %s', async (_, args) => {
    expect((await runCli(['journal-file', ...args])).code).toBe(2);
  });
});

describe('colophon journal-file with an account', () => {
  let directory: ApplicationDirectory;
  let data: string[] = [];
  const run = (...args: string[]) => runCli(['journal-file', ...args, '--account', 'Press', ...data]);
  beforeAll(async () => {
    directory = await startApplicationDirectory({ journals: 2 });
    data = ['--data', join(folder, 'data')];
    const environment = { COLOPHON_API_KEY: goodKey };
    const account = ['account', 'add', 'Press', '--base', directory.directory['4.0'], '--username', 'pub1'];
    expect((await runCli([...account, ...data], { environment })).err).toBe('');
  });
  afterAll(() => directory.stop());

  test('writes its journals, and finds nothing wrong in the file', async () => {
    const out = join(folder, 'written.csv');
    expect(await run('write', '--out', out)).toEqual({ code: 0, out: '', err: '' });
    const [heads, ...rows] = readFileSync(out, 'utf8').trimEnd().split('\r\n');
    expect(heads).toContain('\ufeffJournal title,Journal URL,');
    expect(rows).toHaveLength(2);
    const checked = await run('check', out, '--json');
    expect(checked.code).toBe(0);
    expect(JSON.parse(checked.out)).toMatchObject({ has_errors: false, has_warnings: true, values: {} });
    expect(await run('write', '--issn', '9999-9994')).toMatchObject({ code: 2 });
  });

  test('creates Update Requests from the rows, and writes the rows as a valid file', async () => {
    const [first, second] = [journalRecord(1), journalRecord(2)].map(
      ({ bibjson }) => (bibjson as { pissn: string }).pissn,
    );
    const path = file('f.csv', [
      [...issns, 'publisher '],
      [first!, '', 'New Name'],
      [second!, '', ''],
    ]);
    const made = await run('requests', path, '--json');
    expect(made.code).toBe(1);
    expect(JSON.parse(made.out)).toEqual({
      ids: [expect.any(Number)],
      since: { added: 0, changed: 0, titles: [] },
      leftOut: [
        { title: 'Journal of Tests 2', problem: 'No cell of the row differs from the directory’s record.' },
      ],
      problems: expect.arrayContaining([expect.objectContaining({ type: 'error', row: 1, column: 2 })]),
      notes: [],
    });
    const written = await run('write', path);
    expect(written.code).toBe(0);
    expect(written.out.split('\r\n')).toHaveLength(3);
    expect(written.out).toContain('New Name');
  });

  test('counts the rows that it cannot write, and takes no ISSNs beside a file', async () => {
    const pissn = (journalRecord(2).bibjson as { pissn: string }).pissn;
    const path = file('i.csv', [
      [...issns, 'Publisher'],
      [pissn, '', 'New Name'],
      ['9999-9994', '', 'Nobody'],
      [pissn, '', 'Newer Name'],
      ['', '', ''],
      [pissn, '', ''],
    ]);
    const written = await run('write', path);
    expect(written.code).toBe(1);
    expect(written.out.trimEnd().split('\r\n')).toHaveLength(2);
    expect(written.err).toMatch(/^2 rows were left out: .+\n$/);
    const both = await run('write', path, '--issn', pissn);
    expect(both).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--issn') });
  });

  test('names locked cells and unknown journals beside the requests that it creates', async () => {
    const path = file('g.csv', [
      [...issns, 'Journal title', 'Publisher'],
      [(journalRecord(2).bibjson as { pissn: string }).pissn, '', 'New Title', 'Newer Name'],
      ['9999-9994', '', '', 'Nobody'],
    ]);
    const made = await run('requests', path);
    expect(made.code).toBe(1);
    expect(made.err).toContain('You may not change "Journal title".');
    expect(made.err).toContain('There is no journal record in DOAJ for ISSN(s) 9999-9994.');
  });

  test('says how old its copies of the journals are if the directory cannot be asked', async () => {
    const db = openDatabase(join(folder, 'data', 'colophon.db'));
    db.prepare('UPDATE journals SET fetched_at = ?').run('2026-01-01T12:00:00.000Z');
    db.close();
    const path = file('h.csv', [
      [...issns, 'Publisher'],
      [(journalRecord(1).bibjson as { pissn: string }).pissn, '', 'Other Name'],
    ]);
    const age = 'so it used its copies, the oldest of 1 Jan 2026';
    await directory.fault({ kind: 'drop_before' });
    const written = await run('write');
    const corrected = await run('write', path);
    const checked = await run('check', path);
    expect(written.code).toBe(0);
    expect(written.out.trimEnd().split('\r\n')).toHaveLength(3);
    expect(written.err).toContain(age);
    expect(corrected.err).toContain(age);
    expect(checked.out).toContain(age);
    expect((await run('write', '--issn', '9999-9994')).code).toBe(3);
    await directory.clearFaults();
    expect(await run('write')).toMatchObject({ code: 0, err: '' });
  });

  test('writes a journal by an ISSN that it has got since the journals were fetched', async () => {
    await directory.staff('editJournal', { journal: 'journal1', bibjson: { pissn: issnOf(90) } });
    const written = await run('write', '--issn', issnOf(90));
    expect(written).toMatchObject({ code: 0, err: '' });
    expect(written.out.trimEnd().split('\r\n')).toHaveLength(2);
    expect(written.out).toContain(issnOf(90));
    // However it is written.
    for (const spelling of [issnOf(90).replace('-', ''), `ISSN ${issnOf(90).toLowerCase()}`])
      expect(await run('write', '--issn', spelling)).toMatchObject({ code: 0, out: written.out });
    expect(await run('write', '--issn', '1234')).toMatchObject({
      code: 2,
      err: expect.stringContaining('1234'),
    });
  });
});
