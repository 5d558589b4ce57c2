import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright';
import { type Colophon, startColophon } from '../e2e/colophon.ts';
import type { BenchRow } from './importBench.ts';
import { startWithDrafts } from './manyDrafts.ts';
import { fetched, openBarePage, openPage, withBrowser } from './watch.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const drafts = 100_000;
/** A server and a database here, and the sandbox's server in its own thread. */
const bareProgram = `
  const Database = require('better-sqlite3');
  const serve = "require('node:http').createServer(() => {}).listen(0, '127.0.0.1', () => require('node:worker_threads').parentPort.postMessage('here'))";
  const db = new Database(':memory:');
  db.exec('CREATE TABLE one (id INTEGER)');
  require('node:http').createServer(() => db.pragma('user_version')).listen(0, '127.0.0.1', () => {
    new (require('node:worker_threads').Worker)(serve, { eval: true }).once('message', () => console.log('here'));
  });`;

interface Memory {
  /** Resident memory of the program in MB. */
  server: number;
  /** JavaScript heap of the window after garbage collection, in MB. */
  page: number;
}

/** Memory of the program and its window when idle, without drafts and with 100,000 that were scrolled through. */
export async function memoryBench(): Promise<BenchRow[]> {
  return withBrowser('memory', async (browser) => {
    const bare = { server: await bareServer(), page: await barePage(browser) };
    const empty = await memoryOf(browser, await startColophon(), async () => {});
    const full = await memoryOf(browser, await startWithDrafts(drafts), async (page) => {
      await page.locator('[data-row]').first().hover();
      for (let turn = 0; turn < 100; turn++) await page.mouse.wheel(0, 2_000);
      await page.locator('[data-row][tabindex="0"]').first().focus();
    });
    const name = `with ${drafts.toLocaleString('en-GB')} drafts`;
    const yardstick = `two bare servers in two threads with an empty database have ${bare.server.toFixed(0)} MB`;
    return [
      toRow('Memory of the program at rest', empty.server, 150, yardstick),
      toRow(`Memory of the program ${name}`, full.server, 300, yardstick),
      toRow('Memory of the window at rest', empty.page, 40, `an empty page has ${bare.page.toFixed(1)} MB`),
      toRow(`Memory of the window ${name}`, full.page, 60, `an empty page has ${bare.page.toFixed(1)} MB`),
    ];
  });
}

function toRow(name: string, value: number, goal: number, yardstick: string): BenchRow {
  return { name, value, unit: 'MB', goal, better: 'lower', yardstick, baseline: 'independent' };
}

async function memoryOf(
  browser: Browser,
  colophon: Colophon,
  use: (page: Page) => Promise<void>,
): Promise<Memory> {
  try {
    const page = await openPage(browser);
    await page.goto(colophon.address());
    await fetched(page);
    await use(page);
    const memory = { server: residentMemory(colophon.pid()), page: await heapOf(page) };
    await page.close();
    return memory;
  } finally {
    await colophon.end();
  }
}

async function bareServer(): Promise<number> {
  const child = spawn(process.execPath, ['-e', bareProgram], {
    stdio: ['ignore', 'pipe', 'ignore'],
    cwd: root,
  });
  await once(child.stdout, 'data');
  const memory = residentMemory(child.pid!);
  child.kill();
  return memory;
}

async function barePage(browser: Browser): Promise<number> {
  const page = await openBarePage(browser, '<p>Bare');
  const heap = await heapOf(page);
  await page.close();
  return heap;
}

async function heapOf(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

function residentMemory(pid: number): number {
  if (process.platform === 'linux') {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1000;
  }
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(stdout) / 1000;
}
