import { beforeEach, describe, expect, test } from 'vitest';
import { removedKey } from '../../src/shared/text/removedKey.ts';
import { directoryForFile } from '../helpers/directoryForFile.ts';
import { fill, remoteId, storedAs } from '../helpers/directoryYear.ts';
import { openForTest } from '../helpers/openForTest.ts';
import { article, goodKey } from '../helpers/testDirectory.ts';
import type { TestServices } from '../helpers/testServices.ts';

/** Texts of records belong to their authors: nothing that looks like a key may be taken out of them. */

const directory = directoryForFile();
let world: TestServices;
beforeEach(() => fill(directory, []));

const texts = {
  abstract: 'Add ?api_key=abc123def to the address; in JSON, {"api_key": "abc123def"}. Also api_key%3Dxyz.',
  link: [{ type: 'fulltext', url: 'https://j1.example.org/read?api_key=abc&page=2', content_type: 'HTML' }],
};
const isOver = ({ state }: { state: string }) => state === 'done';

/** Sends a draft and returns the article that the directory has then. */
async function send(id: number) {
  const upload = await world.send([id]);
  await world.until(upload.id, isOver);
  expect((await world.items(upload.id)).map(({ state }) => state)).toEqual(['done']);
  return (await directory.articles())[0]!;
}

describe.each(['3.0.1', '4.0'] as const)('in version %s of the API', (dialect) => {
  test('texts that look like keys come back as they were written', async () => {
    world = await openForTest({ directory: directory.directory, dialect, key: goodKey });
    const [id] = world.addDrafts([article(1, texts)]);
    expect((await send(id!)).bibjson).toMatchObject(texts);
    // The second upload keeps the directory's version before it overwrites that.
    const { record } = await world.draft(id!);
    const bibjson = { ...(record.bibjson as object), title: 'Another title' };
    await world.editDraft(id!, { ...record, bibjson });
    expect((await send(id!)).bibjson).toMatchObject({ ...texts, title: 'Another title' });
    const { versions } = await world.handlers['versions.list']({ kind: 'article', recordId: id! });
    expect(versions).toHaveLength(1);
    const kept = world.db.prepare('SELECT record FROM earlier_versions').pluck().get();
    expect(JSON.parse(String(kept)).bibjson).toMatchObject({ ...texts, title: 'Article 1' });
    expect((await world.draft(id!)).record.bibjson).toMatchObject({ ...texts, title: 'Another title' });
  });

  test('a record that is taken from the directory and sent with another title keeps such texts', async () => {
    world = await openForTest({ directory: directory.directory, dialect, key: goodKey });
    const stored = storedAs(1) as { bibjson: object };
    await fill(directory, [{ ...stored, bibjson: { ...stored.bibjson, ...texts } }]);
    const { accountId } = world;
    const { drafts } = await world.handlers['drafts.take']({ accountId, remoteIds: [remoteId(1)] });
    const { id, record } = await world.draft(drafts[0]!.draftId);
    expect(record.bibjson).toMatchObject(texts);
    const bibjson = { ...(record.bibjson as object), title: 'Another title' };
    await world.editDraft(id, { ...record, bibjson });
    expect((await send(id)).bibjson).toMatchObject({ ...texts, title: 'Another title' });
  });
});

test('where a record has the account’s own key, the draft says so, and is not sent before somebody corrects it', async () => {
  world = await openForTest({ directory: directory.directory, key: goodKey });
  const stored = storedAs(1) as { bibjson: object };
  const abstract = `We asked with ?api_key=${goodKey} and without.`;
  await fill(directory, [{ ...stored, bibjson: { ...stored.bibjson, abstract } }]);
  const { accountId } = world;
  const { drafts } = await world.handlers['drafts.take']({ accountId, remoteIds: [remoteId(1)] });
  const draft = await world.draft(drafts[0]!.draftId);
  expect(draft.record.bibjson).toMatchObject({
    abstract: `We asked with ?api_key=${removedKey} and without.`,
  });
  expect(draft.findings).toContainEqual(
    expect.objectContaining({ code: 'key-removed', severity: 'error', path: 'bibjson.abstract' }),
  );
  const bibjson = { ...(draft.record.bibjson as object), title: 'Another title' };
  await world.editDraft(draft.id, { ...draft.record, bibjson });
  const plan = await world.plan([draft.id], { look: false });
  expect(plan).toMatchObject({ toSend: 0, heldBack: [{ path: 'bibjson.abstract' }] });
  expect((await directory.articles())[0]!.bibjson).toMatchObject({ abstract });
});

test('a record in which the account’s own key was typed is held back, and the key is not published', async () => {
  world = await openForTest({ directory: directory.directory, key: goodKey });
  const [secret, other] = world.addDrafts([
    article(1, { abstract: `The key is ${goodKey}.` }),
    article(2, { abstract: 'No key.' }),
  ]);
  const { id } = await world.send([secret!, other!]);
  await world.until(id, isOver);
  expect(await world.items(id)).toMatchObject([
    { state: 'refused', refusal: { code: 'own-key' } },
    { state: 'done' },
  ]);
  expect((await directory.articles()).map(({ bibjson }) => bibjson.title)).toEqual(['Article 2']);
});
