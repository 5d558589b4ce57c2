import { performance } from 'node:perf_hooks';
import { asking, joinNow } from '../helpers/confirm.ts';
import { openTestServices } from '../helpers/testServices.ts';
import { watchHolds } from './benchServices.ts';
import { randomFrom, variedArticle } from './variedArticles.ts';

export interface OfficeResult {
  seconds: number;
  /** Milliseconds that the main event loop was blocked at most. */
  longestHold: number;
  drafts: number;
}

const nowhere = 'http://127.0.0.1:9/api/v3/';

const [folder, address, password, count] = process.argv.slice(2) as [string, string, string, string];
const services = await openTestServices({ folder, directory: { '3.0.1': nowhere, '4.0': nowhere } });
const random = randomFrom(20260101);
for (let at = 0; at < Number(count); at += 1_000)
  services.addDrafts(Array.from({ length: 1_000 }, (_, n) => variedArticle(at + n, random)));
const { handlers, db } = services;
const holds = watchHolds();
const begun = performance.now();
await joinNow(asking(handlers), { address, password });
const seconds = (performance.now() - begun) / 1000;
const longestHold = holds.end();
const drafts = db.prepare<[], number>('SELECT count(*) FROM drafts').pluck().get() ?? 0;
await services.close();
process.send?.({ seconds, longestHold, drafts } satisfies OfficeResult);
