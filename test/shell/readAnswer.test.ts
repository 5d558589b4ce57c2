import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readAnswer } from '../../src/main/shell/readAnswer.ts';
import { timeSchema } from '../../src/shared/timeSchema.ts';

const schema = z.object({
  total: z.number(),
  rows: z.array(z.object({ id: z.number(), notes: z.array(z.object({ key: z.string() })) })),
});
const row = (id: number, key: unknown = 'a') => ({ id, notes: [{ key: 'x' }, { key }] });

describe('what a call answers', () => {
  test('leaves out the rows that cannot be read, counts them, and changes nothing else', () => {
    const value = { total: 4, rows: [row(1), row(2, 5), row(3), row(4, null)] };
    const before = structuredClone(value);
    expect(readAnswer(schema, value)).toEqual({
      value: { total: 4, rows: [row(1), row(3)] },
      leftOut: 2,
      problem: 'rows.1.notes.1.key: invalid_type',
    });
    expect(value).toEqual(before);
  });

  test('is a message if something else than a row cannot be read, which names the place and no value', () => {
    const read = () => readAnswer(schema, { total: 'a private word', rows: [row(1, 5)] });
    expect(read).toThrow(expect.objectContaining({ code: 'unreadable', details: 'total: invalid_type' }));
    expect(() => readAnswer(z.array(z.number()), null)).toThrow(
      expect.objectContaining({ code: 'unreadable' }),
    );
  });

  test('keeps a record whose time cannot be read, and says that it is not known', () => {
    const dated = z.array(z.object({ at: timeSchema.nullable() }));
    expect(
      readAnswer(dated, [{ at: 'garbage' }, { at: null }, { at: '2026-11-21T08:30:00Z' }]),
    ).toMatchObject({ value: [{ at: '' }, { at: null }, { at: '2026-11-21T08:30:00.000Z' }], leftOut: 0 });
  });
});
