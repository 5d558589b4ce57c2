import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { newApplication } from '../../helpers/applicationRecords.ts';
import { article, foreignArticle, goodKey, startTestDirectory } from '../../helpers/testDirectory.ts';
import { openTestServices } from '../../helpers/testServices.ts';
import type { DirectoryState } from '../directories.ts';
import type { Counted } from '../invariants/checkCounts.ts';
import { type Figure, figuresOf } from '../invariants/checkOverview.ts';
import { permitWatching, watchSteps } from '../invariants/checkSteps.ts';
import { createModel, factOf, type Model } from '../model.ts';

/** The data of a small correct history: four of five drafts were sent, one of them was refused; one application. */
export interface History {
  accountId: string;
  /** The database and the log. */
  database: Buffer;
  log: Buffer;
  model: Model;
  directory: DirectoryState;
  counted: Counted;
}

/** Plays the history with the real application and the sandbox. */
export async function playHistory(): Promise<History> {
  const directory = await startTestDirectory();
  const services = await openTestServices({ directory: directory.directory, key: goodKey });
  try {
    const { accountId, handlers } = services;
    permitWatching();
    watchSteps(services.db);
    const records = [article(1), article(2), article(3), foreignArticle(4), article(5)];
    const ids = services.addDrafts(records);
    const model = createModel();
    for (const [index, id] of ids.entries()) model.drafts.set(id, factOf(accountId, records[index]!));
    const application = { accountId, journalId: null, record: newApplication() };
    const made = await handlers['applications.create'](application);
    model.applications.set(made.id, factOf(accountId, made.record));
    const { id } = await services.send(ids.slice(0, 4));
    await services.until(id, ({ state }) => state === 'done');
    const facets = await handlers['drafts.facets']({ accountId, filter: { trashed: false } });
    const uploads = await handlers['uploads.list']({ accountId });
    const applications = await handlers['applications.counts']({ accountId });
    const overview = await handlers['overview.get']({ accountId });
    const figures: Figure[] = [];
    for (const { name, shown, filter } of figuresOf(overview)) {
      const sort = { by: 'title', direction: 'asc' } as const;
      const list = await handlers['drafts.list']({
        accountId,
        filter: { trashed: false, ...filter },
        sort,
        offset: 0,
        limit: 1,
      });
      figures.push({ name, shown, listed: list.total });
    }
    const state = await fetch(`${directory.origin}/_sandbox/state?only=articles,applications`);
    await services.close();
    const db = new Database(join(services.folder, 'colophon.db'), { readonly: true });
    const database = db.serialize();
    db.close();
    return {
      accountId,
      database,
      log: readFileSync(join(services.folder, 'colophon.log')),
      model,
      directory: (await state.json()) as DirectoryState,
      counted: { accountId, facets, listed: facets.total, uploads, applications, overview, figures },
    };
  } finally {
    services.remove();
    await directory.stop();
  }
}
