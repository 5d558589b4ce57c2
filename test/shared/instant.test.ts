import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstTime, instantAt, lastTime, readInstant } from '../../src/shared/instant.ts';
import { instantSchema } from '../../src/shared/instantSchema.ts';
import { hostileText, oddity } from '../fuzz/hostile.ts';

describe('a time from outside', () => {
  it.each([
    ['2026-11-21T08:30:00.000Z', '2026-11-21T08:30:00.000Z'],
    ['2026-11-21T08:30:00Z', '2026-11-21T08:30:00.000Z'],
    ['2026-11-21T08:30Z', '2026-11-21T08:30:00.000Z'],
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21T08:30:00', '2026-11-21T08:30:00.000Z'],
    ['2026-11-21T08:30:00.123456', '2026-11-21T08:30:00.123Z'],
    ['2026-11-21T08:30:00+02:00', '2026-11-21T06:30:00.000Z'],
    ['2026-11-21T08:30:00+0200', '2026-11-21T06:30:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['1900-01-01', '1900-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is read', (text, at) => {
    expect(readInstant(text)).toBe(at);
  });

  it.each([
    ...['', 'garbage', '2026-13-45', '2026-02-30', '2025-02-29', '2026-00-10', '2026-01-00'],
    ...['2026-11-21T24:00:00Z', '2026-11-21T08:60:00Z', '2026-11-21T08:30:60Z', '2026-11-21T08Z'],
    ...[
      '1899-12-31T23:59:59.999Z',
      '1900-01-01T00:30:00+02:00',
      '9999-12-31T23:59:59-01:00',
      '+010000-01-01',
    ],
    ...[
      ' 2026-11-21',
      '2026-11-21\n',
      '2026-11-21T08:30:00.000Z\0',
      '20261121',
      '21 Nov 2026',
      'x'.repeat(50_000),
    ],
    ...[null, undefined, true, 0, 1_700_000_000_000, 1e300, {}, [], new Date(Number.NaN), new Date(8.64e15)],
  ])('%j is no time', (value) => {
    expect(readInstant(value)).toBe(null);
  });

  it('is canonical whatever it was, or nothing', () => {
    const anything = fc.oneof(
      fc.date().map((date) => (Number.isNaN(date.getTime()) ? '' : date.toISOString())),
      fc.date(),
      hostileText,
      oddity,
    );
    fc.assert(
      fc.property(anything, (value) => {
        const at = readInstant(value);
        if (at === null) return;
        expect(at).toBe(new Date(at).toISOString());
        expect(instantSchema.safeParse(at).success).toBe(true);
        expect(readInstant(at)).toBe(at);
      }),
    );
  });

  it('is read from milliseconds within its years only', () => {
    expect(instantAt(0)).toBe('1970-01-01T00:00:00.000Z');
    expect(instantAt(firstTime)).toBe('1900-01-01T00:00:00.000Z');
    expect(instantAt(lastTime)).toBe('9999-12-31T23:59:59.999Z');
    for (const value of [firstTime - 1, lastTime + 1, 1e300, Number.NaN, Number.POSITIVE_INFINITY, '0', null])
      expect(instantAt(value)).toBe(null);
  });
});

it('a schema accepts canonical times only', () => {
  for (const value of ['2026-11-21', '2026-02-30T00:00:00.000Z', 'garbage', 5, null])
    expect(instantSchema.safeParse(value).success).toBe(false);
});
