import { expect, test } from 'vitest';
import { createStorageNotices } from '../../src/main/backups/storageNotices.ts';
import type { StorageMemory } from '../../src/main/backups/storageState.ts';
import { AppError } from '../../src/shared/errors.ts';
import { literal } from '../../src/shared/message.ts';

const problem = (text: string) => new AppError('storage', literal(text));

/** The notices about a data folder whose problems the test sets. */
function openNotices() {
  const now: { failure: AppError | null; misplaced: AppError | null } = { failure: null, misplaced: null };
  const state = { dismissed: [], damaged: null, restored: null };
  const notices = createStorageNotices({
    database: 'colophon.db',
    memory: { get: () => state, change: () => undefined } as unknown as StorageMemory,
    backups: { failure: () => now.failure, newestBefore: async () => null },
    risk: null,
    foreignFiles: [],
    misplaced: () => now.misplaced,
    changed: () => undefined,
  });
  const shown = async () =>
    (await notices.all()).filter(({ isDismissed }) => !isDismissed).map(({ id }) => id);
  return { now, notices, shown };
}

test.each([
  ['backup-failed', 'failure'],
  ['folder-gone', 'misplaced'],
] as const)('a dismissed %s is shown again once the problem was over and is back', async (id, field) => {
  const { now, notices, shown } = openNotices();
  now[field] = problem('first');
  notices.dismiss(id);
  expect(await shown()).toEqual([]);
  now[field] = null;
  expect(await shown()).toEqual([]);
  now[field] = problem('first');
  expect(await shown()).toEqual([id]);
});

test('another failure of a backup is shown though the one before was dismissed', async () => {
  const { now, notices, shown } = openNotices();
  now.failure = problem('first');
  notices.dismiss('backup-failed');
  expect(await shown()).toEqual([]);
  now.failure = problem('second');
  expect(await shown()).toEqual(['backup-failed']);
});
