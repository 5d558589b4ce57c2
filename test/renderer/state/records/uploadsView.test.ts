import { expect, test } from 'vitest';
import { isNamed } from '../../../../src/renderer/state/records/uploadsView.ts';

test.each([
  ['Volume 14, issue 2', '', true],
  ['Volume 14, issue 2', 'issue volume', true],
  ['Été 2026', 'ete', true],
  ['Volume 14, issue 2', 'volume 15', false],
])('of the uploads, “%s” is found by “%s”: %s', (name, text, isFound) => {
  expect(isNamed(name, text)).toBe(isFound);
});
