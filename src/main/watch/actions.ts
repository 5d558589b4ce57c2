import { articleToWire } from '../../shared/article/article.ts';
import type { ArticleContext } from '../../shared/article/articleRules.ts';
import { setJournal } from '../../shared/article/edits/setJournal.ts';
import { storedContentHash } from '../../shared/article/storedContent.ts';
import { takenOver } from '../../shared/article/takenArticle.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import { readInstant } from '../../shared/instant.ts';
import { type Message, msg } from '../../shared/message.ts';
import {
  type Decision,
  type FindingKind,
  type WatchAction,
  watchActions,
} from '../../shared/watch/findingKinds.ts';
import type { Finding } from '../../shared/watch/watch.ts';
import { isoNow } from '../platform/clock.ts';
import { fail } from '../platform/failures.ts';
import type { Confirmed } from '../platform/plans.ts';
import { recordIn } from '../remote/recordIn.ts';
import type { DraftsToCompare } from '../store/comparisons/draftsToCompare.ts';
import { draftColumns } from '../store/drafts/draftColumns.ts';
import type { DraftSync } from '../store/drafts/draftSync.ts';
import { createSince } from '../store/drafts/listedDrafts.ts';
import { inBatches } from '../store/inBatches.ts';
import type { UndoStep } from '../store/undo/undoWriter.ts';
import type { FindingStore } from '../store/watch/findingStore.ts';
import type { LedgerStore } from '../store/watch/ledgerStore.ts';
import type { WatchStore } from '../store/watch/watchStore.ts';

export interface ActionParts {
  ledger: LedgerStore;
  findings: FindingStore;
  store: Pick<WatchStore, 'journals'>;
  drafts: DraftsToCompare;
  draftSync: DraftSync;
  /** Makes a draft of an article (`comparisons/takeArticle.ts`). */
  takeArticle: (
    accountId: string,
    article: { remoteId: string; record: DraftRecord },
    step: UndoStep,
  ) => { draftId: number; isNew: boolean };
  /** The draft that it makes none beside. */
  draftLike: (accountId: string, article: { remoteId: string; record: DraftRecord }) => number | null;
  transaction: <T>(work: () => T) => T;
  context: (accountId: string) => ArticleContext;
  clock: { now(): number };
}

/** One finding as a person saw it before confirming. */
interface Item {
  findingId: number;
  remoteId: string;
  title: string;
  /** null: a new draft is made of `there`. */
  draft: { id: number; version: number } | null;
  /** The article as the directory had it. */
  there: DraftRecord | null;
  /** The id of the surviving duplicate. */
  survivor: string | null;
}

export interface WatchPlan {
  accountId: string;
  kind: FindingKind;
  action: WatchAction;
  items: readonly Item[];
}

export interface ListedActions extends WatchPlan {
  left: { title: string; reason: Message }[];
}

/** Actions after which drafts are planned and sent. */
const sending: ReadonlySet<WatchAction> = new Set(['sendAgain', 'resend', 'newIssns']);
export const isSending = (action: WatchAction) => sending.has(action);

/** Small, since every record is read, validated and written. */
const batchSize = 20;

/**
 * Lists what an action would do about findings; `readThere` reads articles at the directory, which only some actions
 * need. AppError `input` for an action that these findings do not have.
 */
export async function listActions(
  parts: ActionParts,
  { accountId, kind, action }: Pick<WatchPlan, 'accountId' | 'kind' | 'action'>,
  {
    ids,
    readThere,
  }: {
    ids: readonly number[];
    readThere: (remoteIds: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;
  },
): Promise<ListedActions> {
  if (!(watchActions[kind] as readonly WatchAction[]).includes(action)) throw fail('watch.noSuchAction');
  const { ledger, findings, drafts } = parts;
  const found: Finding[] = [];
  await inBatches(ids, (slice) => {
    for (const id of slice) {
      const finding = findings.get(accountId, id);
      if (finding?.kind === kind && finding.decision === null) found.push(finding);
    }
  });
  const needed = found.filter(
    ({ draftId }) => action === 'take' || (action === 'newIssns' && draftId === null),
  );
  const there = needed.length === 0 ? new Map() : await readThere(needed.map(({ remoteId }) => remoteId));
  const items: Item[] = [];
  const left: ListedActions['left'] = [];
  await inBatches(found, (slice) => {
    for (const { id: findingId, remoteId, title, draftId: ownDraft } of slice) {
      const record = recordIn(there.get(remoteId));
      // An article without a draft may be that of one that was never sent, or under another id.
      const draftId = ownDraft ?? (record && parts.draftLike(accountId, { remoteId, record }));
      const draft = draftId === null ? null : drafts.read(draftId);
      const known = ledger.find(accountId, remoteId);
      const survivor = known && kind === 'deleted' ? ledger.alive(accountId, known) : null;
      const other = ownDraft === null ? draft?.remoteId : null;
      const isOther = other && other !== remoteId && ledger.find(accountId, other)?.state === 'present';
      const reason = isOther
        ? msg('watch.left.duplicate')
        : obstacle({ action, draft, survivor: survivor?.remoteId ?? null, record });
      if (reason) left.push({ title, reason });
      else
        items.push({
          findingId,
          remoteId,
          title,
          draft: draft && draftId !== null ? { id: draftId, version: draft.version } : null,
          there: record,
          survivor: survivor?.remoteId ?? null,
        });
    }
  });
  return { accountId, kind, action, items, left };
}

/** Why an action cannot help. */
function obstacle({
  action,
  draft,
  survivor,
  record,
}: {
  action: WatchAction;
  draft: ReturnType<DraftsToCompare['read']>;
  survivor: string | null;
  record: DraftRecord | null;
}): Message | null {
  if (draft?.isQueued) return msg('watch.left.beingSent');
  if (draft && draft.record === null) return msg('watch.left.unreadable');
  if (action === 'take') return record === null ? msg('watch.left.gone') : null;
  if (action === 'newIssns' && draft === null) return record === null ? msg('watch.left.gone') : null;
  if (draft === null) return msg('watch.left.noDraft');
  if (action === 'adopt') return survivor === null ? msg('watch.left.noSurvivor') : null;
  if (action === 'sendAgain' && survivor !== null) return msg('watch.left.duplicate');
  return null;
}

/**
 * Carries out a confirmed plan, leaving what was changed since; returns the drafts that are changed or to be sent, and
 * others that are changed with them.
 */
export async function applyActions(
  parts: ActionParts,
  { listed: { accountId, kind, action, items } }: Confirmed<WatchPlan>,
  step: UndoStep,
) {
  const { since, changed } = createSince(0);
  const draftIds: number[] = [];
  const others = new Set<number>();
  await inBatches(
    items,
    (slice) =>
      parts.transaction(() => {
        for (const item of slice) {
          const draftId = applyOne(parts, { accountId, kind, action, item, others }, step);
          if (draftId === null) changed(item.title);
          else draftIds.push(draftId);
        }
      }),
    { size: batchSize },
  );
  return { draftIds, others, since };
}

/** Returns the draft; null if it or the finding was changed since. */
function applyOne(
  parts: ActionParts,
  {
    accountId,
    kind,
    action,
    item,
    others,
  }: Pick<WatchPlan, 'accountId' | 'kind' | 'action'> & { item: Item; others: Set<number> },
  step: UndoStep,
): number | null {
  const { findings, drafts } = parts;
  const finding = findings.get(accountId, item.findingId);
  if (finding?.kind !== kind || finding.decision !== null) return null;
  const before = item.draft && drafts.read(item.draft.id);
  if (item.draft !== null && (!before?.record || before.version !== item.draft.version || before.isQueued))
    return null;
  const decide = (decision: Decision, draftId: number | null) =>
    findings.decide(accountId, item.findingId, { decision, at: isoNow(parts), draftId });
  const draft = before?.record
    ? { id: item.draft!.id, version: before.version, record: before.record }
    : null;
  switch (action) {
    case 'sendAgain':
      return draft && sendAgain(parts, accountId, { item, draftId: draft.id, step, others });
    case 'resend':
      return draft && sendOurs(parts, draft.id, step) ? draft.id : null;
    case 'adopt': {
      const { survivor } = item;
      if (!draft || survivor === null || !isFree(parts, accountId, { draft, survivor })) return null;
      // Decided first, since a draft that gets another id may count as sent again.
      decide('adopted', draft.id);
      adopt(parts, accountId, { draft, survivor, step });
      parts.ledger.setSuccessor(accountId, item.remoteId, survivor);
      return draft.id;
    }
    case 'take': {
      if (item.there === null) return null;
      // Somebody made one meanwhile.
      if (!draft && parts.draftLike(accountId, { remoteId: item.remoteId, record: item.there }) !== null)
        return null;
      // Decided first, since a draft that gets new content counts as sent again.
      decide('taken', draft?.id ?? null);
      return take(parts, accountId, { remoteId: item.remoteId, there: item.there, draft, step });
    }
    case 'newIssns':
      return newIssns(parts, accountId, { item, draft, step });
  }
}

interface OldDraft {
  id: number;
  version: number;
  record: DraftRecord;
}

/** The draft counts as never sent, so that it is sent as a new article; so do `others` of the article. */
function sendAgain(
  { draftSync, findings }: ActionParts,
  accountId: string,
  { item, draftId, step, others }: { item: Item; draftId: number; step: UndoStep; others: Set<number> },
): number {
  findings.setDraft(item.findingId, draftId);
  for (const id of draftSync.ofArticle(accountId, item.remoteId)) {
    step.change({ source: 'drafts', id }, 'changed', () => draftSync.setUnsent(id));
    if (id !== draftId) others.add(id);
  }
  return draftId;
}

function sendOurs({ draftSync }: ActionParts, draftId: number, step: UndoStep): boolean {
  step.change({ source: 'drafts', id: draftId }, 'changed', () => draftSync.setDiffering(draftId));
  return true;
}

/** The survivor is still there, and no other draft's. */
function isFree(
  { ledger, drafts }: ActionParts,
  accountId: string,
  { draft, survivor }: { draft: OldDraft; survivor: string },
): boolean {
  if (ledger.find(accountId, survivor)?.state !== 'present') return false;
  return drafts
    .alike(accountId, { remoteId: survivor, doi: null, url: null })
    .every(({ id }) => id === draft.id);
}

/** The draft gets the survivor's id; if that has other content, the draft counts as changed. */
function adopt(
  { ledger, draftSync }: ActionParts,
  accountId: string,
  { draft, survivor, step }: { draft: OldDraft; survivor: string; step: UndoStep },
): void {
  const content = storedContentHash(articleToWire(draft.record));
  const isSame = ledger.find(accountId, survivor)?.ownHash === content;
  step.change({ source: 'drafts', id: draft.id }, 'changed', () => {
    draftSync.setAdopted({ id: draft.id, remoteId: survivor, content: isSame ? content : null });
    return true;
  });
}

function take(
  parts: ActionParts,
  accountId: string,
  {
    remoteId,
    there,
    draft,
    step,
  }: { remoteId: string; there: DraftRecord; draft: OldDraft | null; step: UndoStep },
): number | null {
  if (draft === null) return parts.takeArticle(accountId, { remoteId, record: there }, step).draftId;
  const at = isoNow(parts);
  const taken = draftColumns(takenOver(draft.record, there), parts.context(accountId));
  const sent = { remoteId, content: storedContentHash(there), at: readInstant(there.last_updated) ?? at };
  const isTaken = step.change({ source: 'drafts', id: draft.id }, 'changed', () =>
    parts.drafts.writeOver(
      { id: draft.id, version: draft.version, draft: taken, at, comparison: anyTime },
      sent,
    ),
  );
  return isTaken ? draft.id : null;
}

/** No comparison began before it: the version alone decides whether the draft was changed. */
const anyTime = Number.MAX_SAFE_INTEGER;

/**
 * The draft, or one that is made of the article, gets the present ISSNs of its journal. It is sent as any other, by POST. In
 * 4.0 that finds the article by its DOI and address, and asks who owns the ISSNs that are sent (reference/directory-api.md
 * 7.3), so that the article keeps its id. A PUT would ask who owns the stored ones, which belong to no journal any more, and
 * be answered 404, as the addenda to 4.6 say; they are newer than reference/directory-changes.md 1.5, whose PUT needs one
 * ISSN that is still valid. In 3.0.1 only an article of the account is overwritten (reference/dialects.md): a new one takes
 * its place, and the clean-up removes the old one.
 */
function newIssns(
  parts: ActionParts,
  accountId: string,
  { item, draft, step }: { item: Item; draft: OldDraft | null; step: UndoStep },
): number | null {
  const { ledger, store, drafts, findings } = parts;
  const journalId = ledger.find(accountId, item.remoteId)?.journalId;
  const journal = store.journals(accountId).find(({ id }) => id === journalId);
  if (!journal) return null;
  let old = draft;
  if (old === null) {
    if (item.there === null) return null;
    const article = { remoteId: item.remoteId, record: item.there };
    const { draftId, isNew } = parts.takeArticle(accountId, article, step);
    const made = drafts.read(draftId);
    if (!isNew || !made?.record) return null;
    old = { id: draftId, version: made.version, record: made.record };
  }
  const pissn = textOf(journal.facts.values['bibjson.pissn']);
  const eissn = textOf(journal.facts.values['bibjson.eissn']);
  const { id, version, record } = old;
  const changed = draftColumns(setJournal(record, { pissn, eissn }), parts.context(accountId));
  findings.setDraft(item.findingId, id);
  const isWritten = step.change({ source: 'drafts', id }, 'changed', () =>
    drafts.writeOver({ id, version, draft: changed, at: isoNow(parts), comparison: anyTime }, null),
  );
  return isWritten ? id : null;
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
