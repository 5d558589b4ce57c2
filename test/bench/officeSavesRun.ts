import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setInterval as every, setTimeout as sleep } from 'node:timers/promises';
import { asking, joinNow } from '../helpers/confirm.ts';
import { openTestServices } from '../helpers/testServices.ts';

export interface OfficeSaves {
  /** Milliseconds from each save until the office had it, and until saves of other editors were here. */
  pushes: number[];
  arrivals: number[];
}

const nowhere = 'http://127.0.0.1:9/api/v3/';
const savesEach = 30;
/** Milliseconds between two looks at the database: often while a save waits, rarely for what others save. */
const pushLook = 5;
const arrivalLook = 25;

/** The same in all processes of this computer. */
const now = () => performance.timeOrigin + performance.now();

const [folder, address, password, own] = process.argv.slice(2) as [string, string, string, string];
const services = await openTestServices({ folder, directory: { '3.0.1': nowhere, '4.0': nowhere } });
const { accountId, handlers, db } = services;
const draft = await handlers['drafts.create']({ accountId });
const save = (version: number) =>
  handlers['drafts.save']({ id: draft.id, version, record: { bibjson: { title: `${own} ${now()}` } } });
let { version } = await save(draft.version);
await joinNow(asking(handlers), { address, password });
process.send?.('joined');
await once(process, 'message');

const waiting = db.prepare("SELECT 1 FROM office_outbox WHERE kind = 'article' LIMIT 1");
const titles = db.prepare<[], string>('SELECT title FROM drafts').pluck();
const pushes: number[] = [];
const arrivals: number[] = [];
const seen = new Set(titles.all());
let isOver = false;

async function watchArrivals(): Promise<void> {
  for await (const _ of every(arrivalLook)) {
    for (const title of titles.all().filter((one) => !seen.has(one))) {
      seen.add(title);
      const [from, at] = title.split(' ') as [string, string];
      if (from !== own) arrivals.push(now() - Number(at));
    }
    if (isOver) return;
  }
}

const watching = watchArrivals();
await sleep(Math.random() * 1_000);
for (let n = 0; n < savesEach; n++) {
  const begun = now();
  version = (await save(version)).version;
  while (waiting.get() !== undefined) await sleep(pushLook);
  pushes.push(now() - begun);
  await sleep(Math.max(0, begun + 1_000 - now()));
}
// What others saved last is still on its way.
await sleep(2_000);
isOver = true;
await watching;
await services.close();
process.send?.({ pushes, arrivals } satisfies OfficeSaves);
