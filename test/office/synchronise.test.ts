import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hashOfFile } from '../../src/main/backups/hashOfFile.ts';
import { makeBackup } from '../../src/main/backups/makeBackup.ts';
import { prepareRestore } from '../../src/main/backups/prepareRestore.ts';
import { connect } from '../../src/main/office/connect.ts';
import { createInstance, synchronise } from '../../src/main/office/instance.ts';
import { purgeTrash } from '../../src/main/office/purgeTrash.ts';
import { installSql, schemaVersion } from '../../src/main/office/schema/installSql.ts';
import { tablesSql } from '../../src/main/office/schema/officeRoles.ts';
import { openOffice, readSchema } from '../../src/main/office/schema.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { setAt } from '../../src/shared/draft/fieldPath.ts';
import { parseOfficeAddress } from '../../src/shared/office/officeAddress.ts';
import { newApplication } from '../helpers/applicationRecords.ts';
import { type Editor, type OfficeWorld, startOfficeWorld } from '../helpers/officeWorld.ts';
import { withPostgres } from '../helpers/postgres.ts';
import { saying } from '../helpers/saying.ts';

const day = 24 * 3_600_000;
const article = (title: string, more: DraftRecord = {}): DraftRecord => ({
  bibjson: { title, year: '2026', identifier: [{ type: 'doi', id: `10.1234/${title}` }], ...more },
});
const put = (path: string, value: string) => (record: DraftRecord) => setAt(record, path, value);

describe('An office', withPostgres, () => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await startOfficeWorld();
  });
  afterAll(() => world?.remove());

  async function createOffice() {
    const office = await world.createOffice();
    const openEditor: typeof office.openEditor = async (...given) => {
      const editor = await office.openEditor(...given);
      onTestFinished(() => editor.close());
      return editor;
    };
    return { ...office, openEditor };
  }

  /** Anna and Ben, whose clock is a day ahead, both have the draft `A`. */
  async function sharedDraft() {
    const office = await createOffice();
    const anna = await office.openEditor('anna');
    const ben = await office.openEditor('ben', { account: null, clockAheadMs: day });
    anna.add(article('A'));
    await anna.join();
    await office.permit('ben');
    await ben.join();
    return { office, anna, ben };
  }

  async function settle(...editors: Editor[]): Promise<void> {
    for (let round = 0; round < 3; round++) for (const editor of editors) await editor.synchronise();
  }

  /** Calls `work` at each query with this text, before it is sent or after its answer, until the returned function is called. */
  async function whenAsked(
    editor: Editor,
    text: string,
    when: 'before' | 'after',
    work: () => unknown,
  ): Promise<() => void> {
    const client = await editor.connection();
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    const asked = async (...given: unknown[]) => {
      const isMeant = String(given[0]).includes(text);
      if (isMeant && when === 'before') work();
      const answer = await query(...given);
      if (isMeant && when === 'after') work();
      return answer;
    };
    Object.assign(client, { query: asked });
    return () => Object.assign(client, { query });
  }

  const changedSince = expect.objectContaining({ problem: saying(/another change/) });

  const contentOf = (editor: Editor, title = 'A') => {
    const { record, trashedAt } = editor.drafts.get(editor.idOf(title));
    return { record, isTrashed: trashedAt !== null };
  };

  test('shares the drafts of an account with everybody who joins, but not the key', async () => {
    const { ben } = await sharedDraft();
    expect(ben.titles()).toEqual(['A']);
    const [account] = ben.accounts.list();
    expect(account).toMatchObject({ name: 'Main', username: 'publisher', key: 'missing' });
  });

  test('merges changes of different fields without a conflict', async () => {
    const { anna, ben } = await sharedDraft();
    anna.edit(anna.idOf('A'), put('bibjson.abstract', 'From Anna'));
    ben.edit(ben.idOf('A'), put('bibjson.month', '7'));
    await settle(anna, ben);
    for (const editor of [anna, ben]) {
      const bibjson = { abstract: 'From Anna', month: '7', title: 'A' };
      expect(contentOf(editor).record.bibjson).toMatchObject(bibjson);
      expect(editor.conflicts()).toEqual([]);
    }
  });

  test('keeps one value of a field that both changed, shows the conflict, and has both in its history', async () => {
    const { office, anna, ben } = await sharedDraft();
    anna.edit(anna.idOf('A'), put('bibjson.year', '2001'));
    ben.edit(ben.idOf('A'), put('bibjson.year', '2002'));
    await settle(anna, ben);
    expect(contentOf(anna).record.bibjson).toMatchObject({ year: '2001' });
    expect(contentOf(ben)).toEqual(contentOf(anna));
    expect(anna.conflicts()).toEqual([]);
    const fields = [{ path: 'record.bibjson.year', base: '2026', mine: '2002', theirs: '2001' }];
    expect(ben.conflicts()).toMatchObject([{ changedBy: 'anna', fields }]);
    const history = await office.sql<{ year: string; chosen: boolean; changed_by: string }>(
      `SELECT record #>> '{record,bibjson,year}' AS year, chosen, changed_by FROM colophon.history
       WHERE kind = 'article' ORDER BY changed_at`,
    );
    expect(history).toEqual([
      { year: '2026', chosen: true, changed_by: 'anna' },
      { year: '2002', chosen: false, changed_by: 'ben' },
    ]);
  });

  test('prefers an edit to a deletion, and shows it to the one who deleted', async () => {
    const { anna, ben } = await sharedDraft();
    await anna.remove(anna.idOf('A'));
    ben.edit(ben.idOf('A'), put('bibjson.month', '7'));
    await ben.synchronise();
    await settle(anna, ben);
    expect(contentOf(anna)).toEqual(contentOf(ben));
    expect(anna.conflicts()).toMatchObject([
      { changedBy: 'ben', mine: null, fields: [{ path: '', mine: null }] },
    ]);
  });

  test('prefers an edit to a deletion that was there first, and shows it to the one who edited', async () => {
    const { anna, ben } = await sharedDraft();
    await anna.remove(anna.idOf('A'));
    ben.edit(ben.idOf('A'), put('bibjson.month', '7'));
    await anna.synchronise();
    await settle(ben, anna);
    expect(contentOf(anna)).toEqual(contentOf(ben));
    expect(contentOf(anna).record.bibjson).toMatchObject({ month: '7' });
    expect(ben.conflicts()).toMatchObject([{ changedBy: 'anna', fields: [{ path: '', theirs: null }] }]);
  });

  test('takes a draft out of the trash that somebody else edited', async () => {
    const { anna, ben } = await sharedDraft();
    await anna.trash(anna.idOf('A'));
    ben.edit(ben.idOf('A'), put('bibjson.month', '7'));
    await settle(anna, ben);
    expect(contentOf(anna)).toEqual({ ...contentOf(ben), isTrashed: false });
    expect([...anna.conflicts(), ...ben.conflicts()]).toMatchObject([{ fields: [{ path: 'trashed_at' }] }]);
  });

  test.each([
    ['mine', '2002'],
    ['theirs', '2001'],
  ] as const)('ends a conflict with the values of one side, for everybody (%s)', async (keep, year) => {
    const { anna, ben } = await sharedDraft();
    anna.edit(anna.idOf('A'), put('bibjson.year', '2001'));
    ben.edit(ben.idOf('A'), put('bibjson.year', '2002'));
    await settle(anna, ben);
    // Later changes stay.
    anna.edit(anna.idOf('A'), put('bibjson.month', '7'));
    await settle(anna, ben);
    ben.settleConflicts(keep);
    expect(ben.conflicts()).toEqual([]);
    await settle(ben, anna);
    for (const editor of [anna, ben])
      expect(contentOf(editor).record.bibjson).toMatchObject({ year, month: '7' });
    expect([...anna.conflicts(), ...ben.conflicts()]).toEqual([]);
  });

  test.each([
    ['a colleague', 'mine', '2002'],
    ['a colleague', 'theirs', '2003'],
    ['the same person', 'mine', '2002'],
  ] as const)(
    'does not end a conflict over what %s wrote since, but shows that first (%s)',
    async (who, keep, year) => {
      const { anna, ben } = await sharedDraft();
      anna.edit(anna.idOf('A'), put('bibjson.year', '2001'));
      ben.edit(ben.idOf('A'), put('bibjson.year', '2002'));
      await settle(anna, ben);
      const writer = who === 'a colleague' ? anna : ben;
      writer.edit(writer.idOf('A'), put('bibjson.year', '2003'));
      await settle(anna, ben);
      expect(() => ben.settleConflicts(keep)).toThrow(changedSince);
      expect(contentOf(ben).record.bibjson).toMatchObject({ year: '2003' });
      expect(ben.conflicts()).toMatchObject([{ fields: [{ mine: '2002', theirs: '2003' }] }]);
      ben.settleConflicts(keep);
      await settle(ben, anna);
      for (const editor of [anna, ben]) expect(contentOf(editor).record.bibjson).toMatchObject({ year });
      expect(ben.conflicts()).toEqual([]);
    },
  );

  test.each([
    ['deleted', 'mine', true],
    ['deleted', 'theirs', false],
    ['moved to the trash', 'mine', true],
    ['moved to the trash', 'theirs', false],
  ] as const)(
    'a draft that Anna %s while Ben edited it is in the trash only if she keeps it there (%s)',
    async (what, keep, isTrashed) => {
      const { anna, ben } = await sharedDraft();
      await (what === 'deleted' ? anna.remove(anna.idOf('A')) : anna.trash(anna.idOf('A')));
      ben.edit(ben.idOf('A'), put('bibjson.month', '7'));
      await ben.synchronise();
      await settle(anna, ben);
      expect(anna.conflicts()).toHaveLength(1);
      anna.settleConflicts(keep);
      await settle(anna, ben);
      for (const editor of [anna, ben]) expect(contentOf(editor).isTrashed).toBe(isTrashed);
      expect([...anna.conflicts(), ...ben.conflicts()]).toEqual([]);
    },
  );

  test.each(['deleted', 'moved to the trash'])(
    'a draft that Anna %s while Ben edited it does not go to the trash with what he wrote since',
    async (what) => {
      const { anna, ben } = await sharedDraft();
      await (what === 'deleted' ? anna.remove(anna.idOf('A')) : anna.trash(anna.idOf('A')));
      ben.edit(ben.idOf('A'), put('bibjson.month', '7'));
      await ben.synchronise();
      await settle(anna, ben);
      ben.edit(ben.idOf('A'), put('bibjson.abstract', 'Finished'));
      await settle(ben, anna);
      expect(() => anna.settleConflicts('mine')).toThrow(changedSince);
      expect(contentOf(anna).isTrashed).toBe(false);
      anna.settleConflicts('mine');
      expect(contentOf(anna).isTrashed).toBe(true);
    },
  );

  test('a draft that was deleted while Ben edited it is in the trash if he agrees', async () => {
    const { anna, ben } = await sharedDraft();
    await anna.remove(anna.idOf('A'));
    ben.edit(ben.idOf('A'), put('bibjson.month', '7'));
    await anna.synchronise();
    await settle(ben, anna);
    ben.settleConflicts('theirs');
    await settle(ben, anna);
    for (const editor of [anna, ben]) expect(contentOf(editor).isTrashed).toBe(true);
  });

  test('deletes a draft for the others that was deleted here while it was on its way to the office', async () => {
    const { office, anna, ben } = await sharedDraft();
    anna.add(article('B'));
    anna.add(article('C'));
    const ended = await whenAsked(anna, 'save_records', 'before', () =>
      anna.db.prepare(`DELETE FROM drafts WHERE title = 'B'`).run(),
    );
    await anna.synchronise();
    ended();
    await settle(anna, ben);
    expect([anna.titles(), ben.titles()]).toEqual([
      ['A', 'C'],
      ['A', 'C'],
    ]);
    expect(
      await office.sql(`SELECT FROM colophon.records WHERE kind = 'article' AND NOT deleted`),
    ).toHaveLength(2);
    expect(anna.instance.store.hasWaiting()).toBe(false);
  });

  test('deletes and trashes everywhere unless somebody edited', async () => {
    const { anna, ben } = await sharedDraft();
    anna.add(article('B'));
    await settle(anna, ben);
    await ben.remove(ben.idOf('A'));
    await ben.trash(ben.idOf('B'));
    await settle(ben, anna);
    expect(anna.idOf('A')).toBeUndefined();
    expect(contentOf(anna, 'B').isTrashed).toBe(true);
    await anna.restore(anna.idOf('B'));
    await settle(anna, ben);
    expect(contentOf(ben, 'B').isTrashed).toBe(false);
    expect([...anna.conflicts(), ...ben.conflicts()]).toEqual([]);
  });

  test('empties its trash by the clock of its database only, and only of what is there as here', async () => {
    const { office, anna, ben } = await sharedDraft();
    for (const title of ['B', 'C']) anna.add(article(title));
    const application = anna.addApplication(newApplication(1));
    for (const title of ['A', 'B', 'C']) await anna.trash(anna.idOf(title));
    anna.applications.trash(anna.accountId(), [application], '1970-01-01T00:00:00.000Z');
    await settle(anna, ben);
    const titles = 'SELECT title FROM drafts UNION ALL SELECT title FROM applications ORDER BY 1';
    const left = ({ db }: Editor) => db.prepare(titles).pluck().all();
    const purge = async () => {
      await purgeTrash(await ben.connection(), ben.instance);
      return left(ben);
    };
    const all = ['A', 'B', 'C', 'Journal of Tests 1'];
    expect(await purge()).toEqual(all);
    // Ben does not know yet that B is back.
    await anna.restore(anna.idOf('B'));
    await anna.synchronise();
    await office.sql(
      `UPDATE colophon.records SET changed_at = changed_at - interval '31 days'
       WHERE kind <> 'account' AND record #>> '{record,bibjson,title}' <> 'C'`,
    );
    await office.permit('ben', false);
    expect(await purge()).toEqual(all);
    await office.permit('ben');
    expect(await purge()).toEqual(['B', 'C']);
    await settle(ben, anna);
    for (const editor of [anna, ben]) {
      expect(left(editor)).toEqual(['B', 'C']);
      expect(editor.titles()).toEqual(['B']);
      expect(editor.conflicts()).toEqual([]);
    }
  });

  test('merges what two editors did offline for a day, with clocks a day apart', async () => {
    const { anna, ben } = await sharedDraft();
    await anna.disconnect();
    await ben.disconnect();
    for (let n = 1; n <= 20; n++) {
      anna.add(article(`Anna ${n}`));
      ben.add(article(`Ben ${n}`));
      anna.edit(anna.idOf('A'), put('bibjson.abstract', `Day ${n}`));
      ben.edit(ben.idOf('A'), put('bibjson.month', String(n)));
    }
    await settle(ben, anna);
    expect(anna.titles()).toHaveLength(41);
    expect(ben.titles()).toEqual(anna.titles());
    expect(contentOf(ben).record.bibjson).toMatchObject({ abstract: 'Day 20', month: '20' });
    expect(contentOf(ben)).toEqual(contentOf(anna));
  });

  test('shares what the directory has for a draft', async () => {
    const { anna, ben } = await sharedDraft();
    anna.db
      .prepare(`UPDATE drafts SET remote_id = 'r1', sent_hash = hash, sent_at = '2026-11-23', sync = 'sent'`)
      .run();
    await settle(anna, ben);
    expect(ben.drafts.get(ben.idOf('A'))).toMatchObject({
      sync: 'sent',
      sentAt: '2026-11-23T00:00:00.000Z',
      remoteId: 'r1',
    });
  });

  test('shares applications, and treats one that both fetched from the directory as the same', async () => {
    const { anna, ben } = await sharedDraft();
    const own = anna.addApplication(newApplication(1));
    anna.addApplication(newApplication(2), 'fetched');
    ben.addApplication(newApplication(2), 'fetched');
    await settle(anna, ben);
    const ids = ben.applications.ids(ben.accountId());
    expect(ids).toHaveLength(2);
    const [theirs] = ids.map(ben.applications.get).filter(({ remoteId }) => remoteId === null);
    expect(theirs!.record).toEqual(anna.applications.get(own).record);
    ben.editApplication(theirs!.id, put('bibjson.title', 'By Ben'));
    anna.editApplication(own, put('bibjson.alternative_title', 'By Anna'));
    await settle(ben, anna);
    expect(anna.applications.get(own).record).toEqual(ben.applications.get(theirs!.id).record);
    const bibjson = { title: 'By Ben', alternative_title: 'By Anna' };
    expect(anna.applications.get(own)).toMatchObject({ title: 'By Ben', record: { bibjson } });
    expect([...anna.conflicts(), ...ben.conflicts()]).toEqual([]);
  });

  test('gives an id of the directory to the application that took it over, even before the other one lost it', async () => {
    const { anna, ben } = await sharedDraft();
    const first = anna.addApplication(newApplication(1), 'there');
    const second = anna.addApplication(newApplication(2));
    await settle(anna, ben);
    const setId = anna.db.prepare<[string | null, number]>(
      'UPDATE applications SET remote_id = ?, version = version + 1 WHERE id = ?',
    );
    setId.run(null, first);
    await anna.synchronise();
    setId.run('there', second);
    await anna.synchronise();
    // Its last version, which has lost the id, comes later.
    anna.editApplication(first, put('bibjson.alternative_title', 'By Anna'));
    await settle(anna, ben);
    const idsOf = (editor: Editor) =>
      editor.db.prepare('SELECT title, remote_id FROM applications ORDER BY title').raw().all();
    expect(idsOf(anna)).toContainEqual([expect.anything(), 'there']);
    expect(idsOf(ben)).toEqual(idsOf(anna));
    expect([...anna.conflicts(), ...ben.conflicts()]).toEqual([]);
  });

  test('gives an id of the directory to the application that took it over, although both are sent together', async () => {
    const { anna, ben } = await sharedDraft();
    const ids = [anna.addApplication(newApplication(1), 'there'), anna.addApplication(newApplication(2))];
    await settle(anna, ben);
    const setId = anna.db.prepare<[string | null, number]>(
      'UPDATE applications SET remote_id = ?, version = version + 1 WHERE id = ?',
    );
    setId.run(null, ids[0]!);
    setId.run('there', ids[1]!);
    await settle(anna, ben);
    const remoteIds = 'SELECT remote_id FROM applications ORDER BY title';
    for (const { db, instance } of [anna, ben]) {
      expect(db.prepare(remoteIds).pluck().all()).toEqual([null, 'there']);
      expect(instance.store.countWaiting()).toBe(0);
    }
  });

  test('keeps every character and the order of members', async () => {
    const { anna, ben } = await sharedDraft();
    const text = 'U+0000 \u0000, half a pair \ud83d, \u2028, "\\", é, 𝒳';
    anna.add({ zzz: 1, aaa: { long: 1e300, text }, ...article('B', { abstract: text, constructor: 'x' }) });
    for (const remoteId of [null, 'there'])
      anna.addApplication({ ...newApplication(3), text: `${text}\\u0000` }, remoteId);
    await settle(anna, ben);
    const applications = (editor: Editor) =>
      editor.db.prepare('SELECT remote_id, record FROM applications ORDER BY remote_id').all();
    expect(applications(ben)).toEqual(applications(anna));
    const read = (editor: Editor) =>
      editor.db.prepare(`SELECT record FROM drafts WHERE title = 'B'`).pluck().get();
    expect(read(ben)).toBe(read(anna));
  });

  test.each([
    ['', false],
    [', also after it was killed', true],
  ])('recognises its own change that was sent without an answer%s', async (_, isKilled) => {
    const { anna, ben } = await sharedDraft();
    const title = 'bibjson.title';
    anna.edit(anna.idOf('A'), put(title, 'B'));
    const connection = await anna.connection();
    const query = connection.query.bind(connection);
    // The connection is lost after the office has committed.
    Object.assign(connection, {
      query: async (text: string, ...values: [unknown[]]) => {
        const result = await query(text, ...values);
        if (text.includes('colophon.save_records')) throw new Error('The connection ended.');
        return result;
      },
    });
    await expect(anna.synchronise()).rejects.toThrow('ended');
    await anna.disconnect();
    anna.edit(anna.idOf('B'), put(title, 'C'));
    // It then has what is in the data file.
    if (isKilled) await synchronise(await anna.connection(), createInstance(anna.db, anna.instance));
    await settle(anna, ben);
    expect(ben.titles()).toEqual(['C']);
    expect(anna.conflicts()).toEqual([]);
  });

  test('joins an account that both had, pairing drafts by DOI', async () => {
    const office = await createOffice();
    const anna = await office.openEditor('anna');
    const ben = await office.openEditor('ben', { account: 'The same by another name' });
    for (const editor of [anna, ben]) {
      editor.add(article('Same'));
      editor.add(article('Differs', { abstract: `By ${editor.folder}` }));
    }
    anna.add(article('Only Anna'));
    ben.add(article('Only Ben'));
    await anna.join();
    await office.permit('ben');
    const place = { name: 'Main', base: 'https://directory.example/api/v3/', isHere: true, isThere: true };
    expect(await ben.preview()).toEqual([
      { ...place, isShared: true, same: 1, newerHere: 1, newerThere: 1, different: 1 },
    ]);
    await ben.join();
    await settle(anna, ben);
    expect(ben.titles()).toEqual(['Differs', 'Only Anna', 'Only Ben', 'Same']);
    expect(anna.titles()).toEqual(ben.titles());
    expect(contentOf(ben, 'Differs')).toEqual(contentOf(anna, 'Differs'));
    expect(ben.conflicts()).toMatchObject([{ fields: [{ path: 'record.bibjson.abstract' }] }]);
  });

  test('shows what was edited here while an account was joined as a conflict, and fetches what was deleted', async () => {
    const office = await createOffice();
    const anna = await office.openEditor('anna');
    const ben = await office.openEditor('ben');
    for (const editor of [anna, ben]) for (const title of ['A', 'B', 'C']) editor.add(article(title));
    await anna.join();
    await office.permit('ben');
    // So many that Ben fetches them in two parts.
    await office.sql(
      `INSERT INTO colophon.records (id, kind, account_id, version, seq, record, changed_by, changed_at)
       SELECT gen_random_uuid(), 'article', r.id, 1, nextval('colophon.changes'), '{"record": {}}'::json, 'anna',
         clock_timestamp() FROM colophon.records r, generate_series(1, 500) WHERE r.kind = 'account'`,
    );
    const connection = await ben.connection();
    const query = connection.query.bind(connection);
    let isEdited = false;
    Object.assign(connection, {
      query: async (text: string, ...values: [unknown[]]) => {
        const isSecondPart = text.includes('seq > $2') && Number(values[0][1]) > 0;
        if (isSecondPart && !isEdited) {
          isEdited = true;
          ben.edit(ben.idOf('A'), put('bibjson.year', '2002'));
          await ben.remove(ben.idOf('B'));
        }
        return query(text, ...values);
      },
    });
    await ben.join();
    expect(isEdited).toBe(true);
    await settle(anna, ben);
    for (const title of ['A', 'B', 'C']) expect(contentOf(ben, title)).toEqual(contentOf(anna, title));
    expect(ben.conflicts()).toMatchObject([
      { fields: [{ path: 'record.bibjson.year', mine: '2002', theirs: '2026' }] },
    ]);
    expect(anna.instance.store.countWaiting() + ben.instance.store.countWaiting()).toBe(0);
  });

  test('knows after rejoining what changed on each side', async () => {
    const { anna, ben } = await sharedDraft();
    for (const title of ['B', 'C', 'D']) anna.add(article(title));
    await settle(anna, ben);
    ben.instance.store.leave();
    anna.edit(anna.idOf('A'), put('bibjson.month', '1'));
    anna.edit(anna.idOf('B'), put('bibjson.month', '1'));
    ben.edit(ben.idOf('B'), put('bibjson.abstract', 'By Ben'));
    ben.edit(ben.idOf('C'), put('bibjson.month', '2'));
    await anna.synchronise();
    expect(await ben.preview()).toMatchObject([{ same: 1, newerHere: 1, newerThere: 1, different: 1 }]);
    await ben.join();
    await settle(anna, ben);
    for (const title of ['A', 'B', 'C', 'D']) expect(contentOf(ben, title)).toEqual(contentOf(anna, title));
    expect(ben.conflicts()).toEqual([]);
  });

  test('have what was sent from who may send: what an editor’s program says of it is replaced by the office’s', async () => {
    const office = await world.createOffice();
    const anna = await office.openEditor('anna');
    anna.add(article('First'));
    await anna.join();
    await office.permit('ben', true, false);
    const ben = await office.openEditor('ben');
    await ben.join();
    const claim = (id: number) => {
      ben.edit(id, (record) => ({ ...record, bibjson: { title: 'His' } }));
      ben.db.prepare(`UPDATE drafts SET remote_id = 'r2', sent_hash = 'h' WHERE id = ?`).run(id);
    };
    claim(ben.idOf('First'));
    claim(ben.add(article('Second')));
    for (const one of [ben, ben, anna]) await one.synchronise();
    for (const { db } of [anna, ben])
      expect(db.prepare('SELECT title, remote_id, sent_hash, sync FROM drafts').all()).toEqual(
        [1, 2].map(() => ({ title: 'His', remote_id: null, sent_hash: null, sync: 'never' })),
      );
    expect(ben.instance.store.countWaiting()).toBe(0);
    expect([anna, ben].map((one) => one.conflicts())).toEqual([[], []]);
  });

  test('sends what is not accepted again once it is changed, or the person may do more, and says so until then', async () => {
    const office = await createOffice();
    const anna = await office.openEditor('anna');
    await anna.join();
    await office.permit('ben', true, false);
    const ben = await office.openEditor('ben');
    // Only who may send says that an application is in the directory.
    const id = ben.addApplication(newApplication(1), 'there');
    await ben.join();
    const rounds = async (count: number) => {
      for (let round = 0; round < count; round++)
        expect(await ben.synchronise()).toMatchObject({ isRefused: false, strange: 1 });
      const query = `SELECT rows::int AS n FROM colophon.stored WHERE person = 'ben'`;
      return (await office.sql<{ n: number }>(query))[0]!.n;
    };
    // Twice, because the first time another change may have been in the way.
    const before = await rounds(1);
    expect(await rounds(3)).toBe(before);
    ben.add(article('A'));
    expect(await rounds(3)).toBe(before + 1);
    ben.editApplication(id, put('bibjson.title', 'By Ben'));
    expect(await rounds(4)).toBe(before + 3);
    await office.permit('ben');
    expect(await ben.synchronise()).toMatchObject({ strange: 0 });
    expect(ben.instance.store.countWaiting()).toBe(0);
    await settle(anna);
    expect(anna.titles()).toEqual(['A']);
    expect(anna.db.prepare('SELECT title FROM applications').pluck().all()).toEqual(['By Ben']);
  });

  test('never takes the address of an account from the office', async () => {
    const { anna, ben } = await sharedDraft();
    anna.accounts.update(anna.accountId(), { name: 'Renamed' });
    await settle(anna, ben);
    expect(ben.accounts.list()).toMatchObject([{ name: 'Renamed' }]);
    // Another address is another account.
    anna.accounts.update(anna.accountId(), { name: 'Moved', base: 'https://elsewhere.example/api/v3/' });
    expect(await anna.synchronise()).toMatchObject({ strange: 1 });
    await settle(ben);
    const unchanged = { name: 'Renamed', base: 'https://directory.example/api/v3/' };
    expect(ben.accounts.list()).toMatchObject([unchanged]);
  });

  test('shares the other drafts if one cannot be read, and counts it', async () => {
    const { anna, ben } = await sharedDraft();
    anna.add(article('B'));
    anna.add(article('C'));
    anna.db.pragma('ignore_check_constraints = ON');
    anna.db.prepare("UPDATE drafts SET record = '{' WHERE title = 'B'").run();
    anna.db
      .prepare(
        "UPDATE drafts SET record = replace(record, '\"bibjson\":', '\n\"bibjson\":\n') WHERE title = 'C'",
      )
      .run();
    expect(await anna.synchronise()).toMatchObject({ strange: 1 });
    await settle(ben);
    expect(ben.titles()).toEqual(['A', 'C']);
  });

  test('has nothing twice after a backup from before it was sent is restored, and replaces what that has', async () => {
    const { office, anna, ben } = await sharedDraft();
    for (const title of ['B', 'C']) anna.add(article(title));
    const files = { database: join(anna.folder, 'colophon.db'), to: join(anna.folder, 'restored.db') };
    const backup = join(anna.folder, 'backup.db');
    makeBackup({ database: files.database, to: backup });
    await settle(anna, ben);
    ben.edit(ben.idOf('B'), put('bibjson.month', '7'));
    await settle(ben, anna);
    prepareRestore({ ...files, backup, at: '2026-11-23T08:00:00.000Z', bytesHash: hashOfFile(backup) });
    const db = openDatabase(files.to, { durable: false });
    onTestFinished(() => void db.close());
    await synchronise(await anna.connection(), createInstance(db, anna.instance));
    await settle(ben);
    expect(await office.sql(`SELECT FROM colophon.records WHERE kind = 'article'`)).toHaveLength(3);
    const stored = 'SELECT title, record FROM drafts ORDER BY title';
    expect(db.prepare(stored).all()).toEqual(ben.db.prepare(stored).all());
    expect(contentOf(ben, 'B').record.bibjson).toMatchObject({ month: '7' });
    expect(db.prepare('SELECT count(*) FROM office_outbox').pluck().get()).toBe(0);
  });

  test('keeps an account that one editor removes, with its drafts, for the others', async () => {
    const { anna, ben } = await sharedDraft();
    await ben.accounts.remove(ben.accountId());
    await settle(ben, anna);
    expect(anna.titles()).toEqual(['A']);
    expect(ben.accounts.list()).toEqual([]);
  });

  test('fetches after rejoining what arrived while its account was being removed', async () => {
    const { anna, ben } = await sharedDraft();
    anna.add(article('B'));
    await anna.synchronise();
    let removed: Promise<void> | null = null;
    const ended = await whenAsked(ben, 'changed_at FROM colophon.records', 'after', () => {
      removed ??= ben.accounts.remove(ben.accountId());
    });
    await ben.synchronise();
    ended();
    expect(ben.titles()).toContain('B');
    await removed;
    expect(ben.titles()).toEqual([]);
    expect(ben.db.prepare('SELECT * FROM office_base').all()).toEqual([]);
    await ben.join();
    expect(ben.titles()).toEqual(['A', 'B']);
  });

  test('leaves out and counts rows that cannot be read, and continues with the others', async () => {
    const { office, anna, ben } = await sharedDraft();
    const [bad] = await office.sql<{ account_id: string }>(
      `SELECT account_id FROM colophon.records WHERE kind = 'article'`,
    );
    const account = bad!.account_id;
    // What the office's own functions and tables refuse, an administrator can still write.
    await office.sql(
      `ALTER TABLE colophon.records DROP CONSTRAINT records_record_check, DROP CONSTRAINT records_check;
       ALTER TABLE colophon.records ALTER changed_at SET DEFAULT clock_timestamp()`,
    );
    const add = (kind: string, record: string, more: { at?: string; big?: boolean } = {}) =>
      office.sql(
        `INSERT INTO colophon.records (id, kind, account_id, version, seq, record, changed_by, changed_at)
         VALUES (gen_random_uuid(), $1, $2, 1, nextval('colophon.changes'),
           CASE WHEN $5 THEN ('{"record": {"title": "' || repeat('long ', 2000000) || '"}}')::json ELSE $3::json END,
           'carl', coalesce($4::timestamptz, clock_timestamp()))`,
        [kind, account, record, more.at ?? null, more.big ?? false],
      );
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    const refused = (at: string, more: string) =>
      `{"record": {}, "refusal_hash": "h", "refusal_state": "refused", "refusal": {"path": "", "code": "c", "words": "",
        "message": {"key": "k"}, "help": null, "status": null, "reference": "", "uploadId": null, "at": "${at}", ${more}}}`;
    const rows = [
      ['article', 'null'],
      ['article', '[]'],
      ['article', '{"record": "text"}'],
      ['article', '{"record": null}'],
      ['article', '{"record": {}, "trashed_at": {"a": 1}}'],
      ['article', '{"record": {}, "sent_at": "garbage"}'],
      ['article', '{"record": {}, "sent_at": "2026-13-45T00:00:00Z"}'],
      ['article', '{"record": {}, "sent_at": 1e300}'],
      ['article', '{"record": {"year": 1e999}}'],
      ['article', '{"record": {}, "remote_id": "a\\u0000b"}'],
      ['article', `{"record": {}, "remote_id": "${'5'.repeat(1_000)}"}`],
      ['article', '{"record": {}, "review": "perfect"}'],
      ['article', '{"record": {}, "refusal_state": "lost"}'],
      ['article', '{"record": {}, "refusal": {"message": "text"}}'],
      ['article', '{"record": {}, "refusal_hash": "h"}'],
      ['article', refused('x'.repeat(250), '"more": 1')],
      ['article', refused('2026-11-27T10:00:00.000Z', `"more": ${nested(1_500)}`)],
      ['article', `{"record": {"a": ${nested(1_500)}}}`],
      ['article', `{"record": {"a": "${'long'.repeat(300_000)}"}}`],
      ['application', '{"record": {}, "status": "lost"}'],
      ['application', '{"record": {}, "base": 5}'],
      ['account', '"text"'],
      ['account', '{"name": "Other", "base": {}, "username": "", "rate": "fast"}'],
      [
        'account',
        '{"name": "Other", "base": "https://other.example/", "username": "x", "rate": 9, "dialect": "5"}',
      ],
    ] as const;
    for (const [kind, record] of rows) await add(kind, record);
    await add('article', '{"record": {}}', { at: 'infinity' });
    await add('article', '{}', { big: true });
    await office.sql(
      `UPDATE colophon.records SET record = $1, version = version + 1, seq = nextval('colophon.changes')
       WHERE kind = 'account' AND id = account_id`,
      ['{"name": "Main", "rate": -1}'],
    );
    ben.add(article('B'));
    await settle(ben, anna);
    expect(anna.titles()).toEqual(['A', 'B']);
    expect(anna.accounts.list()).toMatchObject([{ name: 'Main', rate: 2 }]);
    expect(anna.instance.store.countUnreadable()).toBe(rows.length + 3);
    await anna.preview();
    // A later version of a row that can be read ends that, and none is examined twice.
    await office.sql(
      `UPDATE colophon.records SET record = '{"record": {"bibjson": {"title": "Mended"}}}', version = version + 1,
         seq = nextval('colophon.changes') WHERE record::text = '{"record": {}, "sent_at": "garbage"}'`,
    );
    await settle(anna);
    expect(anna.titles()).toEqual(['A', 'B', 'Mended']);
    expect(anna.instance.store.countUnreadable()).toBe(rows.length + 2);
  });

  test.each([
    ['a number that is too large', '1e999'],
    ['deep nesting', `${'['.repeat(1_500)}${']'.repeat(1_500)}`],
  ])('prefers an edit to what nobody can read, such as %s, and has both in its history', async (_, value) => {
    const { office, anna, ben } = await sharedDraft();
    const [row] = await office.sql<{ id: string; account_id: string; version: number }>(
      `SELECT id, account_id, version FROM colophon.records WHERE kind = 'article'`,
    );
    const { id, account_id: account, version } = row!;
    // Not by Ben's Colophon, but with what he may do.
    await (await ben.connection()).query('SELECT * FROM colophon.save_records($1, $2, $3, $4, $5)', [
      `{"record": {"strange": ${value}}}`,
      ...[[id], ['article'], [account], [version]],
    ]);
    await settle(anna, ben);
    expect([anna, ben].map((one) => one.instance.store.countUnreadable())).toEqual([1, 1]);
    ben.edit(ben.idOf('A'), put('bibjson.abstract', 'By Ben'));
    anna.edit(anna.idOf('A'), put('bibjson.month', '7'));
    expect(await anna.synchronise()).toMatchObject({ isRefused: false, strange: 0 });
    await settle(ben, anna);
    for (const editor of [anna, ben]) {
      const bibjson = { title: 'A', month: '7', abstract: 'By Ben' };
      expect(contentOf(editor).record.bibjson).toMatchObject(bibjson);
      const { store } = editor.instance;
      expect([store.countUnreadable(), store.countWaiting(), editor.conflicts()]).toEqual([0, 0, []]);
    }
    const history = await office.sql<{ record: string }>(
      'SELECT record::text AS record FROM colophon.history',
    );
    expect(history.filter(({ record }) => record.includes(value))).toHaveLength(1);
  });

  test('leaves out and counts a row that is of another kind or account than the record here', async () => {
    const { office, anna, ben } = await sharedDraft();
    const [main] = anna.accounts.list();
    const second = { id: 'second', name: 'Second', username: 'another', createdAt: '2026-01-02T00:00:00Z' };
    anna.accounts.insert({ ...main!, ...second });
    await anna.join();
    await office.permit('ben');
    anna.add(article('B'));
    // It has the same id here as the draft A.
    expect(anna.addApplication(newApplication(1))).toBe(anna.idOf('A'));
    await settle(anna, ben);
    const change = (title: string, what: string) =>
      office.sql(
        `UPDATE colophon.records SET ${what}, version = version + 1, seq = nextval('colophon.changes')
         WHERE kind = 'article' AND record #>> '{record,bibjson,title}' = $1`,
        [title],
      );
    await change('A', `kind = 'application', record = '{"record": {"bibjson": {"title": "Other"}}}'`);
    await change(
      'B',
      `account_id = (SELECT r.id FROM colophon.records r WHERE r.kind = 'account' AND r.record ->> 'username' = 'another')`,
    );
    await settle(ben, anna);
    for (const { db, titles, instance } of [anna, ben]) {
      expect(instance.store.countUnreadable()).toBe(2);
      expect(titles()).toEqual(['A', 'B']);
      expect(db.prepare('SELECT title FROM applications').pluck().all()).toEqual(['Journal of Tests 1']);
    }
  });

  test('leaves out and counts a row that a folder cannot store, also if it was edited there, and shares the others', async () => {
    const { anna, ben } = await sharedDraft();
    ben.add(article('B', { year: '2001' }));
    ben.db.exec('CREATE UNIQUE INDEX one_of_a_year ON drafts (year)');
    anna.edit(anna.idOf('A'), put('bibjson.year', '2001'));
    await anna.synchronise();
    ben.edit(ben.idOf('A'), put('bibjson.month', '7'));
    // It is said as long as the change waits.
    for (let round = 0; round < 2; round++)
      expect(await ben.synchronise()).toMatchObject({ isRefused: true });
    expect(ben.instance.store.countUnreadable()).toBe(1);
    ben.db.exec('DROP INDEX one_of_a_year');
    anna.edit(anna.idOf('A'), put('bibjson.abstract', 'By Anna'));
    await settle(anna, ben);
    expect(ben.instance.store.countUnreadable()).toBe(0);
    expect(ben.titles()).toEqual(['A', 'B']);
    expect(anna.titles()).toEqual(['A', 'B']);
    expect(contentOf(anna)).toEqual(contentOf(ben));
    const bibjson = { year: '2001', month: '7', abstract: 'By Anna' };
    expect(contentOf(anna).record.bibjson).toMatchObject(bibjson);
  });

  describe('lets nobody', () => {
    test('see the records of an account without permission', async () => {
      const office = await createOffice();
      const anna = await office.openEditor('anna');
      const ben = await office.openEditor('ben', { account: null });
      anna.add(article('A'));
      await anna.join();
      await ben.join();
      expect(ben.accounts.list()).toEqual([]);
      const client = await ben.connection();
      for (const table of ['records', 'history', 'permissions', 'queue', 'deletions'])
        expect((await client.query(`SELECT * FROM colophon.${table}`)).rows).toEqual([]);
    });

    test('add an account without permission: it stays here, and the preview says so', async () => {
      const office = await createOffice();
      const ben = await office.openEditor('ben', { account: 'Mine' });
      ben.add(article('A'));
      expect(await ben.preview()).toMatchObject([
        { name: 'Mine', isHere: true, isThere: false, isShared: false, newerHere: 1 },
      ]);
      await ben.join();
      await settle(ben);
      expect(await office.sql('SELECT FROM colophon.records')).toEqual([]);
      expect(ben.titles()).toEqual(['A']);
    });

    test('change records who may only read them; the changes wait', async () => {
      const { office, anna, ben } = await sharedDraft();
      await office.permit('ben', false);
      ben.edit(ben.idOf('A'), put('bibjson.month', '1'));
      ben.add(article('B'));
      await ben.synchronise();
      expect(ben.instance.store.countWaiting()).toBe(2);
      anna.edit(anna.idOf('A'), put('bibjson.abstract', 'By Anna'));
      await settle(anna, ben);
      expect(contentOf(ben).record.bibjson).toMatchObject({ month: '1', abstract: 'By Anna' });
      await office.permit('ben');
      await settle(ben, anna);
      expect(anna.titles()).toEqual(['A', 'B']);
      expect(contentOf(anna)).toEqual(contentOf(ben));
    });
  });

  test('is created once, in tables that the administrator prepared, by a person who may', async () => {
    const { cluster, ensurePerson } = world;
    await ensurePerson('ben');
    const database = await cluster.createDatabase();
    const login = async (person = 'anna') => {
      const address = parseOfficeAddress(cluster.address(person, database));
      const client = await connect(address, cluster.passwordOf(person));
      onTestFinished(() => client.end());
      return client;
    };
    const clients = await Promise.all([login(), login()]);
    await expect(openOffice(clients[0]!)).rejects.toMatchObject({ problem: saying(/has not prepared/) });
    await cluster.prepareOffice(database);
    expect(await readSchema(clients[0]!)).toMatchObject({ id: null });
    await expect(openOffice(await login('ben'))).rejects.toMatchObject({ code: 'not_allowed' });
    await Promise.all(clients.map(openOffice));
    const offices = await Promise.all(clients.map(readSchema));
    expect(offices[0]!.id).toBeTypeOf('string');
    expect(offices[0]).toEqual(offices[1]);
    await openOffice(clients[0]!);
    expect(await readSchema(clients[0]!)).toEqual(offices[0]);
  });

  test('is brought up to date by the administrator’s script, once, and refuses a script that is older', async () => {
    const { cluster } = world;
    const office = await createOffice();
    const later = [
      'CREATE TABLE colophon.invented (n integer NOT NULL); INSERT INTO colophon.invented VALUES (1)',
      `ALTER TABLE colophon.invented ADD COLUMN text text NOT NULL DEFAULT 'new'`,
    ];
    const run = (install: string) => cluster.sql(office.database, tablesSql(install));
    const version = async () =>
      (await office.sql<{ v: number }>('SELECT schema_version AS v FROM colophon.office'))[0]!.v;
    await run(installSql());
    expect(await version()).toBe(schemaVersion);
    await run(installSql(later.slice(0, 1)));
    await Promise.all([run(installSql(later)), run(installSql(later))]).catch(() => undefined);
    await run(installSql(later));
    expect(await version()).toBe(schemaVersion + 2);
    expect(await office.sql('SELECT * FROM colophon.invented')).toEqual([{ n: 1, text: 'new' }]);
    await expect(run(installSql())).rejects.toThrow(/version 3/);
    const [owner] = await office.sql(`SELECT tableowner FROM pg_tables WHERE tablename = 'invented'`);
    expect(owner).toEqual({ tableowner: 'colophon_owner' });
    const anna = await office.openEditor('anna');
    await expect(anna.join()).rejects.toMatchObject({ code: 'newer_data' });
  });

  test('gets no key of an account', async () => {
    const office = await createOffice();
    const anna = await office.openEditor('anna');
    const key = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
    anna.add(article('A'));
    anna.accounts.update(anna.accountId(), { key: 'keychain' });
    await anna.join();
    const dump = world.cluster.dump(office.database);
    expect(dump).toContain('10.1234/A');
    expect(dump).not.toContain(key);
    expect(dump).not.toMatch(/key_place|keychain|api_?key/i);
  });

  test('costs nothing until somebody joins', async () => {
    const office = await createOffice();
    const anna = await office.openEditor('anna');
    anna.edit(anna.add(article('A')), put('bibjson.month', '1'));
    await anna.remove(anna.idOf('A'));
    for (const table of ['office', 'office_accounts', 'office_base', 'office_outbox', 'office_conflicts'])
      expect(anna.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0);
    const triggers = anna.db.prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'office%'`,
    );
    expect(triggers.all()).toEqual([]);
  });
});
