import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { setActivePack, shippedPack } from '../../src/shared/rulePack/rulePack.ts';
import { directoryForFile } from '../helpers/directoryForFile.ts';
import { laterPack } from '../helpers/signedPack.ts';
import { article } from '../helpers/storeParts.ts';
import { openTestServices } from '../helpers/testServices.ts';

const directory = directoryForFile();

/** Opens a data folder with a program that has these rules; `use` works in it. */
async function withRules<T>(
  folder: string,
  rules: string,
  use: (services: Awaited<ReturnType<typeof openTestServices>>) => Promise<T>,
): Promise<T> {
  const services = await openTestServices({ folder, rules, directory: directory.directory });
  try {
    return await use(services);
  } finally {
    await services.close();
  }
}

const counted = ({ db }: { db: { prepare(sql: string): { pluck(): { get(): unknown } } } }) =>
  ['drafts', 'applications'].map((table) => db.prepare(`SELECT errors FROM ${table}`).pluck().get());

test('a program with other rules checks all drafts and applications again, once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-rules-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const right = await withRules(folder, 'one', async (services) => {
    services.addDrafts([article()]);
    await services.handlers['applications.create']({ accountId: services.accountId, journalId: null });
    const found = counted(services);
    services.db.exec('UPDATE drafts SET errors = 77; UPDATE applications SET errors = 77');
    return found;
  });
  await withRules(folder, 'one', async (services) => expect(counted(services)).toEqual([77, 77]));
  await withRules(folder, 'two', async (services) => {
    const rules = services.db.prepare("SELECT value FROM settings WHERE key = 'rules'").pluck();
    await expect.poll(() => rules.get()).toBe('"two"');
    const left = services.db.prepare('SELECT recheck_after FROM accounts').pluck();
    await expect.poll(() => left.get()).toBeNull();
    expect(counted(services)).toEqual(right);
  });
});

test('a program with another rule pack does the same, and one with Colophon’s own again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-rules-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  onTestFinished(() => setActivePack(shippedPack()));
  /** Errors of the draft as soon as it was checked by the rules in use. */
  const found = (rules: string) =>
    withRules(folder, 'one', async ({ db }) => {
      await expect
        .poll(() => db.prepare("SELECT value FROM settings WHERE key = 'rules'").pluck().get())
        .toBe(JSON.stringify(rules));
      await expect.poll(() => db.prepare('SELECT recheck_after FROM accounts').pluck().get()).toBeNull();
      return counted({ db })[0];
    });
  await withRules(folder, 'one', async (services) => services.addDrafts([article({ year: 'then' })]));
  const before = await found('one');
  const later = laterPack(({ profile }) => {
    profile.oaStart = true;
  });
  setActivePack(later);
  expect(await found(`one ${later.version}`)).toBe(Number(before) + 1);
  setActivePack(shippedPack());
  expect(await found('one')).toBe(before);
});
