import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Clock, systemClock } from '../../src/main/platform/clock.ts';
import { createLog, type Log } from '../../src/main/platform/log.ts';
import type { Fetch } from '../../src/main/platform/network/fetch.ts';
import { sessionKeychain } from '../../src/main/platform/secrets/keychain.ts';
import { openServices } from '../../src/main/restorableServices.ts';
import type { ServicesOptions } from '../../src/main/servicesOptions.ts';
import type { EventName } from '../../src/shared/contract/contract.ts';
import { literal } from '../../src/shared/message.ts';
import { workerFiles } from './programFiles.ts';
import { article } from './storeParts.ts';

/** The application on a folder, called through the dispatcher as by shells, and stopped when the test ends. */
export async function openWorld(
  folder: string,
  options: { now?: () => number; clock?: Clock; fetch?: Fetch; log?: Log } & Partial<
    Pick<ServicesOptions, 'keychain' | 'environmentKey'>
  > = {},
) {
  const events: EventName[] = [];
  const services = await openServices({
    dataFolder: folder,
    shell: 'cli',
    version: '0.0.0',
    keychain: options.keychain ?? sessionKeychain(literal('')),
    ...(options.environmentKey ? { environmentKey: options.environmentKey } : {}),
    fetch: options.fetch ?? fetch,
    clock: options.clock ?? { ...systemClock, ...(options.now ? { now: options.now } : {}) },
    log: options.log ?? createLog({ file: null }),
    publish: (name) => void events.push(name),
    ...workerFiles,
    risk: null,
  });
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= services.stop();
    return stopping;
  };
  onTestFinished(stop);
  const { handlers } = services;
  return {
    services,
    handlers,
    events,
    stop,
    /** Creates an account if there is none, and a draft; returns the draft's id. */
    async addDraft(title: string): Promise<number> {
      const accounts = await handlers['accounts.list']({});
      const account =
        accounts[0] ??
        (await handlers['accounts.create']({
          name: 'Acme Press',
          base: 'http://127.0.0.1:1/api/v3/',
          dialect: '3.0.1',
          rate: 2,
          username: '',
        }));
      const draft = await handlers['drafts.create']({ accountId: account.id, record: article({ title }) });
      return draft.id;
    },
    async titles(): Promise<string[]> {
      const accounts = await handlers['accounts.list']({});
      const lists = await Promise.all(
        accounts.map(({ id }) =>
          handlers['drafts.list']({
            accountId: id,
            filter: { trashed: false },
            sort: { by: 'title', direction: 'asc' },
            offset: 0,
            limit: 100,
          }),
        ),
      );
      return lists.flatMap(({ rows }) => rows.map(({ title }) => title));
    },
  };
}

export const databaseOf = (folder: string) => join(folder, 'colophon.db');
export const backupsOf = (folder: string) => join(folder, 'backups');
