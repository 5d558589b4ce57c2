import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyFix,
  getAt,
  joinPath,
  parsePath,
  removeAt,
  type Segment,
  setAt,
} from '../../../src/shared/draft/fieldPath.ts';
import { literal } from '../../../src/shared/message.ts';

describe('parsePath', () => {
  it('reads members, indices and quoted names', () => {
    expect(parsePath('bibjson.author[0].orcid_id')).toEqual(['bibjson', 'author', 0, 'orcid_id']);
    expect(parsePath('a["b.c"][2]')).toEqual(['a', 'b.c', 2]);
    expect(parsePath('')).toEqual([]);
  });

  it.each(['.a', 'a.', 'a[', 'a[x]', 'a..b', 'a]'])('refuses %j', (path) => {
    expect(() => parsePath(path)).toThrow(RangeError);
  });

  it('reads what joinPath wrote, whatever the names', () => {
    const segment: fc.Arbitrary<Segment> = fc.oneof(
      fc.string(),
      fc.nat(50),
      fc.constantFrom('__proto__', 'a.b', '[0]', '"'),
    );
    fc.assert(
      fc.property(fc.array(segment), (segments) => {
        expect(parsePath(segments.reduce<string>(joinPath, ''))).toEqual(segments);
      }),
    );
  });
});

describe('setAt and removeAt', () => {
  const record = { bibjson: { title: 'A', author: [{ name: 'B' }, { name: 'C' }] } };

  it('change a copy and share the rest', () => {
    const changed = setAt(record, 'bibjson.author[1].name', 'D');
    expect(changed).toEqual({ bibjson: { title: 'A', author: [{ name: 'B' }, { name: 'D' }] } });
    expect(record.bibjson.author[1]).toEqual({ name: 'C' });
    expect((changed.bibjson as typeof record.bibjson).author[0]).toBe(record.bibjson.author[0]);
  });

  it('create missing parents and replace those of the wrong type', () => {
    expect(setAt({}, 'bibjson.author[0].name', 'A')).toEqual({ bibjson: { author: [{ name: 'A' }] } });
    expect(setAt({ bibjson: 'x' }, 'bibjson.title', 'A')).toEqual({ bibjson: { title: 'A' } });
    expect(() => setAt({}, 'a[3]', 1)).toThrow(RangeError);
  });

  it('close gaps in a list, and keep a record that has nothing at the path', () => {
    expect(removeAt(record, 'bibjson.author[0]')).toEqual({
      bibjson: { title: 'A', author: [{ name: 'C' }] },
    });
    expect(removeAt(record, 'bibjson.title')).toEqual({ bibjson: { author: record.bibjson.author } });
    expect(removeAt(record, 'bibjson.author[7].name')).toBe(record);
    expect(removeAt(record, 'bibjson.constructor')).toBe(record);
  });

  it('treat prototype names as ordinary names', () => {
    const changed = setAt({}, '__proto__.polluted', true);
    expect(Object.hasOwn(changed, '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(getAt({}, 'constructor.name')).toBeUndefined();
    expect(getAt([], 'length')).toBeUndefined();
    expect(removeAt(JSON.parse('{"__proto__": 1, "a": 2}'), '__proto__')).toEqual({ a: 2 });
  });

  it('find a value that was set, and none after it was removed', () => {
    const name = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.constantFrom('__proto__', 'constructor', 'toString'),
    );
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.reduce(joinPath, ''));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), path, fc.jsonValue(), (object, at, value) => {
        const start = object as never;
        const before = JSON.stringify(start);
        const changed = setAt(start, at, value as never);
        expect(getAt(changed, at)).toEqual(value);
        expect(getAt(removeAt(changed, at), at)).toBeUndefined();
        expect(JSON.stringify(start)).toBe(before);
      }),
    );
  });
});

describe('applyFix', () => {
  it('applies the changes in order', () => {
    const fix = { label: literal(''), changes: [{ path: 'b.page', value: '7' }, { path: 'page' }] };
    expect(applyFix({ page: '7' }, fix)).toEqual({ b: { page: '7' } });
  });
});
