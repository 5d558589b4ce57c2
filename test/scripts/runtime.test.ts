import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const runtime = fileURLToPath(new URL('../../scripts/runtime.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'colophon-runtime-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Stops like Colophon: gracefully at the first signal, at once at the second.
const program = write(
  'program.mjs',
  `import { setTimeout as delay } from 'node:timers/promises';
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, async () => { await delay(50); console.log('stopped by ' + signal); process.exit(7); });
  setInterval(() => {}, 60_000);
  if (process.argv[2] === 'end') process.exit(5);
  if (process.argv[2] === 'crash') process.kill(process.pid, 'SIGKILL');
  console.log(process.pid);`,
);
const launcher = write(
  'launcher.mjs',
  `import { becomeProgram } from ${JSON.stringify(runtime)};
  await becomeProgram(process.execPath, [${JSON.stringify(program)}, ...process.argv.slice(2)]);`,
);
const handingOver = write(
  'handingOver.mjs',
  `import { ensureRuntime } from ${JSON.stringify(runtime)};
  await ensureRuntime(import.meta.url);
  await import(${JSON.stringify(program)});`,
);
const oldNode = (process.env.PATH ?? '')
  .split(delimiter)
  .map((path) => join(path, 'node'))
  .find((path) => existsSync(path) && Number(majorOf(path)) < 22);

describe.each([
  { title: 'a launcher', node: process.execPath, script: launcher },
  { title: 'a Node that is too old', node: oldNode, script: handingOver },
])('$title', ({ node, script }) => {
  const isThere = node !== undefined;

  it.runIf(isThere)('exits with the code of its program', async () => {
    expect(await ended(start(node!, script, 'end'))).toEqual([5, null]);
  });

  it.runIf(isThere)('ends by the signal that ended its program', async () => {
    expect(await ended(start(node!, script, 'crash'))).toEqual([null, 'SIGKILL']);
  });

  it.runIf(isThere).each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('passes %s on once', async (signal) => {
    const child = start(node!, script);
    const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
    const pid = Number((await lines.next()).value);
    expect(pid).not.toBe(child.pid);
    child.kill(signal);
    expect((await lines.next()).value).toBe(`stopped by ${signal}`);
    expect(await ended(child)).toEqual([7, null]);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

function start(node: string, script: string, ...args: string[]): ChildProcess {
  return spawn(node, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function ended(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return [child.exitCode, child.signalCode];
  return await once(child, 'exit');
}

function majorOf(node: string): string {
  return execFileSync(node, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' });
}

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
