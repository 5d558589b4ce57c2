import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeShared } from '../../../src/main/store/office/sharedRows.ts';
import type { JsonObject } from '../../../src/shared/json.ts';
import { mergeRecords, takeValue, valueAt } from '../../../src/shared/office/mergeRecords.ts';

const doi = { type: 'doi', id: '10.1234/a' };
const pissn = { type: 'pissn', id: '1234-5679' };

describe('mergeRecords', () => {
  test('takes each field from whoever changed, added or removed it', () => {
    const base = { a: 1, b: { c: 1, d: 1 }, gone: true };
    const mine = { a: 2, b: { c: 1, d: 1, e: 1 }, gone: true };
    const theirs = { a: 1, b: { c: 2, d: 1 } };
    expect(mergeRecords(base, mine, theirs)).toEqual({
      merged: { a: 2, b: { c: 2, d: 1, e: 1 } },
      conflicts: [],
    });
  });

  test('keeps their value of a field that both changed, and reports all three', () => {
    const { merged, conflicts } = mergeRecords({ a: { b: 1 } }, { a: { b: 2 } }, { a: { b: 3 } });
    expect(merged).toEqual({ a: { b: 3 } });
    expect(conflicts).toEqual([{ path: 'a.b', base: 1, mine: 2, theirs: 3 }]);
  });

  test('merges identifiers by their type, and other lists as a whole', () => {
    const changed = { ...doi, id: '10.1234/b' };
    const other = { ...pissn, id: '2345-6781' };
    const identifiers = mergeRecords(
      { identifier: [doi, pissn] },
      { identifier: [changed, pissn] },
      { identifier: [doi, other] },
    );
    expect(identifiers).toEqual({ merged: { identifier: [changed, other] }, conflicts: [] });
    const lists = mergeRecords({ author: ['A', 'B'] }, { author: ['B', 'A'] }, { author: ['A', 'C'] });
    expect(lists.merged).toEqual({ author: ['A', 'C'] });
    expect(lists.conflicts).toMatchObject([{ path: 'author', mine: ['B', 'A'] }]);
  });

  test('treats a member named __proto__ like any other', () => {
    const read = (text: string) => JSON.parse(text) as JsonObject;
    const { merged } = mergeRecords(read('{}'), read('{"__proto__": {"a": 1}}'), read('{"b": 1}'));
    expect(JSON.stringify(merged)).toBe('{"b":1,"__proto__":{"a":1}}');
  });

  test('gives one side if the other has not changed, and loses no change that it does not report', () => {
    const record = fc.dictionary(
      fc.constantFrom('a', 'b', 'c'),
      fc.oneof(fc.nat(2), fc.dictionary(fc.constantFrom('d', 'e'), fc.nat(2))),
    ) as fc.Arbitrary<JsonObject>;
    fc.assert(
      fc.property(record, record, record, (base, mine, theirs) => {
        expect(mergeRecords(base, mine, base)).toEqual({ merged: mine, conflicts: [] });
        expect(mergeRecords(base, base, theirs)).toEqual({ merged: theirs, conflicts: [] });
        const { merged, conflicts } = mergeRecords(base, mine, theirs);
        if (conflicts.length > 0) return;
        const other = mergeRecords(base, theirs, mine);
        expect(other.conflicts).toEqual([]);
        expect(other.merged).toEqual(merged);
      }),
    );
  });
});

/** Lists by type may end up in another order. */
const inOrder = (record: JsonObject) =>
  JSON.parse(JSON.stringify(record), (_, value) => (Array.isArray(value) ? value.toSorted(byText) : value));
const byText = (a: unknown, b: unknown) => JSON.stringify(a).localeCompare(JSON.stringify(b));

describe('takeValue', () => {
  test('replaces, adds and removes fields, and entries of lists by their type', () => {
    const changed = { ...doi, id: '10.1234/b' };
    expect(takeValue({ a: { b: 1, c: 2 } }, 'a.b', 3)).toEqual({ a: { b: 3, c: 2 } });
    expect(takeValue({ a: { b: 1 } }, 'a.b', undefined)).toEqual({ a: {} });
    expect(takeValue({ identifier: [doi, pissn] }, 'identifier.doi', changed)).toEqual({
      identifier: [changed, pissn],
    });
    expect(takeValue({ identifier: [doi, pissn] }, 'identifier.doi', undefined)).toEqual({
      identifier: [pissn],
    });
    expect(takeValue({}, 'identifier.doi', doi)).toEqual({ identifier: [doi] });
    expect(takeValue({ identifier: [pissn, pissn] }, 'identifier.doi', doi)).toEqual({
      identifier: [pissn, pissn, doi],
    });
  });

  test('gives the other side of a merge if its values are taken in every conflict, where valueAt finds the kept ones', () => {
    const leaf = fc.oneof(fc.nat(2), fc.uniqueArray(fc.constantFrom(doi, pissn)));
    const record = fc.dictionary(
      fc.constantFrom('a', 'b.c', '__proto__'),
      fc.oneof(leaf, fc.dictionary(fc.constantFrom('d', 'e'), leaf)),
    ) as fc.Arbitrary<JsonObject>;
    fc.assert(
      fc.property(record, record, record, (base, mine, theirs) => {
        const { merged, conflicts } = mergeRecords(base, mine, theirs);
        for (const { path, theirs: kept } of conflicts) expect(valueAt(merged, path)).toEqual(kept);
        const taken = conflicts.reduce(
          (before, { path, mine: value }) => takeValue(before, path, value),
          merged,
        );
        const other = mergeRecords(base, theirs, mine);
        expect(inOrder(taken)).toEqual(inOrder(other.merged));
      }),
    );
  });
});

describe('mergeShared', () => {
  const draft = (more: JsonObject): JsonObject => ({ record: { title: 'A' }, trashed_at: null, ...more });

  test('takes what the directory has from the office where both sides have news of it', () => {
    const mine = draft({ remote_id: 'mine', record: { title: 'B' } });
    const { merged, conflicts } = mergeShared('article', draft({}), mine, draft({ remote_id: 'theirs' }));
    expect(merged).toMatchObject({ remote_id: 'theirs', record: { title: 'B' } });
    expect(conflicts).toEqual([]);
    expect(mergeShared('article', draft({}), mine, draft({})).merged).toMatchObject({ remote_id: 'mine' });
  });

  test('leaves a draft in the trash that both moved there, and takes out one that was restored', () => {
    const [early, late] = [draft({ trashed_at: '2026-01-01' }), draft({ trashed_at: '2026-01-02' })];
    expect(mergeShared('article', draft({}), early, late)).toMatchObject({ merged: late, conflicts: [] });
    expect(mergeShared('article', early, draft({}), early)).toMatchObject({
      merged: draft({}),
      conflicts: [],
    });
  });
});
