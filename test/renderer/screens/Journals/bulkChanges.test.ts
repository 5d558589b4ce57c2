import { describe, expect, test } from 'vitest';
import {
  allAddresses,
  type ChangeDraft,
  changeableFields,
  draftKey,
  exceptionsOf,
  isGoing,
  tick,
  tickedPaths,
  toBulkChanges,
  type Unticked,
  waysFor,
} from '../../../../src/renderer/screens/Journals/bulkChanges.ts';
import { isFixed } from '../../../../src/shared/application/updateRequest.ts';
import type { DraftRecord } from '../../../../src/shared/draft/draft.ts';
import { msg } from '../../../../src/shared/message.ts';

const draft = (path: string, how: ChangeDraft['how'], bibjson: DraftRecord = {}): ChangeDraft => ({
  key: 0,
  path,
  how,
  record: { bibjson },
  find: '',
  replacement: '',
});
const noneUnticked: Unticked = new Map();
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
    const proposed = ['bibjson.oa_start'];
    const preview = { journalId: 'a', title: '', changes, proposed, findings: [], draftId: 1, problem: null };
    const skipped = { ...preview, changes: [], problem: msg('applicationLife.many.underWay') };
    const all = [preview, { ...preview, draftId: null }, { ...preview, changes: [] }, skipped];
    expect(all.map((one) => [isGoing(one, noneUnticked), draftKey(one, noneUnticked)])).toEqual([
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
    expect(waysOf('bibjson.apc.url')).toEqual(['set', 'clear', 'replace']);
    expect(waysOf('bibjson.boai')).toEqual(['set', 'clear']);
  });

  test('replaces text in one field, or in every field with an address', () => {
    const replace = { ...draft('bibjson.apc.url', 'replace'), find: 'http:', replacement: 'https:' };
    const one = { path: 'bibjson.apc.url', how: 'replace', find: 'http:', value: 'https:' };
    expect(toBulkChanges([replace])).toEqual([one]);
    const all = toBulkChanges([{ ...replace, path: allAddresses }])!;
    expect(all).toContainEqual(one);
    expect(all).toContainEqual({ ...one, path: 'bibjson.ref.journal' });
    expect(all.map(({ path }) => path)).not.toContain('bibjson.publisher.name');
    expect(toBulkChanges([{ ...replace, find: '' }])).toBeNull();
  });

  test('leaves out unticked changes, and a journal without a ticked one', () => {
    const [oaStart, keywords] = ['bibjson.oa_start', 'bibjson.keywords'];
    const changes = [oaStart, keywords].map((path) => ({ path, before: null, after: 'x' }));
    const proposed = [oaStart, keywords];
    const preview = { journalId: 'a', title: '', changes, proposed, findings: [], draftId: 1, problem: null };
    const one = tick(noneUnticked, 'a', { paths: [oaStart], isTicked: false });
    expect(tickedPaths(preview, one)).toEqual([keywords]);
    expect(isGoing(preview, one)).toBe(true);
    expect(exceptionsOf([preview, { ...preview, journalId: 'b' }], one)).toEqual([
      { journalId: 'a', paths: [oaStart] },
    ]);
    const both = tick(one, 'a', { paths: proposed, isTicked: false });
    expect(isGoing(preview, both)).toBe(false);
    expect(draftKey(preview, both)).toBe('draftStays');
    expect(tickedPaths(preview, tick(both, 'a', { paths: proposed, isTicked: true }))).toEqual(proposed);
  });
});
