import { expect, test } from 'vitest';
import { applicationFromJournal } from '../../../src/shared/application/application.ts';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import { checkJournalFile } from '../../../src/shared/journalFile/checkJournalFile.ts';
import { exportedCell } from '../../../src/shared/journalFile/exportedCells.ts';
import { journalColumns } from '../../../src/shared/journalFile/journalColumns.ts';
import { readJournalFile } from '../../../src/shared/journalFile/readJournalFile.ts';
import { journalFileText } from '../../../src/shared/journalFile/writeJournalFile.ts';
import { exampleContext, exampleJournal } from './exampleJournal.ts';

// Every example cell of reference/journal-update-file.md 10. `changed`: no message, with the values that an Update
// Request would set; otherwise the steps of the directory's check or its words.

const url = 'Please enter a valid URL. It should start with http or https';
const yesNo = 'Select Yes or No';
const country = 'Not a valid choice';
const currency = 'Not a valid choice. Currency is not in the currently supported ISO list';
const noLanguage = 'Enter at least one language';
const licence = (text: string) => `'${text}' is not a valid choice for this field`;
const library = 'Enter the name(s) of the national library or libraries where the journal is archived';
const fee = 'Enter the value of the highest publishing fee the journal has charged';
const warn8 = "The data you supplied didn't change anything in the journal record.";
const error7 = (number: number) => `We couldn't understand the information in '${header(number)}'`;
const error9 = (number: number) =>
  `You may not change "${header(number)}". Please revert it to match what was sent to you in the original file.`;

type Outcome = { changed: Record<string, unknown> } | { warn: string } | { error: string } | 'crash';
const changed = (values: Record<string, unknown>): Outcome => ({ changed: values });
const error = (words: string): Outcome => ({ error: words });
const warn: Outcome = { warn: warn8 };
const review = 'bibjson.editorial.review_process';
const services = 'bibjson.preservation.service';
const schemes = 'bibjson.pid_scheme.scheme';
const apc = 'bibjson.apc.max';
const fees = (...pairs: [number, string][]) =>
  changed({ [apc]: pairs.map(([price, code]) => ({ price, currency: code })) });

const examples: [column: number, cell: string, outcome: Outcome][] = [
  [1, 'The title', error(error9(1))],
  [1, ' The Title ', warn],
  [5, '0000-0000', error(error9(5))],
  [5, '="1234-5679"', error(error9(5))],
  [5, '1234\u20105679', error(error9(5))],
  [2, ' https://new.example.org ', changed({ 'bibjson.ref.journal': 'https://new.example.org' })],
  [2, 'www.example.org', error(url)],
  [2, 'ftp://x.org/a', error(url)],
  [3, ' 2015 ', changed({ 'bibjson.oa_start': 2015 })],
  [3, '2012', warn],
  [3, '1899', error('Number must be between 1900 and 2026.')],
  [3, '2027', error('Number must be between 1900 and 2026.')],
  [3, '20x', error('Enter the Year (YYYY).')],
  [3, '2015.0', error('Enter the Year (YYYY).')],
  [7, 'word,key', warn],
  [7, 'key, word', changed({})],
  [7, 'soil, water', changed({ 'bibjson.keywords': ['soil', 'water'] })],
  [7, 'Soil; Water', changed({ 'bibjson.keywords': ['soil; water'] })],
  [7, 'a, b, c, d, e, f, g', error('You can only enter up to 6 keywords.')],
  [7, 'journal', error("You may not enter 'journal' in this field")],
  [8, 'EN, FR', warn],
  [8, 'fre', changed({ 'bibjson.language': ['FR'] })],
  [8, 'english', changed({ 'bibjson.language': ['EN'] })],
  [8, 'English, Deutsch', changed({})],
  [8, 'English; French', error(noLanguage)],
  [8, 'Xyz', error(noLanguage)],
  [8, 'English, Klingon', 'crash'],
  [9, 'Society Institution', error("The Publisher's name and Other organisation's name cannot be the same.")],
  [10, 'Germany', changed({ 'bibjson.publisher.country': 'DE' })],
  [10, 'de', changed({ 'bibjson.publisher.country': 'DE' })],
  [10, 'Vietnam', changed({ 'bibjson.publisher.country': 'VN' })],
  [10, 'Viet Nam', changed({ 'bibjson.publisher.country': 'VN' })],
  [10, 'UNITED KINGDOM', changed({ 'bibjson.publisher.country': 'GB' })],
  [10, 'Kosovo', changed({ 'bibjson.publisher.country': 'XK' })],
  [10, 'USA', warn],
  [10, 'UK', error(country)],
  [10, 'Deutschland', error(country)],
  [13, 'cc by', error(licence('cc by'))],
  [13, 'CC-BY', error(licence('CC-BY'))],
  [13, 'CC BY 4.0', error(licence('CC BY 4.0'))],
  [13, 'CC BY; CC BY-SA', error(licence('CC BY; CC BY-SA'))],
  [13, 'Publisher\u2019s own license', error(licence('Publisher\u2019s own license'))],
  [13, 'CC BY, ', error(licence(''))],
  [
    14,
    'BY',
    changed({
      'bibjson.license': [
        {
          ...{ type: "Publisher's own license", BY: true, NC: false, ND: false, SA: false },
          url: 'http://license.example.com',
        },
      ],
    }),
  ],
  [14, 'Attribution', error(licence('Attribution'))],
  [14, 'Attribution, No Commercial Usage', warn],
  [16, 'No', error(yesNo)],
  [16, 'yes', error(yesNo)],
  [39, 'No', error('You must answer Yes to continue')],
  [19, 'peer review', changed({ [review]: ['peer review'] })],
  [19, 'Double blind peer review', changed({ [review]: ['Double blind peer review'] })],
  [19, 'Community check, Panel', changed({ [review]: ['Community check Panel'] })],
  [19, 'Peer review, ', error('Enter the name of another type of peer review')],
  [25, '12.5', changed({ 'bibjson.publication_time_weeks': 12 })],
  [25, '13.5', changed({ 'bibjson.publication_time_weeks': 14 })],
  [25, '1e1', changed({ 'bibjson.publication_time_weeks': 10 })],
  [25, '0', error('Number must be between 1 and 100.')],
  [25, '101', error('Number must be between 1 and 100.')],
  [25, '12 weeks', error(error7(25))],
  [25, '12,5', error(error7(25))],
  [25, 'inf', 'crash'],
  [26, 'No', changed({ 'bibjson.apc.has_apc': false })],
  [26, 'no', error(yesNo)],
  [26, 'Maybe', error(yesNo)],
  [28, '2200 USD; 1700 GBP; 2000 EUR', fees([2200, 'USD'], [1700, 'GBP'], [2000, 'EUR'])],
  ...['1650', 'USD 1650', '1,650 USD', '€1650', '2200 USD, 1700 GBP', '2200 USD;1700 GBP'].map(
    (cell): [number, string, Outcome] => [28, cell, error(error7(28))],
  ),
  [28, '1650.50 USD', fees([1650, 'USD'])],
  [28, '1651.50 USD', fees([1652, 'USD'])],
  [28, '2.0 GBP', warn],
  [28, '1650 usd', error(country)],
  [28, '5 WIW; 10 USD', error(currency)],
  [28, '2200 USD;', error(currency)],
  [28, '10 USD; 5 WIW', fees([10, 'USD'], [5, 'WIW'])],
  [28, '5 GBP; 0 USD', fees([5, 'GBP'], [0, 'USD'])],
  [28, '0 USD', error(fee)],
  [33, 'LOCKSS', changed({ [services]: ['LOCKSS'] })],
  [33, 'LOCKSS, national_library', changed({ [services]: ['LOCKSS'] })],
  [
    33,
    'none',
    changed({
      [services]: [],
      'bibjson.preservation.has_preservation': false,
      'bibjson.preservation.national_library': [],
    }),
  ],
  [33, 'None', changed({ [services]: ['None'] })],
  [33, 'LOCKSS,', error('Enter the name of another archiving policy')],
  [34, 'KB; BnF', error(library)],
  [36, "Open Policy Finder, Publisher's own site", warn],
  [38, 'DOI, none', changed({ [schemes]: ['DOI'] })],
  [38, 'DOIs', changed({ [schemes]: ['DOIs'] })],
  [38, 'doi', changed({ [schemes]: ['doi'] })],
];

for (const [number, cell, outcome] of examples)
  test(`column ${number} with ${JSON.stringify(cell)}`, () => {
    const checked = check([[header(number), cell]]);
    const { report, journals } = checked;
    const position = number === 5 ? 0 : 2;
    if (outcome === 'crash') {
      expect(checked.crash).toMatchObject({ row: 2, column: position });
      expect(journals[0]!.blocked).not.toBeNull();
      return;
    }
    expect(checked.crash).toBeNull();
    if ('changed' in outcome) {
      expect(report).toMatchObject({ has_errors: false, has_warnings: false, rows: {}, values: {} });
      const values = journals[0]!.changes.map(({ path, value }) => [path, value]);
      expect(Object.fromEntries(values)).toEqual(outcome.changed);
    } else if ('warn' in outcome) {
      expect(report).toMatchObject({ has_errors: false, has_warnings: true, values: {} });
      expect(report.rows).toEqual({ '2': ['warn', outcome.warn] });
    } else {
      expect(report).toMatchObject({ has_errors: true, has_warnings: false, rows: {} });
      const was = exportedCell(journalColumns[number - 1]!, base, 'mixed');
      const isTrimmed = outcome.error.startsWith('You may not change');
      expect(report.values).toEqual({
        '2': { [position]: ['error', outcome.error, was, isTrimmed ? cell.trim() : cell] },
      });
    }
  });

test('ISSNs without hyphens match no journal', () => {
  const { report } = check([
    [header(5), '12345679'],
    [header(6), '23456787'],
  ]);
  expect(report.rows).toEqual({
    '2': [
      'error',
      'There is no journal record in DOAJ for ISSN(s) 12345679, 23456787.  The record may not exist, or it may be withdrawn.',
    ],
  });
});

test('switching on the display of licences passes without an example address', () => {
  const record = structuredClone(exampleJournal.record) as { bibjson: { article: unknown } };
  record.bibjson.article = { license_display: ['No'] };
  const journals = [{ ...exampleJournal, record }];
  const { report, journals: rows } = check([[header(16), 'Yes']], journals);
  expect(report).toMatchObject({ has_errors: false, has_warnings: false });
  expect(rows[0]!.changes).toEqual([
    { path: 'bibjson.article.license_display', how: 'set', value: ['Embed'] },
  ]);
});

test('attributes have no effect beside a licence that has its own', () => {
  const record = structuredClone(exampleJournal.record) as { bibjson: { license: unknown } };
  record.bibjson.license = [{ type: 'CC BY' }];
  const { report, notes, journals } = check([[header(14), 'Attribution']], [{ ...exampleJournal, record }]);
  expect(report).toMatchObject({ has_errors: false, has_warnings: false });
  expect(notes.map(({ message }) => message.key)).toEqual(['journalFile.loss.attributes']);
  expect(journals[0]!.changes).toEqual([]);
});

test('a header in another case is read and reported', () => {
  const { report, journals } = check([['publisher', 'New Name']]);
  expect(report.headers).toEqual({
    '2': ['warn', '"publisher" has a mismatching case to the expected header "Publisher".'],
  });
  expect(journals[0]!.changes).toEqual([{ path: 'bibjson.publisher.name', how: 'set', value: 'New Name' }]);
});

test('a header with a blank is refused and its column not read', () => {
  const { report } = check([['Publisher ', 'New Name']]);
  expect(report.headers).toEqual({
    '2': [
      'error',
      '"Publisher " is not a valid column header. Please revert it to match what was sent to you in the original file.',
    ],
  });
  expect(report.rows).toEqual({ '2': ['warn', warn8] });
});

const base = applicationFromJournal(exampleJournal.record) as DraftRecord;

function header(number: number): string {
  return journalColumns[number - 1]!.header;
}

/** Checks a file with both ISSNs and these cells. */
function check(cells: [header: string, cell: string][], journals = exampleContext.journals) {
  const all = new Map([[header(5), '1234-5679'], [header(6), '2345-6787'], ...cells]);
  const text = journalFileText([[...all.keys()], [...all.values()]]);
  return checkJournalFile(readJournalFile(new TextEncoder().encode(text)), { ...exampleContext, journals });
}
