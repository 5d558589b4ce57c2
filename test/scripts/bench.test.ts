import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../helpers/sources.ts';

test('each measurement has its file, and each file can be run by its name', async () => {
  const said = spawnSync(process.execPath, ['scripts/bench.mjs', 'nothing'], { cwd: root, encoding: 'utf8' });
  expect(said.status).toBe(2);
  const names = /there are (.+)\.\n/.exec(said.stderr)![1]!.split(', ');
  const files = readdirSync(`${root}/test/bench`).filter((file) => file.endsWith('Bench.ts'));
  expect(files).toEqual(names.map((name) => `${name}Bench.ts`).sort());
  for (const name of names) {
    const module = (await import(`../bench/${name}Bench.ts`)) as Record<string, unknown>;
    expect(module[`${name}Bench`], name).toBeTypeOf('function');
  }
});
