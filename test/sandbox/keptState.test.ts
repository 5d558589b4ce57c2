import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxAddresses } from '../../src/sandbox/startSandbox.ts';
import { ask, finishedJob, type Json, startQuick, storedArticles } from './sandboxClient.ts';

const world = {
  accounts: [{ id: 'ann', api_key: 'KA', roles: ['api'] }],
  journals: [
    { id: 'j1', admin: { owner: 'ann', in_doaj: true }, bibjson: { title: 'J', pissn: '1234-5679' } },
  ],
  articles: [
    {
      id: 'w1',
      admin: { in_doaj: true },
      bibjson: { title: 'W', identifier: [{ type: 'pissn', id: '1234-5679' }] },
    },
  ],
};
const article = (number: number, title = 'T') => ({
  bibjson: {
    title,
    identifier: [
      { type: 'pissn', id: '1234-5679' },
      { type: 'doi', id: `10.5555/${number}` },
    ],
  },
});

let folder: string;
let stateFile: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  stateFile = join(folder, 'sandbox.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const start = () => startQuick(world, { stateFile });
const post = (sandbox: SandboxAddresses, body: unknown) =>
  ask(`${sandbox.directory['4.0']}articles?api_key=KA`, 'POST', body);

describe('a sandbox with a state file', () => {
  it('has its records and finished uploads after a restart', async () => {
    const first = await start();
    const { id } = (await post(first, article(1))).json;
    await ask(`${first.directory['4.0']}articles/w1?api_key=KA`, 'DELETE');
    const bulk = `${first.directory['4.0']}bulk/articles`;
    const { upload_id } = (await ask(`${bulk}?api_key=KA`, 'POST', [article(2), article(1, 'New')])).json;
    const done = await finishedJob(`${bulk}/${upload_id}?api_key=KA`);
    expect(done.results).toEqual({ imported: 2, failed: 0, update: 1, new: 1 });
    const before = await storedArticles(first);
    await first.stop();

    const second = await start();
    expect(await storedArticles(second)).toEqual(before);
    expect((await post(second, article(1))).json.id).toBe(id);
    expect((await ask(`${second.directory['4.0']}bulk/articles/${upload_id}?api_key=KA`)).json).toEqual(done);
    expect((await ask(`${second.directory['4.0']}search/articles/doi:10.5555/2`)).json.total).toBe(1);
    await second.stop();
  });

  it('runs an upload that was still pending', async () => {
    const first = await startQuick(world, { stateFile, jobDelayMs: 60_000 });
    const { upload_id } = (
      await ask(`${first.directory['4.0']}bulk/articles?api_key=KA`, 'POST', [article(1)])
    ).json;
    await first.stop();
    const second = await start();
    const done = await finishedJob(`${second.directory['4.0']}bulk/articles/${upload_id}?api_key=KA`);
    expect(done.status).toBe('processed');
    await second.stop();
  });

  it('skips a torn last line and continues writing after it', async () => {
    const first = await start();
    await post(first, article(1));
    await first.stop();
    appendFileSync(stateFile, '{"put":[{"id":"torn","bibj');
    const second = await start();
    await post(second, article(2));
    await second.stop();
    const third = await start();
    const titles = (await storedArticles(third)).map(({ index }: Json) => index.doi);
    expect(titles).toEqual([undefined, '10.5555/1', '10.5555/2']);
    await third.stop();
  });

  it('forgets everything on reset', async () => {
    const first = await start();
    await post(first, article(1));
    await ask(`${first.origin}/_sandbox/reset`, 'POST');
    await first.stop();
    expect(readFileSync(stateFile, 'utf8')).toBe('');
  });

  it('rewrites the file when most of it is obsolete', async () => {
    const first = await start();
    const { id } = (await post(first, article(1))).json;
    await first.stop();
    const line = readFileSync(stateFile, 'utf8');
    writeFileSync(stateFile, line.repeat(500));
    const second = await start();
    expect(statSync(stateFile).size).toBe(line.length);
    expect((await post(second, article(1))).json.id).toBe(id);
    await second.stop();
  });

  it('keeps every acknowledged record when the program is killed', async () => {
    const answered = new Map<string, string>();
    for (let round = 0; round < 3; round += 1) {
      const { process, addresses } = await startProcess();
      const writers = Array.from({ length: 3 }, async (_, writer) => {
        for (let number = 0; ; number += 1) {
          const doi = round * 10_000 + writer * 1000 + number;
          const answer = await post(addresses, article(doi)).catch(() => undefined);
          if (!answer) return;
          answered.set(`10.5555/${doi}`, answer.json.id);
          if (number === 20) process.kill('SIGKILL');
        }
      });
      await Promise.all(writers);
    }
    const sandbox = await start();
    const stored = new Map((await storedArticles(sandbox)).map(({ id, index }: Json) => [index.doi, id]));
    expect(answered.size).toBeGreaterThan(50);
    expect([...answered].filter(([doi, id]) => stored.get(doi) !== id)).toEqual([]);
    await sandbox.stop();
  });

  /** A sandbox in its own process, with the same state file. */
  async function startProcess(): Promise<{ process: ChildProcess; addresses: SandboxAddresses }> {
    const module = new URL('../../src/sandbox/startSandbox.ts', import.meta.url);
    const options = JSON.stringify({ world, rate: null, indexDelayMs: 0, stateFile });
    const script = `import { startSandbox } from '${module}'; console.log(JSON.stringify(await startSandbox(${options})));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const line = await new Promise<string>((resolve) =>
      child.stdout.once('data', (data) => resolve(String(data))),
    );
    return { process: child, addresses: JSON.parse(line) };
  }
});
