import { expect, test } from 'vitest';
import { type SyncParts, type SyncReport, takeFound } from '../../../src/main/services/sync/syncFound.ts';
import type { ImportStatus } from '../../../src/shared/draft/importing.ts';
import { literal } from '../../../src/shared/message.ts';

test('what could not become drafts is reported, and nothing of it is sent', async () => {
  const full = literal('The disk is full.');
  let status = {
    id: 1,
    state: 'preview',
    shown: '1',
    message: null,
  } as Partial<ImportStatus> as ImportStatus;
  const calls = {
    'imports.get': () => status,
    'imports.rows': () => ({
      total: 1,
      rows: [{ position: 1, draftId: null, title: 'A', outcome: 'new', notes: [] }],
    }),
    'imports.accept': () => {
      status = { ...status, message: full };
      return status;
    },
  } as unknown as SyncParts['calls'];
  const parts: SyncParts = {
    calls,
    settled: (_id, states) =>
      states.includes(status.state) ? Promise.resolve(status) : Promise.reject(new Error('It would wait.')),
    within: async (work) => work,
  };
  const report: SyncReport = { imported: 0, ready: 0, doubtful: [], problems: [] };
  expect(await takeFound({ results: [], importIds: [1], repeated: [] }, report, parts)).toEqual([]);
  expect(report).toEqual({ imported: 0, ready: 0, doubtful: [], problems: [full] });
});
