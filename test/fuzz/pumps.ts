import { parentPort, workerData } from 'node:worker_threads';
import { inertHtml } from '../../src/main/cli/inertHtml.ts';
import { articleOf } from '../../src/main/formats/article/articleOf.ts';
import { readCitation } from '../../src/main/formats/article/statedIssue.ts';
import { bibtexAuthors } from '../../src/main/formats/bibtex/bibtexNames.ts';
import { emptyArticle } from '../../src/main/formats/sourceArticle.ts';
import { splitAuthors } from '../../src/main/formats/tables/splitAuthors.ts';
import { turnName } from '../../src/main/formats/text/names.ts';
import { splitPages } from '../../src/main/formats/text/pages.ts';
import { yearAndMonth } from '../../src/main/formats/text/sourceDates.ts';
import { draftColumns } from '../../src/main/store/drafts/draftColumns.ts';
import { plain } from '../../src/shared/compliance/languagePack.ts';
import { readWords } from '../../src/shared/directory/directoryWords.ts';
import { fillIn } from '../../src/shared/i18n/packPlaceholders.ts';
import { checkQuery, checkSort, readConditions } from '../../src/shared/search/searchQuery.ts';

/** Repeated pieces with a prefix and suffix that make ambiguous patterns slow. */
const pieces = [
  ...[
    'a',
    ' ',
    '"',
    '\\',
    '*',
    '~',
    '(',
    ')',
    '[',
    '{',
    '}',
    ':',
    '::',
    '/',
    '!',
    '&&',
    '\n',
    '\r\n',
    '\u3000',
    '😀',
    '\ud800',
    '\0',
  ],
  ...[
    'a:',
    'a:(',
    'a AND ',
    'NOT ',
    '[* TO 1] ',
    'x:[* TO *] ',
    '["',
    '\\"',
    '"\\',
    '/a ',
    'a.b.',
    '(a ',
    '{a TO ',
    '^1',
  ],
  ...[
    '<script>',
    '<style ',
    '<!--',
    '<sub>',
    '<sub ',
    '<a ',
    '<a b=c ',
    '<a href="',
    '<svg>',
    '<style>',
    '<b class=x>',
    '<title>',
    '</p>',
    '<br',
    '&#',
    '&#x',
    '$',
    '$^',
    '\\a {',
    '^{',
    '_',
  ],
  ...[
    '(ref: ',
    'http://',
    'https://a.',
    '10.5555/',
    'doi:',
    '.',
    ', ',
    '; ',
    '0000-',
    'a@',
    'a.b@',
    'et al ',
    '%41',
    '\t',
    '..',
    '//',
    '1,',
    '1-',
    '* ',
    ' / ',
  ],
] as const;
const frames = [
  ['', ''],
  ['', '\n!'],
  ['"', ''],
  ['a:', '!'],
  ['<b>$', ''],
  ['10.5555/', 'a'],
  ['https://orcid.org/', '\n!'],
] as const;

const context = { dialect: '3.0.1', journals: [], now: new Date('2026-11-21') } as const;

/** Functions that must be fast for any text of that length. */
const subjects: Record<string, { length: number; take(text: string): unknown }> = {
  query: {
    length: 100_000,
    take: (text) => [
      checkQuery(text, { kind: 'article', dialect: '3.0.1' }),
      readConditions(text),
      checkSort(text, { kind: 'journal' }),
    ],
  },
  'short query': { length: 4_000, take: (text) => checkQuery(text, { kind: 'journal', dialect: '4.0' }) },
  'texts of an article': {
    length: 20_000,
    take: (text) => draftColumns({ bibjson: { title: text, abstract: text } }, context),
  },
  authors: {
    length: 20_000,
    take: (text) =>
      draftColumns({ bibjson: { author: [{ name: text, affiliation: text, orcid_id: text }] } }, context),
  },
  identifiers: {
    length: 20_000,
    take: (text) =>
      draftColumns(
        {
          bibjson: {
            identifier: ['doi', 'pissn'].map((type) => ({ type, id: text })),
            link: [{ type: 'fulltext', url: text }],
            journal: { start_page: text, number: text },
          },
        },
        context,
      ),
  },
  'an imported article': {
    length: 20_000,
    take: (text) =>
      articleOf({
        ...emptyArticle,
        titles: [{ language: null, text }],
        abstracts: [{ language: null, text }],
        keywords: [{ language: null, list: [text] }],
        dois: [text],
        journal: text,
        volume: text,
        number: `1${text}(`,
        dates: [{ kind: 'issue', year: text, month: text }],
        links: [{ url: text, type: null, role: 'landing' }],
        kinds: [{ text }],
        pages: splitPages(text),
        authors: [{ name: turnName(text), affiliations: [{ name: text }], orcid: '' }],
      }),
  },
  // Longer texts are no names.
  'imported authors': {
    length: 900,
    take: (text) =>
      [text, `Roe${text}x`].map((name) => [
        splitAuthors(name, { listSeparators: [';', '|', '\n'], partSeparator: null }),
        articleOf({ ...emptyArticle, authors: [{ name, affiliations: [], orcid: '' }] }),
        turnName(name),
        yearAndMonth(name),
        readCitation(name),
        readCitation(`Soil, 3(2), ${name.slice(0, 350)}`),
        bibtexAuthors(name),
      ]),
  },
  'words of the directory': { length: 100_000, take: readWords },
  'text of a pack': { length: 100_000, take: plain },
  'placeholders of a pack': { length: 400_000, take: (text) => fillIn(text, new Map()) },
  'html of a pack': { length: 20_000, take: inertHtml },
};

/** Runs in a worker: announces each text before processing it, so that the parent knows which one hangs. */
async function takeAll(isDeep: boolean): Promise<void> {
  for (const [subject, { length, take }] of Object.entries(subjects))
    for (const [at, piece] of pieces.entries())
      for (const [before, behind] of isDeep || length < 1_000 ? frames : [frames[at % frames.length]!]) {
        parentPort!.postMessage({ subject, before, piece, behind });
        await take(before + long(piece, isDeep ? length * 5 : length) + behind);
      }
}

function long(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

if (parentPort) {
  await takeAll(workerData === 'deep');
  parentPort.postMessage('done');
}
