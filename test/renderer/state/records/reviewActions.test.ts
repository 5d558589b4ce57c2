import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftSource } from '../../../../src/renderer/screens/ArticleForm/draftSource.ts';
import { call, connectClient, onEvent } from '../../../../src/renderer/state/data/client.ts';
import {
  hasUnsavedRecords,
  leaveRecord,
  openRecord,
  reloadRecords,
  saveOpenRecord,
  unsavedRecords,
} from '../../../../src/renderer/state/records/openRecords.ts';
import { assign } from '../../../../src/renderer/state/records/reviewActions.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { literal } from '../../../../src/shared/message.ts';

/** The selections of `drafts.assign` that reached main. */
let assigned: unknown[] = [];
let disconnect: () => void;
let leave: () => Promise<void>;

beforeEach(() => {
  assigned = [];
  const storage = new Map<string, string>();
  vi.stubGlobal('window', {
    setTimeout,
    clearTimeout,
    sessionStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
    },
  });
  let stored = { version: 1, record: { bibjson: { title: 'As it was' } } };
  const answers: Record<string, (input: { selection?: unknown }) => object> = {
    'drafts.get': () => stored,
    'drafts.save': () => {
      stored = { version: 2, record: { bibjson: { title: 'By a colleague' } } };
      throw new AppError('conflict', literal('newer'));
    },
    'drafts.assign': ({ selection }) => {
      assigned.push(selection);
      return { count: 1, undoId: null };
    },
  };
  disconnect = connectClient({
    async invoke(name, input) {
      try {
        return { ok: true, value: answers[name]!(input as object) };
      } catch (error) {
        return { ok: false, error: (error as AppError).toWire() };
      }
    },
    subscribe: () => () => undefined,
  } as Parameters<typeof connectClient>[0]);
});
afterEach(async () => {
  await leave();
  disconnect();
  vi.unstubAllGlobals();
});

/** A window with a draft whose edit contradicts what a colleague has saved. */
async function editOne(): Promise<void> {
  const source = draftSource({ call, onEvent });
  const session = openRecord(source, 1);
  leave = async () => {
    leaveRecord(source, 1);
    await expect.poll(() => session.store.getState().conflict).not.toBeNull();
    // Until then it is kept, also for the next test.
    session.resolve(session.store.getState().conflict!.record);
  };
  await expect.poll(() => session.store.getState().draft).not.toBeNull();
  session.edit(() => ({ bibjson: { title: 'By me' } }));
}

const approved = { review: 'approved' } as const;

test('a draft with edits that cannot be saved is not approved as it was before', async () => {
  await editOne();
  for (const selection of [{ ids: [1] }, { filter: {}, except: [] }])
    await expect(assign({ accountId: 'a', selection }, approved)).rejects.toMatchObject({ code: 'state' });
  expect(assigned).toEqual([]);
});

test('other drafts are approved meanwhile', async () => {
  await editOne();
  await assign({ accountId: 'a', selection: { ids: [2] } }, approved);
  expect(assigned).toEqual([{ ids: [2] }]);
});

test('text in a conflict counts as unsaved when the window is closed', async () => {
  await editOne();
  expect(hasUnsavedRecords()).toBe(false);
  await saveOpenRecord('draft', 1);
  expect(hasUnsavedRecords()).toBe(true);
  expect(unsavedRecords()).toEqual([{ name: 'draft', record: { bibjson: { title: 'By me' } } }]);
});

test('text that is not saved waits for a choice after a restore', async () => {
  await editOne();
  reloadRecords();
  expect(await saveOpenRecord('draft', 1)).toMatchObject({ isSaved: false, version: 1 });
  expect(hasUnsavedRecords()).toBe(true);
});

test('text in a conflict is kept when its form is left', async () => {
  await editOne();
  await saveOpenRecord('draft', 1);
  const source = draftSource({ call, onEvent });
  leaveRecord(source, 1);
  expect(hasUnsavedRecords()).toBe(true);
  const { conflict, record } = openRecord(source, 1).store.getState();
  expect(conflict).toMatchObject({ record: { bibjson: { title: 'By a colleague' } } });
  expect(record).toEqual({ bibjson: { title: 'By me' } });
});
