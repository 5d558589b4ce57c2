import { describe, expect, it } from 'vitest';
import { type Collection, rewriteQuery } from '../../../src/sandbox/search/queryRewrite.ts';
import { given, givenRows, type Json } from '../sandboxClient.ts';

describe('a query rewritten for the engine', () => {
  const recorded = givenRows('oracle/queries.jsonl').filter(({ row }) => row.rewritten_query !== null);
  it.each(recorded)('$row.type $row.query', ({ row }) => {
    expect(rewriteQuery(row.query, row.type, '4.0')).toBe(row.rewritten_query);
  });

  const { rows } = JSON.parse(given('directory/search-queries.json')) as { rows: Json[] };
  it.each(rows)('$type $query', ({ type, query, allowed, sent_to_engine }) => {
    const rewrite = () => rewriteQuery(query, `${type}s` as Collection, '4.0');
    if (allowed) expect(rewrite()).toBe(sent_to_engine);
    else expect(rewrite).toThrow('Query contains disallowed Lucene features');
  });

  // addenda 3.1 to 3.3
  it.each([
    ['title :a', 'title :\\:a'],
    ['title: a', 'bibjson.title: a'],
    ['a-title:x', 'a-bibjson.title:x'],
    ['"title:a"', '"bibjson.title:a"'],
    ['title:a,publisher:b', 'bibjson.title:a,publisher\\:b'],
    ['x\u00a0title:a', 'x\u00a0bibjson.title:a'],
    ['::', ':\\:'],
    ['title::a', 'bibjson.title:\\:a'],
    ['doi:https://doi.org/10.5555/abc', 'bibjson.identifier.id.exact:https\\:\\/\\/doi.org\\/10.5555\\/abc'],
    [
      'created_date:[2020-01-01T00:00:00Z TO 2021-01-01T00:00:00Z]',
      'created_date:[2020-01-01T00\\:00\\:00Z TO 2021-01-01T00\\:00\\:00Z]',
    ],
    [
      'title:x AND publisher:y AND doi:10.1/z:1',
      'bibjson.title:x AND bibjson.journal.publisher:y AND bibjson.identifier.id.exact:10.1\\/z\\:1',
    ],
    ['a/', 'a\\/'],
    ['*deep', '*deep'],
    ['d?ep', 'd?ep'],
    ['**', '**'],
    ['a~b', 'a~b'],
    ['a\\\\*', 'a\\\\*'],
    ['* AND title:a', '* AND bibjson.title:a'],
  ])('%s becomes %s', (query, rewritten) => {
    expect(rewriteQuery(query, 'articles', '4.0')).toBe(rewritten);
  });

  it.each(['de*p', 'ab*', 'ab~', 'What is it?', 'a:*'])('%s is refused', (query) => {
    expect(() => rewriteQuery(query, 'articles', '4.0')).toThrow('Query contains disallowed Lucene features');
  });
});
