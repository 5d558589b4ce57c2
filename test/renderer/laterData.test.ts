import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../src/renderer/', import.meta.url));

/** The imports of code while the window runs that do not wait for the tables which the code may read. */
function unprepared(source: string): string[] {
  const imports = source.match(/^.*[^/*]\bimport\('[^']*'\).*$/gm) ?? [];
  const isPrepared = /\blazy\w*\(|withLaterData\(|'[^']*Texts\.ts'/;
  return imports.filter((line) => !isPrepared.test(line)).map((line) => line.trim());
}

test('code that is loaded later is loaded with the tables that it may read', () => {
  // Each name stands on a line of its own, or on the one before it.
  const sources = globSync('**/*.{ts,tsx}', { cwd: root }).map((file) =>
    readFileSync(join(root, file), 'utf8').replace(/\(\n\s+(async )?\(\) =>/g, '($1() =>'),
  );
  expect(sources.flatMap(unprepared)).toEqual([]);
  expect(sources.join('').match(/withLaterData\(\(\) => import\(/g)?.length).toBeGreaterThan(3);
  expect(unprepared("const { a } = await import('./a.ts');")).toHaveLength(1);
});
