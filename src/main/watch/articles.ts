import { articleToWire } from '../../shared/article/article.ts';
import { storedContentHash } from '../../shared/article/storedContent.ts';
import { articleDifferences } from '../../shared/comparisons/compareArticles.ts';
import { msg } from '../../shared/message.ts';
import type {
  ArticleDraft,
  KnownArticle,
  LedgerState,
  SeenArticle,
  UnsettledArticle,
} from '../store/watch/ledgerStore.ts';
import { about, type CountedJournal, type LookParts } from './lookParts.ts';
import { allIssns, readSeenArticle } from './seenArticle.ts';

/** Notes what search showed of articles, and what became of those that it does not show any more. */
export type ArticleNotes = ReturnType<typeof createArticleNotes>;

/** An article with other content than the one that was last known, or that was gone, until it was seen twice. */
interface Doubtful {
  remoteId: string;
  state: LedgerState;
}

/**
 * What the content of an article that is there says. `same`: nothing new. `back`: it is what was sent, which it was not
 * before. `wait`: something is being sent, and nobody knows yet whether it is that. `changed`: by somebody else.
 */
type Verdict = 'same' | 'back' | 'wait' | 'changed';

/** The content that an article had when the draft was sent, or took it; null: it is not known. */
function contentThere({ sentContent, takenContent, isAsSent, record }: ArticleDraft): string | null {
  return sentContent ?? takenContent ?? (isAsSent ? contentOf(record) : null);
}

const contentOf = (record: ArticleDraft['record']) => record && storedContentHash(articleToWire(record));

/** The directory only writes the draft's content in another way, such as with tags in its title. */
function isRewritten(record: unknown, hash: string, draft: ArticleDraft | undefined): boolean {
  if (!draft?.isAsSent || draft.record === null || contentOf(draft.record) === hash) return false;
  return articleDifferences(record, draft.record).length === 0;
}

export function createArticleNotes(
  parts: LookParts,
  journals: readonly CountedJournal[],
  {
    inventory = 0,
    unsettled = [],
    held = null,
  }: { inventory?: number; unsettled?: readonly UnsettledArticle[]; held?: string | null } = {},
) {
  const { accountId, ledger, findings, ask, transaction, clock, signal, now, note } = parts;
  const byIssn = Map.groupBy(
    journals.flatMap(({ id, all }) => all.map((issn) => ({ id, issn }))),
    ({ issn }) => issn,
  );
  let doubtful: Doubtful[] = [];
  /** Articles that were being sent while they were seen: what they had before is compared next time. */
  let heldSince = held;

  function put(seen: SeenArticle, record: unknown): void {
    const found = new Set(allIssns(record).flatMap((issn) => (byIssn.get(issn) ?? []).map(({ id }) => id)));
    const [journalId = '', ...others] = [...found].sort();
    ledger.put(accountId, { ...seen, journalId, others }, { seenAt: now(), inventory });
    findings.settle(accountId, { kind: 'deleted', remoteId: seen.remoteId, decision: 'over', at: now() });
  }

  function judge(known: KnownArticle, seen: SeenArticle, record: unknown): Verdict {
    const { remoteId, doiKey, urlKey, ownHash: hash } = seen;
    if (known.ownHash === hash) return 'same';
    const drafts = ledger.drafts(accountId, remoteId);
    const expected = known.ownHash ?? (drafts[0] ? contentThere(drafts[0]) : null);
    if (expected === null || expected === hash) return 'same';
    const underway = ledger.underway(accountId, { remoteId, doiKey, urlKey });
    const arrived = underway.find(({ content }) => content === hash);
    if (arrived) return arrived.isOpen ? 'same' : 'back';
    if (underway.some(({ isOpen }) => isOpen)) return 'wait';
    if (drafts.some(({ takenContent }) => takenContent === hash)) return 'changed';
    if (drafts[0]?.sentContent === hash || isRewritten(record, hash, drafts[0])) return 'back';
    // A colleague whose computer could not say so any more sent it.
    const wasSent = drafts.some((one) => one.isQueued && contentOf(one.record) === hash);
    if (wasSent) return 'back';
    const mayBeSent = unsettled.some(
      (one) =>
        one.remoteId === remoteId ||
        (doiKey !== null && one.doiKey === doiKey) ||
        (urlKey !== null && one.urlKey === urlKey),
    );
    return mayBeSent ? 'wait' : 'changed';
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
      doubtful.push({ remoteId: seen.remoteId, state });
      return;
    }
    weigh(known, seen, { record, ifChanged: () => doubtful.push({ remoteId: seen.remoteId, state }) });
  }

  function weigh(
    known: KnownArticle,
    seen: SeenArticle,
    { record, ifChanged }: { record: unknown; ifChanged: () => void },
  ): void {
    const verdict = judge(known, seen, record);
    if (verdict === 'changed') ifChanged();
    else if (verdict === 'wait') hold(seen);
    else put(seen, record);
    if (verdict === 'back') {
      const { remoteId } = seen;
      findings.settle(accountId, { kind: 'changed', remoteId, decision: 'over', at: now() });
    }
  }

  function hold({ updatedAt }: SeenArticle): void {
    if (heldSince === null || updatedAt < heldSince) heldSince = updatedAt;
  }

  /** A second reading of what differed; what differs again is noted. */
  async function confirm(): Promise<void> {
    const asked = [...doubtful];
    if (asked.length === 0) return;
    await clock.sleep(parts.confirmAfter, signal);
    const again = await ask.byIds(asked.map(({ remoteId }) => remoteId));
    transaction(() => {
      for (const { remoteId, state } of asked) {
        const record = again.get(remoteId);
        const seen = record === undefined ? null : readSeenArticle(record);
        const known = ledger.find(accountId, remoteId);
        // What is not shown any more is counted as missing; what was deleted here meanwhile is not back.
        if (seen === null || known?.state !== state) continue;
        if (state === 'removed' || state === 'deleted') put(seen, record);
        else
          weigh(known, seen, {
            record,
            ifChanged: () => {
              put(seen, record);
              noteChange(seen, record);
            },
          });
      }
    });
    doubtful = doubtful.slice(asked.length);
  }

  function noteChange(seen: SeenArticle, record: unknown): void {
    const { remoteId } = seen;
    const drafts = ledger.drafts(accountId, remoteId);
    const [last] = drafts;
    const ours = last?.isAsSent ? last.record : null;
    const differences = ours
      ? articleDifferences(record, ours).map(({ path, before, after }) => ({
          path,
          before: after,
          after: before,
        }))
      : [];
    // Who may not send cannot tell colleagues that it was taken.
    const isTaken = drafts.some(
      ({ takenContent, record }) => (takenContent ?? contentOf(record)) === seen.ownHash,
    );
    const found = {
      ...about('changed', { remoteId, title: seen.title, about: seen.journal }),
      happenedAt: seen.updatedAt,
      differences,
      reason: last === undefined ? msg('watch.reason.noDraft') : null,
    };
    if (isTaken) {
      // Nobody has to be told of it, but the list says what the directory did.
      findings.note(accountId, { ...found, noticedAt: now() });
      findings.settle(accountId, { kind: 'changed', remoteId, decision: 'taken', at: now() });
    } else note(found);
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
    /** The number of articles that are to be read a second time. */
    doubtful: () => doubtful.length,
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
