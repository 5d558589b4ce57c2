import { describe, expect, test } from 'vitest';
import {
  lookUpApplication,
  lookUpRestored,
  makeUnclear,
} from '../../src/main/outbox/applications/sending/lookUpApplication.ts';
import type { ApplicationChange } from '../../src/main/store/applications/applicationRows.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { removeAt, setAt } from '../../src/shared/draft/fieldPath.ts';
import { newApplication } from '../helpers/applicationRecords.ts';
import {
  attemptOf,
  openScriptedApplications,
  type ScriptedApplications,
  sentAt,
  storedThere,
  updateRequest,
} from '../helpers/scriptedApplications.ts';
import { shortApplicationPace } from '../helpers/testServices.ts';
import { textOf } from '../helpers/textOf.ts';

const { timeoutDelay, retry, read } = shortApplicationPace;
const put = { method: 'PUT', remoteId: 'x' } as const;
const isoAt = (ms: number) => new Date(Date.parse(sentAt) + ms).toISOString();
/** As somebody else may have changed it. */
const changed = (record: DraftRecord) => setAt(record, 'bibjson.publication_time_weeks', 33);
const events = (world: ScriptedApplications, id: number) => world.store.events(id).map(({ kind }) => kind);

/** Stores an application whose request has no known outcome, due at once. */
function addUnsure(
  world: ScriptedApplications,
  record: DraftRecord,
  {
    attempt = {},
    ...more
  }: Omit<ApplicationChange, 'attempt'> & { attempt?: Parameters<typeof attemptOf>[1] } = {},
) {
  return world.add(record, {
    sync: 'unsure',
    attempts: 1,
    attempt: attemptOf(record, attempt),
    dueMs: world.monotonic,
    ...more,
  });
}

async function lookUp(world: ScriptedApplications, id: number) {
  await lookUpApplication(world.parts, world.client, world.store.get(id), {});
  return world.store.get(id);
}

describe('an application whose answer can no longer arrive', () => {
  test('is unclear and looked up once the directory is sure to be done with it', async () => {
    const world = await openScriptedApplications();
    const record = updateRequest();
    const { id } = world.add(record, { sync: 'sending', attempt: attemptOf(record) });
    makeUnclear(world.parts, world.store.get(id), 'lost');
    expect(world.store.get(id)).toMatchObject({ sync: 'unsure', dueMs: world.monotonic + timeoutDelay });
    expect(events(world, id)).toEqual(['unsure']);
    expect(world.texts(id)[0]).toContain('the directory may or may not have the Update Request.');
  });

  test('is queued if nothing is known of a request', async () => {
    const world = await openScriptedApplications();
    const { id } = world.add(updateRequest(), { sync: 'sending' });
    makeUnclear(world.parts, world.store.get(id), 'ended');
    expect(world.store.get(id)).toMatchObject({ sync: 'queued', dueMs: world.monotonic });
    expect(events(world, id)).toEqual([]);
  });
});

describe('looking up', () => {
  test('gives up an application if what was found cannot be read three times, and never sends it again by itself', async () => {
    const world = await openScriptedApplications();
    const { id } = addUnsure(world, newApplication());
    world.hits = [{ ...storedThere('x', newApplication()), id: 17 as unknown as string }];
    for (const times of [1, 2]) {
      await expect(lookUp(world, id)).rejects.toThrow('directory.problem.hit.message');
      expect(world.store.get(id)).toMatchObject({ sync: 'unsure', reads: times });
    }
    expect((await lookUp(world, id)).sync).not.toBe('unsure');
    expect(events(world, id)).toEqual(['failed']);
    expect(world.store.get(id).refusal).toMatchObject({ code: 'hit-unreadable' });
    expect(textOf(world.store.get(id).refusal!.message)).toContain('may or may not have the application');
  });

  test('asks nothing about an application whose outcome is known', async () => {
    const world = await openScriptedApplications();
    const record = updateRequest();
    await lookUp(world, addUnsure(world, record, { sync: 'queued' }).id);
    await lookUp(world, world.add(record, { sync: 'unsure' }).id);
    expect(world.requests).toEqual([]);
  });

  test('a change reads its record: it is done if its content is there, without news', async () => {
    const world = await openScriptedApplications();
    const record = updateRequest();
    world.records = [storedThere('x', record)];
    const { id } = addUnsure(world, record, { attempt: put, remoteId: 'x', status: 'revisions', reads: 2 });
    expect(await lookUp(world, id)).toMatchObject({
      sync: 'sent',
      status: 'waiting',
      attempt: null,
      attempts: 0,
      reads: 0,
      readMs: null,
      sentAt,
      stored: { id: 'x' },
    });
    expect(world.requests).toEqual(['GET applications/x']);
    expect(events(world, id)).toEqual(['settled', 'read-back', 'status']);
    expect(world.texts(id)[0]).toBe('Checked: the directory has the Update Request.');
    expect(world.publishedAs('applications.statusChanged')).toEqual([]);
    expect(world.publishedAs('applications.changed')).toEqual([{ accountId: world.accountId, ids: [id] }]);
  });

  test('a change is not stored while revisions are still asked for, even if its content is the same', async () => {
    const world = await openScriptedApplications();
    const record = updateRequest();
    const word = 'revisions_required';
    world.records = [storedThere('x', record, { word })];
    const own = { attempt: put, remoteId: 'x', status: 'revisions' } as const;
    expect(await lookUp(world, addUnsure(world, record, own).id)).toMatchObject({ sync: 'queued' });
    world.db.exec('DELETE FROM applications');
    // A change of another application leaves the request for revisions there, and would be stored as a second one.
    world.records = [storedThere('x', newApplication(), { word })];
    const { id } = addUnsure(world, newApplication(), own);
    expect(await lookUp(world, id)).toMatchObject({ sentAt, status: 'revisions' });
  });

  test('a change of a record that is gone can be sent as new', async () => {
    const world = await openScriptedApplications();
    const { id } = addUnsure(world, updateRequest(), { attempt: put, remoteId: 'x' });
    expect(await lookUp(world, id)).toMatchObject({ sync: 'never', status: 'gone' });
    expect(events(world, id)).toEqual(['gone']);
    expect(world.texts(id)[0]).toContain('The Update Request is no longer at the directory');
  });

  test.each([
    [false, 'Checked: the directory does not have this version of the Update Request.'],
    [true, 'Checked: the directory did not accept this version of the Update Request;'],
  ])('one that is not found is queued after a pause (locked: %s)', async (isLocked, text) => {
    const world = await openScriptedApplications();
    const record = updateRequest();
    world.records = [storedThere('x', changed(record))];
    const attempt = { ...put, isLocked };
    const { id } = addUnsure(world, record, { attempt, attempts: 2, remoteId: 'x', reads: 1 });
    expect(await lookUp(world, id)).toMatchObject({
      sync: 'queued',
      attempt: null,
      attempts: 2,
      reads: 0,
      dueMs: world.monotonic + 2 * retry.first,
    });
    expect(events(world, id)).toEqual(['settled']);
    expect(world.texts(id)[0]).toContain(text);
  });

  test.each<[string, boolean, Parameters<typeof attemptOf>[1]]>([
    ['a request for a new one', true, {}],
    ['a change', false, put],
  ])('that finds nothing comes again before %s is repeated: %s', async (_name, mayBeSent, attempt) => {
    const world = await openScriptedApplications();
    const record = updateRequest();
    world.records = [storedThere('x', changed(record))];
    const { id } = addUnsure(world, record, { attempt });
    expect(await lookUp(world, id)).toMatchObject({ sync: 'queued', attempt: null, mayBeSent });
  });

  test('one that is not found after five requests has failed until it is edited', async () => {
    const world = await openScriptedApplications();
    const record = updateRequest();
    const rows = [false, true].map((isLocked) =>
      addUnsure(world, record, { attempt: { isLocked }, attempts: 5, reads: 3 }),
    );
    for (const { id, hash } of rows)
      expect(await lookUp(world, id)).toMatchObject({
        sync: 'failed',
        refusalHash: hash,
        reads: 0,
        attempt: null,
      });
    const refusals = rows.map(({ id }) => world.store.get(id).refusal);
    expect(refusals.map((refusal) => refusal?.code)).toEqual(['gave-up', 'locked']);
    for (const refusal of refusals) expect(textOf(refusal?.message)).toContain('5 attempts');
    expect(rows.map(({ id }) => events(world, id))).toEqual([['failed'], ['failed']]);
  });

  test('too early counts only if the record is found, and then not again if an earlier one failed', async () => {
    const world = await openScriptedApplications();
    const early = (reads: number) =>
      addUnsure(world, updateRequest(), { dueMs: world.monotonic + 1, reads }).id;
    const [first, second, due] = [early(0), early(1), addUnsure(world, updateRequest()).id];
    expect(await lookUp(world, first)).toMatchObject({ sync: 'unsure', dueMs: world.monotonic + 1 });
    expect(world.published).toEqual([]);
    expect(await lookUp(world, second)).toMatchObject({ sync: 'queued' });
    expect(await lookUp(world, due)).toMatchObject({ sync: 'queued' });
  });

  test('changes nothing if the application was settled, sent again or removed meanwhile', async () => {
    const world = await openScriptedApplications();
    const record = updateRequest();
    const meanwhile: ((id: number) => void)[] = [
      (id) => world.store.change(id, { sync: 'queued' }),
      (id) => world.store.change(id, { attempt: attemptOf(record, { at: isoAt(1) }) }),
      (id) => world.store.change(id, { attempt: null }),
      (id) => world.db.prepare('DELETE FROM applications WHERE id = ?').run(id),
    ];
    for (const act of meanwhile) {
      const row = addUnsure(world, record);
      let acted: unknown;
      world.answer = () => {
        act(row.id);
        acted = world.store.find(row.id);
        return undefined;
      };
      await lookUpApplication(world.parts, world.client, row, {});
      expect(world.store.find(row.id)).toEqual(acted);
    }
    expect(world.published).toEqual([]);
  });

  test('that fails is repeated after a growing pause, unless the failure is ours', async () => {
    const world = await openScriptedApplications();
    const { id } = addUnsure(world, updateRequest());
    world.answer = () => ({ status: 502 });
    await expect(lookUp(world, id)).rejects.toMatchObject({ code: 'remote' });
    expect(world.store.get(id)).toMatchObject({
      sync: 'unsure',
      reads: 1,
      dueMs: world.monotonic + read.first,
    });
    await expect(lookUp(world, id)).rejects.toMatchObject({ code: 'remote' });
    const dueMs = world.monotonic + 2 * read.first;
    expect(world.store.get(id)).toMatchObject({ reads: 2, dueMs });

    world.answer = () => undefined;
    const find = () => {
      throw new TypeError('ours');
    };
    const parts = { ...world.parts, store: { ...world.store, find } };
    const row = world.store.get(id);
    await expect(lookUpApplication(parts, world.client, row, {})).rejects.toThrow(TypeError);
    expect(world.store.get(id)).toMatchObject({ sync: 'unsure', reads: 2, dueMs });
  });
});

describe('a request that may have created a record', () => {
  /** Looks up a request of a new application, or of an Update Request for the first journal. */
  async function find(
    record: DraftRecord,
    there: DraftRecord[],
    prepare: (world: ScriptedApplications) => void = () => undefined,
  ) {
    const world = await openScriptedApplications();
    world.records = there;
    prepare(world);
    const { id } = addUnsure(world, record);
    const { remoteId } = await lookUp(world, id);
    return { world, found: remoteId };
  }
  const renamed = newApplication(900, { title: 'Renamed' });

  const cases: [string, string | null, DraftRecord, DraftRecord][] = [
    ['the same content', 'x', newApplication(), storedThere('x', newApplication())],
    ['other content of an earlier time', null, newApplication(), storedThere('x', changed(newApplication()))],
    [
      'other content, created up to a minute earlier',
      'x',
      newApplication(),
      storedThere('x', changed(newApplication()), { created_date: isoAt(-60_000) }),
    ],
    [
      'other content, created more than a minute earlier',
      null,
      newApplication(),
      storedThere('x', changed(newApplication()), { created_date: isoAt(-61_000) }),
    ],
    [
      'another title, created since',
      null,
      newApplication(),
      storedThere('x', renamed, { created_date: isoAt(1) }),
    ],
    [
      'another title, created since for the same journal',
      'x',
      updateRequest(),
      storedThere('x', changed(setAt(updateRequest(), 'bibjson.title', 'Renamed')), {
        created_date: isoAt(1),
      }),
    ],
    [
      'a decision, which took the journal from it, created since',
      'x',
      updateRequest(),
      storedThere('x', removeAt(changed(updateRequest()), 'admin.current_journal'), {
        word: 'accepted',
        created_date: isoAt(1),
        last_updated: isoAt(1),
      }),
    ],
    [
      'the same content, decided up to a minute before the application existed here',
      'x',
      newApplication(),
      storedThere('x', newApplication(), { word: 'rejected', last_updated: isoAt(-60_000) }),
    ],
    [
      'the same content, decided more than a minute before the application existed here',
      null,
      newApplication(),
      storedThere('x', newApplication(), { word: 'rejected', last_updated: isoAt(-61_000) }),
    ],
    [
      'no journal and no decision',
      null,
      updateRequest(),
      storedThere('x', removeAt(updateRequest(), 'admin.current_journal'), { created_date: isoAt(1) }),
    ],
    [
      'the same content for another journal',
      null,
      updateRequest(),
      storedThere('x', setAt(updateRequest(), 'admin.current_journal', 'journal2')),
    ],
    [
      'no time of its creation',
      null,
      newApplication(),
      { ...storedThere('x', changed(newApplication())), created_date: null },
    ],
  ];
  test('is found by what its record says, and when it was created', async () => {
    const world = await openScriptedApplications();
    for (const [name, expected, record, there] of cases) {
      world.records = [there];
      world.requests.length = 0;
      const { id } = addUnsure(world, record);
      expect((await lookUp(world, id)).remoteId, name).toBe(expected);
      expect(world.searches()[0]).toContain('issn:');
      world.db.exec('DELETE FROM applications');
    }
  });

  test('is not found by a record that is only listed', async () => {
    const { found } = await find(updateRequest(), [], (world) => {
      world.hits = [storedThere('x', updateRequest())];
    });
    expect(found).toBeNull();
  });

  test('is looked for among all if the application has no ISSN', async () => {
    const record = newApplication(900, { pissn: '', eissn: '' });
    const { world, found } = await find(record, [storedThere('x', record)]);
    expect(found).toBe('x');
    expect(world.searches()[0]).not.toContain('issn:');
  });

  test('is found by the record of another draft only if it is open, of the same kind, and as sent', async () => {
    const others = (change: (record: DraftRecord) => DraftRecord, more: ApplicationChange = {}) => {
      const there = storedThere('x', change(updateRequest()), { created_date: isoAt(1) });
      return find(updateRequest(), [there], (world) => {
        const other = more.status === undefined ? newApplication() : updateRequest();
        world.add(other, { remoteId: 'x', ...more });
      });
    };
    const same = (record: DraftRecord) => record;
    expect((await others(same, { status: 'waiting' })).found).toBe('x');
    expect((await others(changed, { status: 'waiting' })).found).toBeNull();
    const unread = [await others(same, { status: 'rejected' }), await others(same)];
    for (const { world, found } of unread) {
      expect(found).toBeNull();
      expect(world.reads()).toEqual([]);
    }
  });

  test('is found by its own record that was believed to be gone', async () => {
    const world = await openScriptedApplications();
    world.records = [storedThere('x', updateRequest())];
    const { id } = addUnsure(world, updateRequest(), { remoteId: 'x', status: 'gone' });
    expect(await lookUp(world, id)).toMatchObject({ sync: 'sent', status: 'waiting', remoteId: 'x' });
  });
});

describe('an application of a restored backup', () => {
  async function restore(
    record: DraftRecord,
    there: DraftRecord[],
    during: (world: ScriptedApplications) => void = () => undefined,
    more: ApplicationChange = {},
  ) {
    const world = await openScriptedApplications();
    world.records = there;
    const { id } = world.add(record, { sync: 'queued', mayBeSent: true, ...more });
    world.answer = () => {
      during(world);
      return undefined;
    };
    await lookUpRestored(world.parts, world.client, world.store.get(id), {});
    return { world, row: world.store.find(id) };
  }
  const other = (word: string) => storedThere('y', changed(newApplication()), { word });

  test('is done if the directory has it, whatever else it has', async () => {
    const same = storedThere('x', newApplication());
    const { world, row } = await restore(newApplication(), [other('pending'), same, { ...same, id: 'z' }]);
    expect(row).toMatchObject({ sync: 'sent', remoteId: 'x', status: 'waiting', mayBeSent: false });
    expect(world.publishedAs('applications.changed')).toEqual([{ accountId: 'a', ids: [row!.id] }]);
  });

  test('is refused if the directory has another open one, until it is edited', async () => {
    const { world, row } = await restore(newApplication(), [other('pending')]);
    expect(row).toMatchObject({ sync: 'refused', refusal: { code: 'already-open' }, refusalHash: row!.hash });
    expect(events(world, row!.id)).toEqual(['refused']);
  });

  test.each<[string, DraftRecord, DraftRecord[]]>([
    ['nothing', newApplication(), []],
    ['one that was decided', newApplication(), [other('rejected')]],
    [
      'the same, decided before it existed here',
      newApplication(),
      [storedThere('x', newApplication(), { word: 'accepted' })],
    ],
    [
      'an Update Request with its ISSN',
      newApplication(),
      [storedThere('x', setAt(newApplication(), 'admin.current_journal', 'journal1'))],
    ],
    [
      'another Update Request, which it replaces',
      updateRequest(),
      [storedThere('x', changed(updateRequest()))],
    ],
  ])('may be sent if the directory has %s', async (_name, record, there) => {
    const { row } = await restore(record, there);
    expect(row).toMatchObject({ sync: 'queued', mayBeSent: false });
  });

  test('may be sent if the open one is its own, as it was before', async () => {
    const own = { remoteId: 'y', status: 'waiting' } as const;
    const { row } = await restore(newApplication(), [other('pending')], undefined, own);
    expect(row).toMatchObject({ sync: 'queued', mayBeSent: false, remoteId: 'y' });
  });

  test('stays as it is if it was edited, cancelled or removed meanwhile', async () => {
    const there = [storedThere('x', newApplication())];
    for (const sql of [
      `UPDATE applications SET hash = 'another'`,
      `UPDATE applications SET sync = 'never'`,
      'DELETE FROM applications',
    ]) {
      const { world } = await restore(newApplication(), there, ({ db }) => void db.exec(sql));
      expect(world.store.inSync(['sent'])).toEqual([]);
      expect(world.published).toEqual([]);
    }
  });
});
