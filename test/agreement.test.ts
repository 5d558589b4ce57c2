import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox } from '../src/sandbox/startSandbox.ts';
import type { ArticleRecord } from '../src/shared/article/article.ts';
import { checkArticle } from '../src/shared/article/articleRules.ts';
import { fixFindings, fixKinds } from '../src/shared/article/edits/fixFindings.ts';
import type { DraftRecord } from '../src/shared/draft/draft.ts';
import { applyFix } from '../src/shared/draft/fieldPath.ts';
import { journalsFromList } from '../src/shared/journal/journal.ts';
import { isFullRun } from './helpers/fullRuns.ts';
import { runCli } from './helpers/runCli.ts';

/**
 * Compares two independent implementations of the reference: our rules and the sandbox. For random records, each must
 * accept exactly what the other accepts.
 */

const world = JSON.parse(
  readFileSync(new URL('./fixtures/given/oracle/world_articles.json', import.meta.url), 'utf8'),
);
const owner = 'pub1';
const key = 'a'.repeat(32);
const runs = Number(process.env.AGREEMENT_RUNS ?? (isFullRun ? 600 : 200));
const context = {
  dialect: '4.0' as const,
  journals: journalsFromList(world.journals, { accountId: owner }),
  now: new Date(),
};

let address = '';
let stop: () => Promise<void>;

beforeAll(async () => {
  const accounts = [{ id: owner, api_key: key, roles: ['api', 'publisher'] }];
  const sandbox = await startSandbox({
    world: { ...world, accounts },
    port: 0,
    rate: null,
    indexDelayMs: 0,
    jobDelayMs: 0,
  });
  address = `${sandbox.directory['4.0']}articles?api_key=${key}`;
  stop = sandbox.stop;
});

afterAll(() => stop());

const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u00a0',
    '\n',
    'x',
    '<script>',
    '<SCRIPT>',
    'PDF',
    ' pdf ',
    'fulltext',
    ' FullText ',
    'homepage',
    'true',
    'FALSE',
    '2019',
    '26',
    '-1',
    'None',
    'doi',
    'DOI',
    'pissn',
    ' pissn',
    'pissn\u00a0',
    'Doi ',
    '\tEISSN',
    'ｅissn',
    'FULLTEXT\u3000',
    'ePub\n',
    'EISSN',
    'issn',
    '1234-5679',
    '12345679',
    '1234-5679 ',
    '2345-6787',
    '23456787',
    '2345679',
    '3456-7895',
    '4567-8901',
    '5678-9017',
    '9012-345X',
    '9012-345x',
    '0000-0000',
    '5555-5551',
    '10.5555/abc',
    '10.5555/abc\n',
    'doi:10.5555/abc',
    'doi: 10.5555/abc',
    'https://doi.org/10.5555/abc',
    'http://dx.doi.org/10.a/b',
    'www.doi.org/10.5555/abc',
    'info:hdl/10.5555/abc',
    '10./abc',
    '10.5555/a b',
    '10.5555/\u00a0',
    '//doi.org/10.5/x',
    'DOI.ORG/10.5/X',
    'https://orcid.org/0000-0002-1825-0097',
    'https://orcid.org/0000-0002-1825-0097\n',
    'http://orcid.org/0000-0002-1825-0097',
    '0000-0002-1825-0097',
    'https://orcid.org/0000-0002-1825-009x',
    'https://orcid.org/0000-0002-1825-\u0660\u0661\u06617',
    'https://ORCID.org/0000-0002-1825-0097',
    'https://example.org/a',
    'ftp://example.org',
    '//host/a',
    'www.example.com/x',
    'httpx://a',
    'http:',
    'https://[bad',
    'http://[::1]/x',
    'http://[example.org]/a',
    'HTTP://EXAMPLE.ORG',
    ' https://example.org/b ',
    '\ufeffhttps://example.org',
    '2010-01-01T00:00:00.000Z',
    '2014-09-23T11:30:45Z',
    '2014-09-23',
    '29/02/80',
    '29/02/1980',
    '2019-02-29',
    '1978',
    '20',
    '21 June 2014',
    '21 Jun 2014',
    '31-Jul-13',
    'Aug-13',
    'February 2014',
    '12.9.14',
    '2020-1-1',
    ' 2020-01-01 ',
    '24:00:00',
    '2020-01-01T24:00:00Z',
    '2020-01-01T23:59:60Z',
    '2020-01-01T00:00:00.1234567Z',
    '2020-01',
    'Just yesterday',
    '0000',
    '0001',
    '1-1-2015',
    '01-13-2015',
    '31-jul-2013',
    '31-JULY-2013',
  ),
  fc.string({ maxLength: 12, unit: 'grapheme' }),
);
const scalar = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.constantFrom<unknown>(null, true, false, 0, 1, 1.5, -3, 5, 12345679, 2019),
);
const value = fc.oneof(
  { weight: 5, arbitrary: scalar },
  fc.constantFrom<unknown>(
    [],
    {},
    [[]],
    [null],
    [{}],
    ['x'],
    ['<script>'],
    { a: 1 },
    [{ type: null, id: 'x' }],
    [1],
    { id: '1234-5679', type: 'pissn' },
  ),
  fc.array(scalar, { maxLength: 3 }),
);
const identifier = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom(
        'pissn',
        'eissn',
        'doi',
        'DOI',
        'Eissn',
        ' pissn ',
        'eissn\n',
        'doi\u00a0',
        'other',
      ),
      id: text,
    }),
  },
  fc.record({ type: scalar, id: scalar }, { requiredKeys: [] }),
);
const link = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record(
      {
        type: fc.constantFrom('fulltext', ' FullText ', 'fulltext\u00a0', 'full text'),
        url: text,
        content_type: text,
      },
      { requiredKeys: ['type', 'url'] },
    ),
  },
  fc.record({ type: scalar, url: scalar, content_type: value }, { requiredKeys: [] }),
);
const author = fc.record(
  { name: scalar, affiliation: value, orcid_id: text, email: value },
  { requiredKeys: [] },
);

function fullArticle(): Record<string, unknown> {
  return {
    id: 'sent',
    created_date: '2019-05-04T03:02:01Z',
    last_updated: '2019-05-05T03:02:01Z',
    es_type: 'article',
    admin: { in_doaj: true, publisher_record_id: 'rec-17', upload_id: 'up-17' },
    bibjson: {
      title: 'Reading on the ward: a survey',
      identifier: [
        { type: 'doi', id: '10.5555/ward.2019.17' },
        { type: 'pissn', id: '1234-5679' },
        { type: 'eissn', id: '2345-6787' },
      ],
      journal: {
        volume: '12',
        number: '3',
        title: 'Some Other Journal',
        language: ['FR'],
        country: 'FR',
        start_page: '101',
        end_page: '117',
      },
      year: '2019',
      month: '5',
      abstract: 'We report a small survey.',
      link: [{ url: 'https://j1.example.org/article/17', type: 'fulltext', content_type: 'PDF' }],
      author: [
        {
          name: 'Ada Lindqvist',
          affiliation: 'University of Delft',
          orcid_id: 'https://orcid.org/0000-0002-1825-0097',
        },
        { name: 'Bo Achterberg' },
      ],
      keywords: ['reading', 'hospital staff'],
      subject: [{ scheme: 'LCC', term: 'Science', code: 'Q' }],
    },
  };
}

const places: (string | number)[][] = [
  ['id'],
  ['created_date'],
  ['last_updated'],
  ['es_type'],
  ['admin'],
  ['admin', 'in_doaj'],
  ['admin', 'publisher_record_id'],
  ['admin', 'upload_id'],
  ['extra'],
  ['bibjson'],
  ['bibjson', 'title'],
  ['bibjson', 'year'],
  ['bibjson', 'month'],
  ['bibjson', 'abstract'],
  ['bibjson', 'identifier'],
  ['bibjson', 'journal'],
  ['bibjson', 'journal', 'volume'],
  ['bibjson', 'journal', 'title'],
  ['bibjson', 'journal', 'publisher'],
  ['bibjson', 'journal', 'country'],
  ['bibjson', 'journal', 'language'],
  ['bibjson', 'journal', 'start_page'],
  ['bibjson', 'link'],
  ['bibjson', 'link', 0],
  ['bibjson', 'link', 0, 'url'],
  ['bibjson', 'link', 0, 'type'],
  ['bibjson', 'link', 0, 'content_type'],
  ['bibjson', 'author'],
  ['bibjson', 'author', 0],
  ['bibjson', 'author', 0, 'name'],
  ['bibjson', 'author', 0, 'orcid_id'],
  ['bibjson', 'author', 1, 'affiliation'],
  ['bibjson', 'keywords'],
  ['bibjson', 'keywords', 0],
  ['bibjson', 'subject'],
  ['bibjson', 'subject', 0],
  ['bibjson', 'subject', 0, 'term'],
  ['bibjson', 'identifier', 0],
  ['bibjson', 'identifier', 0, 'id'],
  ['bibjson', 'identifier', 1, 'id'],
  ['bibjson', 'identifier', 2, 'id'],
  ['bibjson', 'identifier', 1, 'type'],
  ['bibjson', 'identifier', 2, 'type'],
];
const remove = Symbol('remove');
const change = fc.tuple(
  fc.constantFrom(...places),
  fc.oneof({ weight: 6, arbitrary: value as fc.Arbitrary<unknown> }, fc.constant(remove as unknown)),
);
/** Ways to write a value of a closed list, of which the directory accepts some. */
const bent: ((value: string) => string)[] = [
  (value) => ` ${value} `,
  (value) => `${value}\u00a0`,
  (value) => `\n${value}`,
  (value) => value.toUpperCase(),
  (value) => value.replace('i', '\u0131'),
  (value) => `${value}s`,
];
const article = fc
  .record({
    types: fc.array(fc.option(fc.constantFrom(...bent)), { maxLength: 3 }),
    linkType: fc.option(fc.constantFrom(...bent), { freq: 3 }),
    changes: fc.array(change, { minLength: 1, maxLength: 2 }),
    identifiers: fc.option(fc.array(identifier, { maxLength: 4 }), { freq: 3 }),
    links: fc.option(fc.array(link, { maxLength: 3 }), { freq: 4 }),
    authors: fc.option(fc.array(author, { maxLength: 3 }), { freq: 5 }),
  })
  .map(({ changes, identifiers, links, authors, types, linkType }) => {
    const made = fullArticle();
    const bibjson = made.bibjson as Record<string, unknown>;
    for (const [at, bend] of types.entries()) bendValue(made, ['bibjson', 'identifier', at, 'type'], bend);
    bendValue(made, ['bibjson', 'link', 0, 'type'], linkType);
    if (identifiers) bibjson.identifier = identifiers;
    if (links) bibjson.link = links;
    if (authors) bibjson.author = authors;
    for (const [path, to] of changes) put(made, path, to);
    return made;
  });

function bendValue(
  target: unknown,
  path: (string | number)[],
  bend: ((value: string) => string) | null,
): void {
  const value = path.reduce<unknown>((at, step) => (at as Record<string | number, unknown>)[step], target);
  if (bend) put(target, path, bend(value as string));
}

function put(target: unknown, path: (string | number)[], to: unknown): void {
  let at = target as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) {
    if (typeof at !== 'object' || at === null || typeof at[step] !== 'object' || at[step] === null) return;
    at = at[step] as Record<string | number, unknown>;
  }
  const last = path.at(-1)!;
  if (to === remove) {
    if (Array.isArray(at)) at.splice(Number(last), 1);
    else delete at[last];
  } else at[last] = to;
}

/** Mistakes for which fixes are offered, by the place of the value. */
const mistakes: [(string | number)[], unknown[]][] = [
  [
    ['bibjson', 'title'],
    [
      'READING ON THE WARD',
      'READING <SCRIPT>ON THE WARD',
      '<i>&lt;script&gt;</i>',
      '<b></b>',
      'On $<$script>$x^2$',
      ' a  b ',
      'fÃ¼r uns',
    ],
  ],
  [
    ['bibjson', 'abstract'],
    [' ', '<i>x</i>', '&lt;script&gt;', 'fÃ¼r uns'],
  ],
  [
    ['bibjson', 'year'],
    ['26', '15', '٢٦', '1_2016', ' 2016 ', 'Spring 2016', 2016.5],
  ],
  [
    ['bibjson', 'month'],
    ['Sept.', '٠٩', ' 5', 'sep'],
  ],
  [
    ['bibjson', 'keywords'],
    [['a; <script>'], ['a, b', 'c'], ['', ' '], ['a', 'A'], [true], [' <script> ']],
  ],
  [
    ['bibjson', 'author'],
    [
      [{ name: 'Ada; Bo' }],
      [
        { name: 'Ada' },
        { name: 'ada', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
        { name: '', orcid_id: 'x' },
      ],
      [{ name: 'Ada <ada@example.org>', affiliation: 'ada@example.org', email: 'x' }],
      [{ name: ' ' }, { name: 'Bo', orcid_id: 'https://orcid.org/0000-0002-1825-0097\n' }],
    ],
  ],
  [
    ['bibjson', 'link', 0],
    [
      { type: null, url: 'https://example.org/1' },
      { type: ' FullText ', url: 'HTTP://[::1%z]/', content_type: 'text/html' },
      { type: 'fulltext', url: ' ', content_type: 'application/pdf' },
    ],
  ],
  [
    ['bibjson', 'start_page'],
    ['<script>', '7', 7, ['7']],
  ],
  [
    ['bibjson', 'journal'],
    [{}, null, { start_page: '1-9' }, { title: 'x', issns: [], language: [] }],
  ],
  [
    ['bibjson', 'identifier', 0, 'id'],
    [
      '10.5555/a%1Fb',
      '10.5555/a%C2%85b',
      '10.5555%2Fa/b',
      'https://doi.org/10.5555/a.',
      'doı:10.5555/a',
      '10.5555/a\u00adb',
      '10.5555/a\n',
    ],
  ],
  [
    ['bibjson', 'identifier', 1],
    [{ type: 'PISSN', id: '12345679' }, { type: 'Print ISSN', id: '1234-5679' }, remove],
  ],
  [
    ['bibjson', 'identifier', 2],
    [{ type: 'e-ISSN', id: '2345-6787' }, { type: 'eissn', id: '' }, remove],
  ],
  [['bibjson', 'identifier', 0], [remove]],
];
const mistaken = fc
  .record({
    record: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, article),
    changes: fc.array(
      fc
        .constantFrom(...mistakes)
        .chain(([path, values]) => fc.tuple(fc.constant(path), fc.constantFrom(...values))),
      { minLength: 1, maxLength: 3 },
    ),
    more: fc.array(
      fc.record({
        type: fc.constantFrom('e-ISSN', 'Print ISSN', 'DOIs', 'dois', 'issn', 'p-issn', 'EISSN', 'Doi'),
        id: fc.constantFrom(
          ...['1234-5679', '12345679', 'ISSN 2345-6787', '2345-6787', '4567-8901', '5678-9017', '9012-345X'],
          ...['5555-5551', '10.5555/other', 'doi: 10.5555/other', '10.5555/a%1Fb'],
        ),
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ record, changes, more }) => {
    const made = record ?? fullArticle();
    for (const [path, to] of changes)
      put(made, path, structuredClone(to === remove ? undefined : to) ?? remove);
    const { identifier } = (made.bibjson ?? {}) as { identifier?: unknown };
    if (Array.isArray(identifier)) identifier.push(...structuredClone(more));
    return JSON.parse(JSON.stringify(made)) as DraftRecord;
  });

let serial = 0;

/** What the directory answers to a record; null if that depends on records sent before. */
async function answerTo(
  record: unknown,
  to = address,
): Promise<{ isAccepted: boolean; words: string } | null> {
  const body = typeof record === 'string' ? record : JSON.stringify(record);
  const answer = await fetch(to, { method: 'POST', body });
  const words = await answer.text();
  if (answer.status === 403 && words.includes('has been changed')) return null;
  if (words.includes('matched multiple')) return null;
  return { isAccepted: answer.status === 201, words };
}

describe('our rules and the sandbox', () => {
  it('agree on which records of a file the directory accepts', async () => {
    const seed = Number(process.env.AGREEMENT_SEED ?? 20261127);
    const records = fc.sample(article, { numRuns: runs, seed });
    const folder = mkdtempSync(join(tmpdir(), 'colophon-agreement-'));
    try {
      const [journals, file] = ['journals.json', 'articles.json'].map((name) => join(folder, name));
      writeFileSync(journals!, JSON.stringify(world.journals));
      // Other programs may write a whole number with a point, which Python then reads as another number.
      const texts = records.map((record, at) => {
        const text = JSON.stringify(record);
        return at % 2 === 0 ? text : text.replace(/(?<=[:[,])-?\d+(?=[,\]}])/g, '$&.0');
      });
      writeFileSync(file!, `[${texts.join(',')}]`);
      const args = ['check', file!, '--journals', journals!, '--dialect', '4.0', '--json'];
      const checked = (await runCli(args)).out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      for (const [at, text] of texts.entries()) {
        const answer = await answerTo(text);
        if (answer === null) continue;
        expect({ accepted: checked[at].accepted, words: answer.words, at, text }).toMatchObject({
          accepted: answer.isAccepted,
        });
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('agree on which articles the directory accepts', async () => {
    await fc.assert(
      fc.asyncProperty(article, async (record) => {
        const sent = structuredClone(record) as { bibjson?: { link?: unknown } };
        const foreseen = !checkArticle(sent, context).some((finding) => finding.severity === 'error');
        const answer = await answerTo(sent);
        if (answer === null) return;
        serial += 1;
        expect({ accepted: foreseen, words: answer.words }, `record ${serial}`).toMatchObject({
          accepted: answer.isAccepted,
        });
      }),
      { numRuns: runs, seed: Number(process.env.AGREEMENT_SEED ?? 20261121) },
    );
  });

  it('agree that no offered fix gets an accepted article refused', async () => {
    const check = (record: ArticleRecord) => checkArticle(record, context);
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(mistaken, async (record) => {
        const isFine = async (sent: DraftRecord) => {
          const answer = await answerTo(sent);
          if (answer?.isAccepted) {
            const { id } = JSON.parse(answer.words);
            await fetch(address.replace('articles?', `articles/${id}?`), { method: 'DELETE' });
          }
          return answer?.isAccepted ?? true;
        };
        if (!(await isFine(record))) return;
        const findings = check(record);
        for (const { fix, code } of findings) {
          if (!fix) continue;
          tried += 1;
          expect({ code, fix, record, isFine: await isFine(applyFix(record, fix)) }).toMatchObject({
            isFine: true,
          });
        }
        for (const kind of fixKinds(findings))
          expect({ kind, record, isFine: await isFine(fixFindings(record, kind, check)) }).toMatchObject({
            isFine: true,
          });
      }),
      { numRuns: runs, seed: Number(process.env.AGREEMENT_SEED ?? 20261130) },
    );
    expect(tried).toBeGreaterThan(runs);
  });

  it('agree on which years a directory accepts that compares them with the journal’s open access', async () => {
    const journals = world.journals.map((journal: { bibjson: object }, at: number) => ({
      ...journal,
      bibjson: { ...journal.bibjson, ...(at % 2 === 0 ? { oa_start: 2015 } : {}) },
    }));
    const sandbox = await startSandbox({
      world: { ...world, journals, accounts: [{ id: owner, api_key: key, roles: ['api', 'publisher'] }] },
      rate: null,
      indexDelayMs: 0,
      jobDelayMs: 0,
      profile: { oaStart: true },
    });
    const to = `${sandbox.directory['4.0']}articles?api_key=${key}`;
    const known = journalsFromList(journals, { accountId: owner });
    const year = fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 2013, max: 2017 }).map(String) },
      fc.constantFrom(
        ...['', ' 2016 ', '2_016', '2016a', 'Spring', '24', '7', '+2016', '٢٠١٦', '2016.0', '-1', '1__6'],
      ),
      fc.constantFrom(null, true, 2014, 2016, 2016.5, ['2016'], { a: 1 }, remove as never),
    );
    const issn = fc.constantFrom('1234-5679', '3456-7895', '5678-9017', '9012-345X');
    try {
      await fc.assert(
        fc.asyncProperty(year, issn, async (year, id) => {
          const sent = fullArticle();
          serial += 1;
          put(
            sent,
            ['bibjson', 'identifier'],
            [
              { type: 'doi', id: `10.5555/year.${serial}` },
              { type: 'pissn', id },
            ],
          );
          put(sent, ['bibjson', 'link', 0, 'url'], `https://j1.example.org/year/${serial}`);
          put(sent, ['bibjson', 'year'], year);
          const profile = { oaStart: true };
          const found = checkArticle(sent, { ...context, journals: known, profile });
          const answer = await answerTo(sent, to);
          const foreseen = !found.some(({ severity }) => severity === 'error');
          expect({ accepted: foreseen, year, id, words: answer?.words }).toMatchObject({
            accepted: answer?.isAccepted,
          });
        }),
        { numRuns: runs, seed: Number(process.env.AGREEMENT_SEED ?? 20261128) },
      );
    } finally {
      await sandbox.stop();
    }
  });
});
