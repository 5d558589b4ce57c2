import { searchTextsOf } from '../../../shared/article/article.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { Json, JsonObject } from '../../../shared/json.ts';
import type { SharedKind } from '../../../shared/office/office.ts';
import { createApplicationRules } from '../../outbox/applications/applicationRules.ts';
import { createAccountStore } from '../../store/accounts/accountStore.ts';
import { createProfileStore } from '../../store/accounts/profileStore.ts';
import { createApplicationStore } from '../../store/applications/applicationStore.ts';
import { applicationTable } from '../../store/applications/applicationTable.ts';
import { assignments, columnsWith } from '../../store/columns.ts';
import type { Db } from '../../store/database.ts';
import { draftColumns } from '../../store/drafts/draftColumns.ts';
import { lastComparisonSql, syncFromHashes } from '../../store/drafts/draftSync.ts';
import { createDraftWriter } from '../../store/drafts/draftWriter.ts';
import { changedTexts } from '../../store/drafts/search/searchIndex.ts';
import { createJournalStore } from '../../store/journals/journalStore.ts';
import type { LocalId, OfficeStore } from '../../store/office/officeStore.ts';
import { contentSql } from '../../store/office/officeTriggerSql.ts';
import { createSentElsewhere } from '../../store/office/sentElsewhere.ts';
import { columnsOf, sharedColumns } from '../../store/office/sharedRows.ts';
import { storedRecord } from '../../store/storedJson.ts';

/** A row of the office as stored here; `at` is when it was changed, by the clock of the office's database. */
interface RowChange {
  accountId: string;
  content: JsonObject;
  at: string;
}

export type DraftKind = Exclude<SharedKind, 'account'>;

export type LocalRows = ReturnType<typeof createLocalRows>;

/** Reads and writes the rows of all kinds as the office has them, for transactions of the caller. */
export function createLocalRows(db: Db, store: OfficeStore, clock: { now(): number }) {
  const accounts = createAccountStore(db);
  const journals = createJournalStore(db);
  const applications = createApplicationStore(db);
  const profiles = createProfileStore(db);
  const rules = createApplicationRules({
    account: accounts.get,
    journals,
    clock,
    profile: (accountId) => profiles.of(accounts.get(accountId)),
  });

  const drafts = createDraftWriter(db, { textsAtOnce: Number.POSITIVE_INFINITY });

  const readOf = (kind: SharedKind, more = '') => {
    const { table } = sharedColumns[kind];
    const content = contentSql(kind, table);
    return db.prepare<[LocalId], string>(`SELECT ${content} FROM ${table} WHERE id = ?${more}`).pluck();
  };
  const read = {
    account: readOf('account'),
    article: readOf('article', ' AND staged = 0'),
    application: readOf('application'),
  };
  /** Everything but the record, with the sync state that follows. */
  const putOf = (kind: DraftKind) => {
    const columns = columnsOf(kind).filter((name) => name !== 'record');
    const values = columns.map((name) => `${name} = @${name}`).join(', ');
    return db.prepare(`UPDATE ${sharedColumns[kind].table} SET ${values} WHERE id = @id`);
  };
  const put = { article: putOf('article'), application: putOf('application') };
  // An application that overwrites another one's record at the directory takes over its id, and may arrive before the last
  // version of the other one, which has lost it.
  const takeRemoteId = db.prepare<{ id: LocalId; remoteId: unknown }>(
    `UPDATE applications SET remote_id = NULL WHERE remote_id = @remoteId AND id <> @id
       AND account_id = (SELECT account_id FROM applications WHERE id = @id)`,
  );
  const settle = {
    article: db.prepare<[LocalId]>(
      `UPDATE drafts SET sync = ${syncFromHashes()} WHERE id = ? AND sync <> 'queued'`,
    ),
    // One that is known at the directory is not looked up any more.
    application: db.prepare<[LocalId]>(
      `UPDATE applications SET sync = ${syncFromHashes()}, may_be_sent = may_be_sent AND remote_id IS NULL
       WHERE id = ? AND sync NOT IN ('queued', 'sending', 'unsure')`,
    ),
  };
  /** Texts that change when a record is sent, or refused. */
  const sentAtOf = (table: string) =>
    db.prepare<[LocalId], { sentAt: string | null; refusal: string | null }>(
      `SELECT sent_at sentAt, refusal FROM ${table} WHERE id = ?`,
    );
  const sentAt = { article: sentAtOf('drafts'), application: sentAtOf('applications') };
  const outdateCopies = db.prepare<[LocalId]>(
    `UPDATE drafts SET sent_after_comparison = ${lastComparisonSql} WHERE id = ?`,
  );
  const sentElsewhere = createSentElsewhere(db);
  const readDraft = db.prepare<[LocalId], string>('SELECT record FROM drafts WHERE id = ?').pluck();
  const updateApplication = db.prepare(
    `UPDATE applications SET record = @record, version = version + 1, updated_at = @at,
       ${assignments(columnsWith(applicationTable, 'isDerived'))} WHERE id = @id`,
  );
  const remove = {
    article: db.prepare<[LocalId]>('DELETE FROM drafts WHERE id = ?'),
    application: db.prepare<[LocalId]>('DELETE FROM applications WHERE id = ?'),
  };

  /** The rules of an account, read only once in `together`. */
  const contexts = new Map<string, ReturnType<typeof readContext>>();
  function readContext(accountId: string) {
    const account = accounts.get(accountId);
    return {
      dialect: account.dialect,
      profile: profiles.of(account),
      journals: journals.cards(accountId),
      now: new Date(clock.now()),
    };
  }
  function contextOf(accountId: string) {
    const known = contexts.get(accountId) ?? readContext(accountId);
    contexts.set(accountId, known);
    return known;
  }

  function putColumns(kind: DraftKind, id: LocalId, content: JsonObject): void {
    const { json } = sharedColumns[kind];
    const values = columnsOf(kind).map((name) => [
      name,
      toColumn(content[name] ?? null, json.includes(name)),
    ]);
    if (kind === 'application') takeRemoteId.run({ id, remoteId: content.remote_id ?? null });
    put[kind].run({ ...Object.fromEntries(values), id });
    settle[kind].run(id);
  }

  function insertRow(kind: DraftKind, { accountId, content, at }: RowChange): LocalId {
    const record = content.record as DraftRecord;
    if (kind === 'article')
      return drafts.insert({ accountId, at, draft: draftColumns(record, contextOf(accountId)) });
    const base = content.base as DraftRecord | null;
    const derived = rules.derive(accountId, record, base);
    const baseAt = content.base_at as string | null;
    return applications.create({ accountId, derived, base, baseAt, at }).id;
  }

  function updateRow(kind: DraftKind, id: LocalId, { accountId, content, at }: RowChange): void {
    const record = content.record as DraftRecord;
    if (kind === 'article') {
      const before = readDraft.get(id) ?? '';
      if (before === JSON.stringify(record)) return;
      const draft = draftColumns(record, contextOf(accountId));
      const searchTexts = changedTexts(searchTextsOf(storedRecord(before)), draft.searchTexts);
      drafts.update({ id: Number(id), draft: { ...draft, searchTexts }, at });
    } else {
      const derived = rules.derive(accountId, record, content.base as DraftRecord | null);
      updateApplication.run({ ...derived.columns, record: JSON.stringify(record), at, id });
    }
  }

  return {
    /** JSON of the row's shared columns; null if there is no such row. */
    read: (kind: SharedKind, id: LocalId): string | null => read[kind].get(id) ?? null,
    /** Returns the id of the new row. */
    insert(kind: DraftKind, change: RowChange): LocalId {
      const id = insertRow(kind, change);
      const others = columnsOf(kind).filter((name) => name !== 'record');
      if (others.some((name) => (change.content[name] ?? null) !== null))
        putColumns(kind, id, change.content);
      return id;
    },
    update(kind: SharedKind, id: LocalId, change: RowChange): void {
      if (kind === 'account') {
        // Never the address, to which this account's key would be sent.
        const { name, rate, approved_only: approvedOnly } = change.content;
        accounts.update(String(id), { name: String(name), rate: Number(rate) });
        store.setNeedsApproval(String(id), approvedOnly === 1);
        return;
      }
      const before = sentAt[kind].get(id);
      updateRow(kind, id, change);
      putColumns(kind, id, change.content);
      const after = sentAt[kind].get(id);
      const isSent = after !== undefined && after.sentAt !== null && after.sentAt !== before?.sentAt;
      // A comparison may hold a copy that was read before a colleague sent it.
      if (kind === 'article' && isSent) outdateCopies.run(id);
      if (after?.sentAt !== before?.sentAt || after?.refusal !== before?.refusal)
        sentElsewhere[kind](Number(id), new Date(clock.now()).toISOString());
    },
    remove(kind: DraftKind, id: LocalId): void {
      // Search would find a text that is indexed after its draft is gone.
      drafts.writeTexts();
      remove[kind].run(id);
    },
    /** The application with this directory id; null if there is none here. */
    applicationByRemote: (accountId: string, remoteId: string) => applications.byRemote(accountId, remoteId),
    /** Calls `work` in a transaction of the caller: then search finds its drafts, and the next work reads the accounts again. */
    together<T>(work: () => T): T {
      try {
        return drafts.indexTogether(work);
      } finally {
        contexts.clear();
      }
    },
  };
}

function toColumn(value: Json, isJson: boolean): string | number | null {
  if (value === null) return null;
  return isJson ? JSON.stringify(value) : (value as string | number);
}
