import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ListedDrafts } from '../../../src/main/store/drafts/listedDrafts.ts';

it('listed drafts keep the number of each, in whatever order they come', () => {
  const mixed = fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 40 }), { maxLength: 200 });
  const ids = fc.oneof(
    mixed,
    mixed.map((some) => some.toSorted((one, other) => one - other)),
    mixed.map((some) => some.toSorted((one, other) => other - one)),
  );
  fc.assert(
    fc.property(ids, fc.integer({ min: 1, max: 2 ** 40 }), (some, other) => {
      const listed = new ListedDrafts(
        some,
        some.map((id) => id % 1_000),
      );
      expect(listed.size).toBe(some.length);
      expect(listed.ids()).toEqual([...some].sort((one, another) => one - another));
      for (const id of some) expect(listed.stampOf(id)).toBe(id % 1_000);
      expect(listed.stampOf(other)).toBe(some.includes(other) ? other % 1_000 : undefined);
    }),
  );
});
