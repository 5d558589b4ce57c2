import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cliReference } from '../../../src/main/cli/commands/reference.ts';

test('docs/cli.md matches the help of the command line', () => {
  const reference = cliReference();
  expect(reference).toContain('## colophon upload');
  // `npm run docs:cli` rewrites it.
  expect(readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8')).toBe(reference);
});
