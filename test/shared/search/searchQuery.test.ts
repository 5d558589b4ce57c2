import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { shortNames, sortNames } from '../../../src/shared/search/query/fields.ts';
import { rewrite } from '../../../src/shared/search/query/rewrite.ts';
import type { SearchKind } from '../../../src/shared/search/searching.ts';
import {
  buildQuery,
  checkPaging,
  checkQuery,
  checkSort,
  readConditions,
  searchFields,
  searchLimits,
} from '../../../src/shared/search/searchQuery.ts';
import serviceFacts from '../../fixtures/serviceFacts.json' with { type: 'json' };
import { textOf } from '../../helpers/textOf.ts';

interface Row {
  id: string;
  type: 'journals' | 'articles' | 'applications';
  query: string;
  sort: string | null;
  page: string | null;
  pageSize: string | null;
  accepted: boolean;
  rewritten_query: string | null;
  echo?: { page: number; pageSize: number };
}
const given = (path: string) =>
  readFileSync(new URL(`../../fixtures/given/${path}`, import.meta.url), 'utf8');
const rows = given('oracle/queries.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row);
const kindOf = { journals: 'journal', articles: 'article', applications: 'application' } as const;
const plain = (query: string) => query.replaceAll('\\/', '/');

describe('the recorded responses to the sample queries', () => {
  test.each(rows.map((row) => [row.id, row.query, row] as const))('%s %j is foreseen', (_id, query, row) => {
    const kind = kindOf[row.type];
    const checked = checkQuery(query, { kind, dialect: '4.0' });
    const sort = checkSort(row.sort ?? '', { kind });
    const { page, pageSize } = row;
    const paging = checkPaging({ ...(page !== null && { page }), ...(pageSize !== null && { pageSize }) });
    expect(checked.accepted && sort.accepted && paging.accepted).toBe(row.accepted);
    const errors = [...checked.findings, ...sort.findings, ...paging.findings].filter(
      ({ severity }) => severity === 'error',
    );
    if (!row.accepted) expect(errors).not.toEqual([]);
    if (row.rewritten_query === null) return;
    expect(plain(rewrite(checked.query, kind).text)).toBe(plain(row.rewritten_query));
    expect(row.echo).toMatchObject({ page: paging.page, pageSize: paging.pageSize });
  });

  test.each(
    (JSON.parse(given('directory/search-queries.json')).rows as DirectoryRow[]).map(
      (row) => [row.query, row] as const,
    ),
  )('%j is foreseen', (query, row) => {
    const { accepted, query: sent } = checkQuery(query, { kind: row.type, dialect: '4.0' });
    expect(accepted).toBe(row.allowed);
    if (row.allowed) expect(plain(rewrite(sent, row.type).text)).toBe(plain(row.sent_to_engine));
  });

  test('contain only pages within the limit', () => {
    const pages = given('oracle/pagination.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const { page, pageSize } of pages) {
      const checked = checkPaging({ page: String(page), pageSize: String(pageSize) });
      expect(checked).toEqual({ accepted: true, page, pageSize, findings: [] });
    }
  });
});

interface DirectoryRow {
  type: SearchKind;
  query: string;
  allowed: boolean;
  sent_to_engine: string;
}

const article = (text: string, dialect: '3.0.1' | '4.0' = '4.0') =>
  checkQuery(text, { kind: 'article', dialect });
const said = (text: string, kind: SearchKind, dialect: '3.0.1' | '4.0' = '4.0') =>
  checkQuery(text, { kind, dialect }).findings.map(({ severity, code }) => `${severity} ${code}`);

describe('slashes', () => {
  it('gives a plain and an escaped DOI the same query', () => {
    expect(article('doi:10.5555/a/b').query).toBe('doi:10.5555\\/a\\/b');
    expect(article('doi:10.5555\\/a\\/b').query).toBe('doi:10.5555\\/a\\/b');
    expect(article('doi:10.5555/a\\/b').query).toBe('doi:10.5555\\/a\\/b');
  });

  it('escapes a leading slash, which would never arrive, and reports it', () => {
    expect(article('/a')).toMatchObject({ accepted: true, query: '\\/a' });
    expect(said('/a', 'article')).toEqual(['warning query-leading-slash']);
  });
});

describe('disabled syntax', () => {
  it.each([
    ['title:jour* AND sea', 'query-wildcard', 'title:jour*', 'title:jour AND sea'],
    ['te?t', 'query-question-mark', 'te?t', 'te\\?t'],
    ['What is it?', 'query-question-mark', 'it?', 'What is it\\?'],
    ['?journal?', 'query-question-mark', '?journal?', '\\?journal\\?'],
    ['"?a?"', 'query-question-mark', '?a?', '"\\?a\\?"'],
    ['a\nb?', 'query-question-mark', 'b?', 'a b\\?'],
    ['sea word~2', 'query-fuzzy', 'word~2', 'sea word'],
    ['"deep sea"~5', 'query-proximity', '~5', '"deep sea"'],
    ['title:*', 'query-wildcard', '*', '_exists_:bibjson.title'],
    ['bibjson.year:[2010 TO *]', 'query-range-open', 'bibjson.year:[2010 TO *]', 'bibjson.year:>=2010'],
    ['bibjson.year:[* TO 2010}', 'query-range-open', 'bibjson.year:[* TO 2010}', 'bibjson.year:<2010'],
  ])('is reported in %j, marked and replaced', (text, code, marked, instead) => {
    for (const dialect of ['3.0.1', '4.0'] as const) {
      const { accepted, findings } = article(text, dialect);
      expect(accepted).toBe(false);
      const finding = findings.find((one) => one.code === code)!;
      expect(finding).toMatchObject({ severity: 'error', instead });
      expect(marked).toContain(text.slice(finding.start, finding.end));
    }
  });

  it.each([
    ['*', 'query-wildcard'],
    ['a*', 'query-wildcard'],
    ['*deep', 'query-wildcard'],
    ['a~', 'query-fuzzy'],
    ['a\\\\*', null],
  ])('passes the deployed check as %j, with a warning', (text, refusal) => {
    expect(article(text).accepted).toBe(true);
    expect(article(text).findings[0]).toMatchObject({ severity: 'warning' });
    if (refusal)
      expect(article(text, '3.0.1')).toMatchObject({ accepted: false, findings: [{ code: refusal }] });
  });

  it('includes regular expressions only as documented, and never paths', () => {
    for (const text of ['/reg.x/', 'title:/a|b/ AND sea', '(/a/)']) {
      expect([text, article(text, '3.0.1').accepted, article(text).accepted]).toEqual([text, false, true]);
      expect(article(text).findings[0]).toMatchObject({ severity: 'warning', code: 'query-regex' });
    }
    for (const text of [
      '10.5555/a/b',
      'doi:10.5555/a/b',
      'bibjson.link.url.exact:"https\\://x.org/a/b"',
      '"see /a/ b"',
    ]) {
      expect([text, article(text, '3.0.1').accepted]).toEqual([text, true]);
    }
  });

  it('is ignored when escaped', () => {
    for (const text of ['ab\\*', 'wo\\~rd', 'is it\\?', '"a \\* b"'])
      expect(said(text, 'article', '3.0.1')).toEqual([]);
  });
});

describe('queries that the directory silently breaks', () => {
  it.each([
    ['title:x issn:1234-5679', 'title:x AND issn:1234-5679'],
    ['title:x NOT issn:1234-5679', 'title:x AND NOT issn:1234-5679'],
    ['title:x -issn:1234-5679', 'title:x AND -issn:1234-5679'],
    ['title:x && issn:1234-5679', 'title:x AND issn:1234-5679'],
    ['title:x || issn:1234-5679', 'title:x OR issn:1234-5679'],
    ['title:x and issn:1234-5679', 'title:x AND issn:1234-5679'],
    ['title:x Or issn:1234-5679', 'title:x OR issn:1234-5679'],
    ['title:x AND(issn:1234-5679)', 'title:x AND (issn:1234-5679)'],
    ['(title:x) (issn:1234-5679)', '(title:x) AND (issn:1234-5679)'],
    ['title:x issn:1234-5679 abstract:z', 'title:x AND issn:1234-5679 AND abstract:z'],
    ['deep and sea', 'deep AND sea'],
    ['not deep', 'NOT deep'],
    ['time 10:30', 'time 10\\:30'],
    ['https://x.org/a', 'https\\://x.org/a'],
    ['title:a:b', 'title:a\\:b'],
    ['title:(deep AND a:b)', 'title:(deep AND a\\:b)'],
    ['title :sea', 'title:sea'],
    ['"title":sea', 'title:sea'],
    ['"foo title:bar"', '"foo title\\:bar"'],
    ['"Sols : une étude"', '"Sols \\: une étude"'],
    ['Sols - une étude', 'Sols une étude'],
    ['title:sea\nabstract:x', 'title:sea AND abstract:x'],
    ['Title:sea', 'title:sea'],
    ['year:2024', 'bibjson.year:2024'],
    ['author:Smith', 'bibjson.author.name:Smith'],
    ['title.exact:"A title"', 'bibjson.title.exact:"A title"'],
    ['doi.exact:10.5555/x', 'doi:10.5555/x'],
    ['created_date.exact:2024', 'created_date:2024'],
    ['_exists_:doi', '_exists_:bibjson.identifier.id.exact'],
    ['issn:12345679', 'issn:1234-5679'],
    ['bibjson.author:Smith', 'bibjson.author.name:Smith'],
  ])('are reported for %j with the form that works', (text, instead) => {
    const { accepted, findings } = article(text);
    expect(accepted).toBe(true);
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.map((finding) => finding.instead)).toContain(instead);
    expect(article(instead).findings).toEqual([]);
  });

  it('include the short name for publishers of journals as deployed, but not as documented', () => {
    const deployed = checkQuery('publisher:alpha', { kind: 'journal', dialect: '4.0' });
    expect(deployed.findings).toMatchObject([
      { code: 'query-object-field', instead: 'bibjson.publisher.name:alpha' },
    ]);
    expect(said('publisher:alpha', 'journal', '3.0.1')).toEqual([]);
    expect(said('publisher:alpha', 'article')).toEqual([]);
  });

  it('include unknown short names for each kind of record', () => {
    expect(said('username:a AND license:b', 'journal')).toEqual([]);
    expect(said('username:a', 'application')).toEqual(['warning query-field-of-journal']);
    expect(said('doi:a AND journal:b', 'article')).toEqual([]);
    expect(said('doi:a', 'journal')).toEqual(['warning query-field-of-article']);
    expect(said('bibjson.oa_start.exact:2010', 'journal')).toEqual(['warning query-exact-not-text']);
  });

  it('do not include a correct query', () => {
    for (const text of [
      'deep sea',
      '"deep sea" AND title:soil',
      'title:x AND NOT issn:1234-5679',
      '(title:x OR abstract:y) AND issn:1234-5679',
      'created_date:[2024-01-01 TO 2024-12-31]',
      'bibjson.year:>=2010',
      'issn:(1234-5679 OR 2345-6787)',
      'title:deep^2 OR abstract:deep',
      '+deep -sea',
      'doi:"10.5555/a:b"',
      'wave-particle',
    ]) {
      expect([text, said(text, 'article')]).toEqual([text, []]);
    }
  });
});

describe('queries that the search engine cannot parse', () => {
  it.each([
    ['"deep', 'query-quote-open', '"deep"'],
    ['(deep', 'query-group-open', '(deep)'],
    ['deep)', 'query-group-stray', 'deep'],
    ['deep ()', 'query-group-empty', 'deep'],
    ['deep AND', 'query-operator-dangling', 'deep'],
    ['OR deep', 'query-operator-dangling', 'deep'],
    ['deep AND OR sea', 'query-operator-dangling', 'deep OR sea'],
    ['title:', 'query-value-missing', 'title'],
    ['deep [x', 'query-character-stray', 'deep \\[x'],
    ['deep\\', 'query-backslash-dangling', 'deep'],
    ['Hello!', 'query-operator-dangling', 'Hello'],
    ['created_date:yesterday', 'query-date-unreadable', undefined],
    ['created_date:(2024 OR 2024-13)', 'query-date-unreadable', undefined],
  ])('include %j, with an explanation', (text, code, instead) => {
    const { accepted, findings } = article(text);
    // The directory's own check accepts it, but the response would still be an error.
    expect(accepted).toBe(true);
    expect(findings[0]).toMatchObject({ severity: 'error', code });
    expect(findings[0]!.instead).toBe(instead);
  });

  it('include deep parentheses, and checking them does not crash', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}a${')'.repeat(depth)}`;
    expect(article(nested(1500)).findings[0]).toMatchObject({ severity: 'error', code: 'query-too-deep' });
    expect(article(nested(500_000)).findings[0]).toMatchObject({ severity: 'error', code: 'query-too-long' });
  });

  it('include more than an address may have, as it is written there', () => {
    const issns = (count: number) =>
      `issn:(${Array.from({ length: count }, () => '1234-5679').join(' OR ')})`;
    const codes = article(issns(100)).findings.map(({ code }) => code);
    expect(codes).not.toContain('query-too-long');
    expect(article(issns(300)).findings[0]).toMatchObject({ code: 'query-too-long' });
    expect(article('я'.repeat(700)).findings[0]).toMatchObject({ code: 'query-too-long' });
  });

  it('include an empty query', () => {
    expect(article('')).toMatchObject({ accepted: false, findings: [{ code: 'query-empty' }] });
  });
});

describe('the fields', () => {
  it('have the short names of the vocabularies', () => {
    const { search_short_fields: short, search_sort_fields: sort, search_limits: limits } = serviceFacts;
    expect(shortNames).toEqual({
      article: short.articles,
      journal: short.journals,
      application: short.applications,
    });
    expect(sortNames).toEqual({
      article: sort.articles,
      journal: sort.journals,
      application: sort.applications,
    });
    expect(searchLimits).toEqual({
      records: limits.max_records,
      pageSize: limits.max_page_size,
      defaultPageSize: limits.default_page_size,
    });
  });

  it.each(['article', 'journal', 'application'] as const)(
    'offered for a search of %ss exist and have labels',
    (kind) => {
      const fields = searchFields(kind);
      expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
      expect(new Set(fields.map(({ label }) => textOf(label))).size).toBe(fields.length);
      for (const { name, label, type, sortable } of fields) {
        expect(textOf(label)).not.toMatch(/^search\.|^$/);
        const value = type === 'date' ? '2024' : type === 'number' ? '5' : 'x';
        expect([name, said(`${name}:${value}`, kind)]).toEqual([name, []]);
        if (sortable) expect([name, checkSort(`${name}:desc`, { kind }).findings]).toEqual([name, []]);
      }
    },
  );
});

describe('sorting', () => {
  it.each([
    ['title:asc:desc', 'sort-malformed'],
    ['title::asc', 'sort-malformed'],
    ['title:asc,issn:desc', 'sort-malformed'],
    ['title:ASC', 'sort-direction'],
    ['title:', 'sort-direction'],
    [':', 'sort-direction'],
    ['title: asc', 'sort-direction'],
    ['title:asc ', 'sort-direction'],
    ['title:1', 'sort-direction'],
  ])('by %j is refused', (sort, code) => {
    expect(checkSort(sort, { kind: 'article' })).toMatchObject({ accepted: false, findings: [{ code }] });
  });

  it.each([
    '-title',
    'title asc',
    'title,issn',
    ':asc',
    'Title:asc',
    'bibjson.title',
    'nothing.exact',
    'doi',
  ])('by %j passes the first check and is still refused', (sort) => {
    expect(checkSort(sort, { kind: 'article' })).toMatchObject({
      accepted: true,
      findings: [{ severity: 'error' }],
    });
  });

  it('suggests the field to sort by instead', () => {
    const helpFor = (sort: string) => textOf(checkSort(sort, { kind: 'article' }).findings[0]!.help);
    expect(helpFor('bibjson.journal.title')).toContain('title');
    expect(helpFor('bibjson.keywords')).toContain('bibjson.keywords.exact');
    expect(helpFor('doi')).toContain('bibjson.identifier.id.exact');
  });

  it('accepts words only as documented', () => {
    expect(checkSort('bibjson.title', { kind: 'article', dialect: '3.0.1' }).findings).toEqual([]);
    for (const sort of ['', 'title', 'issn:desc', 'created_date', 'bibjson.oa_start:asc', '_score:desc']) {
      expect(checkSort(sort, { kind: 'journal' })).toEqual({ accepted: true, sort, findings: [] });
    }
  });
});

describe('pages', () => {
  it.each([
    [' 1', 1],
    ['+1', 1],
    ['01', 1],
    ['1_0', 10],
    ['٢', 2],
    ['0', 1],
    ['-5', 1],
  ])('are read from %j as by the directory', (page, read) => {
    expect(checkPaging({ page })).toMatchObject({ accepted: true, page: read });
  });

  it.each(['', '1.0', '1e2', '0x10', '1,2', 'null', 'true', '1__0', '_1', '+ 1'])(
    'are refused as %j',
    (page) => {
      expect(checkPaging({ page })).toMatchObject({
        accepted: false,
        findings: [{ code: 'page-not-number' }],
      });
      expect(checkPaging({ pageSize: page })).toMatchObject({
        accepted: false,
        findings: [{ code: 'page-size-not-number' }],
      });
    },
  );

  it.each([
    ['10', '100', true],
    ['11', '100', false],
    ['100', '10', true],
    ['101', '10', false],
    ['15', '70', true],
    ['16', '70', false],
    ['334', '3', true],
    ['335', '3', false],
    ['10', '1000', true],
    ['11', '1000', false],
    ['101', '0', false],
  ])('page %s of %s results begins within the limit: %s', (page, pageSize, accepted) => {
    expect(checkPaging({ page, pageSize }).accepted).toBe(accepted);
  });
});

describe('the builder’s rows', () => {
  it.each([
    ['deep sea', [['', 'words', 'deep sea']], 'AND'],
    [
      'title:deep sea',
      [
        ['title', 'words', 'deep'],
        ['', 'words', 'sea'],
      ],
      'AND',
    ],
    [
      'title:x issn:1234-5679',
      [
        ['title', 'words', 'x'],
        ['issn', 'is', '1234-5679'],
      ],
      'AND',
    ],
    [
      'title:"deep sea" OR abstract:(soil water)',
      [
        ['title', 'phrase', 'deep sea'],
        ['abstract', 'words', 'soil water'],
      ],
      'OR',
    ],
    ['doi:10.5555/a:b', [['doi', 'is', '10.5555/a:b']], 'AND'],
    ['license:"CC BY"', [['license', 'is', 'CC BY']], 'AND'],
    [
      'created_date:[2024-01-01 TO 2024-12-31]',
      [['created_date', 'range', '2024-01-01', '2024-12-31']],
      'AND',
    ],
    ['bibjson.oa_start:>=2010', [['bibjson.oa_start', 'range', '2010', '']], 'AND'],
  ] as [string, [string, string, string, string?][], string][])('show %j', (query, rows, join) => {
    const read = readConditions(query)!;
    expect(read.join).toBe(join);
    expect(read.conditions).toEqual(
      rows.map(([field, how, value, to]) => ({
        field,
        how,
        value,
        not: false,
        ...(to !== undefined && { to }),
      })),
    );
  });

  it('show exclusions', () => {
    const [, second] = readConditions('deep AND NOT title:sea')!.conditions;
    expect(second).toEqual({ field: 'title', how: 'words', value: 'sea', not: true });
    expect(readConditions('deep -title:sea')!.conditions[1]).toEqual(second);
  });

  it.each([
    '',
    'deep AND',
    'a OR b AND c',
    'a OR NOT b',
    '+a OR b',
    '(title:a OR title:b) AND issn:c',
    'title:(a OR b)',
    'title:deep^2',
    'dee*',
    'deep~',
    'bibjson.oa_start:>2010',
    'created_date:{2024 TO 2025}',
  ])('do not show %j, which means more', (query) => expect(readConditions(query)).toBeNull());

  it('omit conditions without a value', () => {
    const blank = { field: 'title', how: 'words', value: '  ', not: false } as const;
    expect(buildQuery([blank], 'AND')).toBe('');
    expect(buildQuery([blank, { ...blank, value: 'sea' }], 'OR')).toBe('title:sea');
  });
});
