import { expect, test } from 'vitest';
import { msg } from '../../../src/shared/message.ts';
import { firstMessage, withMore } from '../../../src/shared/upload/heldMessage.ts';

test('the first problem is found again, whether or not there are more', () => {
  const first = msg('finding.issn-unknown.message', { issn: '1234-5679' });
  expect(withMore(first, 0)).toBe(first);
  expect(withMore(first, 2)).not.toEqual(first);
  for (const count of [0, 1, 2]) expect(firstMessage(withMore(first, count))).toEqual(first);
});
