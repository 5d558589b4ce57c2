import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openColophon } from '../helpers/officeColophon.ts';
import { idOf, sendersInOffices, untilDone } from '../helpers/officeSenders.ts';
import { type OfficeWorld, startOfficeWorld } from '../helpers/officeWorld.ts';
import { withPostgres } from '../helpers/postgres.ts';
import { article } from '../helpers/testDirectory.ts';

describe('a plan while a colleague works', withPostgres, () => {
  const { twoSenders } = sendersInOffices();

  test('sends exactly the confirmed contents, and names what the colleague changed and added', async () => {
    const { anna, ben, directory } = await twoSenders({ drafts: 3 });
    await ben.untilTitle('Article 3');
    const plan = await anna.handlers['uploads.plan']({
      accountId: anna.accountId,
      selection: { filter: { trashed: false }, except: [] },
      includeUnchanged: false,
    });
    expect(plan.toSend).toBe(3);
    await ben.editDraft(idOf(ben, 'Article 2'), article(2, { title: 'Edited by Ben' }));
    ben.addDrafts([article(4)]);
    await ben.handlers['office.status']({ waits: true });
    for (const title of ['Edited by Ben', 'Article 4']) await anna.untilTitle(title);
    const { id, since } = await anna.handlers['uploads.start']({ plan: plan.id, name: 'Confirmed' });
    expect(since).toEqual({ added: 1, changed: 1, titles: ['Edited by Ben'] });
    expect((await untilDone(anna, id)).counts).toMatchObject({ total: 2, created: 2 });
    const there = (await directory.articles()).map(({ bibjson }) => bibjson.title);
    expect(there.sort()).toEqual(['Article 1', 'Article 3']);
  });

  test('does not send what a colleague edits after it was queued', async () => {
    const { anna, ben, directory } = await twoSenders({ drafts: 2 });
    await ben.untilTitle('Article 2');
    await directory.maintenance(true);
    const { id } = await anna.send([idOf(anna, 'Article 1'), idOf(anna, 'Article 2')]);
    await ben.editDraft(idOf(ben, 'Article 2'), article(2, { title: 'Edited by Ben' }));
    await anna.untilTitle('Edited by Ben');
    await directory.maintenance(false);
    await untilDone(anna, id);
    const there = (await directory.articles()).map(({ bibjson }) => bibjson.title);
    expect(there).not.toContain('Edited by Ben');
    expect(there).toContain('Article 1');
  });
});

describe('an office', withPostgres, () => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await startOfficeWorld();
  });
  afterAll(() => world?.remove());

  test('is left only as it was when the dialog was opened', async () => {
    const office = await world.createOffice();
    const anna = await openColophon(world, 'anna', office.database);
    await anna.add('Written before');
    await anna.join();
    await anna.when(async () => (await anna.status()).waiting === 0);
    const preview = () => anna.handlers['office.leavePreview']({});
    const leave = (plan: string) => anna.handlers['office.leave']({ plan });
    const shown = await preview();
    expect(shown).toMatchObject({ waiting: 0, queued: 0 });
    // A draft that is queued reaches the office, so that nothing but the queue has changed.
    const db = new Database(join(anna.folder, 'colophon.db'));
    try {
      db.exec(`UPDATE drafts SET sync = 'queued'`);
      await anna.when(async () => (await anna.status()).waiting === 0);
      const changed = { code: 'state', problem: { key: 'office.error.leaveChanged.message' } };
      await expect(leave(shown.id)).rejects.toMatchObject(changed);
      const again = await preview();
      expect(again).toMatchObject({ waiting: 0, queued: 1 });
      db.exec(`INSERT OR REPLACE INTO office_outbox (kind, account_id, local_id)
        SELECT 'article', account_id, id FROM drafts`);
      await expect(leave(again.id)).rejects.toMatchObject(changed);
      expect((await anna.status()).state).not.toBe('off');
    } finally {
      db.close();
    }
    const last = await preview();
    expect(await leave(last.id)).toMatchObject({ state: 'off' });
    await expect(leave(last.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(preview()).rejects.toMatchObject({ code: 'state' });
  });

  test('gets the accounts that the preview of joining listed, with their addresses, and no others', async () => {
    const office = await world.createOffice();
    const anna = await openColophon(world, 'anna', office.database);
    const login = {
      address: world.cluster.address('anna', office.database),
      password: world.cluster.passwordOf('anna'),
    };
    const preview = () => anna.handlers['office.preview'](login);
    const join = (plan: string) => anna.handlers['office.join']({ plan });
    const shown = await preview();
    expect(shown.accounts.map(({ isHere, isThere }) => ({ isHere, isThere }))).toEqual([
      { isHere: true, isThere: false },
    ]);
    const base = 'http://127.0.0.1:2/api/v4/';
    const added = await anna.handlers['accounts.create']({
      ...{ name: 'Private', base, dialect: '4.0', rate: 2, username: 'pub1' },
    });
    const changed = { code: 'state', problem: { key: 'office.error.joinChanged.message' } };
    await expect(join(shown.id)).rejects.toMatchObject(changed);
    expect(await anna.status()).toMatchObject({ state: 'off' });

    const again = await preview();
    await anna.handlers['accounts.update']({ id: added.id, base: 'http://127.0.0.1:3/api/v4/' });
    await expect(join(again.id)).rejects.toMatchObject(changed);
    expect(await office.sql(`SELECT 1 FROM colophon.records WHERE kind = 'account'`)).toEqual([]);

    const last = await preview();
    expect(last.accounts.map((account) => account.base)).toContain('http://127.0.0.1:3/api/v4/');
    expect(await join(last.id)).toMatchObject({ state: 'current' });
    await expect(join(last.id)).rejects.toMatchObject({ code: 'not_found' });
  });
});
