import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type ArticleRecord,
  articleHash,
  articleSummary,
  articleToWire,
  blankArticle,
  canonical,
  readArticle,
} from '../../../src/shared/article/article.ts';
import type { Json } from '../../../src/shared/json.ts';

const sample = (): ArticleRecord => ({
  id: 'x',
  created_date: '2020-01-01',
  es_type: 'article',
  extra: 1,
  admin: { in_doaj: true, publisher_record_id: 'rec-17', upload_id: 'u' },
  bibjson: {
    title: 'Reading on the ward',
    abstract: '',
    year: 2019,
    identifier: [
      { type: 'DOI', id: '10.5555/Ward.17', extra: 1 },
      { type: 'pissn', id: '1234-5679' },
      { type: 'eissn', id: '' },
      { type: 'isbn', id: 'x' },
      { id: 'y' },
    ],
    link: [
      { type: 'fulltext', url: 'https://j1.example.org/17', content_type: '', extra: 1 },
      { type: 'fulltext', url: ' ' },
    ],
    author: [{ name: 'Ada Lindqvist', email: 'a@example.org', orcid_id: '' }, { name: '' }],
    keywords: ['reading', '', null, 'ward'],
    journal: { volume: '12', number: '', title: 'X', start_page: 101, issns: [] },
    subject: [{ term: 'x' }],
    start_page: '1',
  },
});

describe('articleToWire', () => {
  it('sends exactly what the directory stores', () => {
    expect(articleToWire(sample())).toEqual({
      admin: { publisher_record_id: 'rec-17' },
      bibjson: {
        title: 'Reading on the ward',
        year: 2019,
        identifier: [
          { type: 'doi', id: '10.5555/Ward.17' },
          { type: 'pissn', id: '1234-5679' },
        ],
        link: [{ type: 'fulltext', url: 'https://j1.example.org/17' }],
        author: [{ name: 'Ada Lindqvist', orcid_id: '' }],
        keywords: ['reading', 'ward'],
        journal: { volume: '12', start_page: 101 },
      },
    });
  });

  it('does not modify the record, and is idempotent', () => {
    const record = sample();
    const wire = articleToWire(record);
    expect(record).toEqual(sample());
    expect(articleToWire(wire)).toEqual(wire);
  });

  it('accepts any value, and returns no member that it would drop', () => {
    const broken = fc.dictionary(
      fc.constantFrom('title', 'identifier', 'link', 'author', 'keywords', 'journal', 'x'),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(broken, fc.jsonValue(), (bibjson, admin) => {
        const wire = articleToWire({ bibjson, admin } as never);
        expect(articleToWire(wire)).toEqual(wire);
      }),
    );
  });

  it('keeps everything that the service stored of its accepted samples', () => {
    const rows = readFileSync(new URL('../../fixtures/given/oracle/articles.jsonl', import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter((row) => row.accepted);
    for (const { id, payload, normalised } of rows) {
      const wire = articleToWire(payload).bibjson as Record<string, never[]>;
      const stored = normalised.bibjson;
      for (const list of ['identifier', 'link', 'author', 'keywords']) {
        expect(wire[list]?.length ?? 0, `${id} ${list}`).toBe(stored[list]?.length ?? 0);
      }
      for (const text of ['title', 'year', 'month', 'abstract']) {
        const isStored = (stored[text] ?? '') !== '';
        expect((wire[text] ?? '') !== '' && wire[text] !== null, `${id} ${text}`).toBe(isStored);
      }
    }
  });
});

test('canonical JSON has its members in alphabetical order after numbers, whatever their names and values', () => {
  // Hashes of this text are stored: another text would make every draft count as changed.
  expect(canonical({ b_c: [1, 'é"', null, [], {}], '10': true, '9': '', 'x"y': { z: 1.5, A: 'a' } })).toBe(
    '{"9":"","10":true,"b_c":[1,"é\\"",null,[],{}],"x\\"y":{"A":"a","z":1.5}}',
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonical(value as Json))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(canonical(JSON.parse('{"a":{"z":1,"__proto__":{"y":2}}}'))).toBe(
    '{"a":{"__proto__":{"y":2},"z":1}}',
  );
});

describe('articleHash', () => {
  it('does not depend on the order of members', () => {
    const shuffled = { bibjson: { year: '2019', title: 'A' } };
    expect(articleHash(shuffled)).toBe(articleHash({ bibjson: { title: 'A', year: '2019' } }));
    expect(articleHash(shuffled)).toMatch(/^[0-9a-f]{16}$/);
  });

  it('differs for different content', () => {
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const text = JSON.stringify(value, (_, member) =>
          typeof member === 'object' && member !== null && !Array.isArray(member)
            ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
            : member,
        );
        const hash = articleHash({ value } as never);
        expect(seen.get(hash) ?? text).toBe(text);
        seen.set(hash, text);
      }),
      { numRuns: 2000 },
    );
  });

  it('distinguishes 100,000 articles that differ by one digit', () => {
    const hashes = new Set<string>();
    for (let i = 0; i < 100_000; i++)
      hashes.add(articleHash({ bibjson: { title: 'A', doi: `10.5555/${i}` } }));
    expect(hashes.size).toBe(100_000);
  });
});

describe('readArticle and articleSummary', () => {
  it('read the record for forms and lists', () => {
    expect(readArticle(sample())).toEqual({
      title: 'Reading on the ward',
      abstract: '',
      year: '2019',
      month: '',
      doi: '10.5555/Ward.17',
      pissn: '1234-5679',
      eissn: '',
      authors: [
        { name: 'Ada Lindqvist', affiliation: '', orcid_id: '' },
        { name: '', affiliation: '', orcid_id: '' },
      ],
      links: [
        { type: 'fulltext', url: 'https://j1.example.org/17', content_type: '' },
        { type: 'fulltext', url: ' ', content_type: '' },
      ],
      keywords: ['reading', '', '', 'ward'],
      volume: '12',
      number: '',
      startPage: '101',
      endPage: '',
    });
    expect(articleSummary(sample())).toMatchObject({
      title: 'Reading on the ward',
      journalTitle: 'X',
      authorsText: 'Ada Lindqvist',
      doiKey: '10.5555/ward.17',
      urlKey: '//j1.example.org/17',
      hasOrcid: false,
    });
  });

  it('leave the spaces around a title to the form, so that lists call a blank one untitled', () => {
    const record = { bibjson: { title: ' \u00a0\t ' } };
    expect(readArticle(record).title).toBe(' \u00a0\t ');
    expect(articleSummary(record).title).toBe('');
    expect(articleSummary({ bibjson: { title: ' Tides ' } }).title).toBe('Tides');
  });

  it('read any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (record, bibjson) => {
        readArticle(record);
        articleSummary({ bibjson });
      }),
    );
    expect(readArticle(null)).toEqual(readArticle(blankArticle()));
  });
});
