import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBatchFiller, maxInBatch } from '../../src/main/outbox/articles/sending/batchFiller.ts';

const record = (n: number, cap = 1_000_000) => ({ doiKey: `10.1/${n}`, urlKey: null, cap });

test('counts the exact bytes of the request, and exceeds the limit only with a single record', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 10, max: 300 }),
      (texts, limit) => {
        const batch = createBatchFiller(limit);
        const bodies: string[] = [];
        for (const [n, text] of texts.entries()) {
          const body = JSON.stringify(text);
          if (!batch.take(record(n), Buffer.byteLength(body))) break;
          bodies.push(body);
        }
        expect(bodies.length).toBeGreaterThan(0);
        expect(batch.bytes).toBe(Buffer.byteLength(`[${bodies.join(',')}]`));
        if (bodies.length > 1) expect(batch.bytes).toBeLessThanOrEqual(limit);
        const next = texts[bodies.length];
        if (next !== undefined) {
          expect(batch.bytes + 1 + Buffer.byteLength(JSON.stringify(next))).toBeGreaterThan(limit);
        }
      },
    ),
  );
});

test('never contains two records with one DOI or one address', () => {
  const batch = createBatchFiller(1000);
  expect(batch.take({ doiKey: 'a', urlKey: '//x', cap: 9 }, 10)).toBe(true);
  expect(batch.take({ doiKey: 'a', urlKey: '//y', cap: 9 }, 10)).toBe(false);
  expect(batch.take({ doiKey: 'b', urlKey: '//x', cap: 9 }, 10)).toBe(false);
  expect(batch.take({ doiKey: null, urlKey: 'a', cap: 9 }, 10)).toBe(true);
  expect(batch.take({ doiKey: null, urlKey: null, cap: 9 }, 10)).toBe(true);
});

test('is no larger than its records allow, and never mixes suspects with others', () => {
  const batch = createBatchFiller(1000);
  expect(batch.take(record(1, 2), 10)).toBe(true);
  expect(batch.take(record(2), 10)).toBe(false);
  expect(batch.take(record(3, 2), 10)).toBe(true);
  expect(batch.take(record(4, 2), 10)).toBe(false);
});

test('has a maximum number of records', () => {
  const batch = createBatchFiller(1_000_000);
  for (let n = 0; n < maxInBatch; n++) expect(batch.take(record(n), 10)).toBe(true);
  expect(batch.take(record(maxInBatch), 10)).toBe(false);
  expect(batch.count).toBe(maxInBatch);
});
