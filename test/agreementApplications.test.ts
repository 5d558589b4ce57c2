import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox } from '../src/sandbox/startSandbox.ts';
import { toFlat } from '../src/shared/application/application.ts';
import { formFields } from '../src/shared/application/applicationFields.ts';
import { checkApplication } from '../src/shared/application/applicationRules.ts';
import { ignoredValues } from '../src/shared/application/updateRequest.ts';
import type { Dialect } from '../src/shared/directory/account.ts';
import type { DraftRecord } from '../src/shared/draft/draft.ts';
import { applyFix, getAt } from '../src/shared/draft/fieldPath.ts';
import type { Finding } from '../src/shared/finding.ts';
import { journalsFromList } from '../src/shared/journal/journal.ts';
import { isFullRun } from './helpers/fullRuns.ts';

/**
 * As agreement.test.ts, for applications and Update Requests: the sandbox accepts what our rules accept, and every value
 * that it stores differently has one of our findings.
 */

const given = new URL('./fixtures/given/oracle/', import.meta.url);
const world = JSON.parse(readFileSync(new URL('world_applications.json', given), 'utf8'));
const samples: DraftRecord[] = readFileSync(new URL('applications.jsonl', given), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .filter((row) => row.accepted && row.account === 'pub1')
  .map((row) => row.payload);
const owner = 'pub1';
const key = 'b'.repeat(32);
const runs = Number(process.env.AGREEMENT_RUNS ?? (isFullRun ? 600 : 200));
const seed = Number(process.env.AGREEMENT_SEED ?? 20261121);
const journals = journalsFromList(world.journals, { accountId: owner });

let sandbox: Awaited<ReturnType<typeof startSandbox>>;

beforeAll(async () => {
  sandbox = await startSandbox({
    world: {
      journals: world.journals,
      accounts: [{ id: owner, api_key: key, roles: ['api', 'publisher'] }],
      articles: [],
    },
    port: 0,
    rate: null,
    indexDelayMs: 0,
    jobDelayMs: 0,
    checksDelayMs: 0,
    resaveDelayMs: 0,
  });
});

afterAll(() => sandbox.stop());

const texts = [
  '',
  ' ',
  '\u00a0',
  'x',
  'Own name',
  '  padded  ',
  '<script>',
  'a <script> b',
  '<SCRIPT>',
  'true',
  'FALSE',
  'yes',
  '3',
  ' 04 ',
  '1,000',
  '€100',
  '12.5',
  '1900',
  '2026',
  '2027',
  '0',
  '-3',
  'https://example.org/a',
  ' https://example.org/b ',
  'http://example.org?x=1',
  'https://example.org:8080/x',
  'https://example.org:065',
  'https://localhost',
  'https://example.рф',
  'https://exämple.org/?a=b#c',
  'https://example.org?a=/b',
  'www.example.org',
  'https://in-doaj.example.org',
  'EN',
  'en',
  'eng',
  'ger',
  'French',
  'en-GB',
  'tlh',
  'xx',
  'NL',
  'nl',
  'NLD',
  '528',
  'Netherlands',
  'UK',
  ' US',
  'XK',
  'EUR',
  'euro',
  '978',
  '$',
  'XXX',
  'BYR',
  'CC BY',
  'cc by',
  'CC0',
  'Public domain',
  "Publisher's own license",
  'Publisher’s own license',
  'Embed',
  'Display',
  'No',
  'none',
  'other',
  'national_library',
  'None',
  'CLOCKSS',
  'PMC',
  'Dulcinea',
  'DOI',
  'doi',
  'Peer review',
  'Shore Press',
  'Institute of the Shore',
  'a, b',
  ',',
  'Research',
  ' journal ',
  'ecology',
  '3030-3036',
  '30303036',
  ' 3030-3036',
  '303-3036',
  '4040-4048',
  '1',
  '0000-0000',
  'ISSN 3030-3036',
  '5050505X ',
  '1000-0208',
  's2o',
  '2020-01-01',
  'Just yesterday',
  'ur-full',
  'withdrawn',
  'other-owner',
  'nowhere',
];
const text = fc.constantFrom(...texts);
const scalar = fc.oneof(
  { weight: 5, arbitrary: text as fc.Arbitrary<unknown> },
  fc.constantFrom<unknown>(null, true, false, 0, 1, 1.5, 5, -3, 101, 2012, 2030),
);
const value = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) as fc.Arbitrary<unknown> },
  fc.constantFrom<unknown>(
    [],
    {},
    [null],
    [[]],
    [{}],
    { a: 1 },
    { name: 'x', country: 'NL' },
    [{ currency: 'EUR', price: 5 }],
    [{ currency: 'EUR' }],
    [{ price: 5 }],
    [
      { currency: 'Taka', price: '15' },
      { currency: null, price: 3 },
    ],
    [{ type: 'CC BY-NC', BY: false }],
    [{ type: 'CC BY' }, { type: "Publisher's own license", BY: true, url: 'x' }],
    [{ type: null }],
    ['Own', 'Second own', 'DOI'],
    ['Embed', 'Display'],
    ['Display', 'No'],
    ['No', 'Embed'],
    ['DOI', 'none'],
    ['CINES', 'none'],
    ['none'],
    ['national_library'],
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
    ['a', 'b', 'c', 'd', 'e', 'f, g'],
  ),
);

/** Every path of the sample records, and some that do not occur in them. */
const paths = [
  ...new Set([
    ...samples.flatMap((sample) => pathsOf(sample, [])).map((path) => JSON.stringify(path)),
    JSON.stringify(['extra']),
    JSON.stringify(['admin', 'contact']),
    JSON.stringify(['admin', 'current_journal']),
    JSON.stringify(['admin', 'date_applied']),
    JSON.stringify(['bibjson', 'extra']),
    JSON.stringify(['bibjson', 'labels']),
    JSON.stringify(['bibjson', 'subject']),
    JSON.stringify(['bibjson', 'replaces']),
    JSON.stringify(['bibjson', 'discontinued_date']),
    JSON.stringify(['bibjson', 'deposit_policy', 'is_registered']),
  ]),
].map((path) => JSON.parse(path) as (string | number)[]);

function pathsOf(part: unknown, path: (string | number)[]): (string | number)[][] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, member]) => {
    const at = [...path, Array.isArray(part) ? Number(name) : name];
    return [at, ...pathsOf(member, at)];
  });
}

const remove = Symbol('remove');
const change = fc.tuple(
  fc.constantFrom(...paths),
  fc.oneof({ weight: 6, arbitrary: value }, fc.constant(remove as unknown)),
);
const application = fc
  .record({ sample: fc.constantFrom(...samples), changes: fc.array(change, { minLength: 1, maxLength: 3 }) })
  .map(({ sample, changes }) => {
    const made = structuredClone(sample);
    for (const [path, to] of changes) put(made, path, to);
    return JSON.parse(JSON.stringify(made)) as DraftRecord;
  });

/** Values for which fixes are offered, by the place of the value. */
const mistakes: [string[], unknown[]][] = [
  [
    ['title'],
    ['<b></b>', 'DEEP SEA <SCRIPT>NOTES AND LETTERS', 'DEEP SEA NOTES AND LETTERS', '<i>&lt;script&gt;</i>'],
  ],
  [['alternative_title'], [' ', '<b></b>', '<i>x</i>']],
  [['pissn'], ['7070-7073', '8080-8085', '30303036', '']],
  [['eissn'], ['7070-7073', '8080-8085', '']],
  [['keywords'], [[' '], ['a, b'], ['a, <script>'], [' <script> ', 'x'], ['Sea', 'sea'], ['', ' ']]],
  [
    ['language'],
    [
      ['tlh', 'EN'],
      ['EN', 'eng'],
    ],
  ],
  [['labels'], [['mirror']]],
  [['institution'], [{}, { country: 'NL' }, { name: ' ' }, { name: 'X', country: 0 }, null]],
  [
    ['publisher', 'name'],
    ['Institute of the Shore', ' Shore Press '],
  ],
  [
    ['article', 'license_display'],
    [['Display'], ['Display', 'No'], ['No', 'Embed']],
  ],
  [
    ['article', 'license_display_example_url'],
    ['', 'x', remove, 'https://example.org/1'],
  ],
  [
    ['plagiarism', 'detection'],
    [true, false],
  ],
  [
    ['plagiarism', 'url'],
    ['', 'x', 'https://example.org/1', {}, [null]],
  ],
  [
    ['waiver', 'has_waiver'],
    [true, false],
  ],
  [
    ['apc', 'has_apc'],
    [true, false],
  ],
  [
    ['apc', 'max'],
    [[{ currency: 'EUR', price: 1 }, { price: 3 }], [{ currency: 'euro', price: '7' }]],
  ],
  [['license'], [[{ type: 'CC BY', BY: false, url: 'x' }, { type: 'CC BY' }]]],
  [
    ['preservation', 'has_preservation'],
    [true, false, remove],
  ],
  [
    ['preservation', 'service'],
    [['none'], ['CINES', 'none'], ['', 'none'], [' <script> '], ['national_library']],
  ],
  [
    ['preservation', 'national_library'],
    [['', 'KB'], [], [' <script> ']],
  ],
  [
    ['deposit_policy', 'has_policy'],
    [true, false, remove],
  ],
  [
    ['deposit_policy', 'service'],
    [['none'], ['none', 'none'], ['Own', 'Other own'], ['', 'dulcinea']],
  ],
  [
    ['pid_scheme', 'has_pid_scheme'],
    [true, false, remove],
  ],
  [
    ['pid_scheme', 'scheme'],
    [['none'], ['DOI', 'none'], ['doi', ''], ['A', '', 'B']],
  ],
];
const mistaken = fc
  .record({
    sample: fc.constantFrom(...samples),
    changes: fc.array(
      fc
        .constantFrom(...mistakes)
        .chain(([path, values]) =>
          fc.tuple(fc.constant<string[]>(['bibjson', ...path]), fc.constantFrom(...values)),
        ),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ sample, changes }) => {
    const made = structuredClone(sample);
    for (const [path, to] of changes) put(made, path, to);
    return JSON.parse(JSON.stringify(made)) as DraftRecord;
  });

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
  } else at[last] = structuredClone(to);
}

/** The differences of 3.0.1: ISSNs as a list, and a contact. */
function asSpecified(record: DraftRecord): DraftRecord {
  const { admin, bibjson } = record as { admin?: unknown; bibjson?: unknown };
  if (typeof bibjson !== 'object' || bibjson === null || Array.isArray(bibjson)) return record;
  const { pissn, eissn, ...rest } = bibjson as DraftRecord;
  const identifier = Object.entries({ pissn, eissn }).flatMap(([type, id]) =>
    id === undefined || id === '' ? [] : [{ type, id }],
  );
  const contact = { name: 'Ada', email: 'ada@example.org' };
  const isObject = typeof admin === 'object' && admin !== null && !Array.isArray(admin);
  return {
    ...record,
    ...(isObject && { admin: { contact, ...admin } }),
    bibjson: { ...rest, identifier },
  } as DraftRecord;
}

function validate(record: DraftRecord, dialect: Dialect): Finding[] {
  const id = getAt(record, 'admin.current_journal');
  const journal = journals.find((one) => one.id === id)?.record ?? null;
  return checkApplication(record, { dialect, now: new Date(), journals, journal, isPayload: true });
}

/** The value of a field that `ignoredValues` predicts for an Update Request; undefined: as sent. */
function predicted(record: DraftRecord, path: string, dialect: Dialect): unknown {
  const id = getAt(record, 'admin.current_journal');
  const journal = journals.find((one) => one.id === id)?.record as DraftRecord | undefined;
  return ignoredValues(journal ?? record, record, dialect).find((one) => one.path === path)?.kept;
}

function isCovered(path: string, findings: Finding[]): boolean {
  const isAround = (outer: string, inner: string) =>
    outer !== '' && inner.startsWith(outer) && /^(?:$|[.[])/.test(inner.slice(outer.length));
  return findings.some((finding) => isAround(finding.path, path) || isAround(path, finding.path));
}

const asSet = (list: unknown) =>
  JSON.stringify(Array.isArray(list) ? list.map((entry) => JSON.stringify(entry)).sort() : list);
const isEmpty = (one: unknown) =>
  one === undefined ||
  one === null ||
  one === '' ||
  (typeof one === 'object' && Object.keys(one).length === 0);

/**
 * Cases that the reference leaves open: objects in lists of texts, script tags in members that only the specification
 * has, and languages whose codes only our list has.
 */
function isBeyondReference(record: DraftRecord, findings: Finding[], words: string): boolean {
  if (words.includes('to_isolang') && findings.some(({ code }) => code === 'language-dropped')) return true;
  const specifiedOnly = [getAt(record, 'admin.contact'), getAt(record, 'bibjson.identifier')];
  if (JSON.stringify(specifiedOnly).includes('<script>')) return true;
  return formFields.some((path) => {
    const held = getAt(toFlat(record), path);
    return /(?:url|country|ref\.\w+)$/.test(path) && Array.isArray(held) && typeof held[0] === 'object';
  });
}

/** Given fields that are stored differently. What the directory adds to a licence does not count. */
function replaced(sent: DraftRecord, stored: DraftRecord): string[] {
  return formFields.filter((path) => {
    const [was, is] = [getAt(sent, path), getAt(stored, path)];
    if (isEmpty(was) || path === 'bibjson.license') return false;
    return asSet(was) !== asSet(is);
  });
}

describe.each<[Dialect, (record: DraftRecord) => DraftRecord]>([
  ['4.0', (record) => record],
  ['3.0.1', asSpecified],
])('our rules and the sandbox in %s', (dialect, shape) => {
  it('agree on which applications the directory accepts, and on what it stores of them', async () => {
    const root = sandbox.directory[dialect];
    await fc.assert(
      fc.asyncProperty(application, async (made) => {
        const record = shape(made);
        const findings = validate(record, dialect);
        const foreseen = !findings.some((finding) => finding.severity === 'error');
        const answer = await fetch(`${root}applications?api_key=${key}`, {
          method: 'POST',
          body: JSON.stringify(record),
        });
        const words = await answer.text();
        if (isBeyondReference(record, findings, words)) return;
        const errors = findings
          .filter(({ severity }) => severity === 'error')
          .map(({ path, code }) => [path, code]);
        expect({
          accepted: foreseen,
          status: answer.status,
          words: words.slice(0, 600),
          errors,
        }).toMatchObject({ accepted: answer.status === 201 });
        if (answer.status !== 201) return;
        const { id } = JSON.parse(words);
        const stored = await (await fetch(`${root}applications/${id}?api_key=${key}`)).json();
        const display = 'bibjson.article.license_display';
        const displays = predicted(record, display, dialect) ?? [
          ...new Set(getAt(record, display) as string[]),
        ];
        expect(getAt(stored, display)).toEqual(displays);
        const unsaid = replaced(toFlat(record), toFlat(stored)).filter(
          (path) =>
            !isCovered(path, findings) && !(/issn$/.test(path) && isCovered('bibjson.identifier', findings)),
        );
        expect(
          unsaid.map((path) => [path, getAt(toFlat(record), path), getAt(toFlat(stored), path)]),
        ).toEqual([]);
      }),
      { numRuns: runs, seed },
    );
  });

  it('agree that no offered fix gets an accepted application refused', async () => {
    let tried = 0;
    const isAccepted = async (record: DraftRecord) => {
      const body = JSON.stringify(record);
      const to = `${sandbox.directory[dialect]}applications?api_key=${key}`;
      return (await fetch(to, { method: 'POST', body })).status === 201;
    };
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 3, arbitrary: mistaken }, application), async (made) => {
        const record = shape(made);
        if (!(await isAccepted(record))) return;
        for (const { fix, code, path } of validate(record, dialect)) {
          if (!fix) continue;
          tried += 1;
          expect({ code, path, fix, record, isFine: await isAccepted(applyFix(record, fix)) }).toMatchObject({
            isFine: true,
          });
        }
      }),
      { numRuns: runs, seed },
    );
    expect(tried).toBeGreaterThan(runs / 2);
  });
});

describe('a server with the present kinds of peer review', () => {
  const review = fc.array(
    fc.constantFrom(
      ...['Anonymous peer review', 'Peer review', 'Single anonymous peer review', 'Open peer review'],
      ...[
        'Triple anonymous peer review',
        'Double blind',
        'None',
        'none',
        ' NONE ',
        'Unspecified peer review',
      ],
      ...['By the dean', 'Nonexistent', ''],
    ),
    { minLength: 1, maxLength: 3 },
  );
  const name = fc.constantFrom('None', ' none ', 'Nonesuch Press', 'Bodleian');

  it('agrees with our rules on free texts, and stores what they foresee', async () => {
    const profile = { reviews: 'by-sides' } as const;
    const modern = await startSandbox({
      world: {
        journals: world.journals,
        articles: [],
        accounts: [{ id: owner, api_key: key, roles: ['api', 'publisher'] }],
      },
      rate: null,
      profile: { reviewProcess: true },
      checksDelayMs: 0,
      resaveDelayMs: 0,
    });
    const base = samples.find((sample) => getAt(sample, 'admin.current_journal') === undefined)!;
    try {
      await fc.assert(
        fc.asyncProperty(review, name, fc.boolean(), async (kinds, text, isOther) => {
          const record = structuredClone(base);
          put(record, ['bibjson', 'editorial', 'review_process'], kinds);
          if (isOther) {
            put(record, ['bibjson', 'institution'], { name: text });
            put(record, ['bibjson', 'preservation', 'national_library'], [text]);
          }
          const context = { dialect: '4.0', now: new Date(), journals, isPayload: true, profile } as const;
          const findings = checkApplication(record, context);
          const answer = await fetch(`${modern.directory['4.0']}applications?api_key=${key}`, {
            method: 'POST',
            body: JSON.stringify(record),
          });
          const words = await answer.text();
          const errors = findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);
          expect({ isAccepted: errors.length === 0, kinds, text, isOther, errors, words }).toMatchObject({
            isAccepted: answer.status === 201,
          });
        }),
        { numRuns: runs, seed },
      );
    } finally {
      await modern.stop();
    }
  });
});
