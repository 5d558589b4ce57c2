import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { goodKey } from '../../helpers/testDirectory.ts';
import type { Counted } from '../invariants/checkCounts.ts';
import type { FixingFact } from '../model.ts';
import type { Check } from '../problem.ts';
import type { FaultyWorld } from './worldOf.ts';

/** The data of a correct history that a fault spoils before `checkAll`. */
export interface Data {
  world: FaultyWorld;
  counted: Counted;
}

export interface DataFault {
  check: Check;
  says: string;
  /** SQL that spoils the rows, which the counts do not show, or a function that spoils anything. */
  plant: string | ((data: Data) => void);
  /** Checks that cannot help finding it, too. */
  also?: Check[];
}

/** Ends the recording of steps, for a fault that is not about them. */
const idle = 'DROP TRIGGER chaos_item; DROP TRIGGER chaos_upload; DROP TRIGGER chaos_application;';

/** Every writable column of a draft that it must have, except its id. */
const draftColumns = [
  'account_id, kind, version, title, authors, journal, journal_key, year, doi, has_orcid, has_identifier, readiness',
  'errors, warnings, ignored, hash, sync, notes, staged, created_at, updated_at, record',
].join(', ');

/** A finding about an article that nobody touched. */
const finding = (kind: 'changed' | 'deleted') =>
  `INSERT INTO findings (account_id, kind, remote_id, title, about, noticed_at)
   SELECT account_id, '${kind}', remote_id, title, '', '2026' FROM ledger ORDER BY id LIMIT 1`;

/** Faults in stored data and in counts, at least one for each check of `checkAll`. */
export const dataFaults: DataFault[] = [
  { check: 'record lost', says: 'Draft 5 is lost.', plant: 'DELETE FROM drafts WHERE id = 5' },
  { check: 'record lost', says: 'Application 1 is lost.', plant: 'DELETE FROM applications' },
  {
    check: 'purged record back',
    says: 'Draft 5 was removed for good and exists again.',
    plant: ({ world }) => Object.assign(world.model.drafts.get(5)!, { gone: true }),
  },
  { check: 'record hidden', says: 'Draft 5 is hidden.', plant: 'UPDATE drafts SET staged = 1 WHERE id = 5' },
  {
    check: 'record in the wrong place',
    says: 'Draft 5 is in the trash.',
    plant: `UPDATE drafts SET trashed_at = '2026' WHERE id = 5`,
  },
  {
    check: 'record in the wrong place',
    says: 'Draft 5 is not in the trash.',
    plant: ({ world }) => Object.assign(world.model.drafts.get(5)!, { trashed: true }),
  },
  {
    check: 'record content',
    says: 'Draft 5 differs from the saved content',
    plant: `UPDATE drafts SET record = '{"bibjson":{}}' WHERE id = 5`,
  },
  {
    check: 'text changed',
    says: 'has "canary=7&api_key=[key]" and not "canary=7&api_key=open7',
    plant: ({ world: { stored } }) => {
      stored.articles[0]!.bibjson.abstract = 'canary=7&api_key=[key]';
    },
  },
  {
    check: 'text changed',
    says: 'Snapshot 1 has "canary=7&api_key=open" and not "canary=7&api_key=open7',
    plant: `INSERT INTO earlier_versions (id, account_id, kind, why, record_id, at, title, content, record)
      SELECT 1, account_id, 'article', 'overwritten', 1, '2026', title, 'h', '["canary=7&api_key=open"]'
      FROM drafts WHERE id = 1`,
  },
  {
    check: 'draft without origin',
    says: 'Draft 5 has no origin',
    plant: ({ world }) => world.model.drafts.delete(5),
  },
  {
    check: 'rows of a removed account',
    says: '5 rows of drafts belong to an account that is gone.',
    plant: 'PRAGMA foreign_keys = OFF; DELETE FROM accounts',
    also: ['row without parent'],
  },
  {
    check: 'setting lost',
    says: 'The setting theme is undefined and was set to dark.',
    plant: ({ world }) => Object.assign(world.model.settings, { theme: 'dark' }),
  },
  {
    check: 'link result lost',
    says: 'The result of https://j.example.org/1 is lost.',
    plant: ({ world }) => world.model.links.add('https://j.example.org/1'),
  },
  {
    check: 'fixing mode lost',
    says: 'Fixing mode 1 is lost.',
    plant: ({ world }) => world.model.fixings.set(1, fixingOf(world)),
  },
  {
    check: 'fixing mode elsewhere',
    says: 'Fixing mode 1 is {"ids":[1,5],"place":1,',
    plant: ({ world }) => {
      world.model.fixings.set(1, fixingOf(world));
      world.rows.exec(`INSERT INTO fixings (account_id, aims, record_ids, marks, place, started_at, updated_at)
        SELECT id, '[]', '[1,5]', '..', 1, '2026', '2026' FROM accounts`);
    },
  },
  ...importFaults(),
  ...countFaults(),
  ...directoryFaults(),
  {
    check: 'limit at departure',
    says: '6 requests left for directory 0 within',
    plant: ({ world }) =>
      writeFileSync(
        join(world.scratch, 'left.jsonl'),
        burst()
          .map((one) => `${JSON.stringify({ ...one, port: 9, path: '/directory/api' })}\n`)
          .join(''),
      ),
  },
  {
    check: 'limit at arrival',
    says: '6 requests arrived at directory 0 within',
    plant: ({ world }) => world.arrived.push(...burst()),
  },
  {
    check: 'sent without consent',
    says: '"Chaos stamp 9" was sent to directory 0, and no confirmed plan listed it like this.',
    plant: ({ world }) => {
      world.ledger.articles.set('listed', 1);
      const articles = [
        { hash: 'listed', title: 'Chaos stamp 8' },
        { hash: 'changed since', title: 'Chaos stamp 9' },
      ];
      world.requests.push({ at: 2, articles, deleted: null });
    },
  },
  {
    check: 'sent without consent',
    says: '"Chaos stamp 8" was sent to directory 0, and no confirmed plan listed it like this.',
    plant: ({ world }) => {
      world.ledger.articles.set('listed later', 3);
      const articles = [{ hash: 'listed later', title: 'Chaos stamp 8' }];
      world.requests.push({ at: 2, articles, deleted: null });
    },
  },
  {
    check: 'sent without consent',
    says: 'An application with "stamp-2" was sent to directory 0, and no confirmed plan listed it.',
    plant: ({ world }) => {
      world.ledger.applications.set('"stamp-1"', 1);
      const request = { at: 2, articles: [], deleted: null };
      world.requests.push({ ...request, application: '"stamp-1"' }, { ...request, application: '"stamp-2"' });
    },
  },
  {
    check: 'deleted without consent',
    says: 'r2 was to be deleted from directory 0, and no confirmed preview listed it.',
    plant: ({ world }) => {
      world.ledger.deletions.set('r1', 1);
      const request = { at: 2, articles: [] };
      world.requests.push({ ...request, deleted: 'r1' }, { ...request, deleted: 'r2' });
    },
  },
  {
    check: 'overwritten without consent',
    says: 'r2 was overwritten with "stamp-2", no version of it is stored, and nobody confirmed that.',
    plant: ({ world }) => {
      for (const mark of ['"stamp-1"', '"stamp-2"']) world.ledger.applications.set(mark, 1);
      world.ledger.unkept.set('"stamp-1"', 1);
      const request = { at: 2, articles: [], deleted: null, overwrites: 'r2' };
      world.requests.push({ ...request, application: '"stamp-1"' }, { ...request, application: '"stamp-2"' });
      world.rows.exec(`UPDATE applications SET remote_id = 'r2'`);
    },
  },
  ...stateFaults(),
  {
    check: 'damaged file',
    says: 'never used',
    plant: ({ world }) =>
      world.rows.unsafeMode().exec(`PRAGMA writable_schema = ON;
        DELETE FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = 'drafts'`),
  },
  {
    check: 'row without parent',
    says: 'foreign_key_check: {"table":"request_items"',
    plant: 'PRAGMA foreign_keys = OFF; INSERT INTO request_items VALUES (7777, 8888)',
  },
  {
    check: 'draft not indexed',
    says: 'The draft 5 is not in the full-text index.',
    plant: 'DELETE FROM draft_search WHERE rowid = 5',
  },
  {
    check: 'key in a file',
    says: 'export.csv',
    plant: ({ world }) => writeFileSync(join(world.disk.folder, 'export.csv'), `title;${goodKey}`),
  },
  {
    check: 'key in an export',
    says: 'A key is in an export: https://example.org',
    plant: ({ world }) => world.model.exported.push(`https://example.org/?api_key=${goodKey}`),
  },
  {
    check: 'unreadable log line',
    says: 'The log has a line that is no JSON: {"level":',
    plant: ({ world }) => appendFileSync(join(world.disk.folder, 'colophon.log'), '{"level":\n'),
  },
  {
    check: 'error in the log',
    says: 'The log has an error: {"level":"error"',
    plant: ({ world }) =>
      appendFileSync(join(world.disk.folder, 'colophon.log'), '{"level":"error","event":"call.bug"}\n'),
  },
  {
    check: 'error in the log',
    says: 'call.bug',
    plant: ({ world }) => {
      world.wasFull = true;
      const lines =
        '{"level":"error","error":{"code":"SQLITE_FULL"}}\n{"level":"error","event":"call.bug"}\n';
      appendFileSync(join(world.disk.folder, 'colophon.log'), lines);
    },
  },
];

/** A fixing mode of two drafts at its first one. */
function fixingOf({ accounts: [account] }: FaultyWorld): FixingFact {
  const counts = { left: 2, fixed: 0, skipped: 0, gone: 0 };
  return { accountId: account!.id, ids: [1, 5], place: 0, isOver: false, counts };
}

function importFaults(): DataFault[] {
  /** An import with some of its columns, `made` drafts from number 5 on, and what the model expects of it. */
  const one = (
    row: { state: string; created?: number },
    fact: { accepted?: boolean; over?: boolean; places?: number[] },
    spoil = '',
  ) => {
    return ({ world, counted }: Data) => {
      const { id: accountId } = world.accounts[0]!;
      world.model.imports.set(1, { accountId, places: [], accepted: false, over: false, ...fact });
      world.rows
        .prepare(
          `INSERT INTO imports (id, account_id, name, state, size, created, created_at)
         VALUES (1, ?, 'a', ?, 1, ?, '2026')`,
        )
        .run(accountId, row.state, row.created ?? 0);
      world.rows.exec(spoil);
      Object.assign(counted, { accountId: 'not counted' });
    };
  };
  const shown = 'UPDATE drafts SET import_id = 1, place_index = 1 WHERE id = 5;';
  const hidden = `INSERT INTO drafts (id, ${draftColumns}) SELECT 99, ${draftColumns} FROM drafts WHERE id = 5;
    UPDATE drafts SET import_id = 1, staged = 1 WHERE id = 99;`;
  return [
    {
      check: 'import lost',
      says: 'Import 1 is lost.',
      plant: one({ state: 'preview' }, {}, 'DELETE FROM imports'),
    },
    {
      check: 'ended import resumed',
      says: 'Import 1 was over and is preview.',
      plant: one({ state: 'preview' }, { over: true }),
    },
    {
      check: 'import accepted by nobody',
      says: 'Import 1 was accepted without a user.',
      plant: one({ state: 'accepted' }, { accepted: false }),
    },
    {
      check: 'accepted import hides drafts',
      says: 'Import 1 was accepted and hides 1 drafts.',
      plant: one({ state: 'accepted' }, { accepted: true }, hidden),
    },
    {
      check: 'accepted import has the wrong number of drafts',
      says: 'Import 1 made 2 drafts, but 1 exist.',
      plant: one({ state: 'accepted', created: 2 }, { accepted: true }, shown),
    },
    {
      check: 'accepted import lacks a record',
      says: 'Import 1 has no draft of its record 2.',
      plant: one({ state: 'accepted', created: 1 }, { accepted: true, places: [1, 2] }, shown),
    },
    {
      check: 'open import shows drafts',
      says: 'Import 1 is preview and shows 1 drafts.',
      plant: one({ state: 'preview' }, {}, shown),
    },
    {
      check: 'import without reason',
      says: 'Import 1 was to be accepted and is preview without a reason.',
      plant: one({ state: 'preview' }, { accepted: true }),
    },
    {
      check: 'import not cleaned up',
      says: 'Import 1 is failed and has 1 hidden drafts left.',
      plant: one({ state: 'failed' }, {}, `${hidden} UPDATE imports SET message = 'a reason'`),
    },
  ];
}

function countFaults(): DataFault[] {
  const counts = (counted: Counted) => counted.uploads[0]!.counts;
  return [
    {
      check: 'draft count',
      says: 'Drafts: 4 shown, 5 stored.',
      plant: ({ counted }) => {
        counted.facets.total -= 1;
        counted.listed -= 1;
        counted.facets.journals[0]!.count -= 1;
      },
    },
    {
      check: 'list length',
      says: 'Drafts listed: 6 shown, 5 stored.',
      plant: ({ counted }) => {
        counted.listed += 1;
      },
    },
    {
      check: 'trash count',
      says: 'Trash: 1 shown, 0 stored.',
      plant: ({ counted }) => {
        counted.facets.trashed += 1;
      },
    },
    {
      check: 'readiness count',
      says: 'Drafts ready: ',
      plant: ({ counted }) => {
        counted.facets.readiness.ready += 1;
      },
    },
    {
      check: 'sync count',
      says: 'Drafts sent: 4 shown, 3 stored.',
      plant: ({ counted }) => {
        counted.facets.sync.sent += 1;
      },
    },
    {
      check: 'journal count',
      says: 'Drafts by journal: 6 shown, 5 stored.',
      plant: ({ counted }) => {
        counted.facets.journals[0]!.count += 1;
      },
    },
    {
      check: 'upload size',
      says: 'Items of upload 1: 5 shown, 4 stored.',
      plant: ({ counted }) => {
        counts(counted).total += 1;
      },
    },
    {
      check: 'upload done count',
      says: 'Done in upload 1: 4 shown, 3 stored.',
      plant: ({ counted }) => {
        counts(counted).created += 1;
      },
    },
    {
      check: 'upload state count',
      says: 'Items refused of upload 1: 2 shown, 1 stored.',
      plant: ({ counted }) => {
        counts(counted).refused += 1;
      },
    },
    {
      check: 'application count',
      says: 'Applications: 2 shown, 1 stored.',
      plant: ({ counted }) => {
        counted.applications.total += 1;
      },
    },
    {
      check: 'overview figure',
      says: 'The Overview has 6 drafts, and 5 are stored.',
      plant: ({ counted }) => {
        counted.overview.journals.find(({ years }) => years.length > 0)!.years[0]!.drafts += 1;
      },
    },
    {
      check: 'overview figure',
      says: 'The Overview has 4 articles that were sent, and 3 are stored.',
      plant: ({ counted }) => {
        counted.overview.sent[0]!.articles += 1;
      },
    },
    {
      check: 'overview figure',
      says: 'The Overview has 1 applications that were sent, and 0 are stored.',
      plant: ({ counted }) => {
        counted.overview.sent[0]!.applications += 1;
      },
    },
    {
      check: 'overview figure',
      says: 'The Overview has 1 Update Requests, and 0 are stored.',
      plant: ({ counted }) => {
        counted.overview.requests.push({ group: 'waiting', ages: [1] });
      },
    },
    {
      check: 'overview figure',
      says: 'The Overview has 2 refused articles, and 1 are stored.',
      plant: ({ counted }) => {
        counted.overview.refusals[0]!.articles += 1;
      },
    },
    {
      check: 'overview figure',
      says: 'The Overview has 1 refused applications, and 0 are stored.',
      plant: ({ counted }) => {
        counted.overview.refusals[0]!.applications += 1;
      },
    },
    {
      check: 'list of an overview figure',
      says: 'and its list has ',
      plant: ({ counted }) => {
        counted.figures[0]!.listed += 1;
      },
    },
    {
      check: 'application state count',
      says: 'Applications never: 2 shown, 1 stored.',
      plant: ({ counted }) => {
        counted.applications.sync.never! += 1;
      },
    },
  ];
}

function directoryFaults(): DataFault[] {
  const stamp = (mark: string) => ({ ref: { aims_scope: `https://j.example.org/about/stamp-${mark}` } });
  const pending = { application_status: 'pending' };
  const sentAs = (bibjson: object) => `${idle} UPDATE applications SET sync = 'sent', remote_id = 'a1',
    sent = '${JSON.stringify({ bibjson })}'`;
  return [
    {
      check: 'article under two ids',
      says: 'The directory has doi 10.5555/article.1 under two ids,',
      plant: ({ world: { stored } }) => stored.articles.push({ ...stored.articles[0]!, id: 'another' }),
    },
    {
      check: 'sent draft without article',
      says: 'Draft 1 is marked as sent, but the directory has nothing with its title.',
      plant: `UPDATE drafts SET remote_id = NULL, title = 'Unknown' WHERE id = 1`,
    },
    {
      check: 'sent draft with another id',
      says: 'Draft 1 is marked as sent as elsewhere, which does not exist.',
      plant: `UPDATE drafts SET remote_id = 'elsewhere' WHERE id = 1`,
    },
    {
      check: 'sent draft with other content',
      says: 'the directory has "Something else"',
      plant: ({ world: { stored } }) => {
        stored.articles[0]!.bibjson.title = 'Something else';
      },
    },
    {
      check: 'refused draft was stored',
      says: 'Draft 2 is marked as refused, but the directory has it',
      plant: `UPDATE drafts SET sync = 'refused', sent_hash = NULL, refusal = '{"message":{"key":"a"}}' WHERE id = 2`,
    },
    {
      check: 'refused draft was stored',
      says: 'Draft 2 is marked as refused, but the directory has it as',
      plant: `UPDATE drafts SET sync = 'refused', sent_hash = 'earlier', refusal = '{"message":{"key":"a"}}' WHERE id = 2`,
    },
    {
      check: 'done item without article',
      says: 'is done as elsewhere, which is not in the directory.',
      plant: `UPDATE upload_items SET remote_id = 'elsewhere' WHERE position = 1`,
    },
    {
      check: 'article of no upload',
      says: '"Article 2" is at the directory, and no upload sent it.',
      plant: `DELETE FROM upload_items WHERE draft_id = 2`,
    },
    {
      check: 'deleted article still there',
      says: 'Deletion 1 is gone, but the directory has',
      plant: `INSERT INTO deletions (account_id, remote_id, title, state, at)
        SELECT account_id, remote_id, title, 'gone', '2026' FROM drafts WHERE id = 1`,
    },
    {
      check: 'deletion by the staff not listed',
      says: 'which is present here and not listed.',
      plant: ({ world: { model, stored } }) => model.staff.deleted.add(stored.articles.shift()!.id),
    },
    {
      check: 'article listed as lost by mistake',
      says: 'is listed as deleted, and is there.',
      plant: finding('deleted'),
    },
    {
      check: 'change by the staff not listed',
      says: 'which is not listed.',
      plant: ({ world: { model, stored } }) => {
        const [{ id, bibjson }] = stored.articles as [(typeof stored.articles)[number]];
        model.staff.edited.set(id, String(bibjson.title));
      },
    },
    {
      check: 'article listed as changed by mistake',
      says: 'is listed as changed, and the staff did not change it.',
      plant: finding('changed'),
    },
    {
      check: 'deletion without snapshot',
      says: 'Deletion 1 of r1 is deleted without a snapshot.',
      plant: `INSERT INTO deletions (account_id, remote_id, title, state, at)
        SELECT account_id, 'r1', title, 'deleted', '2026' FROM drafts WHERE id = 1`,
    },
    {
      check: 'sent application missing',
      says: 'Application 1 is marked as sent as a1, which does not exist',
      plant: sentAs(stamp('1')),
    },
    {
      check: 'sent application with other content',
      says: 'stamp-1, but the directory has https://j.example.org/about/stamp-2.',
      plant: ({ world, counted }) => {
        world.rows.exec(sentAs(stamp('1')));
        world.stored.applications.push({ id: 'a1', admin: pending, bibjson: stamp('2') });
        Object.assign(counted, { accountId: 'not counted' });
      },
    },
    {
      check: 'two open applications',
      says: 'The directory has two open applications of undefined with',
      plant: ({ world: { stored } }) => {
        const decided = { application_status: 'rejected' };
        stored.applications.push(
          { id: 'a0', admin: decided, bibjson: stamp('7') },
          { id: 'a1', admin: pending, bibjson: stamp('7') },
          { id: 'a2', admin: pending, bibjson: stamp('7') },
        );
      },
    },
    {
      check: 'two open Update Requests',
      says: 'The directory has two open applications for journal j1: a1 and a2.',
      plant: ({ world: { stored } }) => {
        const admin = { ...pending, current_journal: 'j1' };
        stored.applications.push({ id: 'a1', admin, bibjson: {} }, { id: 'a2', admin, bibjson: {} });
      },
    },
  ];
}

function stateFaults(): DataFault[] {
  const secondUpload = `INSERT INTO uploads (id, account_id, name, state, created_at)
    SELECT 2, account_id, 'b', 'running', created_at FROM uploads;`;
  const waiting = (id: number) => `INSERT INTO upload_items (upload_id, draft_id, position, state, updated_at)
    VALUES (${id}, 5, 9, 'queued', '2026');`;
  const running = `${idle} UPDATE uploads SET state = 'running';`;
  const queued = `UPDATE drafts SET sync = 'queued' WHERE id = 5;`;
  return [
    {
      check: 'item step',
      says: 'went from done to accepted.',
      plant: `UPDATE upload_items SET state = 'accepted' WHERE state = 'done' AND position = 1;
        UPDATE upload_items SET state = 'done' WHERE state = 'accepted'`,
    },
    {
      check: 'upload step',
      says: 'The upload 1 went from done to reading.',
      plant: `UPDATE uploads SET state = 'reading'; UPDATE uploads SET state = 'running';
        UPDATE uploads SET state = 'done'`,
    },
    {
      check: 'application step',
      says: 'The application 1 went from never to unsure.',
      plant: `INSERT INTO application_events (application_id, at, kind, text) VALUES (1, '2026', 'sent', '');
        UPDATE applications SET sync = 'unsure'; UPDATE applications SET sync = 'never'`,
    },
    {
      check: 'item still sending',
      says: 'The item 1 of upload 1 is still being sent.',
      plant: `${running} UPDATE upload_items SET state = 'sending' WHERE id = 1;
        UPDATE drafts SET sync = 'queued' WHERE id = (SELECT draft_id FROM upload_items WHERE id = 1)`,
    },
    {
      check: 'application still sending',
      says: 'The application 1 is still being sent.',
      plant: `${idle} UPDATE applications SET sync = 'sending'`,
    },
    {
      check: 'item without reason',
      says: 'is refused without a reason.',
      plant: `UPDATE upload_items SET refusal = NULL WHERE state = 'refused'`,
    },
    {
      check: 'draft without reason',
      says: 'The draft 4 is refused without a reason.',
      plant: 'UPDATE drafts SET refusal = NULL WHERE id = 4',
    },
    {
      check: 'application without reason',
      says: 'The application 1 is failed without a reason.',
      plant: `${idle} UPDATE applications SET sync = 'failed'`,
    },
    {
      check: 'work without reason',
      says: 'The deletion 1 is refused without a reason.',
      plant: `INSERT INTO deletions (account_id, remote_id, title, state, at)
        SELECT account_id, 'r1', title, 'refused', '2026' FROM drafts WHERE id = 1`,
    },
    {
      check: 'done upload with open items',
      says: 'The upload 1 is done and has open items.',
      plant: `${queued} ${waiting(1)}`,
    },
    {
      check: 'done item without outcome',
      says: 'is done without an outcome',
      plant: 'UPDATE upload_items SET outcome = NULL WHERE position = 1',
    },
    {
      check: 'queued draft without upload',
      says: 'The draft 5 is queued, and no upload has it.',
      plant: queued,
    },
    {
      check: 'draft in two uploads',
      says: 'The draft 5 is in 2 uploads at once.',
      plant: `${running} ${secondUpload} ${queued} ${waiting(1)} ${waiting(2)}`,
    },
    {
      check: 'waiting item with idle draft',
      says: 'waits in its upload, and its draft is never.',
      plant: `${running} ${waiting(1)}`,
    },
  ];
}

/** More requests at one moment than the limit permits. */
function burst(): { from: number; to: number }[] {
  return Array.from({ length: 6 }, () => ({ from: 1000, to: 1000 }));
}
