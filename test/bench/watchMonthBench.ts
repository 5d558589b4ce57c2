import { remoteId } from '../helpers/directoryYear.ts';
import { measureLooks, type Publisher, pageSize, type Watched, withPublisher } from './watchBench.ts';

const large: Publisher = {
  articles: 300_000,
  journals: 300,
  most: { daily: 13, locate: 24, inventory: 3_050 },
};

/** Counts the requests of the watch of a publisher with 300,000 articles, also in a month of the staff's changes. */
export function watchMonthBench() {
  return withPublisher(large, async (watched) => [
    ...(await measureLooks(watched)),
    ...(await measureMonth(watched)),
  ]);
}

/** A month: every day the staff delete two articles and change one, once they rename a journal, and the clean-up runs. */
async function measureMonth({ publisher, look, staff, later, open }: Watched) {
  const { articles } = publisher;
  const before = await open();
  const started = performance.now();
  let requests = 0;
  for (let today = 1; today <= 30; today++) {
    const at = 10 * today;
    await staff({ action: 'delete', ids: [remoteId(at)], trace: true });
    await staff({ action: 'delete', ids: [remoteId(at + 1)], trace: false });
    await staff({ action: 'editArticle', id: remoteId(at + 2), bibjson: { title: `Changed ${at}` } });
    if (today === 1)
      await staff({ action: 'editJournal', journal: 'w7', bibjson: { title: 'Another name' } });
    if (today === 2) await staff({ action: 'sync' });
    await later();
    requests += await look(today === 3);
  }
  const after = await open();
  const found = [
    after.deleted - before.deleted,
    after.changed - before.changed,
    after.journal - before.journal,
  ];
  if (found.join() !== '60,30,1') throw new Error(`The watch found ${found.join()} instead of 60,30,1.`);
  const seconds = Math.round((performance.now() - started) / 1000);
  const daily = (30 * articles) / pageSize;
  return [
    {
      name: `Watch ${articles} articles for a month, with 60 deletions and 30 changes, all found (in ${seconds} s)`,
      value: requests,
      unit: 'requests',
      goal: 30 * (large.most.daily + 3 * large.most.locate) + large.most.inventory,
      better: 'lower' as const,
      yardstick: `30 times everything in pages of ${pageSize} = ${daily} requests`,
    },
  ];
}
