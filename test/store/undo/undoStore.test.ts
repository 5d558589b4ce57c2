import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { openDatabase } from '../../../src/main/store/database.ts';
import { type AheadPart, prepareAhead } from '../../../src/main/store/undo/undoAhead.ts';
import { createUndoStore, undoLimits } from '../../../src/main/store/undo/undoStore.ts';
import type { UndoStep } from '../../../src/main/store/undo/undoWriter.ts';
import { asking, purgeNow } from '../../helpers/confirm.ts';
import { article, context, planOf } from '../../helpers/storeParts.ts';
import { testScope } from '../../helpers/testScope.ts';
import { accountId, openUndoWorld, type UndoWorld } from '../../undo/undoWorld.ts';

const at = '2026-03-02T00:00:00.000Z';
const entries = (world: { db: ReturnType<typeof openDatabase> }) =>
  world.db.prepare('SELECT count(*) FROM undo_entries').pluck().get();

/** The same with other columns, which must not be stored, and with what tells that. */
function changedAhead(
  part: AheadPart,
  told: { version?: number; accountId?: string; checks?: number },
): AheadPart {
  expect(part.drafts).not.toHaveLength(0);
  const wrong = { year: '1066', hash: 'wrong' };
  return {
    ...part,
    drafts: part.drafts.map(([id, one]) => [id, { ...one, ...told, columns: { ...one.columns, ...wrong } }]),
  };
}

/** Edits a draft as part of a step. */
function editInStep(world: UndoWorld, step: UndoStep, id: number): void {
  step.change({ source: 'drafts', id }, 'changed', () => {
    world.edit(id);
    return true;
  });
}

describe('the indexes', () => {
  test('find the rows of a step, and the steps of a row', () => {
    const { db } = openUndoWorld();
    for (const [index, sql] of [
      ['in_order', 'SELECT * FROM undo_entries WHERE step_id = ? ORDER BY id LIMIT 1'],
      ['in_order', 'SELECT count(*) FROM undo_entries WHERE step_id = ?'],
      ['by_row', 'SELECT id FROM undo_entries WHERE step_id = ? AND source = ? AND row_id = ?'],
      ['by_row', 'UPDATE undo_entries SET version = ? WHERE source = ? AND row_id = ? AND step_id < ?'],
    ] as const) {
      const plan = planOf(db, sql);
      expect(plan, sql).toMatch(new RegExp(`USING (COVERING )?INDEX undo_entries_${index}`));
      expect(plan, sql).not.toContain('TEMP B-TREE');
    }
  });
});

describe('an undo', () => {
  test('skips and names rows that were edited, sent, queued or removed since', async () => {
    const world = openUndoWorld();
    const { ids, handlers, draftStore } = world;
    const step = (await world.acceptFile(ids.slice(0, 5)))!;
    world.edit(ids[0]!);
    world.send(ids[1]!);
    world.sync.setQueued([ids[2]!]);
    await handlers['drafts.trash']({ accountId, selection: { ids: [ids[3]!] } });
    await purgeNow(asking(handlers), { accountId, selection: { ids: [ids[3]!] } });
    const before = ids.slice(0, 3).map((id) => draftStore.getRecord(id));
    const { step: taken } = await handlers['undo.take']({ id: step });
    expect(taken).toMatchObject({
      total: 6,
      taken: 2,
      stayed: 4,
      stayedNames: ['On moths 0', 'On moths 1', 'On moths 2'],
      state: 'taken',
    });
    expect(ids.slice(0, 3).map((id) => draftStore.getRecord(id))).toEqual(before);
    expect(draftStore.get(ids[4]!)).toMatchObject({ importId: null, notes: [], title: 'On moths 4' });
    expect(draftStore.getRecord(ids[4]!)).not.toHaveProperty('file');
  });

  test('writes a new version of restored rows, so that an open form is notified and search finds them', async () => {
    const world = openUndoWorld();
    const { ids, handlers, draftStore } = world;
    const step = world.takeRows(world.rowIds.slice(0, 1))!;
    const list = (text: string) =>
      draftStore.list(accountId, { text }, { by: 'title', direction: 'asc' }, { offset: 0, limit: 9 }).total;
    expect([draftStore.get(ids[0]!).version, list('There')]).toEqual([2, 1]);
    await handlers['undo.take']({ id: step });
    expect([draftStore.get(ids[0]!).version, list('There'), list('moths')]).toEqual([3, 0, 6]);
    expect(draftStore.get(ids[0]!)).toMatchObject({ sync: 'never', remoteId: null, sentAt: null });
    expect(new Set(world.received)).toEqual(
      new Set(['undo.changed', 'drafts.changed', 'comparisons.changed']),
    );
  });

  test('runs once', async () => {
    const { handlers, ids } = openUndoWorld();
    const selection = { ids: [ids[0]!] };
    const { undoId } = await handlers['drafts.trash']({ accountId, selection });
    await handlers['undo.take']({ id: undoId! });
    await expect(handlers['undo.take']({ id: undoId! })).rejects.toMatchObject({ code: 'state' });
    await expect(handlers['undo.take']({ id: 999 })).rejects.toMatchObject({ code: 'not_found' });
    expect((await handlers['drafts.restore']({ accountId, selection })).undoId).toBeNull();
  });

  test('continues at the next start after an interruption', async () => {
    const world = openUndoWorld();
    const many = world.addMany(450, article({ title: 'One of many' }));
    const { undoId } = await world.handlers['drafts.trash']({ accountId, selection: { ids: many } });
    const taking = world.handlers['undo.take']({ id: undoId! });
    const broken = expect(taking).rejects.toMatchObject({ code: 'cancelled' });
    await setImmediate();
    await world.scope.stop();
    await broken;
    const trashed = () => world.draftStore.facets(accountId, {}).trashed;
    expect(trashed()).toBeGreaterThan(0);
    expect(trashed()).toBeLessThan(450);
    const again = createUndoStore(world.db, world.comparisonStore, {
      scope: testScope(),
      publish: () => undefined,
    });
    expect(again.list(accountId)).toMatchObject([{ id: undoId, state: 'taking' }]);
    expect(again.recover()).toEqual([undoId]);
    const { step, againId } = await again.take(undoId!, { at, context: () => context });
    expect(step).toMatchObject({ taken: 450, stayed: 0, state: 'taken' });
    expect(trashed()).toBe(0);
    expect(again.get(againId!)).toMatchObject({ total: 450, turn: 1, takesBack: undoId });
  });

  test('that fails midway can be continued, and what it undid be repeated', async () => {
    const world = openUndoWorld();
    const { db, undo, draftStore } = world;
    const many = world.addMany(450, article({ title: 'One of many' }));
    const { undoId } = await world.handlers['drafts.trash']({ accountId, selection: { ids: many } });
    const onSlice = () =>
      db.exec(
        `CREATE TEMP TRIGGER IF NOT EXISTS fails BEFORE DELETE ON undo_entries BEGIN SELECT RAISE(ABORT, 'disk is full'); END`,
      );
    const taking = undo.take(undoId!, { at, context: () => context, onSlice });
    await expect(taking).rejects.toMatchObject({ code: 'storage' });
    db.exec('DROP TRIGGER fails');
    const [again, failed] = undo.list(accountId);
    expect(failed).toMatchObject({ id: undoId, state: 'done' });
    expect(failed!.taken).toBeGreaterThan(0);
    expect(again).toMatchObject({ state: 'done', turn: 1, takesBack: undoId, total: failed!.taken });
    const { step } = await undo.take(undoId!, { at, context: () => context });
    expect(step).toMatchObject({ taken: 450, state: 'taken' });
    expect(draftStore.facets(accountId, {}).trashed).toBe(0);
  });

  test.each<[string, (part: AheadPart) => AheadPart]>([
    [
      'fails',
      () => {
        throw new Error('broken');
      },
    ],
    ['knows the draft as it was before', (part) => changedAhead(part, { version: 1 })],
    ['knows what its account’s rules needed before', (part) => changedAhead(part, { checks: 1 })],
    ['knows it in another account', (part) => changedAhead(part, { accountId: 'other' })],
  ])('derives itself what a thread should have, if that %s', async (_, answer) => {
    const world = openUndoWorld();
    const states = () => [world.states(), world.db.prepare('SELECT id, year, hash FROM drafts').all()];
    const before = states();
    const step = world.undo.step({ accountId, kind: 'editDrafts', at });
    for (const id of world.ids) editInStep(world, step, id);
    const id = step.finish()!;
    const derive = prepareAhead(world.db);
    const thread = {
      derive: async (after: number) => answer(derive(id, after, () => context)),
      copyLog: async () => undefined,
    };
    const { step: taken } = await world.undo.take(id, { at, context: () => context, thread });
    expect(taken).toMatchObject({ taken: world.ids.length, stayed: 0 });
    expect(states()).toEqual(before);
  });

  test('of a draft that one step changed twice restores what was there before the step', async () => {
    const world = openUndoWorld();
    const id = world.ids[0]!;
    const stored = () => world.states().get(id)!.record;
    const first = stored();
    const step = world.undo.step({ accountId, kind: 'editDrafts', at });
    editInStep(world, step, id);
    editInStep(world, step, id);
    const { again } = await world.handlers['undo.take']({ id: step.finish()! });
    expect(stored()).toBe(first);
    await world.handlers['undo.take']({ id: again! });
    expect(stored()).toContain('edited');

    // Somebody else edited it between the two changes: that edit stays.
    const next = world.undo.step({ accountId, kind: 'editDrafts', at });
    editInStep(world, next, id);
    world.edit(id);
    const edited = stored();
    editInStep(world, next, id);
    await world.handlers['undo.take']({ id: next.finish()! });
    expect(stored()).toBe(edited);
  });

  test('leaves a draft whose record was replaced without a new version', async () => {
    const world = openUndoWorld();
    const id = world.ids[0]!;
    const step = world.undo.step({ accountId, kind: 'editDrafts', at });
    editInStep(world, step, id);
    world.db.prepare(`UPDATE drafts SET record = json_set(record, '$.other', 1) WHERE id = ?`).run(id);
    const before = world.states();
    const { step: taken } = await world.handlers['undo.take']({ id: step.finish()! });
    expect(taken).toMatchObject({ taken: 0, stayed: 1 });
    expect(world.states()).toEqual(before);
  });

  test('restores the complete record that an older version stored', async () => {
    const world = openUndoWorld();
    const id = world.ids[0]!;
    const { record } = world.states().get(id)!;
    const step = world.undo.step({ accountId, kind: 'editDrafts', at });
    editInStep(world, step, id);
    world.db
      .prepare('UPDATE undo_entries SET record = ?, same_start = NULL, same_end = NULL, later_crc = NULL')
      .run(record);
    await world.handlers['undo.take']({ id: step.finish()! });
    expect(world.states().get(id)!.record).toBe(record);
  });

  test.each<[string, string, Record<string, string | number>]>([
    ['a setting', 'settings', { key: 'sendsFound', value: '{"limit":100,"journals":[]}' }],
    ['an upload', 'uploads', { account_id: accountId, name: 'Run', state: 'running', created_at: '2026' }],
    ['what is no column', 'funders', { id: 'own', 'name") VALUES (?, ?) --': 'Own Fund' }],
    ['a row without columns', 'funders', {}],
  ])('leaves %s that a step from somebody else would put back', async (_, source, columns) => {
    const { db, undo } = openUndoWorld();
    const stored = () =>
      ['settings', 'uploads', 'funders'].map((table) => db.prepare(`SELECT * FROM ${table}`).all());
    const before = stored();
    const step = undo.step({ accountId, kind: 'removeFunder', at });
    step.change({ source: 'funders', id: 'none' }, 'removed', () => true);
    const id = step.finish()!;
    db.prepare('UPDATE undo_entries SET source = ?, before = ?').run(source, JSON.stringify({ columns }));
    const { step: taken } = await undo.take(id, { at, context: () => context });
    expect(taken).toMatchObject({ taken: 0, stayed: 1, state: 'taken' });
    expect(stored()).toEqual(before);
  });

  test('covers the finished part of an interrupted change', () => {
    const world = openUndoWorld();
    const step = world.undo.step({ accountId, kind: 'trash', at });
    step.change({ source: 'drafts', id: world.ids[0]! }, 'trashed', () => true);
    expect(world.undo.list(accountId)).toEqual([]);
    expect(world.undo.recover()).toEqual([]);
    expect(world.undo.list(accountId)).toMatchObject([{ kind: 'trash', total: 1, state: 'done' }]);
  });
});

describe('the undo history', () => {
  const trashOne = (world: ReturnType<typeof openUndoWorld>, index: number) =>
    world.handlers['drafts.trash']({ accountId, selection: { ids: [world.ids[index]!] } });

  test('keeps the newest steps, for thirty days at most', async () => {
    const world = openUndoWorld({ ...undoLimits, steps: 3 });
    for (const index of [0, 1, 2, 3]) await trashOne(world, index);
    const newest = world.undo.list(accountId).map(({ id }) => id);
    await world.undo.tidy(world.clock.now());
    // One event for each step, and one when the oldest is gone.
    expect(world.received.filter((name) => name === 'undo.changed').length).toBeGreaterThan(4);
    expect(world.undo.list(accountId).map(({ id }) => id)).toEqual(newest.slice(0, 3));
    expect(entries(world)).toBe(3);
    await world.undo.tidy(world.clock.now() + undoLimits.age);
    expect(world.undo.list(accountId)).toEqual([]);
    expect(entries(world)).toBe(0);
  });

  test('hides a step before its first row goes, and removes the rest at the next start', async () => {
    const world = openUndoWorld();
    const step = world.undo.step({ accountId, kind: 'trash', at });
    step.change({ source: 'drafts', id: world.ids[0]! }, 'trashed', () => true);
    const id = step.finish()!;
    // Many more than are removed at a time.
    const count = 2_000;
    world.db
      .prepare(
        `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
         INSERT INTO undo_entries (step_id, source, row_id, what) SELECT ?, 'drafts', n + 1000, 'trashed' FROM numbers`,
      )
      .run(count - 1, id);
    const tidying = world.undo.tidy(Date.parse(at) + 2 * undoLimits.age);
    while (entries(world) === count) await setImmediate();
    // The program ends meanwhile.
    const stopping = world.scope.stop();
    await Promise.all([tidying, stopping]);
    expect(entries(world)).toBeGreaterThan(0);
    expect(world.undo.list(accountId)).toEqual([]);
    const taking = world.undo.take(id, { at, context: () => context });
    await expect(taking).rejects.toMatchObject({ code: 'not_found' });

    const { db, comparisonStore } = world;
    const again = createUndoStore(db, comparisonStore, { scope: testScope(), publish: () => undefined });
    await again.tidy(Date.parse(at));
    expect(entries(world)).toBe(0);
    expect(db.prepare('SELECT * FROM undo_steps').all()).toEqual([]);
  });

  test('does not remove a step that is being undone', async () => {
    const world = openUndoWorld();
    const { undoId } = await trashOne(world, 0);
    world.db.exec(`UPDATE undo_steps SET state = 'taking'`);
    await world.undo.tidy(world.clock.now() + undoLimits.age);
    expect(world.undo.list(accountId)).toMatchObject([{ id: undoId, state: 'taking' }]);
    expect(entries(world)).toBe(1);
  });

  test('has a row limit, but always keeps the newest step', async () => {
    const world = openUndoWorld({ ...undoLimits, rows: 3 });
    await trashOne(world, 0);
    await trashOne(world, 1);
    const { undoId } = await world.handlers['drafts.trash']({
      accountId,
      selection: { ids: world.ids.slice(2) },
    });
    await world.undo.tidy(world.clock.now());
    expect(world.undo.list(accountId).map(({ id }) => id)).toEqual([undoId]);
  });
});
