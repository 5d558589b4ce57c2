// npm run bench [name ...]: prints each figure beside a baseline from the same run, and stores them in
// bench/results.json with the commit, the date and the processors, because rows of different days or computers cannot be
// compared. Figures that were not measured this time keep their values. Very long measurements run only if named.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureRuntime, root } from './runtime.mjs';

await ensureRuntime(import.meta.url);
const only = process.argv.slice(2);
const benches = [
  'import',
  'formats',
  'jats',
  'returned',
  'edit',
  'store',
  'claim',
  'send',
  'stop',
  'hours',
  'twoHours',
  'compare',
  'bundle',
  'start',
  'form',
  'keystroke',
  'scroll',
  'memory',
  'matrix',
  'office',
  'officeSaves',
  'watch',
  'watchMonth',
  'million',
];
const onlyWhenNamed = ['twoHours', 'million', 'watchMonth'];
const unknown = only.filter((name) => !benches.includes(name));
if (unknown.length > 0) {
  console.error(`There is no measurement ${unknown.join(', ')}; there are ${benches.join(', ')}.`);
  process.exit(2);
}
// The renderer and the threads are measured as built (test/helpers/programFiles.ts).
ensureBuilt();
process.env.COLOPHON_TEST_BUILT = 'yes';
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const measuredAt = {
  commit:
    git('rev-parse', '--short=8', 'HEAD') + (git('status', '--porcelain', 'src') === '' ? '' : ', changed'),
  date: new Date().toISOString().slice(0, 10),
  computer: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
};
const rows = [];
for (const name of benches) {
  if (only.length > 0 ? !only.includes(name) : onlyWhenNamed.includes(name)) continue;
  console.error(`Measuring: ${name} ...`);
  const module = await import(pathToFileURL(join(root, 'test', 'bench', `${name}Bench.ts`)).href);
  rows.push(...(await module[`${name}Bench`]()).map((row) => ({ bench: name, ...row, ...measuredAt })));
  keep();
}
console.table(
  rows.map(({ name, value, unit, goal, better, yardstick, baseline }) => ({
    name,
    value: Number(value.toFixed(3)),
    unit,
    goal: `${better === 'lower' ? 'at most' : 'at least'} ${goal}`,
    met: better === 'lower' ? value <= goal : value >= goal,
    yardstick,
    baseline,
  })),
);

/** Replaces the stored figures of the benchmarks that have run so far. */
function keep() {
  const folder = join(root, 'bench');
  const results = join(folder, 'results.json');
  const before = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : [];
  const measured = new Set(rows.map(({ bench }) => bench));
  const place = ({ bench }) => benches.indexOf(bench);
  const kept = before.filter((row) => place(row) >= 0 && !measured.has(row.bench));
  const sorted = [...kept, ...rows].sort((one, other) => place(one) - place(other));
  mkdirSync(folder, { recursive: true });
  writeFileSync(results, `${JSON.stringify(sorted, null, 2)}\n`);
}
