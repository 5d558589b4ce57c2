import { expect, test, vi } from 'vitest';
import { surveyDrafts } from '../../src/main/outbox/articles/planning/survey.ts';
import { createRemoteCache } from '../../src/main/outbox/articles/remoteCache.ts';
import { unrestrictedSending } from '../../src/main/outbox/bulkSending.ts';
import { createSendCandidates } from '../../src/main/store/uploads/sendCandidates.ts';
import type { Dialect } from '../../src/shared/directory/account.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { ManualClock } from '../helpers/manualClock.ts';
import { context, copyDraft, derive, openStores } from '../helpers/storeParts.ts';
import { article } from '../helpers/testDirectory.ts';
import { textOf } from '../helpers/textOf.ts';

type Options = Partial<Parameters<typeof surveyDrafts>[1]> & { dialect?: Dialect; needsApproval?: boolean };

/** Drafts in a database, and the survey of them. */
function openDrafts() {
  const { db, add, sync } = openStores();
  const stored = createSendCandidates(db);
  const remoteCache = createRemoteCache(new ManualClock());
  /** The drafts whose records were read. */
  const read = new Set<number>();
  const record = (id: number) => {
    read.add(id);
    return stored.record(id);
  };
  return {
    db,
    sync,
    remoteCache,
    read,
    add: (records: readonly DraftRecord[]) => db.transaction(() => records.map((one) => add(one)))(),
    /** The draft was sent with this content. */
    setSent: (id: number, sent: DraftRecord, remoteId: string | null) => {
      const { hash, doiKey, urlKey } = derive(sent).columns;
      sync.setSent([{ content: null, id, hash, doiKey, urlKey, remoteId, at: '2026-02-02T00:00:00.000Z' }]);
    },
    survey: (ids: readonly number[], { dialect = '4.0', needsApproval = false, ...options }: Options = {}) =>
      surveyDrafts(
        {
          candidates: { ...stored, record },
          context: () => ({ ...context, dialect }),
          remoteCache,
          sending: { ...unrestrictedSending, needsApproval: () => needsApproval },
        },
        {
          accountId: 'a',
          ids,
          includeUnchanged: false,
          batchBytes: 1_000_000,
          takesSnapshots: true,
          ...options,
        },
      ),
  };
}

const linkTo = (number: number) => [
  { type: 'fulltext', url: `https://j1.example.org/article/${number}`, content_type: 'HTML' },
];
const onlyIssn = [{ type: 'pissn', id: '1234-5679' }];
/** An article that has an address only, and one that has a DOI only. */
const withAddress = (number: number) => article(number, { identifier: onlyIssn });
const withDoi = (number: number) => article(number, { link: [] });

test('counts what is unchanged, and what is sent although nobody approved it', async () => {
  const { db, sync, add, setSent, survey } = openDrafts();
  const ids = add([article(0), article(1), article(2)]);
  const [unchanged, changed, fresh] = ids as [number, number, number];
  setSent(unchanged, article(0), 'r0');
  setSent(changed, article(1, { title: 'As sent' }), 'r1');
  db.exec(`UPDATE drafts SET review = 'approved' WHERE id = ${changed}`);

  const found = await survey(ids);
  expect(found).toMatchObject({ selected: 3, unchanged: 1, overwriting: 1, fresh: 1, heldBack: [] });
  expect(found.sendable.map(({ draftId, keeping }) => [draftId, keeping])).toEqual([
    [changed, 'wanted'],
    [fresh, 'no'],
  ]);
  const all = await survey(ids, { includeUnchanged: true, takesSnapshots: false });
  expect(all).toMatchObject({ unchanged: 0, overwriting: 2, fresh: 1, keepRequests: 0 });
  expect(all.sendable.map(({ keeping }) => keeping)).toEqual(['left', 'left', 'no']);

  expect(await survey(ids, { needsApproval: true })).toMatchObject({
    overwriting: 1,
    fresh: 0,
    heldBackCounts: { 'not-approved': 1 },
    heldBack: [{ draftId: fresh, reason: 'not-approved' }],
  });
  expect(await survey(ids, { needsApproval: true, includeUnapproved: true })).toMatchObject({
    overwriting: 1,
    fresh: 1,
    heldBack: [],
  });
  sync.setQueued([unchanged]);
  expect(await survey([unchanged])).toMatchObject({ unchanged: 0, heldBackCounts: { 'in-queue': 1 } });
});

test('holds back what was deleted there and what readers could hardly find, until the user wants to send it', async () => {
  const { db, add, survey } = openDrafts();
  const ids = add([
    article(0),
    article(1),
    article(2, { title: '' }),
    article(3, { title: 'ALL IN CAPITAL LETTERS' }),
  ]);
  db.exec(
    `INSERT INTO deletions (account_id, remote_id, draft_id, title, state, at) VALUES ('a', 'r', ${ids[1]}, '', 'deleted', '2026')`,
  );
  const [deleted, hidden] = [
    { draftId: ids[1], reason: 'deleted-there', path: '' },
    { draftId: ids[2], reason: 'hard-to-find', path: 'bibjson.title' },
  ];
  const counts = { deletedThere: 1, hardToFind: 1 };
  expect(await survey(ids)).toMatchObject({
    ...counts,
    fresh: 2,
    withWarnings: 1,
    heldBackCounts: { 'deleted-there': 1, 'hard-to-find': 1 },
    heldBack: [deleted, hidden],
  });
  expect(await survey(ids, { includeDeleted: true })).toMatchObject({
    ...counts,
    fresh: 3,
    heldBack: [hidden],
  });
  expect(await survey(ids, { includeHardToFind: true })).toMatchObject({
    ...counts,
    fresh: 3,
    withWarnings: 2,
    heldBack: [deleted],
  });
});

test('gives the first of several errors with their number, and says if only an identifier is missing', async () => {
  const { db, add, survey } = openDrafts();
  const none = { identifier: onlyIssn, link: [] };
  const author = [{ name: 'A', orcid_id: 'x' }];
  const ids = add([
    article(0, { author, ...none }),
    article(1, none),
    article(2, { author, keywords: 'none' }),
    article(3, { title: 'ALL IN CAPITAL LETTERS', author }),
    article(4),
    article(5),
    article(6),
  ]);
  // Checked when other journals were known, and before drafts without an identifier counted as having an error.
  db.exec(`UPDATE drafts SET errors = 1 WHERE id = ${ids[4]}`);
  db.exec(`UPDATE drafts SET doi_key = NULL, url_key = NULL WHERE id = ${ids[5]}`);
  db.exec(`UPDATE drafts SET sync = 'queued' WHERE id = ${ids[6]}`);
  const { heldBack, heldBackCounts, withWarnings, sendable } = await survey(ids);
  expect(heldBack.map(({ reason, path, message }) => [reason, path, message.key])).toEqual([
    ['errors', 'bibjson.author[0].orcid_id', 'queue.held.andMore'],
    ['no-identifier', 'bibjson.link', 'finding.no-doi-or-url.message'],
    ['errors', 'bibjson.author[0].orcid_id', 'queue.held.andMore'],
    ['errors', 'bibjson.author[0].orcid_id', 'finding.orcid-form.message'],
    ['errors', '', 'queue.held.errors'],
    ['no-identifier', 'bibjson.link', 'queue.held.noIdentifier'],
    ['in-queue', '', 'queue.held.inQueue'],
  ]);
  expect(heldBack[0]!.message.params).toMatchObject({ count: 1 });
  expect(heldBackCounts).toEqual({ errors: 4, 'no-identifier': 2, 'in-queue': 1 });
  expect({ withWarnings, sendable }).toEqual({ withWarnings: 0, sendable: [] });
});

test('holds back the second of two drafts with one key, and confuses no others that lack a key', async () => {
  const { add, survey } = openDrafts();
  const ids = add([
    withAddress(1),
    withAddress(1),
    withAddress(2),
    withAddress(2),
    article(3, { link: [], title: '' }),
    withDoi(3),
    withDoi(4),
    withDoi(4),
  ]);
  const { heldBack, sendable, heldBackCounts } = await survey(ids, { includeHardToFind: true });
  expect(sendable.map(({ draftId }) => draftId)).toEqual([ids[0], ids[2], ids[4], ids[6]]);
  expect(heldBackCounts).toEqual({ 'duplicate-in-selection': 4 });
  expect(heldBack.map(({ path, message }) => [path, message.params?.title])).toEqual([
    ['bibjson.link', 'Article 1'],
    ['bibjson.link', 'Article 2'],
    ['bibjson.identifier', { key: 'queue.untitled' }],
    ['bibjson.identifier', 'Article 4'],
  ]);
});

test('holds back a draft whose article is in the queue with another draft', async () => {
  const { sync, add, survey } = openDrafts();
  const [queued, sameDoi, sameAddress, other] = add([
    article(1, { title: '' }),
    article(2, { identifier: [{ type: 'doi', id: '10.5555/article.1' }, ...onlyIssn] }),
    article(3, { link: linkTo(1) }),
    article(4),
  ]) as [number, number, number, number];
  sync.setQueued([queued]);
  const { heldBack, fresh } = await survey([sameDoi, sameAddress, other]);
  expect(fresh).toBe(1);
  expect(heldBack).toMatchObject([
    { draftId: sameDoi, reason: 'in-queue', path: 'bibjson.identifier' },
    { draftId: sameAddress, reason: 'in-queue', path: 'bibjson.link' },
  ]);
  for (const { message } of heldBack) expect(textOf(message)).toContain('an untitled article');
});

test('holds back a draft that was never sent if one of the same article, chosen with it, was', async () => {
  const { add, setSent, survey } = openDrafts();
  const [sent, sameDoi, sameAddress] = add([
    article(1),
    article(2, { identifier: [{ type: 'doi', id: '10.5555/article.1' }, ...onlyIssn] }),
    article(3, { link: linkTo(1) }),
  ]) as [number, number, number];
  setSent(sent, article(1), 'r1');
  const { heldBack } = await survey([sameDoi, sent, sameAddress]);
  expect(heldBack.map(({ draftId, reason, path, message }) => [draftId, reason, path, message.key])).toEqual([
    [sameDoi, 'duplicate-in-selection', 'bibjson.identifier', 'queue.held.sentDoi'],
    [sameAddress, 'duplicate-in-selection', 'bibjson.link', 'queue.held.sentUrl'],
  ]);
  const addresses = add([withAddress(7), withAddress(7)]) as [number, number];
  setSent(addresses[0], withAddress(7), 'r7');
  const { heldBack: others } = await survey(addresses, { includeHardToFind: true });
  expect(others).toMatchObject([
    { draftId: addresses[1], path: 'bibjson.link', message: { key: 'queue.held.sentUrl' } },
  ]);
  // Chosen alone, it is to be sent.
  expect((await survey([sameDoi], { dialect: '3.0.1' })).overwriting).toBe(1);
});

test('predicts the effect from what was sent from here, by any draft, and from what was found there', async () => {
  const { add, setSent, remoteCache, survey } = openDrafts();
  const [own, again, former, mixed, otherAddress, otherDoi, found, twice, moved, switched] = add([
    article(1, { title: 'Changed' }),
    article(1, { title: 'Imported again' }),
    article(9),
    article(1, { link: linkTo(2) }),
    article(1, { link: linkTo(11) }),
    article(12, { link: linkTo(1) }),
    article(5),
    article(6),
    article(7, { title: 'Changed' }),
    article(1, { link: linkTo(8) }),
  ]) as [number, number, number, number, number, number, number, number, number, number];
  // Their ids at the directory are not known yet.
  setSent(own, article(1), null);
  setSent(former, article(2), null);
  setSent(moved, article(7), 'r7');
  setSent(switched, article(20), 'r20');
  const there = (doi: number, url: number, remoteId: string) => ({
    doi: `10.5555/article.${doi}`,
    url: `//j1.example.org/article/${url}`,
    remoteId,
  });
  remoteCache.note(found, [there(5, 5, 'r5')]);
  // Stored twice with the same keys.
  remoteCache.note(twice, [there(6, 6, 'r6'), there(6, 6, 'r6b')]);
  // Another address there since it was sent.
  remoteCache.note(moved, [there(7, 77, 'r7')]);
  const effect = async (id: number, dialect: Dialect) => {
    const { fresh, overwriting, heldBack } = await survey([id], { dialect });
    const [held] = heldBack;
    return held ? `${held.reason} ${held.path}` : { fresh, overwriting };
  };
  const overwrites = { fresh: 0, overwriting: 1 };
  const expected = [
    [own, overwrites, overwrites],
    [again, overwrites, overwrites],
    // What it was sent as has nothing in common with it any more: the directory would have two articles.
    [former, 'identity-changed bibjson.identifier', 'identity-changed bibjson.identifier'],
    [mixed, 'two-records ', 'two-records '],
    [otherAddress, overwrites, 'would-be-refused bibjson.link'],
    [otherDoi, overwrites, 'would-be-refused bibjson.identifier'],
    [found, overwrites, overwrites],
    [twice, 'two-records ', 'two-records '],
    [moved, overwrites, 'would-be-refused bibjson.link'],
    [switched, 'identity-changed bibjson.identifier', 'identity-changed bibjson.identifier'],
  ] as const;
  for (const [id, documented, current] of expected)
    expect([id, await effect(id, '3.0.1'), await effect(id, '4.0')]).toEqual([id, documented, current]);
});

test('counts lost values and those that the directory fills in, also of drafts that are not sent', async () => {
  const { add, setSent, survey } = openDrafts();
  // Of more than fifty findings, the last says how many there are.
  const author = Array.from({ length: 60 }, (_, n) => ({ name: `Author ${n}`, email: `${n}@example.org` }));
  const journal = { volume: '1', title: 'A journal', publisher: 'A publisher' };
  const ids = add([
    article(0, { author, title: 'ALL IN CAPITAL LETTERS' }),
    article(1, { journal, keywords: ['', 'soil'], section: 'Letters', author: [{ name: 'A', email: 'a' }] }),
  ]);
  setSent(ids[1]!, article(1, { journal, keywords: ['', 'soil'], author: [{ name: 'A' }] }), 'r1');
  const { ignored, filledIn, withWarnings, unchanged } = await survey(ids);
  expect({ filledIn, withWarnings, unchanged }).toEqual({ filledIn: 2, withWarnings: 1, unchanged: 1 });
  expect(ignored.count).toBe(62);
  expect([...ignored.fields]).toEqual([
    ['bibjson.author[].email', 61],
    ['bibjson.section', 1],
  ]);
});

test('plans large uploads in steps that can be aborted, reading only the records that it has to', async () => {
  const { db, add, read, sync, survey } = openDrafts();
  const ids = copyDraft(db, add([article(0)])[0]!, 810);
  const keys = ids
    .slice(0, 201)
    .map((id) => ({ id, doiKey: `10.5555/${id}`, urlKey: null, remoteId: `r${id}` }));
  sync.setSent(
    keys.map((one) => ({ ...one, hash: 'as sent', content: null, at: '2026-02-02T00:00:00.000Z' })),
  );
  const done: number[] = [];
  const found = await survey(ids, { checked: (count) => done.push(count) });
  expect(found).toMatchObject({ overwriting: 201, fresh: 609, keepRequests: 3, bulkBatches: 2, singles: 0 });
  expect(read).toEqual(new Set());
  expect(done.at(-1)).toBe(810);
  expect(Math.max(...done.map((count, n) => count - (done[n - 1] ?? 0)))).toBeLessThanOrEqual(100);

  db.exec('UPDATE drafts SET errors = 1');
  const { heldBack, heldBackCounts } = await survey(ids);
  expect(heldBackCounts).toEqual({ errors: 810 });
  expect(heldBack.map(({ draftId }) => draftId)).toEqual(ids.slice(0, 500));

  const aborting = new AbortController();
  const checked = vi.fn(() => aborting.abort());
  await expect(survey(ids, { signal: aborting.signal, checked })).rejects.toThrow('aborted');
  expect(checked).toHaveBeenCalledTimes(1);
});

test('counts batches and single records with the bytes of their requests', async () => {
  const { db, add, survey } = openDrafts();
  const ids = add([article(0), article(1), article(2), article(3), article(4)]);
  for (const [n, bytes] of [40, 50, 200, 30].entries())
    db.exec(`UPDATE drafts SET wire_bytes = ${bytes} WHERE id = ${ids[n]}`);
  const counts = async (count: number) => {
    const { bulkBatches, singles, bytes } = await survey(ids.slice(0, count), { batchBytes: 93 });
    return { bulkBatches, singles, bytes };
  };
  expect(await counts(0)).toEqual({ bulkBatches: 0, singles: 0, bytes: 0 });
  expect(await counts(1)).toEqual({ bulkBatches: 0, singles: 1, bytes: 40 });
  // A list in brackets with a comma.
  expect(await counts(2)).toEqual({ bulkBatches: 1, singles: 0, bytes: 93 });
  expect(await counts(4)).toEqual({ bulkBatches: 1, singles: 2, bytes: 93 + 200 + 30 });
  const { sendable } = await survey(ids.slice(4));
  expect(sendable[0]!.bytes).toBe(derive(article(4)).columns.wireBytes);
});
