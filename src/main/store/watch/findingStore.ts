import type { ValueDifference } from '../../../shared/application/applicationDraft.ts';
import type { Message } from '../../../shared/message.ts';
import type { Decision, FindingKind } from '../../../shared/watch/findingKinds.ts';
import { puttingRight } from '../../../shared/watch/findingKinds.ts';
import type { Finding } from '../../../shared/watch/watch.ts';
import { isOneOf } from '../columns.ts';
import type { Db } from '../database.ts';
import { storedJson } from '../storedJson.ts';
import { withStorageErrors } from '../withStorageErrors.ts';

/** What the directory did on its own, and what was decided about it. */
export type FindingStore = ReturnType<typeof createFindingStore>;

export interface NewFinding {
  kind: FindingKind;
  remoteId: string;
  title: string;
  about: string;
  noticedAt: string;
  happenedAt: string | null;
  reason: Message | null;
  differences: readonly ValueDifference[];
  articles: number;
}

/** Differences that are kept of one finding, and characters of a value. */
const maxDifferences = 50;
const maxValue = 20_000;

interface Row extends Omit<Finding, 'reason' | 'differences' | 'happenedAt' | 'decidedAt'> {
  happenedAt: string | null;
  decidedAt: string | null;
  reason: string | null;
  differences: string;
}

export function createFindingStore(db: Db) {
  const columns = `f.id, f.kind, f.remote_id remoteId, f.title, f.about, f.noticed_at noticedAt, f.happened_at happenedAt,
    f.reason, f.differences, f.articles, f.decision, f.decided_at decidedAt,
    coalesce(f.draft_id, (SELECT d.id FROM drafts d WHERE d.account_id = f.account_id AND d.remote_id = f.remote_id
      AND d.staged = 0 AND d.trashed_at IS NULL ORDER BY d.id LIMIT 1)) draftId,
    (SELECT l.successor FROM ledger l WHERE l.account_id = f.account_id AND l.remote_id = f.remote_id) successor`;
  const isOpenSql = '(f.decision IS NULL)';
  const add = db
    .prepare<object, number>(
      `INSERT INTO findings (account_id, kind, remote_id, title, about, noticed_at, happened_at, reason, differences, articles)
       VALUES (@accountId, @kind, @remoteId, @title, @about, @noticedAt, @happenedAt, @reason, @differences, @articles)
       ON CONFLICT (account_id, kind, remote_id) WHERE decision IS NULL DO UPDATE SET title = @title, about = @about,
         differences = @differences, happened_at = @happenedAt, reason = @reason, articles = @articles, office_seq = 0
       RETURNING id`,
    )
    .pluck();
  const isOpen = db
    .prepare<[string, string, string], number>(
      'SELECT id FROM findings WHERE account_id = ? AND kind = ? AND remote_id = ? AND decision IS NULL',
    )
    .pluck();
  const list = db.prepare<[string, string, number, number, number], Row>(
    `SELECT ${columns} FROM findings f INDEXED BY findings_by_kind WHERE f.account_id = ? AND f.kind = ?
       AND ${isOpenSql} = ? ORDER BY f.id DESC LIMIT ? OFFSET ?`,
  );
  const count = db
    .prepare<[string, string, number], number>(
      `SELECT count(*) FROM findings f INDEXED BY findings_by_kind WHERE f.account_id = ? AND f.kind = ? AND ${isOpenSql} = ?`,
    )
    .pluck();
  const one = db.prepare<[string, number], Row>(
    `SELECT ${columns} FROM findings f WHERE f.account_id = ? AND f.id = ?`,
  );
  const openIds = db
    .prepare<[string, string], number>(
      'SELECT id FROM findings WHERE account_id = ? AND kind = ? AND decision IS NULL ORDER BY id',
    )
    .pluck();
  const decide = db.prepare<{
    id: number;
    accountId: string;
    decision: Decision;
    at: string;
    draftId: number | null;
  }>(
    `UPDATE findings SET decision = @decision, decided_at = @at, draft_id = coalesce(@draftId, draft_id), office_seq = 0
     WHERE id = @id AND account_id = @accountId AND decision IS NULL`,
  );
  const setDraft = db.prepare<[number, number]>('UPDATE findings SET draft_id = ? WHERE id = ?');
  const reopen = db.prepare<[number, string]>(
    `UPDATE OR IGNORE findings SET decision = NULL, decided_at = NULL, office_seq = 0
     WHERE id = ? AND account_id = ? AND decision = 'left'`,
  );
  const settle = db.prepare<[string, string, string, string, string]>(
    `UPDATE findings SET decision = ?, decided_at = ?, office_seq = 0
     WHERE account_id = ? AND kind = ? AND remote_id = ? AND decision IS NULL`,
  );
  const settleLeft = db.prepare<[string, string, string, string, string]>(
    `UPDATE findings SET decision = ?, decided_at = ?, office_seq = 0
     WHERE account_id = ? AND kind = ? AND remote_id = ? AND decision = 'left'`,
  );
  const last = db.prepare<[string, string, string], Row>(
    `SELECT ${columns} FROM findings f INDEXED BY findings_by_subject
     WHERE f.account_id = ? AND f.kind = ? AND f.remote_id = ? ORDER BY f.id DESC LIMIT 1`,
  );
  const opened = db.prepare<[string], { kind: FindingKind; n: number }>(
    'SELECT kind, count(*) n FROM findings WHERE account_id = ? AND decision IS NULL GROUP BY kind',
  );
  const since = db.prepare<[string, string, string], { total: number; open: number }>(
    `SELECT count(*) total, count(*) FILTER (WHERE decision IS NULL) open FROM findings INDEXED BY findings_by_time
     WHERE account_id = ? AND noticed_at >= ? AND kind = ? AND decision IS NOT 'over'`,
  );
  const linesSince = db.prepare<
    [string, string, string, number],
    { title: string; about: string; day: string }
  >(
    `SELECT title, about, substr(coalesce(happened_at, noticed_at), 1, 10) day FROM findings INDEXED BY findings_by_time
     WHERE account_id = ? AND noticed_at >= ? AND kind = ? AND decision IS NOT 'over' ORDER BY id DESC LIMIT ?`,
  );
  const rightSince = db
    .prepare<[string, string], number>(
      `SELECT count(*) FROM findings WHERE account_id = ? AND decided_at >= ? AND ${isOneOf('decision', puttingRight)}`,
    )
    .pluck();
  const until = db.prepare<[string, string], { deleted: number; putRight: number }>(
    `SELECT count(*) FILTER (WHERE substr(noticed_at, 1, 10) <= day) deleted,
       count(*) FILTER (WHERE ${isOneOf('decision', puttingRight)} AND substr(decided_at, 1, 10) <= day) putRight
     FROM findings, (SELECT ? day) WHERE account_id = ? AND kind = 'deleted' AND decision IS NOT 'over'`,
  );

  const stamps = db.prepare<[], { accountId: string; stamp: number }>(
    'SELECT account_id accountId, stamp FROM finding_stamps',
  );

  const read = ({ reason, differences, happenedAt, decidedAt, ...row }: Row): Finding => ({
    ...row,
    happenedAt: happenedAt ?? '',
    decidedAt: decidedAt ?? '',
    reason: reason === null ? null : storedJson<Message>(reason),
    differences: storedJson<ValueDifference[] | undefined>(differences) ?? [],
  });

  return withStorageErrors({
    /** Notes a finding, or what is new of one that is open; returns true if it was not open. */
    note(accountId: string, { reason, differences, ...finding }: NewFinding): boolean {
      const isNew = isOpen.get(accountId, finding.kind, finding.remoteId) === undefined;
      const short = differences
        .slice(0, maxDifferences)
        .map(({ path, before, after }) => ({ path, before: shortValue(before), after: shortValue(after) }));
      add.get({
        accountId,
        ...finding,
        reason: reason && JSON.stringify(reason),
        differences: JSON.stringify(short),
      });
      return isNew;
    },
    list: (
      accountId: string,
      { kind, isOpen, offset, limit }: { kind: FindingKind; isOpen: boolean; offset: number; limit: number },
    ) => ({
      total: count.get(accountId, kind, isOpen ? 1 : 0) ?? 0,
      findings: list.all(accountId, kind, isOpen ? 1 : 0, limit, offset).map(read),
    }),
    get(accountId: string, id: number): Finding | null {
      const row = one.get(accountId, id);
      return row ? read(row) : null;
    },
    isOpen: (accountId: string, kind: FindingKind, remoteId: string) =>
      isOpen.get(accountId, kind, remoteId) !== undefined,
    openOne(accountId: string, kind: FindingKind, remoteId: string): Finding | null {
      const id = isOpen.get(accountId, kind, remoteId);
      const row = id === undefined ? undefined : one.get(accountId, id);
      return row ? read(row) : null;
    },
    /** All open ones of the kind, oldest first. */
    openIds: (accountId: string, kind: FindingKind) => openIds.all(accountId, kind),
    /** Returns false if it is not open. */
    decide: (
      accountId: string,
      id: number,
      { decision, at, draftId = null }: { decision: Decision; at: string; draftId?: number | null },
    ) => decide.run({ id, accountId, decision, at, draftId }).changes > 0,
    /** The draft that is sent for it; its finding ends when that is sent (schema/watch.ts). */
    setDraft: (id: number, draftId: number) => void setDraft.run(draftId, id),
    /** Opens what was left as it is; returns false if it was not, or if a newer one is open. */
    reopen: (accountId: string, id: number) => reopen.run(id, accountId).changes > 0,
    /** Ends an open finding of this subject, or also those that were left as they are; returns false if there is none. */
    settle(
      accountId: string,
      {
        kind,
        remoteId,
        decision,
        at,
        alsoLeft = false,
      }: { kind: FindingKind; remoteId: string; decision: Decision; at: string; alsoLeft?: boolean },
    ): boolean {
      const left = alsoLeft ? settleLeft.run(decision, at, accountId, kind, remoteId).changes : 0;
      return settle.run(decision, at, accountId, kind, remoteId).changes + left > 0;
    },
    /** The newest finding of this kind about the subject, decided or not. */
    last(accountId: string, kind: FindingKind, remoteId: string): Finding | null {
      const row = last.get(accountId, kind, remoteId);
      return row ? read(row) : null;
    },
    /** A number for each account, which grows whenever one of its findings is noted or decided. */
    stamps: () => stamps.all(),
    open(accountId: string): Record<FindingKind, number> {
      const counts = { deleted: 0, changed: 0, withdrawn: 0, journal: 0, former: 0, link: 0 };
      for (const { kind, n } of opened.all(accountId)) counts[kind] = n;
      return counts;
    },
    since: (accountId: string, from: string, kind: FindingKind, limit: number) => ({
      ...since.get(accountId, from, kind)!,
      lines: linesSince.all(accountId, from, kind, limit),
    }),
    putRightSince: (accountId: string, from: string) => rightSince.get(accountId, from) ?? 0,
    /** Deletions noticed until the end of a day, without those that are over, and how many were put right until then. */
    until: (accountId: string, day: string) => until.get(day, accountId)!,
  });
}

function shortValue(value: ValueDifference['before']): ValueDifference['before'] {
  return typeof value === 'string'
    ? value.slice(0, maxValue)
    : JSON.stringify(value).length > maxValue
      ? null
      : value;
}
