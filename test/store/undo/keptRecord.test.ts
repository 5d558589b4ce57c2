import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepRecord, recordBefore } from '../../../src/main/store/undo/keptRecord.ts';
import '../../helpers/setUp.ts';

const halves = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
// Emoji that share their first or second half.
const words = fc.array(fc.constantFrom('a', 'b', 'ab', '"', '😀', '😁', '🐀', 'é'), { maxLength: 12 });
const text = words.map((parts) => parts.join(''));

test('every earlier text is found again, and no half of a character is stored', () => {
  fc.assert(
    fc.property(text, text, text, text, (start, earlier, later, end) => {
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
