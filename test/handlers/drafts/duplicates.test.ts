import { expect, test } from 'vitest';
import type { Dialect } from '../../../src/shared/directory/account.ts';
import { directoryForFile } from '../../helpers/directoryForFile.ts';
import { openForTest } from '../../helpers/openForTest.ts';
import { article, goodKey } from '../../helpers/testDirectory.ts';
import type { TestServices } from '../../helpers/testServices.ts';
import { textOf } from '../../helpers/textOf.ts';

const directory = directoryForFile();
let world: TestServices;

async function open(dialect: Dialect) {
  world = await openForTest({ directory: directory.directory, key: goodKey, dialect });
}

async function send(ids: number[]) {
  const { id } = await world.send(ids);
  await world.until(id, (upload) => upload.state === 'done' && upload.idsMissing === 0);
}

const link = (number: number) => [{ type: 'fulltext', url: `http://j1.example.org/article/${number}` }];
const doi = (text: string) => [
  { type: 'doi', id: text },
  { type: 'pissn', id: '1234-5679' },
  { type: 'eissn', id: '2345-6787' },
];

test('finds other drafts with the same DOI or address in any spelling', async () => {
  await open('3.0.1');
  const [id, sameDoi, sameUrl] = world.addDrafts([
    article(1),
    article(2, { identifier: doi('https://doi.org/10.5555/ARTICLE.1') }),
    article(3, { link: link(1) }),
    article(4),
  ]);
  const found = await world.handlers['drafts.duplicates']({ id: id! });
  expect(found).toMatchObject([
    { where: 'draft', draftId: sameDoi, same: ['doi'], effect: 'clash', title: 'Article 2' },
    { where: 'draft', draftId: sameUrl, same: ['url'], effect: 'clash', title: 'Article 3' },
  ]);
  expect(textOf(found[0]?.message)).toContain('the same DOI');
  expect(await world.handlers['drafts.duplicates']({ id: world.addDrafts([article(9)])[0]! })).toEqual([]);
});

test.each([
  ['3.0.1', 'overwrites'],
  ['4.0', 'refused'],
] as const)('predicts what sending would do to records sent before (%s: %s)', async (dialect, effect) => {
  await open(dialect);
  const [sent] = world.addDrafts([article(1)]);
  await send([sent!]);
  const [id] = world.addDrafts([article(2, { identifier: doi('10.5555/article.1') })]);
  const found = await world.handlers['drafts.duplicates']({ id: id! });
  expect(found).toMatchObject([{ where: 'sent', draftId: sent, same: ['doi'], effect }]);
  expect(found[0]?.remoteId).toBe((await world.draft(sent!)).remoteId);
});

test('4.0: a draft whose address changed since it was sent conflicts with itself', async () => {
  await open('4.0');
  const [id] = world.addDrafts([article(1)]);
  await send([id!]);
  await world.editDraft(id!, article(1, { link: link(77) }));
  expect(await world.handlers['drafts.duplicates']({ id: id! })).toMatchObject([
    { where: 'sent', draftId: id, same: ['doi'], effect: 'refused' },
  ]);
});

test('asks the directory in the spellings that it may have stored', async () => {
  await open('3.0.1');
  for (const [n, written] of ['10.5555/Odd.Case', 'https://doi.org/10.5555/with-prefix'].entries()) {
    const body = JSON.stringify(article(50 + n, { identifier: doi(written) }));
    const address = `${directory.directory['3.0.1']}articles?api_key=${goodKey}`;
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(address, { method: 'POST', body, headers })).status).toBe(201);
  }
  const [a, b, c] = world.addDrafts([
    article(1, { identifier: doi('10.5555/Odd.Case') }),
    article(2, { identifier: doi('10.5555/with-prefix') }),
    article(3, { link: [{ type: 'fulltext', url: 'http://j1.example.org/article/51' }] }),
  ]);
  const ask = (id: number) => world.handlers['drafts.askDirectory']({ id });
  expect(await ask(a!)).toMatchObject([
    { where: 'directory', title: 'Article 50', same: ['doi'], effect: 'overwrites' },
  ]);
  expect(await ask(b!)).toMatchObject([{ where: 'directory', title: 'Article 51', same: ['doi'] }]);
  expect(await ask(c!)).toMatchObject([
    { where: 'directory', title: 'Article 51', same: ['url'], draftId: null },
  ]);
});

test('recognises its own record in the directory, and asks nothing about a draft without identifiers', async () => {
  await open('3.0.1');
  const [id, empty] = world.addDrafts([article(1), { bibjson: { title: 'Nothing else' } }]);
  await send([id!]);
  const { remoteId } = await world.draft(id!);
  expect(await world.handlers['drafts.askDirectory']({ id: id! })).toMatchObject([
    { draftId: id, remoteId, same: ['doi', 'url'] },
  ]);
  expect(await world.handlers['drafts.askDirectory']({ id: empty! })).toEqual([]);
});
