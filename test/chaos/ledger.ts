import { join } from 'node:path';
import Database from 'better-sqlite3';
import { articleHash, articleToWire } from '../../src/shared/article/article.ts';
import type { CallInput } from '../../src/shared/contract/contract.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { steadyMs } from './chaosTime.ts';
import type { Problem } from './problem.ts';
import type { ChaosWorld } from './world.ts';

type Selection = CallInput<'uploads.plan'>['selection'];

/** What people saw and confirmed, kept outside the application. */
export interface Ledger {
  /** When a plan was confirmed that listed an article, by its hash as it would be sent; milliseconds of `steadyMs`. */
  readonly articles: Map<string, number>;
  /** The same for applications, by the marks of their contents (`markOf`). */
  readonly applications: Map<string, number>;
  /** The same for applications that may be sent without a copy of what they replace. */
  readonly unkept: Map<string, number>;
  /** When a deletion was confirmed whose preview listed an article, by its id. */
  readonly deletions: Map<string, number>;
}

export function createLedger(): Ledger {
  return { articles: new Map(), applications: new Map(), unkept: new Map(), deletions: new Map() };
}

/** What a preview may list at this moment. */
export interface Listed {
  articles: Map<string, number>;
  remoteIds: Set<string>;
}

/** Reads from the data file what a preview of an account's drafts may list; by a filter: any of them. */
export function listedNow(
  { disk }: Pick<ChaosWorld, 'disk'>,
  accountId: string,
  selection: Selection,
): Listed {
  const db = new Database(join(disk.folder, 'colophon.db'), { readonly: true });
  try {
    const rows = db
      .prepare<[string], { id: number; record: string; remoteId: string | null }>(
        'SELECT id, record, remote_id remoteId FROM drafts WHERE account_id = ? AND staged = 0',
      )
      .all(accountId);
    const isSelected = (id: number) =>
      'ids' in selection ? selection.ids.includes(id) : !selection.except.includes(id);
    const selected = rows.filter(({ id }) => isSelected(id));
    return {
      articles: new Map(selected.map(({ id, record }) => [hashOf(JSON.parse(record)), id])),
      remoteIds: new Set(selected.flatMap(({ remoteId }) => remoteId ?? [])),
    };
  } finally {
    db.close();
  }
}

/** The drafts of an upload, or of the one that a fixing mode is about, which may be sent again. */
export function listedAgain(
  world: Pick<ChaosWorld, 'disk'>,
  { uploadId, fixingId }: { uploadId?: number; fixingId?: number },
): Listed {
  const db = new Database(join(world.disk.folder, 'colophon.db'), { readonly: true });
  const rows = db
    .prepare<[number | null, number | null], { accountId: string; draftId: number }>(
      `SELECT account_id accountId, draft_id draftId FROM upload_items JOIN uploads ON uploads.id = upload_id
       WHERE draft_id IS NOT NULL AND upload_id = coalesce(?, (SELECT upload_id FROM fixings WHERE id = ?))`,
    )
    .all(uploadId ?? null, fixingId ?? null);
  db.close();
  const ids = rows.map(({ draftId }) => draftId);
  return listedNow(world, rows[0]?.accountId ?? '', { ids });
}

/** The marks of applications, as they are now. */
export function marksNow({ disk }: Pick<ChaosWorld, 'disk'>, ids: readonly number[]): string[] {
  const db = new Database(join(disk.folder, 'colophon.db'), { readonly: true });
  const read = db.prepare<[number], string>('SELECT record FROM applications WHERE id = ?').pluck();
  const records = ids.flatMap((id) => read.get(id) ?? []);
  db.close();
  return records.map((record) => markOf(JSON.parse(record)));
}

/** The part of an application that an edit changes, and that reaches the directory as it is. */
export function markOf({ bibjson }: DraftRecord): string {
  const { ref } = (bibjson ?? {}) as { ref?: { aims_scope?: unknown } };
  return JSON.stringify(ref?.aims_scope ?? null);
}

/** The hash of an article as it is sent. */
export function hashOf(record: DraftRecord): string {
  return articleHash(articleToWire(record));
}

/** Somebody confirmed that these articles are sent. */
export function confirmSending(ledger: Ledger, all: readonly Listed[]): void {
  for (const { articles } of all) for (const hash of articles.keys()) remember(ledger.articles, hash);
}

/** Somebody confirmed that applications with these marks are sent. */
export function confirmRequests(ledger: Ledger, marks: readonly string[]): void {
  for (const mark of marks) remember(ledger.applications, mark);
}

/** Somebody confirmed that applications with these marks are sent without a copy of what they replace. */
export function confirmUnkept(ledger: Ledger, marks: readonly string[]): void {
  for (const mark of marks) remember(ledger.unkept, mark);
}

/** Somebody confirmed that these articles are deleted. */
export function confirmDeleting(ledger: Ledger, ids: readonly string[]): void {
  for (const id of ids) remember(ledger.deletions, id);
}

function remember(all: Map<string, number>, key: string): void {
  if (!all.has(key)) all.set(key, steadyMs());
}

/** A request that changes something: what it sends, or the id of the article that it deletes. */
export interface SentRequest {
  /** When it had arrived, by `steadyMs`. */
  at: number;
  articles: { hash: string; title: string }[];
  /** The mark of the application that it sends. */
  application?: string;
  /** The id of the application that it overwrites. */
  overwrites?: string;
  deleted: string | null;
}

/** Of each application that was overwritten an earlier version is stored, unless somebody confirmed that none is. */
export function checkKept(
  db: Database.Database,
  { unkept }: Ledger,
  requests: readonly SentRequest[],
): Problem[] {
  // Who removes the account or the application removes its versions.
  const lacksVersion = db
    .prepare<{ id: string }, number>(
      `SELECT 1 FROM applications WHERE remote_id = @id
       AND NOT EXISTS (SELECT 1 FROM earlier_versions v WHERE v.kind = 'application' AND v.remote_id = @id)`,
    )
    .pluck();
  return requests.flatMap(({ overwrites, application, at }): Problem[] => {
    if (overwrites === undefined || lacksVersion.get({ id: overwrites }) === undefined) return [];
    if ((unkept.get(application ?? '') ?? Number.POSITIVE_INFINITY) <= at) return [];
    const text = `${overwrites} was overwritten with ${application}, no version of it is stored, and nobody confirmed that.`;
    return [{ check: 'overwritten without consent', text }];
  });
}

/** Nothing was sent and nothing was deleted that nobody confirmed. */
export function checkConfirmed(
  { articles, applications, deletions }: Ledger,
  requests: readonly SentRequest[],
  place: number,
): Problem[] {
  return requests.flatMap((request): Problem[] => {
    const { deleted, application, at } = request;
    const isKnown = (all: ReadonlyMap<string, number>, key: string) =>
      (all.get(key) ?? Number.POSITIVE_INFINITY) <= at;
    const unknown = request.articles.filter(({ hash }) => !isKnown(articles, hash));
    return [
      ...unknown.map(
        ({ title }): Problem => ({
          check: 'sent without consent',
          text: `"${title}" was sent to directory ${place}, and no confirmed plan listed it like this.`,
        }),
      ),
      ...(application === undefined || isKnown(applications, application)
        ? []
        : [
            {
              check: 'sent without consent' as const,
              text: `An application with ${application} was sent to directory ${place}, and no confirmed plan listed it.`,
            },
          ]),
      ...(deleted === null || isKnown(deletions, deleted)
        ? []
        : [
            {
              check: 'deleted without consent' as const,
              text: `${deleted} was to be deleted from directory ${place}, and no confirmed preview listed it.`,
            },
          ]),
    ];
  });
}
