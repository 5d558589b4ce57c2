import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownRowsOnly } from '../../../src/renderer/state/dialogs/journalFile.ts';
import { applicationFromJournal } from '../../../src/shared/application/application.ts';
import { checkJournalFile } from '../../../src/shared/journalFile/checkJournalFile.ts';
import { correctJournalFile } from '../../../src/shared/journalFile/correctJournalFile.ts';
import { columnLetter, journalColumns } from '../../../src/shared/journalFile/journalColumns.ts';
import { type JournalTable, readJournalFile } from '../../../src/shared/journalFile/readJournalFile.ts';
import { journalFileText, writeJournalFile } from '../../../src/shared/journalFile/writeJournalFile.ts';
import { exampleContext, exampleJournal } from './exampleJournal.ts';

const issns = ['Journal ISSN (print version)', 'Journal EISSN (online version)'];
const ours = ['1234-5679', '2345-6787'];

describe('reading a file', () => {
  test('counts records like the directory, without blank lines', () => {
    const { headers, rows } = table(
      'a,b\r\n\r\n1,2\r,\n" ",x\r\n"multi\r\nline ""quoted""",y,surplus\r\nshort',
    );
    expect(headers).toEqual(['a', 'b']);
    expect(rows.map(({ number, isEmpty, given }) => [number, isEmpty, ...given])).toEqual([
      [2, false, '1', '2'],
      [3, true, '', ''],
      [4, false, ' ', 'x'],
      [5, false, 'multi\nline "quoted"', 'y', 'surplus'],
      [6, false, 'short'],
    ]);
  });

  test('takes a missing cell for an empty one, and leaves out columns that nobody knows', () => {
    const [row] = table('Publisher,Extra, apc,Keywords,APC\nNew Name,x').rows;
    expect([...row!.cells]).toEqual([
      ['Publisher', 'New Name'],
      ['Keywords', ''],
      ['APC', ''],
    ]);
  });

  test('takes text after a closing quotation mark into the cell, and an unclosed cell to the end', () => {
    expect(table('a\n"x"y\n"open\nend').rows.map(({ given }) => given)).toEqual([['xy'], ['open\nend']]);
  });

  test('lets the last of two equal headers count', () => {
    const [row, empty] = table('APC,APC\nYes,No\nYes').rows;
    expect(row!.cells).toEqual(new Map([['APC', 'No']]));
    expect([row!.isEmpty, empty!.isEmpty]).toEqual([false, true]);
  });

  test('reads many short rows below very many columns', () => {
    const long = 'average number of weeks between article submission and publication';
    const variant = (number: number) =>
      [...long].map((letter, at) => ((number >> (at % 16)) & 1 ? letter.toUpperCase() : letter)).join('');
    const headers = [...issns, ...Array.from({ length: 12_000 }, (_, at) => variant(at))];
    const rows = Array.from({ length: 12_000 }, () => '9999-9994');
    const { report } = checkJournalFile(table([headers.join(), ...rows].join('\n')), exampleContext);
    expect(Object.keys(report.rows)).toHaveLength(12_000);
  }, 20_000);

  test.each([
    ['Latin-1', Uint8Array.of(0xe9), 'encoding'],
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x61, 0), 'encoding'],
    ['nothing', Uint8Array.of(), 'empty'],
    ['a huge cell', new TextEncoder().encode(`a\n${'x'.repeat(131_073)}`), 'cellTooLong'],
  ])('predicts a crash on %s', (_, bytes, reason) => {
    expect(readJournalFile(bytes)).toBe(reason);
    expect(checkJournalFile(readJournalFile(bytes), exampleContext).crash).toMatchObject({
      words:
        'There was an unexpected problem validating your file, please try again, and contact us if the problem persists.',
      explanation: { key: `journalFile.crash.${reason}` },
    });
  });
});

describe('the check', () => {
  test('ends after the headers if an ISSN column is missing', () => {
    const { report } = check([
      ['journal title', 'Extra'],
      ['x', 'y'],
    ]);
    expect(report).toEqual({
      has_errors: true,
      has_warnings: true,
      general: issns.map((header) => [
        'error',
        `"${header}" is a required column missing from this upload. Please refer to the original file and restore the column.`,
      ]),
      headers: {
        '0': ['warn', '"journal title" has a mismatching case to the expected header "Journal title".'],
        '1': [
          'error',
          '"Extra" is not a valid column header. Please revert it to match what was sent to you in the original file.',
        ],
      },
      rows: {},
      values: {},
      log: expect.any(Array),
    });
  });

  test('has no tags in the words of its messages, and all of them in the values', () => {
    const { report } = check([
      [...issns, '<b>Extra</b>', '<\n>1 < 2', 'Journal license', `${'<'.repeat(100_000)}\n`],
      [...ours, 'x', 'x', '<i>CC</i> BY <>', ''],
    ]);
    const words =
      ' is not a valid column header. Please revert it to match what was sent to you in the original file.';
    expect(report.headers).toMatchObject({
      '2': ['error', `"Extra"${words}`],
      '3': ['error', `"<\n>1 < 2"${words}`],
      '5': ['error', `"${'<'.repeat(100_000)}\n"${words}`],
    });
    expect(report.values['2']!['4']).toEqual([
      'error',
      "'CC BY ' is not a valid choice for this field",
      "Publisher's own license",
      '<i>CC</i> BY <>',
    ]);
    expect(report.log).toContain(`[error] "Extra"${words}`);
  });

  test('takes a file with semicolons for one header', () => {
    const { report } = checkJournalFile(table(`${issns.join(';')}\n${ours.join(';')}`), exampleContext);
    expect(Object.keys(report.headers)).toEqual(['0']);
    expect(report.general).toHaveLength(2);
  });

  test('finds nothing wrong with headers alone, with empty rows or with an empty header', () => {
    expect(check([issns]).report).toMatchObject({ has_errors: false, has_warnings: false });
    const { report } = check([
      [...issns, ''],
      ['', '', ''],
    ]);
    expect(report).toMatchObject({ has_errors: false, has_warnings: false });
  });

  test('matches rows by one exact ISSN and reports all locked cells', () => {
    const { report } = check([
      issns,
      ['1234-5679', '9999-9994'],
      ['2345-6787', '1234-5679'],
      ['', ''],
      ['', 'x'],
      ['5678-9017', ''],
      ['', '4567-8901'],
    ]);
    const locked = (at: number) =>
      `You may not change "${issns[at]}". Please revert it to match what was sent to you in the original file.`;
    expect(report.values).toEqual({
      '2': { '1': ['error', locked(1), '2345-6787', '9999-9994'] },
      '3': {
        '0': ['error', locked(0), '1234-5679', '2345-6787'],
        '1': ['error', locked(1), '2345-6787', '1234-5679'],
      },
    });
    const missing = (listed: string) =>
      `There is no journal record in DOAJ for ISSN(s) ${listed}.  The record may not exist, or it may be withdrawn.`;
    expect(report.rows).toEqual({
      '5': ['error', missing('x')],
      '6': ['error', missing('5678-9017')],
      '7': [
        'error',
        "Your account 'publisher' doesn't own the journal with ISSN(s) 4567-8901. You may not update it.",
      ],
    });
  });

  test('crashes on a locked or unreadable cell below a header in another case', () => {
    expect(
      check([
        [...issns, 'JOURNAL TITLE'],
        [...ours, 'Other'],
      ]).crash,
    ).toMatchObject({ row: 2, column: 2 });
    expect(
      check([
        [...issns, 'apc amount'],
        [...ours, '1650'],
      ]).crash,
    ).toMatchObject({ row: 2, column: 2 });
    const { report, crash } = check([
      [...issns, 'journal url'],
      [...ours, 'www.example.org'],
    ]);
    expect([crash, report.values]).toEqual([null, {}]);
  });

  test('reports no Update Request for a journal whose request the staff have picked up', () => {
    const refusals = new Map([['j1', 'wrong_status']]);
    const file = rowsOf([
      [...issns, 'Publisher'],
      [...ours, 'New Name'],
    ]);
    const { report, journals } = checkJournalFile(file, { ...exampleContext, refusals });
    expect(report.rows).toEqual({
      '2': ['error', "We couldn't create an update for this journal because: wrong_status"],
    });
    expect(journals[0]!.blocked).toEqual({ key: 'journalFile.problem.noRequest' });
  });

  test('reports an inherited bad value once its column is in the file', () => {
    const record = structuredClone(exampleJournal.record) as { bibjson: { ref: { journal: string } } };
    record.bibjson.ref.journal = 'journal.example.com';
    const journals = [{ ...exampleJournal, record }];
    const file = rowsOf([
      [...issns, 'Publisher', 'Journal URL'],
      [...ours, 'New Name', ''],
    ]);
    expect(checkJournalFile(file, { ...exampleContext, journals }).report.values).toEqual({
      '2': {
        '3': [
          'error',
          'Please enter a valid URL. It should start with http or https',
          'journal.example.com',
          '',
        ],
      },
    });
  });

  test('shows equal names of publisher and organisation at both, joins several messages of a cell', () => {
    const { report } = check([
      [...issns, 'Publisher', 'Other organisation', 'Keywords'],
      [...ours, 'Society Institution', '', 'journal, b, c, d, e, f, g'],
    ]);
    expect(Object.keys(report.values['2']!)).toEqual(['2', '3', '4']);
    expect(report.values['2']!['4']![1]).toBe(
      "You may not enter 'journal' in this field. You can only enter up to 6 keywords.",
    );
  });

  test('stops at the first unreadable cell in the order of the file', () => {
    const { report } = check([
      [...issns, 'APC amount', 'Average number of weeks between article submission and publication'],
      [...ours, '1650', 'x'],
    ]);
    expect(Object.keys(report.values['2']!)).toEqual(['2']);
  });
});

describe('the notes', () => {
  test.each([
    ['Languages in which the journal accepts manuscripts', 'English, Deutsch', 'languages'],
    ['Preservation Services', 'LOCKSS', 'libraries'],
    ['Preservation Service: national library', 'KB; BnF', 'libraryColumn'],
    ['APC amount', '10 USD; 5 WIW', 'fees'],
    ['Mirror Journal', 'Yes', 'ignored'],
    ['Deposit policy directory', "Open Policy Finder, Publisher's own site", 'otherText'],
  ])('tell what the file loses in the column %s', (header, cell, name) => {
    const { notes } = check([
      [...issns, header],
      [...ours, cell],
    ]);
    expect(notes).toMatchObject([{ row: 2, column: 2, message: { key: `journalFile.loss.${name}` } }]);
  });

  test.each([
    ['Persistent article identifiers', 'ARK, PIDMachine, DOI, PURL'],
    ['Deposit policy directory', 'Store it,Open Policy Finder'],
    ['Review process', 'some bloke checks it out, Open peer review'],
  ])('say nothing of another order in the column %s, which changes nothing', (header, cell) => {
    const { notes, journals } = check([
      [...issns, header],
      [...ours, cell],
    ]);
    expect(notes).toEqual([]);
    expect(journals).toMatchObject([{ changes: [], blocked: { key: 'journalFile.problem.noChange' } }]);
  });

  test('name a second row about the same journal, which gets no Update Request', () => {
    const { notes, journals } = check([
      [...issns, 'Publisher'],
      [...ours, 'A'],
      [...ours, 'B'],
    ]);
    const message = { key: 'journalFile.loss.repeated', params: { row: 2 } };
    expect(notes).toEqual([{ row: 3, column: null, message }]);
    expect(journals.map(({ blocked }) => blocked)).toEqual([null, message]);
  });

  test.each([
    ['changes nothing', '', 'journalFile.problem.noChange', ['A']],
    ['cannot be read', '1650', 'journalFile.problem.unreadable.fees', ['', 'A']],
  ])('say nothing of a row below one about the same journal that %s', (_, fee, problem, written) => {
    const rows = [
      [...issns, 'Publisher', 'APC amount'],
      [...ours, '', fee],
      [...ours, 'A', ''],
    ];
    const { notes, journals } = check(rows);
    expect(notes).toEqual([]);
    expect(journals.map(({ blocked }) => blocked?.key ?? null)).toEqual([problem, null]);
    const corrected = table(correctJournalFile(rowsOf(rows), exampleContext)).rows;
    expect(corrected.map(({ cells }) => cells.get('Publisher'))).toEqual(written);
  });

  test('leave a row that changes nothing as it is, below one about the same journal', () => {
    const { notes, journals } = check([
      [...issns, 'Publisher'],
      [...ours, 'A'],
      [...ours, ''],
    ]);
    expect(notes).toEqual([]);
    expect(journals[1]!.blocked).toMatchObject({ key: 'journalFile.problem.noChange' });
  });
});

const publisher = 'bibjson.publisher.name';

describe('columns that are meant to be one', () => {
  test.each([
    ['Publisher', 'Publisher ', 'Nova', '', 'Nova', []],
    ['Publisher', 'publisher', 'Nova', ' ', 'Nova', []],
    [' Publisher', 'Publisher', 'Nova', ' Nova', 'Nova', []],
    ['publisher', 'Publisher', 'Nova', 'Velha', 'Velha', [2]],
    ['Publisher', 'PUBLISHER ', 'Nova', 'Velha', 'Nova', [3]],
    // The directory reads a column in another case, and no other one.
    ['Publisher', 'publisher', '', 'Nova', 'Nova', []],
    ['Publisher', 'Publisher ', '', 'Nova', null, [3]],
    ['Publisher', 'Publisher', 'Nova', '', null, [2]],
    ['Publisher', 'Publisher', 'Velha', 'Nova', 'Nova', [2]],
    ['publisher', 'PUBLISHER', 'Nova', '', 'Nova', []],
    ['publisher', ' Publisher', 'Velha', 'Nova', 'Nova', [2]],
  ])(
    '%j and %j with %j and %j give %j, and what is left out is said',
    (one, other, first, second, name, left) => {
      const file = rowsOf([
        [...issns, one, other, 'APC'],
        [...ours, first, second, ''],
        // Nothing is said of rows about others.
        ['', '4567-8901', 'A', 'B', ''],
      ]);
      const { journals, notes, report } = checkJournalFile(file, exampleContext);
      expect(journals.map(({ changes }) => changes)).toEqual([
        name === null ? [] : [{ path: publisher, how: 'set', value: name }],
      ]);
      expect(notes.map(({ row, column, message }) => [row, column, message.key])).toEqual(
        left.map((column) => [2, column, 'journalFile.loss.column']),
      );
      // The directory finds a change where the Update Request has one, and so does it in the corrected file.
      expect('2' in report.rows).toBe(name === null);
      const corrected = table(correctJournalFile(file, exampleContext)).rows;
      expect(corrected.map(({ cells }) => cells.get('Publisher'))).toEqual(name === null ? [] : [name]);
    },
  );

  test('are named where a row has its text', () => {
    const header = 'Languages in which the journal accepts manuscripts';
    const { notes } = check([
      [...issns, header.toLowerCase(), header.toUpperCase()],
      [...ours, 'English, Deutsch', ''],
      [...ours, ' ', 'English, Deutsch'],
    ]);
    const lost = notes.filter(({ message }) => message.key === 'journalFile.loss.languages');
    expect(lost.map(({ row, column }) => [row, column])).toEqual([
      [2, 2],
      [3, 3],
    ]);
  });
});

describe('Update Requests', () => {
  test('change the national libraries and keep them where the file would lose them', () => {
    const library = 'Preservation Service: national library';
    const changes = (header: string, cell: string) =>
      check([
        [...issns, header],
        [...ours, cell],
      ]).journals[0]!.changes;
    expect(changes(library, 'KB; BnF')).toEqual([
      { path: 'bibjson.preservation.national_library', how: 'set', value: ['KB', 'BnF'] },
    ]);
    expect(changes('Preservation Services', 'Portico')).toEqual([
      { path: 'bibjson.preservation.service', how: 'set', value: ['Portico'] },
    ]);
  });

  test('leave out locked columns and take the others of the row', () => {
    const { journals } = check([
      [...issns, 'Journal title', 'Publisher'],
      [...ours, 'Other', 'New Name'],
    ]);
    expect(journals).toMatchObject([
      { blocked: null, changes: [{ path: 'bibjson.publisher.name', how: 'set', value: 'New Name' }] },
    ]);
  });

  test.each([
    ['of the account', { id: 'j4', title: 'Second', pissn: '3456-7898', eissn: null }],
    ['of another one', { id: 'j4', title: 'Second', pissn: null, eissn: '3456-7898', mine: false }],
  ])('are not made from a row that also has an ISSN of another journal %s', (_, second) => {
    const context = {
      ...exampleContext,
      journals: [...exampleContext.journals, { ...exampleJournal, ...second }],
    };
    const file = rowsOf([
      [...issns, 'Publisher'],
      ['1234-5679', '3456-7898', 'Publisher of the Second'],
    ]);
    const { journals, report } = checkJournalFile(file, context);
    expect(report.has_errors).toBe(true);
    expect(journals).toMatchObject([
      { blocked: { key: 'journalFile.problem.twoJournals', params: { other: 'Second' } } },
    ]);
    const text = correctJournalFile(file, context);
    expect(text).toContain('1234-5679,3456-7898,Publisher of the Second');
    expect(checkJournalFile(table(text), context).report.has_errors).toBe(true);
  });

  test('come from columns whose headers can be corrected', () => {
    const { journals, kind } = check([
      [...issns, 'PUBLISHER ', 'DOAJ Seal'],
      [...ours, 'New Name', 'Yes'],
    ]);
    expect(kind).toBe('older');
    expect(journals[0]!.changes).toMatchObject([{ path: 'bibjson.publisher.name' }]);
  });
});

describe('writing', () => {
  test('gives a file in which nothing is changed', () => {
    const record = applicationFromJournal(exampleJournal.record);
    const text = writeJournalFile([record], 'mixed');
    const { headers, rows } = table(text);
    expect(headers).toHaveLength(45);
    expect(rows[0]!.cells).toEqual(
      new Map(
        Object.entries({
          'Journal title': 'The Title',
          'Journal URL': 'http://journal.example.com',
          'When did the journal start to publish all content using an open license?': '2012',
          'Alternative title': 'The Other Title',
          'Journal ISSN (print version)': '1234-5679',
          'Journal EISSN (online version)': '2345-6787',
          Keywords: 'word, key',
          'Languages in which the journal accepts manuscripts': 'English, French',
          Publisher: 'The Publisher',
          'Country of publisher': 'United States',
          'Other organisation': 'Society Institution',
          'Country of other organisation': 'United States',
          'Journal license': "Publisher's own license",
          'License attributes': 'Attribution, No Commercial Usage',
          'URL for license terms': 'http://license.example.com',
          'Machine-readable CC licensing information embedded or displayed in articles': 'Yes',
          'Author holds copyright without restrictions': 'Yes',
          'Copyright information URL': 'http://copyright.example.com',
          'Review process': 'Open peer review, some bloke checks it out',
          'Review process information URL': 'http://review.example.com',
          'Journal plagiarism screening policy': 'Yes',
          "URL for journal's aims & scope": 'http://aims.example.com',
          'URL for the Editorial Board page': 'http://board.example.com',
          "URL for journal's instructions for authors": 'http://instructions.example.com',
          'Average number of weeks between article submission and publication': '8',
          APC: 'Yes',
          'APC information URL': 'http://apc.example.com',
          'APC amount': '2 GBP',
          'Journal waiver policy (for developing country authors etc)': 'Yes',
          'Waiver policy information URL': 'http://waiver.example.com',
          'Has other fees': 'Yes',
          'Other fees information URL': 'http://other.example.com',
          'Preservation Services': 'LOCKSS, CLOCKSS, A safe place',
          'Preservation Service: national library': 'Trinity; Imperial',
          'Preservation information URL': 'http://preservation.example.com',
          'Deposit policy directory': 'Open Policy Finder, Store it',
          'URL for deposit policy': 'http://deposit.example.com',
          'Persistent article identifiers': 'DOI, ARK, PURL, PIDMachine',
          "Does the journal comply to DOAJ's definition of open access?": 'Yes',
          Continues: '',
          'Continued By': '',
          'LCC Codes': 'HB1-3840',
          'Subscribe to Open': 'Yes',
          'Mirror Journal': '',
          'Open Journals Collective': '',
        }),
      ),
    );
    const { report } = checkJournalFile(table(text), exampleContext);
    expect(report).toMatchObject({
      has_errors: false,
      values: {},
      rows: { '2': ['warn', expect.any(String)] },
    });
  });

  test('keeps a cell that begins like a formula, since the directory compares it', () => {
    const bibjson = { ...(exampleJournal.record as { bibjson: object }).bibjson, title: '=Title' };
    const text = writeJournalFile([applicationFromJournal({ id: 'j1', bibjson })], 'mixed');
    expect(text.split('\r\n')[1]).toMatch(/^=Title,/);
  });

  test('makes a valid file of one with wrong headers, locked changes, and rows that change nothing', () => {
    const file = rowsOf([
      ['URL in DOAJ', 'publisher', ...issns, ' Journal title'],
      ['x', 'New Name', '1234-5679', '9999-9994', 'Other'],
      ['x', 'B', '', '4567-8901', ''],
      ['x', 'C', ...ours, ''],
    ]);
    const text = correctJournalFile(file, exampleContext);
    expect(text).toBe(
      journalFileText([
        ['Journal title', ...issns, 'Publisher'],
        ['The Title', ...ours, 'New Name'],
      ]),
    );
    expect(checkJournalFile(table(text), exampleContext).report).toMatchObject({
      has_errors: false,
      has_warnings: false,
    });
  });

  test('offers the present names of peer review where the directory has them, and notes the former ones', () => {
    const context = { ...exampleContext, reviews: 'by-sides' as const };
    const column = 'Review process';
    const cell = 'Anonymous peer review, Editorial review';
    const file = rowsOf([
      [column, ...issns],
      [cell, ...ours],
    ]);
    const { notes, journals } = checkJournalFile(file, context);
    expect(notes.map(({ row, column: at, message }) => [row, at, message.key, message.params])).toEqual([
      [
        2,
        0,
        'journalFile.loss.formerReview',
        { former: 'Anonymous peer review', now: 'Single anonymous peer review' },
      ],
    ]);
    // What the file says is proposed as it is: a free text, which the Update Request explains.
    expect(journals[0]!.changes).toMatchObject([{ value: ['Editorial review', 'Anonymous peer review'] }]);
    const corrected = correctJournalFile(file, context);
    expect(table(corrected).rows[0]!.cells.get(column)).toBe(
      'Single anonymous peer review, Editorial review',
    );
    const again = checkJournalFile(table(corrected), context);
    expect(again.notes).toEqual([]);
    expect(again.report.has_errors).toBe(false);
    expect(again.journals[0]!.changes).toMatchObject([
      { value: ['Single anonymous peer review', 'Editorial review'] },
    ]);
    // A server with the former names gets what it knows.
    expect(checkJournalFile(file, exampleContext).notes).toEqual([]);
    expect(table(correctJournalFile(file, exampleContext)).rows[0]!.cells.get(column)).toBe(cell);
  });

  test('restores a missing ISSN column', () => {
    const file = rowsOf([
      ['Journal EISSN (online version)', 'Publisher'],
      [ours[1]!, 'New Name'],
    ]);
    expect(correctJournalFile(file, exampleContext)).toBe(
      journalFileText([
        [...issns, 'Publisher'],
        [...ours, 'New Name'],
      ]),
    );
  });

  test('keeps a row that only the user can correct', () => {
    const rows = [
      [...issns, 'APC amount'],
      [...ours, '1650'],
    ];
    expect(correctJournalFile(rowsOf(rows), exampleContext)).toBe(journalFileText(rows));
  });

  test('names the published list of journals and its own columns', () => {
    const { kind, problems, journals } = check([
      [...issns, 'URL in DOAJ', 'Publisher'],
      [...ours, 'x', 'New Name'],
      ['', '4567-8901', 'x', 'B'],
    ]);
    expect(kind).toBe('published');
    expect(problems[0]!.explanation.key).toBe('journalFile.problem.publishedHeader');
    expect(journals).toHaveLength(1);
  });
});

describe('the published list of journals', () => {
  const file = rowsOf([
    [...issns, 'URL in DOAJ', 'Publisher'],
    ['', '4567-8901', 'x', 'B'],
    [...ours, 'x', 'New Name'],
  ]);

  test('is reduced to the rows of the account, which keep their numbers', () => {
    const own = ownRowsOnly(file, new Set(ours))!;
    expect(own.others).toBe(1);
    const { rows } = table(own.text);
    expect(rows.map(({ number, isEmpty }) => [number, isEmpty])).toEqual([
      [2, true],
      [3, false],
    ]);
    const { report, journals } = checkJournalFile(table(own.text), exampleContext);
    expect(report.rows).toEqual({});
    expect(journals.map(({ row, changes }) => [row, changes.length])).toEqual([[3, 1]]);
  });

  test('is the only table that is reduced', () => {
    expect(ownRowsOnly(rowsOf([issns, ours]), new Set(ours))).toBeNull();
  });
});

test('no file stops the check', () => {
  const headers = fc.constantFrom(...journalColumns.map(({ header }) => header), 'journal url', 'Extra', '');
  const cell = fc.oneof(
    fc.constantFrom(...ours, 'Yes', 'No', 'none', 'CC BY', 'EN', '2 GBP; 3 USD', 'inf', '1e400', ','),
    fc.string({ unit: 'binary' }),
  );
  const rows = fc.tuple(
    fc.array(headers, { maxLength: 12 }),
    fc.array(fc.array(cell, { maxLength: 14 }), { maxLength: 4 }),
  );
  fc.assert(
    fc.property(rows, ([heads, cells]) => {
      const all = [[...issns, ...heads], ...cells.map((row) => [...ours, ...row])];
      const file = table(all.map((row) => row.join(',')).join('\n'));
      expect(checkJournalFile(file, exampleContext).rows).toBe(file.rows.length);
      expect(correctJournalFile(file, exampleContext)).toContain('\r\n');
    }),
    { numRuns: 150 },
  );
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(checkJournalFile(readJournalFile(bytes), exampleContext).journals).toEqual([]);
    }),
  );
});

test('columns have the letters of a spreadsheet', () => {
  expect(journalColumns).toHaveLength(45);
  expect([0, 25, 26, 44, 701, 702].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'AS', 'ZZ', 'AAA']);
});

function table(text: string): JournalTable {
  return readJournalFile(new TextEncoder().encode(text)) as JournalTable;
}

function rowsOf(rows: string[][]): JournalTable {
  return table(journalFileText(rows));
}

function check(rows: string[][]) {
  return checkJournalFile(rowsOf(rows), exampleContext);
}
