import { beforeEach, describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/shared/directory/account.ts';
import { t } from '../../src/shared/i18n/i18n.ts';
import { newApplication } from '../helpers/applicationRecords.ts';
import { type ApplicationWorld, isSettled } from '../helpers/applicationWorld.ts';
import { asking, withdrawNow } from '../helpers/confirm.ts';
import { applicationDirectoryForFile } from '../helpers/directoryForFile.ts';
import { openWorldForTest } from '../helpers/openForTest.ts';
import { saying } from '../helpers/saying.ts';
import { textOf } from '../helpers/textOf.ts';

const notNow = t('applicationLife.refusal.not-now.message', { what: t('applicationLife.what.update') });

const directory = applicationDirectoryForFile();

for (const dialect of ['3.0.1', '4.0'] satisfies Dialect[]) {
  describe(`an Update Request (${dialect})`, () => {
    let world: ApplicationWorld;
    beforeEach(async () => {
      world = await openWorldForTest({ directory: directory.directory, dialect });
    });

    async function sendOne(journal = 1) {
      const id = await world.propose(journal);
      await world.send(id);
      const row = await world.reach(id, isSettled);
      return { id, remoteId: row.remoteId! };
    }

    test('begins with the journal’s current record, is sent, stored and read back', async () => {
      const id = await world.propose(1);
      expect(await world.row(id)).toMatchObject({
        kind: 'update',
        journalId: 'journal1',
        changes: 1,
        errors: 0,
      });
      const [plan] = await world.plan(id);
      expect(plan).toMatchObject({
        action: 'create',
        message: saying('Sends an Update Request with 1 change.'),
        changes: [{ path: 'bibjson.oa_start', before: 2012, after: 2015 }],
        open: null,
      });
      expect(await world.send(id)).toMatchObject({ queued: 1 });
      await world.reach(id, isSettled);
      const [stored] = await directory.applications();
      expect(stored).toMatchObject({ admin: { current_journal: 'journal1' }, bibjson: { oa_start: 2015 } });
      expect(await world.get(id)).toMatchObject({
        remoteId: stored!.id,
        status: 'waiting',
        sync: 'sent',
        differences: [],
        editable: { now: true, why: null },
      });
      expect(await world.kinds(id)).toEqual(['created', 'queued', 'sent', 'read-back', 'status']);
      expect((await world.texts(id)).at(-2)).toBe('Checked: the directory has it exactly as it was sent.');
    });

    test('is sent once however often the user presses Send', async () => {
      const id = await world.propose(1);
      const asked = await Promise.allSettled([world.send(id), world.send(id), world.send(id)]);
      await world.reach(id, isSettled);
      expect(asked.filter((one) => one.status === 'fulfilled').length).toBeGreaterThan(0);
      const posts = (await directory.requests()).filter((one) => one.method === 'POST');
      expect(posts).toHaveLength(1);
      expect((await world.kinds(id)).filter((kind) => kind === 'queued')).toHaveLength(1);
    });

    test('overwrites its pending version when it is changed', async () => {
      const { id, remoteId } = await sendOne();
      await world.edit(id, 'bibjson.oa_start', 2016);
      expect((await world.row(id)).sync).toBe('changed');
      expect(await world.plan(id)).toMatchObject([
        { action: 'update', open: { remoteId, status: 'waiting' } },
      ]);
      await world.send(id);
      await world.reach(id, isSettled);
      expect(await directory.applications()).toMatchObject([{ id: remoteId, bibjson: { oa_start: 2016 } }]);
      const writes = (await directory.requests()).filter((one) => /POST|PUT/.test(one.method));
      expect(writes.map((one) => `${one.method} ${one.status}`)).toEqual(['POST 201', 'PUT 204']);
      expect(await world.kinds(id)).toContain('updated');
    });

    test('is not sent again without a change', async () => {
      const { id } = await sendOne();
      expect(await world.plan(id)).toMatchObject([
        {
          action: 'held-back',
          message: saying('The directory already has the Update Request in this version.'),
        },
      ]);
      await expect(world.send(id)).rejects.toMatchObject({ code: 'state' });
    });

    test('is kept while an editor has it (403 is explained) and sent once the editor returns it', async () => {
      const { id, remoteId } = await sendOne();
      await world.edit(id, 'bibjson.oa_start', 2016);
      // Its status has not been fetched since, so it is sent and refused.
      const plan = await world.handlers['applications.plan']({ accountId: world.accountId, ids: [id] });
      await directory.setStatus(remoteId, 'in progress');
      await world.handlers['applications.send']({ plan: plan.id });
      await world.reach(id, (row) => row.sync === 'refused' && row.status === 'review');
      expect(await world.get(id)).toMatchObject({
        refusal: {
          code: 'not-now',
          status: 403,
          message: saying(notNow),
          help: saying(t('applicationLife.refusal.not-now.help')),
        },
        editable: { now: false },
        record: { bibjson: { oa_start: 2016 } },
      });
      expect(await world.plan(id)).toMatchObject([{ action: 'held-back' }]);

      await directory.setStatus(remoteId, 'revisions_required');
      expect(await world.refresh()).toEqual({ asked: 1, changed: 1, found: 0 });
      expect(await world.row(id)).toMatchObject({ status: 'revisions', sync: 'refused' });
      expect(await world.plan(id)).toMatchObject([{ action: 'update' }]);
      await world.send(id);
      await world.reach(id, isSettled);
      expect(await directory.applications()).toMatchObject([
        { id: remoteId, admin: { application_status: 'update_request' }, bibjson: { oa_start: 2016 } },
      ]);
      expect(await world.row(id)).toMatchObject({ status: 'waiting', refusal: null });
    });

    test.each(['accepted', 'rejected'])('accepts no changes once it was %s', async (status) => {
      const { id, remoteId } = await sendOne();
      await directory.setStatus(remoteId, status);
      await world.refresh();
      expect(world.published()).toEqual([
        {
          id,
          accountId: world.accountId,
          title: 'Journal of Tests 1',
          status,
          message: saying(`The directory ${status} the Update Request about “Journal of Tests 1”.`),
        },
      ]);
      await world.edit(id, 'bibjson.oa_start', 2017);
      expect(await world.plan(id)).toMatchObject([{ action: 'held-back' }]);
      expect((await world.get(id)).timeline.at(-1)).toMatchObject({ kind: 'status', status });
    });

    test('explains that it was decided while it was edited', async () => {
      const { id, remoteId } = await sendOne();
      await world.edit(id, 'bibjson.oa_start', 2016);
      const plan = await world.handlers['applications.plan']({ accountId: world.accountId, ids: [id] });
      await directory.setStatus(remoteId, 'accepted');
      await world.handlers['applications.send']({ plan: plan.id });
      const row = await world.reach(id, (one) => one.sync === 'refused' && one.status === 'accepted');
      expect(['decided', 'not-now']).toContain(row.refusal?.code);
      expect(row.record).toMatchObject({ bibjson: { oa_start: 2016 } });
    });

    test('that was deleted elsewhere is reported as gone and can be sent as a new one', async () => {
      const { id, remoteId } = await sendOne();
      await directory.removeAsOwner(dialect, remoteId);
      await world.edit(id, 'bibjson.oa_start', 2016);
      await world.send(id);
      await world.reach(id, (row) => row.status === 'gone');
      expect(await world.row(id)).toMatchObject({ sync: 'never' });
      expect((await world.kinds(id)).at(-1)).toBe('gone');
      expect(await world.plan(id)).toMatchObject([{ action: 'create' }]);
      await world.send(id);
      const row = await world.reach(id, isSettled);
      expect(row.remoteId).not.toBe(remoteId);
    });

    test('can be withdrawn and keeps its draft', async () => {
      const { id } = await sendOne();
      const deleted = await withdrawNow(asking(world.handlers), id);
      expect(deleted).toMatchObject({ status: 'withdrawn', sync: 'never', trashedAt: null });
      expect(deleted.timeline.at(-1)).toMatchObject({ kind: 'deleted' });
      expect(await directory.applications()).toEqual([]);
      await expect(withdrawNow(asking(world.handlers), id)).rejects.toMatchObject({ code: 'state' });
    });

    test('cannot be withdrawn while an editor has it', async () => {
      const { id, remoteId } = await sendOne();
      await directory.setStatus(remoteId, 'in progress');
      await expect(withdrawNow(asking(world.handlers), id)).rejects.toMatchObject({
        code: 'state',
        problem: saying(notNow),
      });
      expect(await directory.applications()).toHaveLength(1);
    });

    test('replaces another pending request, which the plan announces', async () => {
      const first = await sendOne();
      const second = await world.propose(1, { 'bibjson.oa_start': 2018 });
      const [plan] = await world.plan(second);
      expect(plan).toMatchObject({
        action: 'overwrite',
        open: { remoteId: first.remoteId, status: 'waiting' },
      });
      expect(textOf(plan!.message)).toContain('replaces it');
      await world.send(second);
      const row = await world.reach(second, isSettled);
      expect(row.remoteId).toBe(first.remoteId);
      expect(await world.row(first.id)).toMatchObject({ status: 'gone', sync: 'never', remoteId: null });
      expect(await directory.applications()).toHaveLength(1);
    });

    test('is held back while an editor has another one for the journal', async () => {
      const first = await sendOne();
      await directory.setStatus(first.remoteId, 'in progress');
      const second = await world.propose(1, { 'bibjson.oa_start': 2018 });
      const [plan] = await world.plan(second);
      expect(plan).toMatchObject({ action: 'held-back', open: { status: 'review' } });
      expect(textOf(plan!.message)).toContain('a second one would be refused');
      await expect(world.send(second)).rejects.toMatchObject({ code: 'state', why: plan!.message });
    });

    test('is refused with a message about the other request that an editor took after the plan was made', async () => {
      const first = await sendOne();
      const second = await world.propose(1, { 'bibjson.oa_start': 2018 });
      const plan = await world.handlers['applications.plan']({ accountId: world.accountId, ids: [second] });
      await directory.setStatus(first.remoteId, 'on hold');
      await world.handlers['applications.send']({ plan: plan.id });
      const row = await world.reach(second, (one) => one.sync === 'refused');
      expect(row.refusal).toMatchObject({ code: 'other-open', status: 403 });
      expect(row.record).toMatchObject({ bibjson: { oa_start: 2018 } });
    });

    test('cannot be begun for a journal that is not in the directory', async () => {
      for (const journalId of ['journal7', 'nowhere']) {
        await expect(
          world.handlers['applications.create']({ accountId: world.accountId, journalId }),
        ).rejects.toMatchObject({ code: 'not_found' });
      }
    });

    test('is refused with a message for a journal that was withdrawn or belongs to somebody else', async () => {
      const foreign = await world.propose(8);
      await world.send(foreign);
      const row = await world.reach(foreign, (one) => one.sync === 'refused');
      expect(row.refusal).toMatchObject({ code: 'foreign-journal', status: 404 });
      expect(row.record).toMatchObject({ bibjson: { oa_start: 2015 } });
    });
  });
}

describe('a new application', () => {
  async function open() {
    const world = await openWorldForTest({ directory: directory.directory, dialect: '4.0' });
    const { id } = await world.handlers['applications.create']({
      accountId: world.accountId,
      journalId: null,
      record: newApplication(),
    });
    return { world, id };
  }

  test('is sent, stored and changed while it waits', async () => {
    const { world, id } = await open();
    await world.send(id);
    const { remoteId } = await world.reach(id, isSettled);
    await world.edit(id, 'bibjson.oa_start', 2016);
    await world.send(id);
    await world.reach(id, isSettled);
    expect(await directory.applications()).toMatchObject([{ id: remoteId, bibjson: { oa_start: 2016 } }]);
  });

  test('that was returned is not sent over the old one, since the directory would keep both', async () => {
    const { world, id } = await open();
    await world.send(id);
    const { remoteId } = await world.reach(id, isSettled);
    await directory.setStatus(remoteId!, 'revisions_required');
    await world.refresh();
    await world.edit(id, 'bibjson.oa_start', 2016);
    const [plan] = await world.plan(id);
    expect(plan).toMatchObject({ action: 'held-back' });
    expect(textOf(plan!.message)).toContain('Withdraw it at the directory');
    expect((await world.get(id)).editable).toEqual({ now: false, why: plan!.message });
    await withdrawNow(asking(world.handlers), id);
    expect(await world.plan(id)).toMatchObject([{ action: 'create' }]);
  });

  test('is not sent over one that was returned in the meantime', async () => {
    const { world, id } = await open();
    await world.send(id);
    const { remoteId } = await world.reach(id, isSettled);
    await world.edit(id, 'bibjson.oa_start', 2016);
    const plan = await world.handlers['applications.plan']({ accountId: world.accountId, ids: [id] });
    await directory.setStatus(remoteId!, 'revisions_required');
    await world.handlers['applications.send']({ plan: plan.id });
    const row = await world.reach(id, (one) => one.sync === 'refused');
    expect(row).toMatchObject({ status: 'revisions', refusal: { code: 'held-back' } });
    expect(await directory.applications()).toMatchObject([{ id: remoteId, bibjson: { oa_start: 2012 } }]);
  });

  test('that was deleted elsewhere is not created again without asking', async () => {
    const { world, id } = await open();
    await world.send(id);
    const { remoteId } = await world.reach(id, isSettled);
    await directory.removeAsOwner('4.0', remoteId!);
    await world.edit(id, 'bibjson.oa_start', 2016);
    await world.send(id);
    await world.reach(id, (row) => row.status === 'gone');
    expect((await world.row(id)).sync).toBe('never');
    expect(await directory.applications()).toEqual([]);
  });

  test('with errors is held back', async () => {
    const { world, id } = await open();
    await world.edit(id, 'bibjson.oa_start', 1200);
    const [plan] = await world.plan(id);
    expect(plan).toMatchObject({ action: 'held-back', errors: 1 });
    expect(await directory.requests()).toEqual([]);
  });
});
