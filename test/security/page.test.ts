import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { root } from '../helpers/sources.ts';

const page = readFileSync(join(root, 'docs', 'security.md'), 'utf8');

/** Wrong statements of a page: missing files, and tests that the file named before them does not have. */
function untrue(text: string): string[] {
  const problems: string[] = [];
  let file = '';
  for (const [, code, title] of text.matchAll(/`([^`]+)`|“([^”]+)”/g)) {
    if (code && /^(src|test|scripts|docs)\/|^[\w.-]+\.(json|yml)$/.test(code)) {
      if (existsSync(join(root, code))) file = code;
      else problems.push(`${code} is not there`);
    }
    if (title && /^test\/.*\.(test|spec)\.ts$/.test(file) && !hasTest(file, title)) {
      problems.push(`${file} has no test “${title}”`);
    }
  }
  return problems;
}

function hasTest(file: string, title: string): boolean {
  return readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'").includes(`'${title}'`);
}

test('docs/security.md names only existing files and tests', () => {
  expect(untrue(page)).toEqual([]);
  // Each row names a file and a test.
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (Protection|#) \|/.test(line));
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter((row) => !/`test\/[^`]+`/.test(row.split('|').at(-2)!))).toEqual([]);
});

test.each([
  ['`src/main/nothing.ts`', 'src/main/nothing.ts is not there'],
  ['`test/platform/log.test.ts`: “flies”', 'test/platform/log.test.ts has no test “flies”'],
])('would fail this test: %s', (text, problem) => {
  expect(untrue(text)).toEqual([problem]);
});

test('docs/security.md has every point of Electron’s checklist', () => {
  const numbers = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number));
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
});

test('the fuses match docs/security.md', () => {
  const settings = load(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) as Record<string, unknown>;
  expect(settings.electronFuses).toMatchObject({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  });
  expect(settings.asar).toBe(true);
});
