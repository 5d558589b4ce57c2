import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { OfficeState } from '../../src/shared/office/office.ts';
import { asking, joinNow } from './confirm.ts';
import type { OfficeWorld } from './officeWorld.ts';
import { openTestServices, type TestServicesOptions } from './testServices.ts';

const nowhere = 'http://127.0.0.1:9/api/v3/';

export type OfficeColophon = Awaited<ReturnType<typeof openColophon>>;

/** Two people in a new office, with drafts of the first one. */
export async function openTwo(world: OfficeWorld, titles: readonly string[] = []) {
  const office = await world.createOffice();
  await world.ensurePerson('ben');
  const anna = await openColophon(world, 'anna', office.database);
  const drafts = [];
  for (const title of titles) drafts.push(await anna.add(title));
  await anna.join();
  await office.permit('ben');
  const ben = await openColophon(world, 'ben', office.database);
  await ben.join();
  return { office, anna, ben, drafts };
}

/** A running Colophon of a person, on a data folder of its own, that can join the office in a database. */
export async function openColophon(
  { cluster }: OfficeWorld,
  person: string,
  database: string,
  options: Partial<TestServicesOptions> = {},
) {
  const kept = new Map<string, string>();
  const services = await openTestServices({
    folder: mkdtempSync(join(tmpdir(), 'colophon-')),
    directory: { '3.0.1': nowhere, '4.0': nowhere },
    keychain: {
      state: 'system',
      reason: null,
      get: async (name) => kept.get(name) ?? null,
      set: async (name, secret) => void kept.set(name, secret),
      remove: async (name) => void kept.delete(name),
    },
    ...options,
  });
  onTestFinished(async () => {
    await services.close();
    services.remove();
  });
  const { handlers, when } = services;
  const status = () => handlers['office.status']({ waits: false });
  return {
    ...services,
    kept,
    status,
    /** Through a proxy if a port is given. */
    join: (port = cluster.port) =>
      joinNow(asking(handlers), {
        address: cluster.address(person, database).replace(`:${cluster.port}/`, `:${port}/`),
        password: cluster.passwordOf(person),
      }),
    untilState: (state: OfficeState) => when(async () => (await status()).state === state),
    untilTitle: (title: string) =>
      when(() => services.db.prepare('SELECT 1 FROM drafts WHERE title = ?').get(title) !== undefined),
    add: async (title: string) => {
      const { id, version } = await handlers['drafts.create']({ accountId: services.accountId });
      return handlers['drafts.save']({ id, version, record: { bibjson: { title } } });
    },
  };
}
