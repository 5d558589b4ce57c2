import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/startSandbox.ts';
import { ask, given, type Json, startQuick } from './sandboxClient.ts';

const journal = (id: string, owner: string, inDirectory: boolean, bibjson: Json) => ({
  id,
  created_date: '2019-01-01T00:00:00Z',
  last_manual_update: '2026-08-01T00:00:00Z',
  admin: { owner, in_doaj: inDirectory, ticked: true },
  bibjson,
});
const article = (id: string, created: string, bibjson: Json, inDirectory = true) => ({
  id,
  created_date: `${created}T10:00:00Z`,
  admin: { in_doaj: inDirectory },
  bibjson,
});

const world = {
  accounts: [{ id: 'ann', api_key: 'KA', roles: ['api'] }],
  journals: [
    journal('j1', 'ann', true, {
      title: 'Deep Sea Notes',
      alternative_title: 'Djuphavet',
      pissn: '1234-5679',
      eissn: '2345-6787',
      publisher: { name: 'Alpha Press', country: 'NL' },
      license: [{ type: 'CC BY' }],
      oa_start: 2012,
      keywords: ['hydrology', 'river ecology'],
    }),
    journal('j2', 'bea', true, {
      title: 'A Théorie of Rivers',
      eissn: '4567-8901',
      oa_start: 2005,
      publisher: { name: 'Beta' },
    }),
    journal('j3', 'ann', false, { title: 'Withdrawn Sea', pissn: '5678-9017' }),
  ],
  articles: [
    article('a1', '2023-05-01', {
      title: 'The quick brown fox: a survey',
      year: '2023',
      identifier: [
        { type: 'doi', id: '10.5555/Fox.1' },
        { type: 'pissn', id: '1234-5679' },
      ],
      link: [{ type: 'fulltext', url: 'https://j1.example.org/a/1' }],
      author: [{ name: 'Ana Ejemplo' }, { name: 'Bo Sample' }],
      keywords: ['foxes', 'river ecology'],
      abstract: 'Foxes were counted.',
      journal: { title: 'Deep Sea Notes', publisher: 'Alpha Press' },
    }),
    article('a2', '2024-01-31', {
      title: 'Brown bears',
      year: '2024',
      identifier: [
        { type: 'doi', id: '10.5555/bear' },
        { type: 'eissn', id: '4567-8901' },
      ],
      link: [{ type: 'fulltext', url: 'http://j2.example.org/a/2?x=1' }],
      author: [{ name: 'Ana Other' }],
      abstract: 'A quick study.',
    }),
    article('a3', '2024-02-01', { title: 'Éclairs au café', year: '2022', identifier: [] }),
    article('hidden', '2024-02-02', { title: 'Brown but withdrawn' }, false),
  ],
  applications: [
    { id: 'p1', admin: { owner: 'ann', application_status: 'pending' }, bibjson: { title: 'Mine' } },
    { id: 'p2', admin: { owner: 'bea', application_status: 'pending' }, bibjson: { title: 'Hers' } },
  ],
};

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startQuick(world);
});
afterAll(() => sandbox.stop());

const search = (collection: string, query: string, more = '') =>
  ask(`${sandbox.directory['4.0']}search/${collection}/${encodeURIComponent(query)}${more}`);
const ids = async (collection: string, query: string, more = '') =>
  (await search(collection, query, more)).json.results?.map((hit: Json) => hit.id);

describe('finding articles', () => {
  it.each<[string, string[]]>([
    ['*', ['a1', 'a2', 'a3']],
    ['brown', ['a1', 'a2']],
    ['BROWN fox', ['a1']],
    ['title:brown', ['a1', 'a2']],
    ['title:"brown fox"', ['a1']],
    ['title:"fox brown"', []],
    ['title:(fox OR bears)', ['a1', 'a2']],
    ['title:brown AND NOT title:bears', ['a1']],
    ['brown -bears', ['a1']],
    ['brown +bears', ['a2']],
    ['NOT brown', ['a3']],
    ['title:bears OR title:fox AND abstract:counted', ['a1', 'a2']],
    ['(title:bears OR title:fox) AND abstract:counted', ['a1']],
    ['title:bears || title:fox', ['a2']],
    ['bears || fox', ['a1', 'a2']],
    ['bibjson.author.name:ana', ['a1', 'a2']],
    ['bibjson.author.name.exact:"Ana Other"', ['a2']],
    ['bibjson.author.name.exact:"ana other"', []],
    ['bibjson.keywords.exact:"river ecology"', ['a1']],
    ['doi:10.5555/Fox.1', ['a1']],
    ['doi:10.5555/fox.1', []],
    ['doi:"10.5555/bear" OR doi:"10.5555/Fox.1"', ['a1', 'a2']],
    ['issn:1234-5679', ['a1']],
    ['issn:(1234-5679 OR 4567-8901)', ['a1', 'a2']],
    ['issn:1234-5679 AND title:bears', []],
    ['publisher:alpha', ['a1']],
    ['journal:"sea notes"', ['a1']],
    ['bibjson.link.url.exact:"https\\://j1.example.org/a/1"', ['a1']],
    ['bibjson.link.url.exact:"http\\://j2.example.org/a/2\\?x=1"', ['a2']],
    ['id:a2', ['a2']],
    ['title:eclairs', ['a3']],
    ['title:éclairs café', ['a3']],
    ['bibjson.year:2023', ['a1']],
    ['bibjson.year:[2023 TO 2024]', ['a1', 'a2']],
    ['bibjson.year:{2023 TO 2024]', ['a2']],
    ['bibjson.year:>2023', ['a2']],
    ['bibjson.year:<=2023', ['a1', 'a3']],
    ['created_date:[2024-01-01 TO 2024-01-31]', ['a2']],
    ['created_date:>=2024', ['a2', 'a3']],
    ['created_date:<2024-01-31', ['a1']],
    ['created_date:2023-05-01', ['a1']],
    ['created_date:[2024-01-31T10:00:00Z TO 2024-02-01T10:00:00Z}', ['a2']],
    ['_exists_:bibjson.abstract', ['a1', 'a2']],
    ['issn:1234-5679 AND NOT _exists_:bibjson.abstract', []],
    ['_exists_:bibjson.journal', ['a1']],
    ['NOT _exists_:bibjson.journal', ['a2', 'a3']],
    ['id.exact:(a2 OR a1 OR none OR hidden)', ['a1', 'a2']],
    ['id.exact:((a2)OR(a1))', ['a1', 'a2']],
    ['id.exact:{a1 TO g}', ['a2', 'a3']],
    ['id.exact:[a1 TO a2}', ['a1']],
    ['id.exact:[4 TO 8}', []],
    ['NOT id.exact:a2', ['a1', 'a3']],
    ['index.doi.exact:("10.5555/fox.1" OR "10.5555/bear")', ['a1', 'a2']],
    ['index.doi.exact:"10.5555/Fox.1"', []],
    ['index.fulltext.exact:"//j1.example.org/a/1"', ['a1']],
    ['index.fulltext.exact:"//j2.example.org/a/2\\?x=1"', ['a2']],
    ['bibjson.year.exact:2024', ['a2']],
    ['issn:(1234-5679 OR 4567-8901) AND bibjson.year.exact:2023', ['a1']],
    ['bibjson.journal.publisher.exact:"Alpha Press"', ['a1']],
    ['issn:(1234-5679 OR 4567-8901) AND created_date:[1970-01-01 TO 2023-05-01T10:00:00Z]', ['a1']],
    ['issn:1234-5679 AND last_updated:[2023-05-01T10:00:00Z TO 2099-12-31]', ['a1']],
    ['last_updated:[2024-01-31T10:00:00Z TO 2024-01-31T10:00:00Z] AND id.exact:{a1 TO g}', ['a2']],
    ['last_updated:>=2024-01-31T10:00:00Z', ['a2', 'a3']],
    ['title:brown AND (issn:4567-8901 OR title:fox)', ['a1', 'a2']],
    ['title.exact:"Brown bears"', []],
    ['bibjson.journal:alpha', []],
    ['title:x issn:1234-5679', []],
    ['*f', []],
    ['b*', ['a1', 'a2']],
    ['brown^2', ['a1', 'a2']],
    ['(brown^1.5 OR "brown bears"^3)^2', ['a1', 'a2']],
    ['title:a\\/b', []],
    ['what\\?', []],
  ])('%s', async (query, expected) => {
    expect(await ids('articles', query)).toEqual(expected);
  });

  it('shows the raw record without internal members', async () => {
    const [hit] = (await search('articles', 'doi:10.5555/bear')).json.results;
    expect(Object.keys(hit)).toEqual(['id', 'created_date', 'last_updated', 'bibjson']);
  });
});

describe('finding journals and applications', () => {
  it.each<[string, string[]]>([
    ['*', ['j1', 'j2']],
    ['title:djuphavet', ['j1']],
    ['title:theorie', ['j2']],
    ['issn:2345-6787', ['j1']],
    ['username:ann', ['j1']],
    ['username:ann AND last_manual_update:[2026-01-01 TO 2099-12-31]', ['j1']],
    ['username:ann AND last_manual_update:[2026-08-02 TO 2099-12-31]', []],
    ['djuphavet', []],
    ['_exists_:bibjson.publisher', ['j1', 'j2']],
    ['license:"CC BY"', ['j1']],
    ['publisher:alpha', []],
    ['bibjson.publisher.name:alpha', ['j1']],
    ['bibjson.oa_start:[2000 TO 2010]', ['j2']],
    ['rivers hydrology', []],
    ['alpha hydrology', ['j1']],
  ])('journals %s', async (query, expected) => {
    expect(await ids('journals', query)).toEqual(expected);
  });

  it('shows only the public part of the admin data', async () => {
    const [hit] = (await search('journals', 'username:ann')).json.results;
    expect(hit.admin).toEqual({ ticked: true });
  });

  it('shows each account its own applications', async () => {
    expect((await search('applications', '*')).status).toBe(401);
    expect(await ids('applications', '*', '?api_key=KA')).toEqual(['p1']);
  });
});

describe('sorting and paging', () => {
  it.each<[string, string[]]>([
    ['title', ['a2', 'a1', 'a3']],
    ['title:desc', ['a3', 'a1', 'a2']],
    ['created_date:desc', ['a3', 'a2', 'a1']],
    ['created_date:asc', ['a1', 'a2', 'a3']],
    ['last_updated:asc', ['a1', 'a2', 'a3']],
    ['bibjson.year.exact:asc', ['a3', 'a1', 'a2']],
    ['bibjson.author.name.exact:desc', ['a2', 'a1', 'a3']],
    ['', ['a1', 'a2', 'a3']],
    ['_score:desc', ['a1', 'a2', 'a3']],
  ])('sort=%s', async (sort, expected) => {
    expect(await ids('articles', '*', `?sort=${encodeURIComponent(sort)}`)).toEqual(expected);
  });

  it.each(['bibjson.title', 'foo', 'Title:asc', 'issn:asc', 'title asc'])(
    'cannot sort by %s',
    async (sort) => {
      const answer = await search('articles', '*', `?sort=${encodeURIComponent(sort)}`);
      expect([answer.status, answer.error]).toEqual([400, 'There was an error executing your query']);
    },
  );

  it.each([
    'a"b',
    '(a',
    'a AND',
    'AND a',
    ':a',
    'created_date:[2024 TO x]',
    '[a TO',
    'a)',
    'a ^2',
    'a}',
    '('.repeat(3000),
  ])('the engine gives up on %s', async (query) => {
    expect((await search('articles', query)).error).toBe('There was an error executing your query');
  });

  it('without a sort the order is that of the ids, whenever a record came', async () => {
    const late = await startQuick({
      ...world,
      articles: [...world.articles, article('a10', '2021-01-01', { title: 'Late' })].reverse(),
      journals: [...world.journals].reverse(),
    });
    const ordered = async (collection: string) =>
      (await ask(`${late.directory['4.0']}search/${collection}/*`)).json.results.map((hit: Json) => hit.id);
    expect([await ordered('articles'), await ordered('journals')]).toEqual([
      ['a1', 'a10', 'a2', 'a3'],
      ['j1', 'j2'],
    ]);
    await late.stop();
  });

  it('pages continue each other', async () => {
    const { json, headers } = await search('articles', '*', '?pageSize=2&page=1');
    expect([json.total, json.results.length, json.next, json.last, json.prev]).toEqual([
      3,
      2,
      'https://doaj.org/api/v4/search/articles/*?page=2&pageSize=2',
      'https://doaj.org/api/v4/search/articles/*?page=2&pageSize=2',
      undefined,
    ]);
    expect([headers.get('x-total-count'), headers.get('link')]).toEqual([
      '3',
      `<${json.next}>; rel=next, <${json.last}>; rel=last`,
    ]);
  });

  it.each<[string, number, number]>([
    ['pageSize=500', 1, 100],
    ['pageSize=0', 1, 10],
    ['page=0', 1, 10],
    ['page=-3&pageSize=-3', 1, 10],
    ['page=%201&pageSize=%2B7', 1, 7],
    ['page=01&pageSize=1_0', 1, 10],
    ['page=10&pageSize=100', 10, 100],
    ['page=15&pageSize=70', 15, 70],
    ['pageSize=%D9%A2%D9%A0', 1, 20],
  ])('%s', async (parameters, page, pageSize) => {
    const { json } = await search('articles', '*', `?${parameters}`);
    expect([json.page, json.pageSize]).toEqual([page, pageSize]);
  });

  it.each([
    ['page=', 'Page number was not an integer'],
    ['page=@&pageSize=x', 'Page number was not an integer'],
    ['page=1.0', 'Page number was not an integer'],
    ['pageSize=1e2', 'Page size was not an integer'],
    ['page=11&pageSize=100', 'You cannot access results beyond 1000 records via this API.'],
    ['page=2&pageSize=abc&sort=a:b:c', 'Page size was not an integer'],
    ['sort=a:b:c', 'Malformed sort parameter'],
    ['sort=title::asc', 'Malformed sort parameter'],
    ['sort=title:up', "Sort direction must be 'asc' or 'desc'"],
    ['sort=:', "Sort direction must be 'asc' or 'desc'"],
  ])('%s is refused', async (parameters, error) => {
    const answer = await search('articles', '*', `?${parameters}`);
    expect([answer.status, answer.error]).toEqual([400, expect.stringContaining(error)]);
  });

  it('checks whole numbers, then features, then the start, then the sort', async () => {
    const bad = (query: string, parameters: string) =>
      search('articles', query, `?${parameters}`).then((seen) => seen.error);
    expect(await bad('ab*', 'page=x')).toBe('Page number was not an integer');
    expect(await bad('ab*', 'page=999&sort=::')).toBe('Query contains disallowed Lucene features');
    expect(await bad('a', 'page=999&sort=::')).toContain('You cannot access results beyond 1000 records');
  });
});

describe('sizes', () => {
  const ids32 = (count: number) => Array.from({ length: count }, (_, at) => String(at).padStart(32, 'a'));
  const dois = (count: number) => ids32(count).map((id) => `"10.5555/${id.slice(-17)}"`);
  it.each<[string, string, string, number]>([
    ['94 ids', `id.exact:(${ids32(94).join(' OR ')})`, '?page=1&pageSize=100', 200],
    ['95 ids', `id.exact:(${ids32(95).join(' OR ')})`, '?page=1&pageSize=100', 502],
    ['105 ids in parentheses', `id.exact:((${ids32(105).join(')OR(')}))`, '?page=1&pageSize=100', 200],
    ['106 ids in parentheses', `id.exact:((${ids32(106).join(')OR(')}))`, '?page=1&pageSize=100', 502],
    ['40 ids and something', `id.exact:(${ids32(40).join(' OR ')}) OR brown`, '?pageSize=1', 200],
    ['47 ids and something', `id.exact:(${ids32(47).join(' OR ')}) OR brown`, '?pageSize=1', 502],
    ['75 DOIs', `index.doi.exact:(${dois(75).join(' OR ')})`, '?pageSize=100', 200],
    ['a line above 4094 bytes', 'a'.repeat(4090), '', 400],
    ['a line above 8 kB', 'a'.repeat(8200), '', 414],
    ['1024 clauses', `${'(a)'.repeat(1024)}`, '', 200],
    ['1025 clauses', `${'(a)'.repeat(1025)}`, '', 400],
  ])('%s', async (_, query, parameters, status) => {
    const answer = await search('articles', query, parameters);
    expect(answer.status).toBe(status);
    expect(answer.json === undefined).toBe(status !== 200 && answer.error === undefined);
  });
});

describe('the feature check and rewriting', () => {
  const { rows } = JSON.parse(given('directory/search-queries.json')) as { rows: Json[] };
  it.each(rows.filter((row) => !row.query.startsWith('/')))(
    '$type $query',
    async ({ type, query, allowed }) => {
      const { status, error } = await search(`${type}s`, query, type === 'application' ? '?api_key=KA' : '');
      if (allowed) expect([200, 400]).toContain(status);
      expect(error === 'Query contains disallowed Lucene features').toBe(!allowed);
    },
  );

  it('a query that begins with a slash, is empty or contains a line feed does not arrive', async () => {
    const v4 = sandbox.directory['4.0'];
    expect((await ask(`${v4}search/articles//a`)).error).toContain('No endpoint at search/articles//a.');
    expect((await ask(`${v4}search/articles/%2Fa`)).error).toContain('No endpoint at search/articles//a.');
    expect((await ask(`${v4}search/articles/`)).error).toContain('No endpoint at search/articles/.');
    const broken = await ask(`${v4}search/articles/a%0Ab`);
    expect([broken.status, broken.json]).toEqual([404, undefined]);
    expect((await ask(`${v4}search/articles/%20`)).json.query).toBe(' ');
  });
});
