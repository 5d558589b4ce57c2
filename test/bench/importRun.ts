import { mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { textOf } from '../helpers/textOf.ts';
import { startHost } from '../import/importHost.ts';

export interface ImportResult {
  seconds: number;
  cpuSeconds: number;
  peakMegabytes: number;
  fileMegabytes: number;
  /** Milliseconds. */
  longestHold: number;
  /** Drafts that the main thread saved during the import. */
  saves: number;
}

const pieceBytes = 1_000_000;
const sampleEvery = 2;
const saveEvery = 200;

const [file, folder] = process.argv.slice(2) as [string, string];
mkdirSync(folder);
const host = startHost(folder);
const size = statSync(file).size;
let draft = await host.handlers['drafts.create']({ accountId: 'sandbox' });
let saves = 0;
let peak = 0;
let longestHold = 0;
let last = performance.now();
const sampler = setInterval(() => {
  const now = performance.now();
  longestHold = Math.max(longestHold, now - last - sampleEvery);
  last = performance.now();
}, sampleEvery);
const scale = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 25);
const saver = setInterval(async () => {
  const { id, version } = draft;
  draft = await host.handlers['drafts.save']({
    id,
    version,
    record: { bibjson: { title: `Title ${saves++}` } },
  });
}, saveEvery);

const begun = performance.now();
const { id } = await host.handlers['imports.open']({ accountId: 'sandbox', name: 'articles.json', size });
await sendFile(id);
await host.handlers['imports.read']({ id });
const preview = await host.reached(id, 'preview', 'failed');
const accepted = await host.accept(id);
const seconds = (performance.now() - begun) / 1000;
clearInterval(sampler);
clearInterval(scale);
clearInterval(saver);
const { user, system } = process.cpuUsage();
if (preview.created !== 100_000 || accepted.state !== 'accepted')
  throw new Error(`Not all came in: ${textOf(accepted.message)}`);
await host.stop();
process.send?.({
  seconds,
  cpuSeconds: (user + system) / 1e6,
  peakMegabytes: peak / 1e6,
  fileMegabytes: size / 1e6,
  longestHold,
  saves,
} satisfies ImportResult);

async function sendFile(importId: number): Promise<void> {
  const descriptor = openSync(file, 'r');
  const piece = Buffer.alloc(pieceBytes);
  for (let at = 0; at < size; ) {
    const length = readSync(descriptor, piece, 0, pieceBytes, at);
    await host.handlers['imports.write']({ id: importId, at, piece: piece.toString('base64', 0, length) });
    at += length;
  }
}
