import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { cliProgram } from '../../helpers/programFiles.ts';
import { runCli } from '../../helpers/runCli.ts';
import { temporaryFolder } from '../../helpers/storeParts.ts';

const entry = fileURLToPath(cliProgram);
const world = fileURLToPath(new URL('../../fixtures/given/directory/world.json', import.meta.url));

it('colophon sandbox prints its addresses and a key for them as one JSON line, serves the given world in both dialects with a profile, and stops on request', async () => {
  const child = spawn(
    process.execPath,
    [entry, 'sandbox', '--world', world, '--no-limit', '--profile', 'next'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const { directory, checker, username, key } = JSON.parse(line);
    expect(Object.keys(directory)).toEqual(['3.0.1', '4.0']);
    expect(checker).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/checker\/$/);
    const own = await fetch(`${directory['3.0.1']}search/applications/title:x?api_key=${key}`);
    expect([username, own.status]).toEqual(['alpha', 200]);
    for (const base of Object.values<string>(directory)) {
      const statuses = await Promise.all(
        Array.from({ length: 12 }, () =>
          fetch(`${base}search/journals/issn:1234-5679`).then((answer) => answer.status),
        ),
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
      const hits = (await (await fetch(`${base}search/journals/issn:1234-5679`)).json()) as { total: number };
      expect(hits.total).toBe(1);
    }
    const wild = await fetch(`${directory['4.0']}search/journals/te?t`.replace('?', '%3F'));
    expect(wild.status).toBe(200);
  } finally {
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  }
});

it('says why it cannot start, without a stack trace', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  try {
    const { port } = taken.address() as AddressInfo;
    expect(await runCli(['sandbox', '--port', String(port)])).toEqual({
      code: 3,
      out: '',
      err: expect.stringContaining(`Port ${port} is not available`),
    });
  } finally {
    taken.close();
  }
  const list = join(temporaryFolder(), 'list.json');
  writeFileSync(list, '[]');
  const run = await runCli(['sandbox', '--world', list]);
  expect(run).toMatchObject({ code: 2, out: '', err: expect.stringContaining('list.json') });
});
