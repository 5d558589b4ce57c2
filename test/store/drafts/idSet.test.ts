import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdSet, mostDraftId } from '../../../src/main/store/drafts/idSet.ts';

const sorted = (values: Iterable<number>) => [...new Set(values)].sort((a, b) => a - b);
// Bits for two distant ids would span megabytes.
const near = fc.integer({ min: 0, max: 300 });
const nearIds = fc.tuple(fc.constantFrom(0, 31, 100_000_000), fc.array(near, { maxLength: 40 }));

test('set operations return new sets and leave the old ones unchanged', () => {
  fc.assert(
    fc.property(nearIds, fc.array(near, { maxLength: 40 }), ([base, some], others) => {
      const one = some.map((id) => base + id);
      const other = others.map((id) => base + id);
      const [a, b] = [new IdSet(one), new IdSet(other)];
      const both = a.and(b);
      expect(both.toArray()).toEqual(sorted(one.filter((id) => other.includes(id))));
      expect(both.size).toBe(both.toArray().length);
      const either = a.or(b);
      expect(either.toArray()).toEqual(sorted([...one, ...other]));
      expect(either.size).toBe(either.toArray().length);
      expect(IdSet.ofAll([one, [], other]).toArray()).toEqual(either.toArray());
      const copy = a.copy();
      for (const id of other) copy.delete(id);
      expect(copy.toArray()).toEqual(sorted(one.filter((id) => !other.includes(id))));
      expect(a.toArray()).toEqual(sorted(one));
      expect(a.size).toBe(new Set(one).size);
    }),
  );
});

test('numbers that no draft has are left out, whichever they are', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(near, fc.maxSafeInteger())), fc.maxSafeInteger(), (ids, other) => {
      const drafts = sorted(ids.filter((id) => id >= 0 && id <= 300));
      const set = new IdSet(ids.filter((id) => id <= 300 || id > mostDraftId));
      expect(set.toArray()).toEqual(drafts);
      expect(set.has(other)).toBe(drafts.includes(other));
    }),
  );
});
