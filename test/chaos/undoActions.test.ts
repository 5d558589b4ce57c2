import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CallName } from '../../src/shared/contract/contract.ts';
import { setAt } from '../../src/shared/draft/fieldPath.ts';
import { openForTest } from '../helpers/openForTest.ts';
import { article, goodKey } from '../helpers/testDirectory.ts';
import { undoAndRedo, undoOf } from './actions/undoActions.ts';
import type { Application } from './application.ts';
import { idleApplication, worldOf } from './faults/worldOf.ts';
import { createModel, factOf } from './model.ts';
import { ask } from './world.ts';

/** A user who sets the volume of two drafts, and undoes it; `during` runs within a call, before it is made. */
async function editAndUndo(during: Partial<Record<CallName, (to: Meddling) => Promise<void>>>) {
  const nowhere = 'http://127.0.0.1:9/api/v3/';
  const services = await openForTest({ directory: { '3.0.1': nowhere, '4.0': nowhere }, key: goodKey });
  const { accountId, handlers, folder, db } = services;
  const scratch = mkdtempSync(join(tmpdir(), 'colophon-undo-'));
  onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
  const ids = services.addDrafts([article(1), article(2)]);
  const model = createModel();
  for (const [index, id] of ids.entries()) model.drafts.set(id, factOf(accountId, article(index + 1)));
  const call = async (name: CallName, input: unknown) => {
    await during[name]?.({ world, ids, save, handlers });
    const value = await handlers[name as keyof typeof handlers](input as never);
    return { how: 'ok', value } as const;
  };
  const application = { ...idleApplication, isRunning: true, call: call as Application['call'] };
  const world = worldOf({ data: folder, scratch, rows: db, accountId, model, application });
  async function save(id: number, title: string): Promise<void> {
    const { record, version } = await handlers['drafts.get']({ id });
    await handlers['drafts.save']({ id, version, record: setAt(record, 'bibjson.title', title) });
  }
  const preview = await handlers['edits.preview']({
    accountId,
    selection: { ids },
    sort: { by: 'updated', direction: 'desc' },
    edit: { do: 'set', field: 'volume', value: 'v7', onlyEmpty: false },
  });
  const make = () => undoOf(ask(world, 'edits.apply', { preview: preview.id, except: [] }));
  await undoAndRedo(world, { source: 'drafts', accountId, isContent: true }, ids, make);
  return { problems: world.problems.map(({ check }) => check), facts: ids.map((id) => model.drafts.get(id)) };
}

interface Meddling {
  world: ReturnType<typeof worldOf>;
  ids: number[];
  save: (id: number, title: string) => Promise<void>;
  handlers: Awaited<ReturnType<typeof openForTest>>['handlers'];
}

test('an undo is not blamed for what somebody else saved meanwhile, which is read later', async () => {
  const { problems, facts } = await editAndUndo({
    'edits.apply': async ({ world, ids, save }) => {
      world.meddling.ever++;
      await save(ids[1]!, 'Saved by somebody else');
    },
  });
  expect(problems).toEqual([]);
  expect(facts).toMatchObject([
    { content: '', trashed: 'maybe' },
    { content: '', trashed: 'maybe' },
  ]);
});

test.each([
  ['alone', 0],
  ['while somebody else works', 1],
])('an undo that restores something else is found %s', async (_, others) => {
  const other = JSON.stringify({ bibjson: { title: 'Another' } });
  let isUndone = false;
  const { problems } = await editAndUndo({
    'edits.apply': async ({ world }) => {
      world.meddling.ever += others;
    },
    'undo.take': async ({ world, ids }) => {
      const plant = world.rows.prepare(
        'UPDATE undo_entries SET record = ?, same_start = NULL, same_end = NULL WHERE row_id = ?',
      );
      if (!isUndone) plant.run(other, ids[0]);
      isUndone = true;
    },
  });
  expect(problems).toEqual(['undo differs']);
});
