import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  flushRecords,
  openRecord,
  saveOpenRecord,
} from '../../../../src/renderer/state/records/openRecords.ts';
import type { RecordSource, Saved } from '../../../../src/renderer/state/records/recordSession.ts';
import { holdTyped } from '../../../../src/renderer/state/records/typedText.ts';
import type { DraftRecord } from '../../../../src/shared/draft/draft.ts';

/** A stand-in for main with empty records. */
function mainWithRecords() {
  const saves: DraftRecord[] = [];
  const at = (version: number, record: DraftRecord): Saved => ({ version, record, updatedAt: '' });
  const source: RecordSource<Saved> = {
    name: 'draft',
    get: async () => at(1, {}),
    save: async (_id, version, record) => {
      saves.push(record);
      return at(version + 1, record);
    },
    onChanged: () => () => undefined,
  };
  return { saves, source };
}

beforeEach(() => {
  const sessionStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  vi.stubGlobal('window', { sessionStorage, setTimeout, clearTimeout });
});
afterEach(() => void vi.unstubAllGlobals());

test('text that a control still holds is stored before its record is saved', async () => {
  const { saves, source } = mainWithRecords();
  const session = openRecord(source, 1);
  onTestFinished(holdTyped(() => session.edit((record) => ({ ...record, title: 'Typed' }))));
  expect(await saveOpenRecord('draft', 1)).toEqual({ isSaved: true, version: 2, conflict: null });
  expect(saves).toEqual([{ title: 'Typed' }]);
});

test('text that controls still hold is stored before the window is left, unless they are gone', async () => {
  const { saves, source } = mainWithRecords();
  const session = openRecord(source, 2);
  await saveOpenRecord('draft', 2);
  const stop = holdTyped(() => session.edit((record) => ({ ...record, title: 'Typed' })));
  flushRecords();
  await expect.poll(() => saves).toEqual([{ title: 'Typed' }]);
  stop();
  flushRecords();
  await saveOpenRecord('draft', 2);
  expect(saves).toHaveLength(1);
});
