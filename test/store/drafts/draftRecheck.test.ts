import { expect, test } from 'vitest';
import { createScope } from '../../../src/main/platform/scope.ts';
import { createDraftRecheck } from '../../../src/main/store/drafts/draftRecheck.ts';
import type { EventName } from '../../../src/shared/contract/contract.ts';
import { account, article, journal, openStores } from '../../helpers/storeParts.ts';

const at = '2026-02-02T00:00:00.000Z';

function openRecheck() {
  const stores = openStores();
  const received: [EventName, unknown][] = [];
  const errors: unknown[] = [];
  const keepError = (_name: string, data?: Record<string, unknown>) => void errors.push(data?.error);
  const newScope = () => createScope({ log: { warn: keepError, error: keepError } });
  const scope = newScope();
  const make = (owner = scope) =>
    createDraftRecheck({
      ...stores,
      clock: { now: () => Date.parse(at) },
      publish: (name, data) => received.push([name, data]),
      scope: owner,
    });
  return { ...stores, received, errors, make, scope, newScope };
}
const foreign = [journal({ mine: false })];

test('drafts get the findings and journal from new journals, and windows are notified once', async () => {
  const { draftStore, journalStore, addMany, received, errors, make, scope } = openRecheck();
  const ids = addMany(250, article());
  const trashed = ids[0]!;
  await draftStore.trash('a', { ids: [trashed] }, at);
  const before = draftStore.get(ids[9]!);
  expect(before).toMatchObject({ errors: 0, journal: '1234-5679' });
  journalStore.replaceAll('a', foreign, at);
  const recheck = make();
  recheck.start('a');
  recheck.start('a');
  await scope.idle();
  for (const id of ids) {
    expect(draftStore.get(id)).toMatchObject({ readiness: 'incomplete', journal: 'Annals of Lepidoptera' });
  }
  expect(draftStore.get(ids[9]!)).toMatchObject({ version: before.version, updatedAt: before.updatedAt });
  expect(received).toEqual([['drafts.changed', { accountId: 'a', ids: null }]]);
  expect(errors).toEqual([]);
});

test('drafts with large records are rechecked in smaller slices, without those too large to open', async () => {
  const { db, draftStore, journalStore, addMany, add, make, scope } = openRecheck();
  const large = article({ abstract: 'a '.repeat(75_000) });
  const ids = addMany(5, large);
  const tooLarge = add(article({ abstract: 'a '.repeat(600_000) }));
  const last = add(article());
  journalStore.replaceAll('a', foreign, at);
  make().start('a');
  await scope.idle();
  for (const id of [...ids, last]) expect(draftStore.get(id)).toMatchObject({ readiness: 'incomplete' });
  const readiness = db.prepare('SELECT readiness FROM drafts WHERE id = ?').pluck();
  expect(readiness.get(tooLarge)).toBe('ready');
});

test('nothing is written or announced without a change', async () => {
  const { db, journalStore, add, received, make, scope } = openRecheck();
  add(article());
  journalStore.replaceAll('a', foreign, at);
  const first = make();
  first.start('a');
  await scope.idle();
  received.length = 0;
  journalStore.replaceAll('a', foreign, at);
  const facts = db.prepare('SELECT facts_version FROM accounts').pluck();
  const before = facts.get();
  const recheck = make();
  recheck.start('a');
  await scope.idle();
  expect(facts.get()).toBe(before);
  expect(received).toEqual([]);
  recheck.start('a');
  await scope.idle();
  expect(received).toEqual([]);
});

test('an interrupted recheck continues at the next start', async () => {
  const { db, draftStore, journalStore, addMany, make, scope, newScope } = openRecheck();
  const ids = addMany(350, article());
  journalStore.replaceAll('a', foreign, at);
  const firstScope = newScope();
  const first = make(firstScope);
  first.start('a');
  await new Promise((resolve) => setImmediate(resolve));
  await firstScope.stop();
  const done = () => ids.filter((id) => draftStore.get(id).errors > 0).length;
  expect(done()).toBeLessThan(ids.length);
  first.start('a');
  await firstScope.idle();
  expect(done()).toBeLessThan(ids.length);
  const next = make();
  next.resume();
  await scope.idle();
  expect(done()).toBe(ids.length);
  expect(db.prepare('SELECT recheck_after FROM accounts').pluck().all()).toEqual([null]);
});

test('journals that change during a recheck restart it', async () => {
  const { draftStore, journalStore, addMany, make, scope } = openRecheck();
  const ids = addMany(350, article());
  journalStore.replaceAll('a', foreign, at);
  const recheck = make();
  recheck.start('a');
  await new Promise((resolve) => setImmediate(resolve));
  journalStore.replaceAll('a', [journal({ title: 'Renamed' })], at);
  recheck.start('a');
  await scope.idle();
  for (const id of ids) expect(draftStore.get(id)).toMatchObject({ journal: 'Renamed', errors: 0 });
});

test('a recheck follows the dialect and ignores the drafts of other accounts', async () => {
  const { db, accountStore, add, make, scope } = openRecheck();
  accountStore.insert({ ...account, id: 'b' });
  add(article());
  const other = add(article(), { accountId: 'b' });
  db.exec(`UPDATE drafts SET warnings = 99`);
  accountStore.update('a', { name: 'Only a new name' });
  const recheck = make();
  recheck.start('a');
  await scope.idle();
  const counts = db.prepare('SELECT id, warnings FROM drafts ORDER BY id').raw();
  expect(counts.all()).toEqual([
    [1, 99],
    [other, 99],
  ]);
  accountStore.update('a', { dialect: '3.0.1' });
  recheck.start('a');
  await scope.idle();
  expect(counts.all()).not.toContainEqual([1, 99]);
  expect(counts.all()).toContainEqual([other, 99]);
});

test('an error is reported, and the next start tries again', async () => {
  const { db, journalStore, add, errors, make, scope } = openRecheck();
  add(article());
  db.exec(`CREATE TRIGGER no_room BEFORE UPDATE ON drafts BEGIN SELECT raise(ABORT, 'no room'); END`);
  journalStore.replaceAll('a', foreign, at);
  const recheck = make();
  recheck.start('a');
  await scope.idle();
  expect(errors).toHaveLength(1);
  db.exec('DROP TRIGGER no_room');
  recheck.start('a');
  await scope.idle();
  expect(db.prepare('SELECT readiness FROM drafts').pluck().all()).toEqual(['incomplete']);
});
