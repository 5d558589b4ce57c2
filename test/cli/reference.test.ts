import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cliReference } from '../../src/main/cli/reference.ts';

test('docs/cli.md says of the command line what it says of itself', () => {
  const reference = cliReference();
  expect(reference).toContain('## colophon upload');
  // `npm run docs:cli` writes it anew.
  expect(readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8')).toBe(reference);
});
