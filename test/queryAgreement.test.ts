import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchRequest } from '../src/main/remote/searchRequest.ts';
import { type Sandbox, startSandbox } from '../src/sandbox/startSandbox.ts';
import type { Dialect } from '../src/shared/directory/account.ts';
import type { SearchKind } from '../src/shared/search/searching.ts';
import {
  buildQuery,
  type Condition,
  checkQuery,
  checkSort,
  readConditions,
  searchFields,
} from '../src/shared/search/searchQuery.ts';
import { isFullRun } from './helpers/fullRuns.ts';
import { article, goodKey, world } from './helpers/testDirectory.ts';

/**
 * Compares two independent implementations of the reference: our query check and the sandbox. For random queries, the
 * sandbox must answer everything that we would send, and we must refuse everything that it refuses.
 */

const runs = Number(process.env.AGREEMENT_RUNS ?? (isFullRun ? 600 : 200));
const collections = { article: 'articles', journal: 'journals', application: 'applications' } as const;
let sandbox: Sandbox;

beforeAll(async () => {
  const [journal] = world.journals;
  sandbox = await startSandbox({
    world: {
      ...world,
      articles: Array.from({ length: 6 }, (_, index) => storedArticle(index)),
      applications: [{ ...journal, id: 'a1', admin: { owner: 'pub1', application_status: 'pending' } }],
    },
    rate: null,
    indexDelayMs: 0,
  });
});
afterAll(() => sandbox.stop());

const titles = [
  'Deep sea soil',
  'What is it? A question',
  'Time 10:30 and/or *stars*',
  'Sols : une étude',
  'C++ - the "language" (second edition)',
  'title:x AND NOT y',
];

function storedArticle(index: number) {
  return {
    id: `art${index}`,
    created_date: `202${index}-03-04T05:06:07Z`,
    last_updated: '2024-03-04T05:06:07Z',
    admin: { in_doaj: true, owner: 'pub1' },
    ...article(index, { title: titles[index]!, year: `202${index}` }),
  };
}

async function ask(
  kind: SearchKind,
  dialect: Dialect,
  path: string,
): Promise<{ status: number; ids: string[] }> {
  const key = kind === 'application' ? `&api_key=${goodKey}` : '';
  const response = await fetch(`${sandbox.directory[dialect]}${path}${key}`);
  const body =
    response.status === 200 ? ((await response.json()) as { results: { id: string }[] }) : { results: [] };
  return { status: response.status, ids: body.results.map(({ id }) => id).sort() };
}

function send(kind: SearchKind, dialect: Dialect, query: string, sort = '') {
  const request = searchRequest(collections[kind], query, { page: 1, pageSize: 100, sort });
  return ask(
    kind,
    dialect,
    `${request.path}?${new URLSearchParams(request.query as Record<string, string>)}`,
  );
}

/** As sent by a client that escapes nothing. */
function sendAsTyped(kind: SearchKind, dialect: Dialect, query: string) {
  return ask(
    kind,
    dialect,
    `search/${collections[kind]}/${encodeURIComponent(query).replaceAll('%2F', '/')}?page=1`,
  );
}

const kinds = fc.constantFrom<SearchKind>('article', 'journal', 'application');
const dialects = fc.constantFrom<Dialect>('3.0.1', '4.0');
const piece = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      'deep',
      'sea',
      'a',
      'x',
      '10.5555/article.1',
      'and',
      'TO',
      'soil',
      '2024',
      '1234-5679',
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'title:',
      'doi:',
      'issn:',
      'bibjson.year:',
      'created_date:',
      'publisher:',
      'title.exact:',
      'bibjson.oa_start:',
      '_exists_:',
      'nothing:',
      'bibjson.title.exact:',
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(' AND ', ' OR ', ' NOT ', ' and ', ' && ', ' || ', ' ', ' ', '  '),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '*',
      '?',
      '~',
      '~2',
      '"',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      '/',
      '\\',
      ':',
      '+',
      '-',
      '!',
      '^',
      '^2',
      '.',
      '\n',
      '>',
      '<=',
      '\u00a0',
      '😀',
      '&',
      '|',
      ',',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '"deep sea"',
      '[2020 TO 2024]',
      '[a TO b]',
      '{2020 TO *}',
      '(a OR b)',
      '/regex/',
      'https://x.org/a',
      '"a b"~5',
      '2024-01-01',
      '[2020-01-01 TO 2024-12-31]',
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
);
const queries = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 9 }).map((pieces) => pieces.join('')),
  fc.string({ minLength: 1, unit: 'grapheme' }),
);

describe('the query check', () => {
  it('accepts only queries that the directory answers', async () => {
    await fc.assert(
      fc.asyncProperty(queries, kinds, dialects, async (query, kind, dialect) => {
        // The sandbox does not support a wildcard beside a dash, which the service does.
        fc.pre(!/[*?]\S*-|-\S*[*?]/.test(query));
        const { accepted, query: sent, findings } = checkQuery(query, { kind, dialect });
        const isStopped = !accepted || findings.some(({ severity }) => severity === 'error');
        if (!isStopped) expect((await send(kind, dialect, sent)).status).toBe(200);
      }),
      { numRuns: runs },
    );
  });

  it('refuses no query that the directory would accept, and says why', async () => {
    await fc.assert(
      fc.asyncProperty(queries, kinds, dialects, async (query, kind, dialect) => {
        const { accepted, findings } = checkQuery(query, { kind, dialect });
        if (accepted) return;
        expect(findings.map(({ severity }) => severity)).toContain('error');
        expect((await sendAsTyped(kind, dialect, query)).status).not.toBe(200);
      }),
      { numRuns: runs },
    );
  });

  it('does not change the results: the directory finds the same as for the typed query', async () => {
    await fc.assert(
      fc.asyncProperty(queries, kinds, dialects, async (query, kind, dialect) => {
        const typed = await sendAsTyped(kind, dialect, query);
        if (typed.status !== 200) return;
        expect(await send(kind, dialect, query)).toEqual(typed);
      }),
      { numRuns: runs },
    );
  });

  it('escapes slashes once, however often it runs', () => {
    fc.assert(
      fc.property(queries, kinds, dialects, (query, kind, dialect) => {
        const once = checkQuery(query, { kind, dialect }).query;
        expect(checkQuery(once, { kind, dialect }).query).toBe(once);
      }),
      { numRuns: runs },
    );
  });

  it('suggests only valid queries', async () => {
    await fc.assert(
      fc.asyncProperty(queries, kinds, dialects, async (query, kind, dialect) => {
        for (const { instead } of checkQuery(query, { kind, dialect }).findings) {
          if (instead === undefined) continue;
          const again = checkQuery(instead, { kind, dialect });
          expect([
            instead,
            again.accepted,
            again.findings.filter(({ severity }) => severity === 'error'),
          ]).toEqual([instead, true, []]);
          expect([instead, (await send(kind, dialect, instead)).status]).toEqual([instead, 200]);
        }
      }),
      { numRuns: runs },
    );
  });
});

const names = (['article', 'journal', 'application'] as const).flatMap((kind) =>
  searchFields(kind).map((field) => ({ kind, ...field })),
);
const words = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'deep',
        'sea',
        'AND',
        'not',
        'title:x',
        'a:',
        '(b',
        'c)',
        '"',
        '\\',
        '*',
        'x~2',
        'what?',
        'a/b',
        '-',
        '+',
        '!',
        '>5',
      ),
      fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }).filter((text) => !/[\s\p{Cc}]/u.test(text)),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((list) => list.join(' '));
const day = fc.constantFrom('2020', '2021-03', '2024-05-06', '2024-01-01T00:00:00Z');
const year = fc.integer({ min: 1900, max: 2030 }).map(String);

function conditionOf({ name, type }: { name: string; type: string }): fc.Arbitrary<Condition> {
  const value = type === 'date' ? day : type === 'number' ? year : words;
  const hows: Condition['how'][] = type === 'date' || type === 'number' ? ['is'] : ['is', 'phrase', 'words'];
  const plain = fc.record({
    field: fc.constant(name),
    how: fc.constantFrom(...hows),
    value,
    not: fc.boolean(),
  });
  const ends = fc
    .tuple(fc.option(value, { nil: '' }), value)
    .chain(([a, b]) => fc.constantFrom([a, b] as const, [b, a] as const));
  const range = fc
    .record({ ends, not: fc.boolean() })
    .map(({ ends: [from, to], not }): Condition => ({ field: name, how: 'range', value: from, to, not }));
  return name === '' ? plain : fc.oneof(plain, range);
}

const built = fc.constantFrom<SearchKind>('article', 'journal', 'application').chain((kind) => {
  const fields = [...names.filter((one) => one.kind === kind), { name: '', type: 'text' }];
  return fc.record({
    kind: fc.constant(kind),
    join: fc.constantFrom<'AND' | 'OR'>('AND', 'OR'),
    conditions: fc.array(fc.constantFrom(...fields).chain(conditionOf), { minLength: 1, maxLength: 4 }),
  });
});

describe('the query builder', () => {
  it('writes queries that are accepted without findings and answered', async () => {
    await fc.assert(
      fc.asyncProperty(built, dialects, async ({ kind, conditions, join }, dialect) => {
        const query = buildQuery(conditions, join);
        const { accepted, findings } = checkQuery(query, { kind, dialect });
        expect([query, accepted, findings.map(({ code }) => code)]).toEqual([query, true, []]);
        expect((await send(kind, dialect, query)).status).toBe(200);
      }),
      { numRuns: runs },
    );
  });

  it('parses its own queries into the same conditions', () => {
    fc.assert(
      fc.property(built, ({ conditions, join }) => {
        const read = readConditions(buildQuery(conditions, join));
        expect(read?.conditions).toEqual(conditions);
        if (conditions.length > 1) expect(read?.join).toBe(join);
      }),
      { numRuns: runs },
    );
  });

  it.each([
    [{ field: 'bibjson.title.exact', how: 'is', value: titles[3]!, not: false }, ['art3']],
    [{ field: 'bibjson.title.exact', how: 'is', value: titles[2]!, not: false }, ['art2']],
    [{ field: 'title', how: 'phrase', value: 'Time 10:30', not: false }, ['art2']],
    [{ field: 'title', how: 'words', value: 'sea deep', not: false }, ['art0']],
    [{ field: 'title', how: 'words', value: 'AND NOT', not: false }, ['art5']],
    [{ field: 'doi', how: 'is', value: '10.5555/article.4', not: false }, ['art4']],
    [
      { field: 'bibjson.link.url.exact', how: 'is', value: 'https://j1.example.org/article/1', not: false },
      ['art1'],
    ],
    [
      { field: 'created_date', how: 'range', value: '2021-01-01', to: '2022-12-31', not: false },
      ['art1', 'art2'],
    ],
    [{ field: 'created_date', how: 'range', value: '2024', to: '', not: false }, ['art4', 'art5']],
    [{ field: 'title', how: 'words', value: 'deep', not: true }, ['art1', 'art2', 'art3', 'art4', 'art5']],
  ] as [Condition, string[]][])('finds the matches of the condition %j', async (condition, ids) => {
    for (const dialect of ['3.0.1', '4.0'] as const) {
      expect((await send('article', dialect, buildQuery([condition], 'AND'))).ids).toEqual(ids);
    }
  });

  it('removes only the negated alternative', async () => {
    const conditions: Condition[] = [
      { field: 'title', how: 'words', value: 'deep', not: false },
      { field: 'created_date', how: 'range', value: '2022', to: '2026', not: true },
    ];
    expect((await send('article', '4.0', buildQuery(conditions, 'OR'))).ids).toEqual(['art0', 'art1']);
    expect((await send('article', '4.0', buildQuery(conditions, 'AND'))).ids).toEqual(['art0']);
  });
});

describe('the sort check', () => {
  it('offers only fields that the directory can sort by', async () => {
    const kept = ['title', 'bibjson.title.exact', 'created_date', 'last_updated'];
    const offered = searchFields('article').filter(({ sortable, name }) => sortable && kept.includes(name));
    for (const { name } of offered) {
      expect([name, (await send('article', '4.0', 'soil', `${name}:desc`)).status]).toEqual([name, 200]);
    }
    expect(offered).toHaveLength(kept.length);
  });

  it('refuses what the directory refuses', async () => {
    const sort = fc.oneof(
      fc.constantFrom(
        'title',
        'title:asc',
        'title:up',
        'title:',
        'a:b:c',
        'bibjson.title',
        'Title:asc',
        'title asc',
        '',
      ),
      fc.string({ maxLength: 12 }),
    );
    await fc.assert(
      fc.asyncProperty(sort, async (text) => {
        const { accepted, findings } = checkSort(text, { kind: 'article' });
        const isStopped = !accepted || findings.some(({ severity }) => severity === 'error');
        const { status } = await send('article', '4.0', 'soil', text);
        expect([text, isStopped]).toEqual([text, status !== 200]);
      }),
      { numRuns: 300 },
    );
  });
});
