import { articleDifferences } from '../../shared/comparisons/compareArticles.ts';
import { msg } from '../../shared/message.ts';
import { storedContentHash } from '../outbox/articles/storedContent.ts';
import type { KnownArticle, LedgerState, SeenArticle } from '../store/watch/ledgerStore.ts';
import { about, type CountedJournal, type LookParts } from './lookParts.ts';
import { allIssns, readSeenArticle } from './seenArticle.ts';

/** Notes what search showed of articles, and what became of those that it does not show any more. */
export type ArticleNotes = ReturnType<typeof createArticleNotes>;

/** An article with other content than the one that was last known, or that was gone, until it was seen twice. */
interface Doubtful {
  seen: SeenArticle;
  before: string | null;
  state: LedgerState;
}

export function createArticleNotes(parts: LookParts, journals: readonly CountedJournal[], inventory: number) {
  const { accountId, ledger, findings, ask, transaction, clock, signal, now, note } = parts;
  const byIssn = Map.groupBy(
    journals.flatMap(({ id, all }) => all.map((issn) => ({ id, issn }))),
    ({ issn }) => issn,
  );
  let doubtful: Doubtful[] = [];
  /** Articles that were being sent while they were seen: what they had before is compared next time. */
  let heldSince: string | null = null;

  function put(seen: SeenArticle, record: unknown): void {
    const found = new Set(allIssns(record).flatMap((issn) => (byIssn.get(issn) ?? []).map(({ id }) => id)));
    const [journalId = '', ...others] = [...found].sort();
    ledger.put(accountId, { ...seen, journalId, others }, { seenAt: now(), inventory });
    findings.settle(accountId, { kind: 'deleted', remoteId: seen.remoteId, decision: 'over', at: now() });
  }

  /** The content that the directory should have of it: null if nothing is known. */
  function expected({ remoteId, ownHash }: KnownArticle): { hash: string | null; isBeingSent: boolean } {
    const sent = ledger.sent(accountId, remoteId);
    const ofDraft = () => sent?.content ?? (sent?.record ? storedContentHash(sent.record) : null);
    return { hash: ownHash ?? ofDraft(), isBeingSent: sent?.isQueued === true };
  }

  /** Whether a draft has just this content, so that it was sent or taken meanwhile. */
  function isAsDraft({ remoteId, ownHash }: SeenArticle): boolean {
    return ledger
      .sentByEach(accountId, remoteId)
      .some(
        ({ content, record }) =>
          content === ownHash || (record !== null && storedContentHash(record) === ownHash),
      );
  }

  function look(record: unknown): void {
    const seen = readSeenArticle(record);
    if (seen === null) return;
    const known = ledger.find(accountId, seen.remoteId);
    if (known === null) {
      put(seen, record);
      return;
    }
    const { state } = known;
    if (inventory > 0) ledger.setInventory(known.id, inventory);
    // Search shows what was deleted for a moment longer.
    if (state === 'removed' || state === 'deleted') {
      doubtful.push({ seen, before: seen.ownHash, state });
      return;
    }
    const { hash, isBeingSent } = expected(known);
    if (hash === null || hash === seen.ownHash || isAsDraft(seen)) {
      put(seen, record);
      if (findings.isOpen(accountId, 'changed', seen.remoteId) && isAsDraft(seen))
        findings.settle(accountId, { kind: 'changed', remoteId: seen.remoteId, decision: 'over', at: now() });
    } else if (isBeingSent) {
      if (heldSince === null || seen.updatedAt < heldSince) heldSince = seen.updatedAt;
    } else doubtful.push({ seen, before: hash, state });
  }

  /** A second reading of what differed; what differs again is noted. */
  async function confirm(): Promise<void> {
    const asked = doubtful;
    doubtful = [];
    if (asked.length === 0) return;
    await clock.sleep(parts.confirmAfter, signal);
    const again = await ask.byIds(asked.map(({ seen }) => seen.remoteId));
    transaction(() => {
      for (const { seen, before, state } of asked) {
        const record = again.get(seen.remoteId);
        const second = record === undefined ? null : readSeenArticle(record);
        // What is not shown any more is counted as missing; what was deleted here meanwhile is not back.
        if (second === null || ledger.find(accountId, seen.remoteId)?.state !== state) continue;
        put(second, record);
        if (second.ownHash !== before && !isAsDraft(second)) noteChange(second, record);
      }
    });
  }

  function noteChange(seen: SeenArticle, record: unknown): void {
    const sent = ledger.sent(accountId, seen.remoteId);
    const differences = sent?.record
      ? articleDifferences(record, sent.record).map(({ path, before, after }) => ({
          path,
          before: after,
          after: before,
        }))
      : [];
    note({
      ...about('changed', { remoteId: seen.remoteId, title: seen.title, about: seen.journal }),
      happenedAt: seen.updatedAt,
      differences,
      reason: sent === null ? msg('watch.reason.noDraft') : null,
    });
  }

  /** Finds out by its id what became of an article that search does not show. */
  async function missing(known: KnownArticle): Promise<void> {
    const { id, remoteId } = known;
    if (ledger.isBeingDeleted(accountId, remoteId)) return;
    const there = await ask.article(remoteId);
    if (there.kind === 'unsure') return;
    if (there.kind === 'there') return transaction(() => look(there.record));
    const trace = there.kind === 'missing' ? await ask.trace('article', remoteId) : null;
    transaction(() => {
      // It may have been deleted here, or sent again, while the directory was asked.
      const now = ledger.find(accountId, remoteId);
      if (now?.state !== 'present' || ledger.isBeingDeleted(accountId, remoteId)) return;
      ledger.setState(id, there.kind === 'missing' ? 'deleted' : 'withdrawn');
      noteGone(known, {
        happenedAt: trace?.kind === 'deleted' ? trace.at : null,
        reason: reasonOf(known, trace?.kind ?? 'hidden'),
      });
    });
  }

  function noteGone(
    { remoteId, title, journal, doiKey, urlKey }: KnownArticle,
    known: { happenedAt: string | null; reason: ReturnType<typeof msg> | null },
  ): void {
    note({ ...about('deleted', { remoteId, title, about: journal }), ...known });
    for (const kind of ['changed', 'former'] as const)
      findings.settle(accountId, { kind, remoteId, decision: 'over', at: now() });
    // It may have been sent again before anybody knew that it was gone.
    const successor = ledger.find(accountId, remoteId)?.successor;
    if (successor && ledger.find(accountId, successor)?.state === 'present')
      findings.settle(accountId, { kind: 'deleted', remoteId, decision: 'sentAgain', at: now() });
    else if (ledger.alive(accountId, { remoteId, doiKey, urlKey }))
      note({
        ...about('deleted', { remoteId, title, about: journal }),
        ...known,
        reason: msg('watch.reason.duplicate'),
      });
  }

  return {
    /** Takes the records of a page of search results. */
    see: (records: readonly unknown[]): void =>
      transaction(() => {
        for (const record of records) look(record);
      }),
    confirm,
    missing,
    noteGone,
    /** The directory's time of the oldest change that must be looked at again; null: none. */
    heldSince: () => heldSince,
  };
}

function reasonOf({ createdAt }: KnownArticle, trace: 'deleted' | 'none' | 'unsure' | 'hidden') {
  if (trace === 'deleted') return msg('watch.reason.deleted');
  if (trace === 'none')
    return createdAt === null ? msg('watch.reason.neverSeen') : msg('watch.reason.untraced');
  return trace === 'hidden' ? msg('watch.reason.hidden') : null;
}
