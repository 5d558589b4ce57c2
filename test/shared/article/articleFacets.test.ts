import { describe, expect, test } from 'vitest';
import { readArticle } from '../../../src/shared/article/article.ts';
import { articleFacets, firstFinding } from '../../../src/shared/article/articleFacets.ts';
import { countedFindings } from '../../../src/shared/article/countedFindings.ts';
import { ignoredKind } from '../../../src/shared/article/ignoredKind.ts';
import type { Finding, Severity } from '../../../src/shared/finding.ts';
import { msg } from '../../../src/shared/message.ts';

const finding = (code: string, severity: Severity): Finding => ({
  code,
  severity,
  path: '',
  message: msg('common.quoted', { text: code }),
  help: msg('common.quoted', { text: code }),
});

describe('findings', () => {
  const findings = [
    finding('keyword-empty', 'ignored'),
    finding('year-form', 'warning'),
    finding('title-missing', 'error'),
    finding('year-form', 'warning'),
    finding('doi-form', 'error'),
  ];

  test('are listed once each, errors first, then warnings', () => {
    expect(articleFacets(readArticle({}), findings).finding).toEqual([
      'title-missing',
      'doi-form',
      'year-form',
      'keyword-empty',
    ]);
  });

  test('are represented by the first error, or else by the first warning', () => {
    expect(firstFinding(findings)?.params).toEqual({ text: 'title-missing' });
    expect(firstFinding(findings.slice(0, 2))?.params).toEqual({ text: 'year-form' });
    expect(firstFinding(findings.slice(0, 1))).toBeNull();
    expect(firstFinding([])).toBeNull();
  });

  test('are counted without ignored values: errors first, then the most frequent', () => {
    const counts = {
      'year-form': 2,
      'keyword-twice': 7,
      'title-missing': 1,
      'doi-form': 3,
      'month-unclear': 0,
      'keyword-empty': 9,
      wibble: 4,
    };
    expect(countedFindings(counts)).toEqual([
      { code: 'doi-form', count: 3, severity: 'error' },
      { code: 'title-missing', count: 1, severity: 'error' },
      { code: 'keyword-twice', count: 7, severity: 'warning' },
      { code: 'year-form', count: 2, severity: 'warning' },
    ]);
  });

  test('of ignored values say what is lost', () => {
    expect(ignoredKind('ignored-system')).toBe('filledIn');
    expect(ignoredKind('link-empty')).toBe('harmless');
    expect(ignoredKind('ignored-unknown')).toBe('lost');
  });
});

describe('the values of a record', () => {
  const facets = (bibjson: unknown) => articleFacets(readArticle({ bibjson }), []);

  test('are each listed once, without surplus space, and at most 200 characters long', () => {
    const { year, issue, author, keyword, affiliation, host } = facets({
      year: ' 2019 ',
      journal: { volume: '12', number: '3' },
      author: [
        { name: ' Ada  Lindqvist\n', affiliation: 'Delft' },
        { name: 'Ada Lindqvist', affiliation: '' },
        { name: 'x'.repeat(201), affiliation: 'Delft' },
      ],
      keywords: ['soil', ' soil', 'water', ' '],
      link: [
        { type: 'fulltext', url: ' https://a.org:8080/x ' },
        { type: 'fulltext', url: 'wibble' },
        { type: 'fulltext', url: '' },
      ],
    });
    expect({ year, author, keyword, affiliation, host }).toEqual({
      year: ['2019'],
      author: ['Ada Lindqvist', 'x'.repeat(200)],
      keyword: ['soil', 'water'],
      affiliation: ['Delft'],
      host: ['a.org:8080'],
    });
    expect(issue).toHaveLength(1);
    expect(facets({}).issue).toEqual([]);
  });

  const full = {
    abstract: 'x',
    year: '2019',
    author: [{ name: 'Ada', affiliation: 'Delft', orcid_id: 'https://orcid.org/0000-0002-1825-0097' }],
    keywords: ['soil'],
    identifier: [
      { type: 'doi', id: '10.5555/x' },
      { type: 'pissn', id: '1234-5679' },
    ],
    link: [
      { type: 'fulltext', url: 'https://a.org/x', content_type: 'application/pdf' },
      { type: 'Fulltext', url: 'https://a.org/y', content_type: 'html' },
    ],
    journal: { volume: '12', number: '3', start_page: '101' },
  };
  const missing = (changes: Record<string, unknown>) => facets({ ...full, ...changes }).missing;

  test('are all missing in an empty record, and none in a full one', () => {
    expect(facets({}).missing).toEqual([
      'abstract',
      'author',
      'orcid',
      'affiliation',
      'keyword',
      'doi',
      'link',
      'pdf',
      'html',
      'year',
      'issue',
      'pages',
      'journal',
    ]);
    expect(missing({})).toEqual([]);
  });

  test('are missing if they are blank, or if none of several has one', () => {
    expect(missing({ abstract: ' ' })).toEqual(['abstract']);
    expect(missing({ year: ' ' })).toEqual(['year']);
    expect(missing({ author: [{ name: ' ' }, {}] })).toEqual(['author', 'orcid', 'affiliation']);
    expect(missing({ author: [...full.author, { name: '' }] })).toEqual([]);
    expect(missing({ keywords: [' '] })).toEqual(['keyword']);
    expect(missing({ keywords: [' ', 'soil'] })).toEqual([]);
    expect(missing({ identifier: [] })).toEqual(['doi', 'journal']);
    expect(
      missing({
        identifier: [
          { type: 'doi', id: 'x' },
          { type: 'eissn', id: '2345-6787' },
        ],
      }),
    ).toEqual([]);
    expect(missing({ journal: { volume: ' ', number: '3' } })).toEqual(['pages']);
    expect(missing({ journal: { volume: '12', start_page: '1' } })).toEqual([]);
    expect(missing({ journal: { start_page: '1' } })).toEqual(['issue']);
  });

  test('include a full text if it has an address and its kind is known', () => {
    const [pdf, html] = full.link;
    expect(missing({ link: [pdf] })).toEqual(['html']);
    expect(missing({ link: [html] })).toEqual(['pdf']);
    expect(missing({ link: [{ ...pdf, url: ' ' }, html] })).toEqual(['pdf']);
    expect(missing({ link: [{ ...pdf, type: 'homepage' }] })).toEqual(['link', 'pdf', 'html']);
    expect(missing({ link: [{ ...pdf, content_type: 'XML' }] })).toEqual(['link', 'pdf', 'html']);
  });
});
