import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { articleKeys, doiKey, fullTextKey } from '../../../src/shared/article/articleKeys.ts';

describe('articleKeys', () => {
  it('are those that the service indexes', () => {
    const rows = ['articles', 'duplicates'].flatMap((name) =>
      readFileSync(new URL(`../../fixtures/given/oracle/${name}.jsonl`, import.meta.url), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
    let compared = 0;
    for (const row of rows) {
      const stored = row.normalised?.index ?? row.outcome?.record?.index;
      if (!stored) continue;
      const keys = articleKeys(row.payload ?? row.incoming);
      expect(keys, row.id).toEqual({ doi: stored.doi ?? null, url: stored.fulltext ?? null });
      compared++;
    }
    expect(compared).toBeGreaterThan(80);
  });

  it('match in the samples where the service found a duplicate', () => {
    const rows = readFileSync(
      new URL('../../fixtures/given/oracle/duplicates.jsonl', import.meta.url),
      'utf8',
    )
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(
        (row) => row.op === 'POST' && /stored|changed/.test(row.outcome.stage) && row.stored.length === 1,
      );
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) {
      const [sent, stored] = [articleKeys(row.incoming), articleKeys(row.stored[0])];
      const isSame =
        (sent.doi !== null && sent.doi === stored.doi) || (sent.url !== null && sent.url === stored.url);
      expect(isSame, row.scenario).toBe(row.outcome.action === 'updated');
    }
  });

  it('use the first DOI with a value and the first full-text link', () => {
    const identifier = [
      { type: 'doi', id: '' },
      { type: 'DOI', id: '10.5555/A' },
      { type: 'doi', id: '10.5555/b' },
    ];
    const link = [
      { type: null, url: 'https://a.org/0' },
      { type: ' FullText', url: ' https://a.org/1 ' },
    ];
    expect(articleKeys({ bibjson: { identifier, link } })).toEqual({ doi: '10.5555/a', url: '//a.org/1' });
  });

  it('accept any value', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void articleKeys(value)));
    for (const record of [
      null,
      1,
      {},
      { bibjson: null },
      { bibjson: { identifier: [null, 'x'], link: {} } },
    ]) {
      expect(articleKeys(record)).toEqual({ doi: null, url: null });
    }
  });
});

describe('fullTextKey', () => {
  it.each([
    ['https://a.org/x?', '//a.org/x'],
    ['https://a.org/x#', '//a.org/x'],
    ['https://a.org/x;', '//a.org/x'],
    ['https://a.org/x;;', '//a.org/x;;'],
    ['https://a.org/x;a=1', '//a.org/x;a=1'],
    ['https://a.org/x;/y', '//a.org/x;/y'],
    ['ftps://a.org/x;', '//a.org/x;'],
    ['HTTPS://a.org/x', '//a.org/x'],
    ['https://a.org/a\nb', '//a.org/ab'],
    ['https://me:pw@a.org:80/x', '//me:pw@a.org:80/x'],
    ['a.org/x', '//a.org/x'],
    ['http:/a.org', '//http:/a.org'],
    ['http:///a', 'http:///a'],
    ['http://', 'http://'],
    ['http://?', 'http://?'],
    ['httpx://a.org/x', 'httpx://a.org/x'],
    ['https://[bad/x', 'https://[bad/x'],
    ['https://[::1]/x', '//[::1]/x'],
  ])('%j has the key %j', (address, key) => {
    expect(fullTextKey(address)).toBe(key);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        expect(fullTextKey(fullTextKey(url))).toBe(fullTextKey(url));
        expect(fullTextKey(url.replace(/^http:/, 'https:'))).toBe(fullTextKey(url));
      }),
    );
  });
});

describe('doiKey', () => {
  it.each(['10.5555/one/', '10.5555/one.', '10.5555/%6Fne', '10.5555//one', '10.5555/one?x'])(
    '%j is another DOI than 10.5555/one',
    (doi) => {
      expect(doiKey(doi)).not.toBe(doiKey('10.5555/one'));
    },
  );

  it('ignores surrounding blanks and a prefix', () => {
    expect(doiKey(' https://DX.doi.org/10.5555/ONE\n')).toBe('10.5555/one');
  });
});
