import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepRecord, recordBefore } from '../../../src/main/store/undo/keptRecord.ts';
import '../../helpers/setUp.ts';

const halves = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
// Emoji that share their first or second half.
const words = fc.array(fc.constantFrom('a', 'b', 'ab', '"', '😀', '😁', '🐀', 'é'), { maxLength: 12 });
const text = words.map((parts) => parts.join(''));
// Long texts are compared in stretches.
const around = fc.tuple(text, fc.nat(300)).map(([some, more]) => some + '🐀é'.repeat(more) + some);

test('every earlier text is found again, and no half of a character is stored', () => {
  fc.assert(
    fc.property(around, text, text, around, (start, earlier, later, end) => {
      const [before, after] = [start + earlier + end, start + later + end];
      const kept = keepRecord(before, after);
      expect(kept.record).not.toMatch(halves);
      expect(recordBefore(kept, after)).toBe(before);
    }),
    { numRuns: 2000 },
  );
});

test('only the changed part is stored', () => {
  const [before, after] = ['{"title":"On moths","year":"2024"}', '{"title":"On the moths","year":"2024"}'];
  expect(keepRecord(before, after)).toMatchObject({ record: '', sameStart: 13, sameEnd: 21 });
  expect(keepRecord(after, before)).toMatchObject({ record: 'the ', sameStart: 13, sameEnd: 21 });
  for (const length of [1, 127, 128, 129, 1_000]) {
    const same = 'é'.repeat(length);
    expect(keepRecord(`${same}one${same}`, `${same}two${same}`)).toMatchObject({
      record: 'one',
      sameStart: length,
      sameEnd: length,
    });
  }
});

test('another later text than the one that was compared gives nothing', () => {
  const kept = keepRecord('{"title":"One"}', '{"title":"Two"}');
  expect(recordBefore(kept, '{"title":"Six"}')).toBeNull();
  expect(recordBefore(kept, null)).toBeNull();
});

test('a complete record, of an older version or of a row that is gone, is returned as it is', () => {
  expect(recordBefore(keepRecord('{}', null), '{"a":1}')).toBe('{}');
  expect(recordBefore(keepRecord(null, '{}'), '{}')).toBeNull();
});
