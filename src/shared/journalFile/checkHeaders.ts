import { msg } from '../message.ts';
import {
  columnOf,
  journalColumns,
  meantHeader,
  onlineIssnHeader,
  printIssnHeader,
} from './journalColumns.ts';
import { type JournalFileProblem, problem } from './report.ts';

/** Steps 1 to 3 of the directory's check (reference/journal-update-file.md 4). */
export function checkHeaders(headers: readonly string[]): JournalFileProblem[] {
  const known = new Set(journalColumns.map(({ header }) => header));
  const problems = headers.flatMap((header, column): JournalFileProblem[] => {
    if (header === '' || known.has(header)) return [];
    const expected = columnOf(header)?.header;
    if (expected === undefined)
      return [
        problem(
          'error',
          { row: 1, column },
          `"${header}" is not a valid column header. Please revert it to match what was sent to you in the original file.`,
          explainUnknown(header),
        ),
      ];
    return [
      problem(
        'warn',
        { row: 1, column },
        `"${header}" has a mismatching case to the expected header "${expected}".`,
        msg('journalFile.problem.headerCase', { expected }),
      ),
    ];
  });
  for (const header of [printIssnHeader, onlineIssnHeader])
    if (!headers.includes(header))
      problems.push(
        problem(
          'error',
          { row: null, column: null },
          `"${header}" is a required column missing from this upload. Please refer to the original file and restore the column.`,
          msg('journalFile.problem.issnColumn', { header }),
        ),
      );
  return problems;
}

/** Columns of the published list of journals that are not in a Journal Update File (reference/journal-update-file.md 9). */
const publishedHeaders = new Set([
  ...['URL in DOAJ', 'Subjects', 'Added on Date', 'Last updated Date', 'Last Full Review Date'],
  ...['Number of Article Records', 'Most Recent Article Added', 'Owner', 'Account Name', 'Account Email'],
  ...['Date Applied', 'Last Withdrawn Date', 'Last Reinstated Date', 'Last Owner Transfer'],
]);

/** Columns of earlier Journal Update Files. */
const olderHeaders = new Set([
  'Society or institution',
  'Country of society or institution',
  'DOAJ Seal',
  "URL for journal's Open Access statement",
  'Plagiarism information URL',
  'URL to an example page with embedded licensing information',
  'Article metadata includes ORCIDs',
  'Journal complies with I4OC standards for open citations',
]);

/** `published`: the directory's public list of journals; `older`: a file from before columns were renamed or removed. */
export type TableKind = 'update' | 'published' | 'older' | 'other';

export function tableKind(headers: readonly string[]): TableKind {
  if (!headers.includes(printIssnHeader) || !headers.includes(onlineIssnHeader)) return 'other';
  if (headers.some((header) => publishedHeaders.has(header))) return 'published';
  return headers.some((header) => olderHeaders.has(header)) ? 'older' : 'update';
}

function explainUnknown(header: string) {
  if (publishedHeaders.has(header)) return msg('journalFile.problem.publishedHeader', { header });
  if (olderHeaders.has(header)) return msg('journalFile.problem.olderHeader', { header });
  const meant = meantHeader(header);
  return meant === null
    ? msg('journalFile.problem.unknownHeader', { header })
    : msg('journalFile.problem.nearHeader', { expected: meant });
}
