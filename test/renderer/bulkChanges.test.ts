import { describe, expect, test } from 'vitest';
import {
  type ChangeDraft,
  changeableFields,
  draftKey,
  isGoing,
  toBulkChanges,
  waysFor,
} from '../../src/renderer/screens/Journals/bulkChanges.ts';
import { isFixed } from '../../src/shared/application/updateRequest.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { msg } from '../../src/shared/message.ts';

const draft = (path: string, how: ChangeDraft['how'], bibjson: DraftRecord = {}): ChangeDraft => ({
  key: 0,
  path,
  how,
  record: { bibjson },
});
const services = (...names: string[]): DraftRecord => ({ preservation: { service: names } });

describe('a bulk change of journals', () => {
  test('adds and removes single entries and keeps the others', () => {
    const path = 'bibjson.preservation.service';
    expect(toBulkChanges([draft(path, 'add', services('Portico', 'LOCKSS'))])).toEqual([
      { path, how: 'add', value: 'Portico' },
      { path, how: 'add', value: 'LOCKSS' },
    ]);
    expect(toBulkChanges([draft(path, 'set', services('Portico'))])).toEqual([
      { path, how: 'set', value: ['Portico'] },
    ]);
  });

  test('counts a journal once: what is skipped is not called changed, whatever its draft has', () => {
    const changes = [{ path: 'bibjson.oa_start', before: null, after: 2015 }];
    const preview = { journalId: 'a', title: '', changes, findings: [], draftId: 1, problem: null };
    const skipped = { ...preview, changes: [], problem: msg('applicationLife.many.underWay') };
    const all = [preview, { ...preview, draftId: null }, { ...preview, changes: [] }, skipped];
    expect(all.map((one) => [isGoing(one), draftKey(one)])).toEqual([
      [true, 'draft'],
      [true, null],
      [false, 'draftStays'],
      [false, 'draftStays'],
    ]);
  });

  test('can set no, which is a value, and can clear a field, which needs none', () => {
    const path = 'bibjson.waiver.has_waiver';
    expect(toBulkChanges([draft(path, 'set', { waiver: { has_waiver: false } })])).toEqual([
      { path, how: 'set', value: false },
    ]);
    expect(toBulkChanges([draft('bibjson.institution.name', 'clear')])).toEqual([
      { path: 'bibjson.institution.name', how: 'clear' },
    ]);
  });

  test('is not ready while a part has no field or no value', () => {
    const ready = draft('bibjson.institution.name', 'clear');
    expect(toBulkChanges([])).toBeNull();
    expect(toBulkChanges([ready, draft('', 'set')])).toBeNull();
    expect(toBulkChanges([ready, draft('bibjson.apc.url', 'set')])).toBeNull();
    expect(toBulkChanges([draft('bibjson.preservation.service', 'add', services())])).toBeNull();
  });

  test.each(['3.0.1', '4.0'] as const)(
    'never sets a field that an Update Request cannot change in %s',
    (dialect) => {
      const paths = changeableFields((path) => isFixed(path, dialect)).map(({ path }) => path);
      for (const fixed of ['bibjson.title', 'bibjson.alternative_title', 'bibjson.pissn', 'bibjson.eissn']) {
        expect(paths).not.toContain(fixed);
      }
      expect(paths).toContain('bibjson.preservation.service');
      expect(paths.filter((path) => path.startsWith('admin'))).toEqual([]);
    },
  );

  test('offers to add and remove only for lists', () => {
    const waysOf = (path: string) =>
      waysFor(changeableFields(() => false).find((fact) => fact.path === path)!);
    expect(waysOf('bibjson.language')).toContain('add');
    expect(waysOf('bibjson.apc.url')).toEqual(['set', 'clear']);
    expect(waysOf('bibjson.boai')).toEqual(['set', 'clear']);
  });
});
