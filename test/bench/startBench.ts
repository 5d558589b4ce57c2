import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright';
import { webFlags } from '../../scripts/runtime.mjs';
import type { BenchRow } from './importBench.ts';
import { startWithDrafts } from './manyDrafts.ts';
import { at, openPage, withBrowser } from './watch.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const drafts = 1_000;
const rounds = 5;
const bareServer = `require('node:http').createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Bare</title><p>Bare');
}).listen(0, '127.0.0.1', function () { console.log('http://127.0.0.1:' + this.address().port + '/'); })`;

interface Start {
  /** Milliseconds until the program printed its address. */
  server: number;
  /** Milliseconds from there until the page was usable. */
  page: number;
}

/**
 * From `npm start` to a usable list of drafts in a browser with an empty cache, compared with a bare server on the same
 * Node with an empty page in the same Chromium.
 */
export async function startBench(): Promise<BenchRow[]> {
  return withBrowser('the start', async (browser) => {
    const colophon = await startWithDrafts(drafts);
    await colophon.kill();
    try {
      const own: Start[] = [];
      const bare: Start[] = [];
      for (let round = 0; round < rounds; round++) {
        bare.push(await start(browser, ['-e', bareServer], 'p'));
        own.push(
          await start(
            browser,
            [
              ...webFlags,
              join(root, 'scripts', 'start.mjs'),
              '--web',
              '--no-open',
              '--port',
              '0',
              '--data',
              colophon.data,
            ],
            '[role="grid"] [data-row][tabindex="0"]',
          ),
        );
      }
      return toRows(own, bare);
    } finally {
      rmSync(colophon.data, { recursive: true, force: true });
    }
  });
}

function toRows(own: Start[], bare: Start[]): BenchRow[] {
  const median = (starts: Start[], of: (one: Start) => number) => at(starts.map(of), 0.5);
  const whole = ({ server, page }: Start) => server + page;
  const said = (of: (one: Start) => number) => `${median(bare, of).toFixed(0)} ms`;
  return [
    {
      name: `From npm start to a list of ${drafts} drafts that can be used`,
      value: median(own, whole),
      unit: 'ms',
      goal: 1_000,
      better: 'lower',
      yardstick: `median of ${rounds}; a bare server with an empty page takes ${said(whole)}`,
      baseline: 'independent',
    },
    {
      name: 'of it, until the address is printed',
      value: median(own, ({ server }) => server),
      unit: 'ms',
      goal: 400,
      better: 'lower',
      yardstick: `a bare server takes ${said(({ server }) => server)}`,
      baseline: 'independent',
    },
    {
      name: 'of it, from the address to a row that has the focus',
      value: median(own, ({ page }) => page),
      unit: 'ms',
      goal: 600,
      better: 'lower',
      yardstick: `an empty page takes ${said(({ page }) => page)} in the same Chromium`,
      baseline: 'independent',
    },
  ];
}

async function start(browser: Browser, args: string[], usable: string): Promise<Start> {
  const page = await openPage(browser);
  const begun = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const address = await printedAddress(child);
    const printed = performance.now();
    await page.goto(address, { waitUntil: 'commit' });
    const target = page.locator(usable).first();
    await target.waitFor();
    await target.focus();
    return { server: printed - begun, page: performance.now() - printed };
  } finally {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
    await page.context().close();
  }
}

async function printedAddress(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const address = /http:\/\/\S+/.exec(line)?.[0];
    if (address) return address;
  }
  throw new Error('Nothing printed an address.');
}
