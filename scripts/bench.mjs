// npm run bench: each figure with its yardstick from the same run, printed as a table and kept in bench/results.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureRuntime, root } from './runtime.mjs';

ensureRuntime(import.meta.url);
// The form is measured in the built program.
ensureBuilt();
const only = process.argv.slice(2);
const benches = {
  import: 'importBench',
  send: 'sendBench',
  reconcile: 'reconcileBench',
  form: 'formBench',
  matrix: 'matrixBench',
};
const rows = [];
for (const [name, file] of Object.entries(benches)) {
  if (only.length > 0 && !only.includes(name)) continue;
  console.error(`Measuring: ${name} ...`);
  const module = await import(pathToFileURL(join(root, 'test', 'bench', `${file}.ts`)).href);
  rows.push(...(await module[file]()));
}
console.table(
  rows.map(({ name, value, unit, goal, better, yardstick }) => ({
    name,
    value: Number(value.toFixed(3)),
    unit,
    goal: `${better === 'lower' ? 'at most' : 'at least'} ${goal}`,
    met: better === 'lower' ? value <= goal : value >= goal,
    yardstick,
  })),
);
mkdirSync(join(root, 'bench'), { recursive: true });
if (only.length === 0)
  writeFileSync(join(root, 'bench', 'results.json'), `${JSON.stringify(rows, null, 2)}\n`);
