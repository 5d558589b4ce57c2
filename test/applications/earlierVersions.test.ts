import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { applicationFromStored, applicationToWire } from '../../src/shared/application/application.ts';
import type { Dialect } from '../../src/shared/directory/account.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { removeAt, setAt } from '../../src/shared/draft/fieldPath.ts';
import { type ApplicationWorld, isSettled, textsOf } from '../helpers/applicationWorld.ts';
import { asking, putBackNow, sendUnkeptNow, withdrawNow } from '../helpers/confirm.ts';
import { applicationDirectoryForFile } from '../helpers/directoryForFile.ts';
import { openWorldForTest } from '../helpers/openForTest.ts';
import { saying } from '../helpers/saying.ts';
import { goodKey } from '../helpers/testDirectory.ts';
import { textOf } from '../helpers/textOf.ts';

const directory = applicationDirectoryForFile();

for (const dialect of ['3.0.1', '4.0'] satisfies Dialect[]) {
  describe(`earlier versions (${dialect})`, () => {
    let world: ApplicationWorld;
    beforeEach(async () => {
      world = await openWorldForTest({ directory: directory.directory, dialect });
    });

    const versionsOf = async (recordId: number) =>
      (await world.handlers['versions.list']({ kind: 'application', recordId })).versions;
    const stored = async () =>
      (await directory.applications()).map((one) => ownOf(applicationFromStored(one)));
    async function sentAndEdited(): Promise<number> {
      const id = await world.propose(1);
      await world.send(id);
      await world.reach(id, isSettled);
      await world.edit(id, 'bibjson.oa_start', 2016);
      return id;
    }

    test('keeps the version that a change overwrites and can restore it', async () => {
      const id = await sentAndEdited();
      const before = await stored();
      expect(await versionsOf(id)).toEqual([]);
      const plan = await world.handlers['applications.plan']({ accountId: world.accountId, ids: [id] });
      expect(plan.requests).toBe(3);
      await world.send(id);
      await world.reach(id, isSettled);
      const [version] = await versionsOf(id);
      expect(version).toMatchObject({ why: 'overwritten', remoteId: (await world.row(id)).remoteId });
      const compared = await world.handlers['versions.compare']({ id: version!.id, recordId: id });
      expect(compared.record).toEqual(before[0]);
      expect(compared.remote).toMatchObject({ bibjson: { oa_start: 2016 } });

      await putBackNow(asking(world.handlers), { id: version!.id, recordId: id });
      expect((await world.row(id)).sync).toBe('changed');
      expect((await versionsOf(id)).map(({ why }) => why).sort()).toEqual(['draft', 'overwritten']);
      await world.send(id);
      await world.reach(id, isSettled);
      expect(await stored()).toEqual(before);
    });

    /** Somebody else changes an Update Request at the directory. */
    async function changeThere(id: number): Promise<void> {
      const { remoteId, sent } = await world.row(id);
      const theirs = applicationToWire(setAt(sent!, 'bibjson.publication_time_weeks', 33), dialect);
      await setTimeout(1_100);
      const address = `${directory.directory[dialect]}applications/${remoteId}?api_key=${goodKey}`;
      const { status } = await fetch(address, { method: 'PUT', body: JSON.stringify(theirs) });
      expect(status).toBe(204);
    }

    test('withdraws nothing that somebody else changed until the change has been shown', async () => {
      const id = await sentAndEdited();
      await changeThere(id);
      const before = await stored();
      await expect(withdrawNow(asking(world.handlers), id)).rejects.toMatchObject({
        code: 'state',
        problem: saying('Nothing was withdrawn, because this Update Request was changed at the directory.'),
      });
      expect(await stored()).toEqual(before);
      expect((await world.get(id)).stored).toMatchObject({ bibjson: { publication_time_weeks: 33 } });
      await withdrawNow(asking(world.handlers), id);
      expect(await stored()).toEqual([]);
    });

    test('does not overwrite a record until its current version has been read', async () => {
      const id = await sentAndEdited();
      const before = await stored();
      await directory.fault({
        kind: 'status',
        status: 502,
        match: { method: 'GET', path: '/applications/', times: 2 },
      });
      await world.send(id);
      await world.reach(id, (row) => row.reads > 0);
      expect(await stored()).toEqual(before);
      await world.reach(id, isSettled);
      expect((await versionsOf(id)).map(({ why }) => why)).toEqual(['overwritten']);
    });

    test('lets the user send without keeping the current version', async () => {
      const id = await sentAndEdited();
      await directory.fault({
        kind: 'status',
        status: 502,
        match: { method: 'GET', path: '/applications/' },
      });
      await world.send(id);
      await world.reach(id, (row) =>
        textsOf(row).some((text) => text.startsWith('Before Colophon overwrites')),
      );
      expect((await world.get(id)).waitsToKeep).toBe(true);
      const { accountId, handlers } = world;
      expect(await sendUnkeptNow(asking(handlers), { accountId, ids: [id] })).toEqual({
        count: 1,
        since: { added: 0, changed: 0, titles: [] },
      });
      await world.reach(id, (row) => row.sync === 'sent');
      await directory.clearFaults();
      expect(await stored()).toMatchObject([{ bibjson: { oa_start: 2016 } }]);
      expect(await versionsOf(id)).toEqual([]);
      expect((await world.get(id)).waitsToKeep).toBe(false);
    });

    test('reports what somebody else changed in an Update Request before overwriting it', async () => {
      const id = await sentAndEdited();
      expect((await world.plan(id))[0]).toMatchObject({ action: 'update', remoteChanges: null });
      await changeThere(id);
      const [plan] = await world.plan(id);
      expect(textOf(plan?.remoteChanges)).toMatch(
        /^Someone changed the Update Request at the directory on \d{1,2} [A-Z][a-z]+ \d{4}, after/,
      );
      expect(textOf(plan?.remoteChanges)).toContain('Weeks from submission');
    });

    test('reports changes to the journal since the Update Request was begun before undoing them', async () => {
      const begun = await world.propose(1, { 'bibjson.oa_start': 2015 });
      const other = await world.propose(1, { 'bibjson.publication_time_weeks': 33 });
      expect((await world.plan(begun))[0]).toMatchObject({ remoteChanges: null });
      await world.send(other);
      await world.reach(other, isSettled);
      await directory.setStatus((await world.row(other)).remoteId!, 'accepted');
      const [plan] = await world.plan(begun);
      expect(textOf(plan?.remoteChanges)).toMatch(
        /^The journal was changed at the directory after you started this\./,
      );
      expect(textOf(plan?.remoteChanges)).not.toContain('2015');
      await world.handlers['applications.refreshBase']({ id: begun });
      expect((await world.plan(begun))[0]?.remoteChanges).toBeNull();
    });

    test('keeps a version before withdrawing, and withdraws nothing that it cannot keep', async () => {
      const id = await sentAndEdited();
      const before = await stored();
      await directory.fault({
        kind: 'status',
        status: 502,
        match: { method: 'GET', path: '/applications/', times: 1 },
      });
      await expect(withdrawNow(asking(world.handlers), id)).rejects.toMatchObject({
        problem: saying(
          'Nothing was withdrawn, because Colophon could not back up the directory’s current version of the Update Request first.',
        ),
      });
      expect(await stored()).toEqual(before);
      await withdrawNow(asking(world.handlers), id);
      expect(await stored()).toEqual([]);
      const [version] = await versionsOf(id);
      expect(version).toMatchObject({ why: 'withdrawn' });
      await putBackNow(asking(world.handlers), { id: version!.id, recordId: id });
      await world.send(id);
      await world.reach(id, isSettled);
      expect(await stored()).toEqual(before);
    });
  });
}

/** Leaves out what the sandbox's state has of an application but its responses do not. */
function ownOf(record: DraftRecord): DraftRecord {
  return ['is_replaced_by', 'replaces', 'subject'].reduce(
    (rest, name) => removeAt(rest, `bibjson.${name}`),
    record,
  );
}
