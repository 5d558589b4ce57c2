import type Database from 'better-sqlite3';
import { seededId } from '../contents.ts';
import { contentOf, type Fact, type Model } from '../model.ts';
import type { Check, Problem } from '../problem.ts';

interface Row {
  id: number;
  accountId: string;
  record: string;
  trashed: number;
  importId: number | null;
  remoteId: string | null;
  staged: number;
  /** 1: its article was deleted from the directory, or the draft was made to restore it. */
  isDeleted: number;
}

/** Every acknowledged record exists with its last content, or with a later one that got no response. */
export function checkAcknowledged(db: Database.Database, model: Model): Problem[] {
  const drafts = rows(
    db,
    `SELECT id, account_id accountId, record, trashed, import_id importId, remote_id remoteId, staged,
       EXISTS (SELECT 1 FROM deletions WHERE draft_id = drafts.id) isDeleted FROM drafts`,
  );
  const applications = rows(
    db,
    `SELECT id, account_id accountId, record, trashed_at IS NOT NULL trashed, NULL importId, remote_id remoteId,
       0 staged, 0 isDeleted
     FROM applications`,
  );
  return [
    ...compare('Draft', model.drafts, drafts),
    ...compare('Application', model.applications, applications),
    ...strangers(db, model, drafts),
    ...leftOver(db),
    ...checkImports(db, model),
    ...checkSettings(db, model),
    ...checkLinks(db, model),
  ];
}

function rows(db: Database.Database, sql: string): Row[] {
  return db.prepare<[], Row>(sql).all();
}

function compare(what: string, facts: ReadonlyMap<number, Fact>, found: readonly Row[]): Problem[] {
  const byId = new Map(found.map((row) => [row.id, row]));
  return [...facts].flatMap(([id, fact]) => {
    const row = byId.get(id);
    if (!row) return fact.gone === false ? [{ check: 'record lost', text: `${what} ${id} is lost.` }] : [];
    if (fact.gone === true)
      return [{ check: 'purged record back', text: `${what} ${id} was removed for good and exists again.` }];
    const problems: Problem[] = [];
    if (row.staged !== 0) problems.push({ check: 'record hidden', text: `${what} ${id} is hidden.` });
    if (fact.trashed !== 'maybe' && fact.trashed !== (row.trashed === 1)) {
      const text = `${what} ${id} is ${row.trashed === 1 ? '' : 'not '}in the trash.`;
      problems.push({ check: 'record in the wrong place', text });
    }
    const content = contentOf(JSON.parse(row.record));
    if (fact.content !== '' && content !== fact.content && !fact.maybe.includes(content)) {
      const text = `${what} ${id} differs from the saved content:\n  ${content}\n  ${fact.content}`;
      problems.push({ check: 'record content', text });
    }
    return problems;
  });
}

/** A draft without an origin: not typed, imported, taken from the directory, or restored. */
function strangers(db: Database.Database, model: Model, found: readonly Row[]): Problem[] {
  const deleted = new Set(db.prepare<[], string>('SELECT remote_id FROM deletions').pluck().all());
  return found
    .filter((row) => row.staged === 0 && !model.drafts.has(row.id))
    .filter((row) => !model.attempted.has(contentOf(JSON.parse(row.record))))
    .filter((row) => row.remoteId === null && row.importId === null && row.isDeleted === 0)
    .filter(({ record }) => !deleted.has(firstIdOf(JSON.parse(record))))
    .map((row) => ({
      check: 'draft without origin',
      text: `Draft ${row.id} has no origin: ${row.record.slice(0, 300)}`,
    }));
}

/** The id of the article that a draft was taken from, if the directory had it from the start: a deletion by its id names no draft. */
function firstIdOf({ bibjson }: { bibjson?: { title?: unknown } }): string {
  const [, place, index] = /^From the start (\d+)-(\d+)$/.exec(String(bibjson?.title)) ?? [];
  return index === undefined ? '' : seededId(Number(place), Number(index));
}

/** Rows of a removed account. */
function leftOver(db: Database.Database): Problem[] {
  return ['drafts', 'deletions', 'applications', 'uploads', 'imports', 'comparisons', 'searches'].flatMap(
    (table) => {
      const of = `FROM ${table} WHERE account_id NOT IN (SELECT id FROM accounts)`;
      const rows = db.prepare<[], number>(`SELECT count(*) ${of}`).pluck().get()!;
      const text = `${rows} rows of ${table} belong to an account that is gone.`;
      return rows > 0 ? [{ check: 'rows of a removed account', text }] : [];
    },
  );
}

/** Every import exists completely or not at all. */
function checkImports(db: Database.Database, model: Model): Problem[] {
  const read = db.prepare<[number], { state: string; created: number; updated: number; message: string }>(
    'SELECT state, created, updated, message FROM imports WHERE id = ?',
  );
  // A draft that another import overwrote counts for that import.
  const others = db.prepare<[number], number>('SELECT 1 FROM imports WHERE id > ? AND updated > 0').pluck();
  const count = db.prepare<[number], { shown: number; hidden: number }>(
    'SELECT coalesce(sum(staged = 0), 0) shown, coalesce(sum(staged = 1), 0) hidden FROM drafts WHERE import_id = ?',
  );
  const placed = db.prepare<[number], number>('SELECT place_index FROM drafts WHERE import_id = ?').pluck();
  return [...model.imports].flatMap(([id, fact]) => {
    const row = read.get(id);
    if (!row) return [{ check: 'import lost', text: `Import ${id} is lost.` }];
    const { shown, hidden } = count.get(id)!;
    const places = new Set(placed.all(id));
    const problems: Problem[] = [];
    const find = (check: Check, text: string) => problems.push({ check, text: `Import ${id} ${text}` });
    if (fact.over && !['failed', 'cancelled'].includes(row.state)) {
      find('ended import resumed', `was over and is ${row.state}.`);
    }
    if (row.state === 'accepted') {
      if (fact.accepted === false) find('import accepted by nobody', 'was accepted without a user.');
      if (hidden > 0) find('accepted import hides drafts', `was accepted and hides ${hidden} drafts.`);
      const isPurged = [...model.drafts.values()].some((draft) => draft.gone !== false);
      const isLess = isPurged || others.get(id) !== undefined;
      if (shown > row.created + row.updated || (!isLess && shown < row.created)) {
        const text = `made ${row.created} drafts, but ${shown} exist.`;
        find('accepted import has the wrong number of drafts', text);
      }
      const missing = isLess ? undefined : fact.places.find((place) => !places.has(place));
      if (missing !== undefined)
        find('accepted import lacks a record', `has no draft of its record ${missing}.`);
    } else {
      if (shown > 0) find('open import shows drafts', `is ${row.state} and shows ${shown} drafts.`);
      if (fact.accepted === true && row.state !== 'accepting' && row.message === '') {
        find('import without reason', `was to be accepted and is ${row.state} without a reason.`);
      }
      // While a table is mapped again, the rows of its preview stay until it is read again.
      if (hidden > 0 && !['mapping', 'reading', 'preview', 'accepting'].includes(row.state)) {
        find('import not cleaned up', `is ${row.state} and has ${hidden} hidden drafts left.`);
      }
    }
    return problems;
  });
}

/** The result of every link that was checked is kept. */
function checkLinks(db: Database.Database, model: Model): Problem[] {
  const kept = new Set(db.prepare<[], string>('SELECT address FROM link_checks').pluck().all());
  return [...model.links]
    .filter((address) => !kept.has(address))
    .map((address) => ({ check: 'link result lost', text: `The result of ${address} is lost.` }));
}

function checkSettings(db: Database.Database, model: Model): Problem[] {
  const kept = new Map(
    db
      .prepare<[], { key: string; value: string }>('SELECT key, value FROM settings')
      .all()
      .map(({ key, value }) => [key, JSON.parse(value) as unknown]),
  );
  return Object.entries(model.settings).flatMap(([name, value]) =>
    kept.get(name) === value
      ? []
      : [
          {
            check: 'setting lost',
            text: `The setting ${name} is ${kept.get(name)} and was set to ${value}.`,
          },
        ],
  );
}
