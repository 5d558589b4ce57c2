import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type EmbeddedSandbox,
  embedSandbox,
  endIdleSandbox,
  prepareSandbox,
} from '../../src/sandbox/embedSandbox.ts';
import { workerFiles } from '../helpers/programFiles.ts';
import { ask, finishedJob, type Json, setWorld, storedArticles } from './sandboxClient.ts';

const world = {
  accounts: [{ id: 'ann', api_key: 'KA', roles: ['api'] }],
  journals: [
    { id: 'j1', admin: { owner: 'ann', in_doaj: true }, bibjson: { title: 'J', pissn: '1234-5679' } },
  ],
};
const article = {
  bibjson: {
    title: 'T',
    identifier: [
      { type: 'pissn', id: '1234-5679' },
      { type: 'doi', id: '10.5555/1' },
    ],
  },
};
const quick = { workerFile: workerFiles.sandboxWorker, rate: null, indexDelayMs: 0 };

let folder: string;
let stateFile: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  stateFile = join(folder, 'sandbox.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('listens, answers and stops', async () => {
  const { addresses, stop } = await embedSandbox({ ...quick, world });
  expect((await ask(`${addresses.directory['4.0']}journals/j1`)).status).toBe(200);
  await stop();
  await expect(fetch(addresses.origin)).rejects.toThrow('fetch failed');
});

it('has its own world for first-time users', async () => {
  const { addresses, stop } = await embedSandbox({ ...quick, stateFile });
  const journals = (await ask(`${addresses.directory['3.0.1']}search/journals/username:sandbox`)).json
    .results;
  expect(journals.map(({ bibjson }: Json) => bibjson.title)).toContain('Journal of Open Source Education');
  await stop();
});

it('reports an invalid world, and the next one starts', async () => {
  await expect(embedSandbox({ ...quick, world: { journals: 5, accounts: [1] } })).rejects.toThrow(
    'The sandbox world has an entry without id at accounts[0].',
  );
  await startsAndStops();
});

it('reports a port in use, and the next one starts', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  await expect(embedSandbox({ ...quick, world, port })).rejects.toThrow('EADDRINUSE');
  other.close();
  await startsAndStops();
});

it('runs in the thread of the one that has stopped, with nothing left of that one', async () => {
  // Longer than the requests until it is stopped take on a busy computer.
  const first = await embedSandbox({ ...quick, world, stateFile, jobDelayMs: 3_000 });
  await ask(`${first.addresses.directory['4.0']}bulk/articles?api_key=KA`, 'POST', [article]);
  await ask(`${first.addresses.origin}/_sandbox/limit`, 'POST', { perSecond: 1, burst: 1 });
  await ask(`${first.addresses.origin}/_sandbox/faults`, 'POST', { kind: 'status' });
  await first.stop();

  const second = await embedSandbox({ ...quick, jobDelayMs: 3_500 });
  expect(second.threadId).toBe(first.threadId);
  expect((await ask(`${second.addresses.origin}/_sandbox/state?only=journals,requests`)).json).toEqual({
    journals: expect.not.arrayContaining([expect.objectContaining({ id: 'j1' })]),
    requests: [],
  });
  await setWorld(second.addresses, world);
  // By the end of this upload, the first sandbox's upload would have run.
  const bulk = `${second.addresses.directory['4.0']}bulk/articles`;
  const { upload_id } = (await ask(`${bulk}?api_key=KA`, 'POST', [article])).json;
  expect((await finishedJob(`${bulk}/${upload_id}?api_key=KA`)).status).toBe('processed');
  await second.stop();
  expect(changesIn(stateFile)).toEqual([{ job: expect.objectContaining({ status: 'pending' }) }]);
});

it('stops while a slow and an unanswered request are open, and handles neither of them later', async () => {
  const first = await embedSandbox({ ...quick, world, stateFile });
  const articles = `${first.addresses.directory['4.0']}articles?api_key=KA`;
  const slow = { kind: 'slow', ms: 3_000, match: { nth: 1 } };
  await ask(`${first.addresses.origin}/_sandbox/faults`, 'POST', [slow, { kind: 'hang', match: { nth: 2 } }]);
  const failures = [lost(ask(articles, 'POST', article))];
  await received(first, 1);
  failures.push(lost(ask(articles, 'POST', article)));
  await received(first, 2);
  await first.stop();
  expect(await Promise.all(failures)).toEqual([true, true]);

  const second = await embedSandbox({ ...quick, world });
  expect(second.threadId).toBe(first.threadId);
  // By the end of this request, the first sandbox's slow one would have been handled.
  await ask(`${second.addresses.origin}/_sandbox/faults`, 'POST', slow);
  await ask(`${second.addresses.directory['4.0']}articles?api_key=KA`, 'POST', article);
  expect(await storedArticles(second.addresses)).toHaveLength(1);
  await second.stop();
  expect(readFileSync(stateFile, 'utf8')).toBe('');
});

it('uses a thread of its own while another one runs, and keeps only one of them', async () => {
  const both = await Promise.all([embedSandbox({ ...quick, world }), embedSandbox({ ...quick, world })]);
  const ids = both.map(({ threadId }) => threadId);
  expect(new Set(ids).size).toBe(2);
  for (const { stop } of both) await stop();
  const next = await Promise.all([embedSandbox({ ...quick, world }), embedSandbox({ ...quick, world })]);
  expect(ids).toContain(next[0].threadId);
  expect(ids).not.toContain(next[1].threadId);
  for (const { stop } of next) await stop();
});

it('may be stopped twice, which does not stop the next one', async () => {
  const first = await embedSandbox({ ...quick, world });
  await first.stop();
  const second = await embedSandbox({ ...quick, world });
  await first.stop();
  expect((await ask(`${second.addresses.directory['4.0']}journals/j1`)).status).toBe(200);
  await second.stop();
});

it('starts a thread after the one that was kept has been ended', async () => {
  const first = await embedSandbox({ ...quick, world });
  await first.stop();
  await endIdleSandbox();
  const second = await embedSandbox({ ...quick, world });
  expect(second.threadId).not.toBe(first.threadId);
  await second.stop();
});

it('runs in the thread that was prepared for it, of which there is one', async () => {
  await endIdleSandbox();
  prepareSandbox(quick.workerFile);
  prepareSandbox(quick.workerFile);
  const later = new Worker('', { eval: true });
  // Once a thread has ended, it has no number.
  const number = later.threadId;
  const both = await Promise.all([embedSandbox({ ...quick, world }), embedSandbox({ ...quick, world })]);
  expect(both[0].threadId).toBeLessThan(number);
  expect(both[1].threadId).toBeGreaterThan(number);
  expect((await ask(`${both[0].addresses.directory['4.0']}journals/j1`)).status).toBe(200);
  for (const { stop } of both) await stop();
  await later.terminate();
});

it('leaves a process free to end after it has stopped', async () => {
  const module = new URL('../../src/sandbox/embedSandbox.ts', import.meta.url);
  const script = join(folder, 'script.mjs');
  writeFileSync(
    script,
    `import { embedSandbox } from '${module}';
    const sandbox = await embedSandbox({ workerFile: new URL('${quick.workerFile}') });
    await sandbox.stop();`,
  );
  const child = spawn(process.execPath, [script], { stdio: 'ignore' });
  expect(await once(child, 'exit')).toEqual([0, null]);
});

async function startsAndStops(): Promise<void> {
  const { addresses, stop } = await embedSandbox({ ...quick, world });
  expect((await ask(`${addresses.directory['4.0']}journals/j1`)).status).toBe(200);
  await stop();
}

/** Resolves once the sandbox has this many requests. */
async function received({ addresses }: EmbeddedSandbox, count: number): Promise<void> {
  const state = `${addresses.origin}/_sandbox/state?only=requests`;
  await expect.poll(async () => (await ask(state)).json.requests).toHaveLength(count);
}

/** Resolves to true if no response arrives. */
function lost(response: Promise<unknown>): Promise<boolean> {
  return response.then(
    () => false,
    () => true,
  );
}

function changesIn(file: string): Json[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
