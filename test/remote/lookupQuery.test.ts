import { afterAll, beforeAll, expect, test } from 'vitest';
import { readHit } from '../../src/main/outbox/articles/sending/articleLookUp.ts';
import { anyOf, canLookUp, type Lookup } from '../../src/main/remote/lookupQuery.ts';
import { doiKey, fullTextKey } from '../../src/shared/article/articleKeys.ts';
import { openTestClient } from '../helpers/testClient.ts';
import { article, goodKey, startTestDirectory, type TestDirectory } from '../helpers/testDirectory.ts';

let directory: TestDirectory;
let opened: ReturnType<typeof openTestClient>;
beforeAll(async () => {
  directory = await startTestDirectory();
  opened = openTestClient({ base: directory.directory['3.0.1'], key: goodKey });
});
afterAll(async () => {
  await opened.close();
  await directory.stop();
});

const dois = [
  '10.5555/plain',
  '10.5555/UPPER.Case',
  '10.5555/a:b:c',
  '10.5555/title:x',
  '10.5555/x-title:y',
  '10.5555/star*question?tilde~',
  '10.5555/(brackets)[more]{all}',
  '10.5555/quote"back\\slash',
  '10.5555/and&&or||not!',
  '10.5555/ümlaut/äöü',
  '10.5555/percent%20#fragment',
  '10.5555/<angle>;+^=',
];
const urls = [
  'https://j1.example.org/a?x=1&y=2#z',
  'http://j1.example.org/doi:10.5555/x*',
  "https://j1.example.org/it's~here",
];

test('finds every odd DOI and address, alone and all in one query', async () => {
  const { client } = opened;
  const records = [
    ...dois.map((doi, n) =>
      article(n, {
        identifier: [
          { type: 'doi', id: doi },
          { type: 'pissn', id: '1234-5679' },
          { type: 'eissn', id: '2345-6787' },
        ],
      }),
    ),
    ...urls.map((url, n) =>
      article(100 + n, {
        identifier: [
          { type: 'pissn', id: '1234-5679' },
          { type: 'eissn', id: '2345-6787' },
        ],
        link: [{ type: 'fulltext', url }],
      }),
    ),
  ];
  for (const record of records) {
    const answer = await client.ask({
      method: 'POST',
      path: 'articles',
      body: JSON.stringify(record),
      wantsKey: true,
    });
    expect(answer).toMatchObject({ status: 201 });
  }
  const lookups: Lookup[] = [
    ...dois.map((value) => ({ field: 'index.doi.exact', value: doiKey(value) }) as const),
    ...urls.map((value) => ({ field: 'index.fulltext.exact', value: fullTextKey(value) }) as const),
  ];
  for (const lookup of lookups)
    expect((await client.findArticles(anyOf([lookup]), readHit)).hits, lookup.value).toHaveLength(1);
  expect((await client.findArticles(anyOf(lookups), readHit)).hits).toHaveLength(lookups.length);
});

test('asks for many ids in one group and quotes unusual ids', () => {
  const byId = (...values: string[]) => values.map((value) => ({ field: 'id.exact', value }) as const);
  const [one, other] = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210'];
  expect(anyOf(byId(one))).toBe(`id.exact:${one}`);
  expect(anyOf([...byId(one, other, 'a b'), { field: 'index.doi.exact', value: '10.5555/a' }])).toBe(
    `id.exact:(${one} OR ${other} OR "a b") OR index.doi.exact:"10.5555\\/a"`,
  );
});

test('leaves out values that a query cannot contain', () => {
  expect(canLookUp('')).toBe(false);
  expect(canLookUp('10.5555/a\nb')).toBe(false);
  expect(canLookUp('10.5555/a b')).toBe(true);
});
