import { expect, test } from 'vitest';
import { readSharedContent } from '../../../src/main/store/office/sharedRows.ts';

const refusal = {
  ...{ path: '', code: 'refused', message: { key: 'literal', params: { text: 'No.' } }, help: null },
  ...{ words: 'No.', status: 400, reference: '', uploadId: null, at: '2026-11-27T10:00:00.000Z' },
};
const refused = { record: {}, refusal, refusal_hash: 'h', refusal_state: 'refused' };
const kinds = ['article', 'application'] as const;

test.each(kinds)('a refusal of an %s is read as Colophon writes it, and nothing else of it', (kind) => {
  expect(readSharedContent(kind, refused)).toMatchObject(refused);
  const more = { ...refusal, at: '2026-11-27', more: 'text', message: { ...refusal.message, more: 'text' } };
  expect(readSharedContent(kind, { ...refused, refusal: more })).toMatchObject({
    refusal: { ...refusal, at: '2026-11-27T00:00:00.000Z' },
  });
  expect(JSON.stringify(readSharedContent(kind, { ...refused, refusal: more }))).not.toContain('more');
});

test.each([
  ['is nested deeply', { more: nestedList(1_500) }],
  ['is nested deeply in its message', { message: { key: 'k', params: { a: nestedList(1_500) } } }],
  ['is too large', { words: 'long '.repeat(300_000) }],
  ['has a time that is none', { at: 'x'.repeat(250) }],
  ['has no time', { at: '' }],
])('a row with a refusal that %s cannot be read', (_, more) => {
  for (const kind of kinds)
    expect(readSharedContent(kind, { ...refused, refusal: { ...refusal, ...more } })).toBeNull();
});

test('a row with a content that was refused, and no state of it, cannot be read', () => {
  for (const kind of kinds) expect(readSharedContent(kind, { ...refused, refusal_state: null })).toBeNull();
});

test('what this version has no column for is left out of a row', () => {
  const content = { record: { title: 'A' }, later: { more: 1 } };
  expect(readSharedContent('article', content)).not.toHaveProperty('later');
  expect(readSharedContent('article', content)).toMatchObject({ record: { title: 'A' }, sent_at: null });
});

function nestedList(levels: number): unknown {
  let list: unknown = [];
  for (let level = 0; level < levels; level++) list = [list];
  return list;
}
