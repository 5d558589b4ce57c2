import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './helpers/sources.ts';
import { temporaryFolder } from './helpers/storeParts.ts';

const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin', 'oxlint');

/** The output of `npm run lint` about promises in a file of main with this body. */
function findings(body: string): string[] {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'src', 'main'), { recursive: true });
  copyFileSync(join(root, 'oxlint.json'), join(folder, 'oxlint.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    '{ "compilerOptions": { "strict": true, "target": "esnext" } }',
  );
  writeFileSync(
    join(folder, 'src', 'main', 'planted.ts'),
    `async function work(): Promise<void> {}\nexport async function plant() {\n${body}\n}\n`,
  );
  const run = spawnSync(
    process.execPath,
    [oxlint, '--type-aware', '-c', 'oxlint.json', '--format=json', 'src'],
    { cwd: folder, encoding: 'utf8' },
  );
  return (JSON.parse(run.stdout) as { diagnostics: { code: string }[] }).diagnostics.map(({ code }) => code);
}

test.each([
  ['a promise that nobody awaits', 'work();', 'typescript(no-floating-promises)'],
  ['one that is thrown away', 'void work();', 'typescript(no-floating-promises)'],
  [
    'a callback whose promise nobody awaits',
    '[1].forEach(async () => work());',
    'typescript(no-misused-promises)',
  ],
])('the linter finds %s', (_what, body, rule) => {
  expect(findings(body)).toEqual([rule]);
});

test('the linter accepts awaited and handled promises', () => {
  expect(findings('await work();\nwork().catch(() => undefined);')).toEqual([]);
});
