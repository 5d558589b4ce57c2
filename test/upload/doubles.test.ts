import { expect, test } from 'vitest';
import { asking, retryNow, sendNow } from '../helpers/confirm.ts';
import { directoryForFile } from '../helpers/directoryForFile.ts';
import { openForTest } from '../helpers/openForTest.ts';
import { article, goodKey } from '../helpers/testDirectory.ts';
import type { TestServices, TestServicesOptions } from '../helpers/testServices.ts';

// Search shows an article some time after the directory stored it; until then the directory cannot recognise it.
const directory = directoryForFile({ indexDelayMs: 150 });
let world: TestServices;

async function open(options: Partial<TestServicesOptions> = {}) {
  world = await openForTest({
    directory: directory.directory,
    key: goodKey,
    pace: { indexDelay: 600 },
    ...options,
  });
}

const isOver = (upload: { state: string }) => upload.state === 'done';

const identifier = [
  { type: 'doi', id: '10.5555/article.1' },
  { type: 'pissn', id: '1234-5679' },
  { type: 'eissn', id: '2345-6787' },
];
const link = [{ type: 'fulltext', url: 'https://j1.example.org/article/1', content_type: 'HTML' }];
const sameDoi = article(3, { identifier });
const sameAddress = article(4, { link });
const addressOfSecond = article(4, {
  link: [{ type: 'fulltext', url: 'https://j1.example.org/article/2', content_type: 'HTML' }],
});

for (const dialect of ['3.0.1', '4.0'] as const) {
  test(`an article is never stored twice, whatever happens to its drafts while they wait (${dialect})`, async () => {
    // Every record takes a request of its own, and the upload is paused during the first.
    await open({ dialect, batchBytes: 100 });
    const ids = world.addDrafts([article(1), article(2), article(3), article(4)]);
    await directory.fault({ kind: 'slow', ms: 500, match: { method: 'POST', path: 'articles', nth: 1 } });
    const { id } = await world.send(ids);
    await world.handlers['uploads.pause']({ id });
    await world.editDraft(ids[2]!, sameDoi);
    await world.editDraft(ids[3]!, addressOfSecond);
    await world.handlers['uploads.resume']({ id });
    // What was changed in the queue is only sent when that is confirmed.
    expect((await world.until(id, isOver)).counts).toMatchObject({ created: 2, refused: 2 });
    await retryNow(asking(world.handlers), { id });
    const { counts } = await world.until(id, isOver);
    expect(await directory.articles()).toHaveLength(2);
    // The documented version overwrites; the current one refuses to change an identifier.
    const expected = dialect === '3.0.1' ? { created: 2, overwrote: 2 } : { created: 2, refused: 2 };
    expect(counts).toMatchObject(expected);
  });
}

test('a draft that is sent again at once overwrites its article', async () => {
  await open();
  const [id] = world.addDrafts([article(1)]);
  const send = async () => {
    const { id: uploadId } = await sendNow(asking(world.handlers), {
      accountId: world.accountId,
      selection: { ids: [id!] },
      includeUnchanged: true,
      takesSnapshots: false,
      name: '',
    });
    return (await world.until(uploadId, isOver)).counts;
  };
  expect(await send()).toMatchObject({ created: 1 });
  expect(await send()).toMatchObject({ overwrote: 1 });
  expect(await directory.articles()).toHaveLength(1);
});

test('a draft whose article is in a queue with another draft is held back', async () => {
  await open();
  const [first, ...others] = world.addDrafts([
    article(1, { title: 'The first' }),
    sameDoi,
    sameAddress,
    article(5),
  ]);
  const { id } = await world.send([first!]);
  await world.handlers['uploads.pause']({ id });
  const plan = await world.plan(others);
  expect(plan).toMatchObject({ toSend: 1, heldBackCounts: { 'in-queue': 2 } });
  expect(plan.heldBack.map(({ path, message }) => [path, message])).toEqual([
    ['bibjson.identifier', { key: 'queue.held.duplicateDoi', params: { title: 'The first' } }],
    ['bibjson.link', { key: 'queue.held.duplicateUrl', params: { title: 'The first' } }],
  ]);
});
