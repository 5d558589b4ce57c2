import type { ValueDifference } from '../../../shared/application/applicationDraft.ts';
import type { Decision } from '../../../shared/watch/findingKinds.ts';
import type { JournalFacts } from '../../../shared/watch/journalFacts.ts';
import { storedJson } from '../storedJson.ts';
import type { NewFinding } from './findingStore.ts';
import type { KnownArticle } from './ledgerStore.ts';

/** What the office has of an article at the directory; its key is the article's id there. */
export interface SharedArticle extends Omit<KnownArticle, 'id' | 'remoteId'> {
  others: readonly string[];
  /** Its full-text addresses (`linkText`), and when they were last checked in rotation; null: not known, and never. */
  links: string | null;
  linksCheckedAt: string | null;
}

/** The same of a watched journal; its key is the journal's id. */
export interface SharedJournal {
  state: 'present' | 'gone';
  issns: readonly string[];
  former: readonly string[];
  facts: JournalFacts;
  seenAt: string;
}

/** The same of what the directory did; its key consists of the kind, the subject's id and the time when it was noticed. */
export interface SharedFinding extends NewFinding {
  decision: Decision | null;
  decidedAt: string | null;
  /** The office's id of the draft that is sent again for it. */
  draft: string | null;
}

/** How far the account was looked at, and the articles that were there on its last day. */
export interface SharedProgress {
  lookedAt: string;
  knownUntil: string;
  inventoryAt: string | null;
  applicationsUntil: string | null;
  sentFoundAt: string | null;
  day: string | null;
  present: number;
}

type SharedWatchContent =
  | { kind: 'article'; content: SharedArticle }
  | { kind: 'journal'; content: SharedJournal }
  | { kind: 'finding'; content: SharedFinding }
  | { kind: 'progress'; content: SharedProgress };

/** A row as the office has it. */
export type SharedWatchRow = SharedWatchContent & { key: string; seq: number };

/** A row that the office lacks, or has differently; `json` is its content. */
export interface WatchChange {
  kind: SharedWatchContent['kind'];
  key: string;
  json: string;
}

/** Bytes of JSON of one row. */
export const longestRow = 60_000;
/** The key of the one row about the account's progress. */
export const progressKey = 'account';

export const findingKey = ({
  kind,
  remoteId,
  noticedAt,
}: Pick<SharedFinding, 'kind' | 'remoteId' | 'noticedAt'>) => `${kind} ${remoteId} ${noticedAt}`;

export type ArticleRow = Omit<SharedArticle, 'others'> & { others: string };
export type JournalRow = Omit<SharedJournal, 'issns' | 'former' | 'facts'> & {
  issns: string;
  former: string;
  facts: string;
};
export type FindingRow = Omit<SharedFinding, 'reason' | 'differences'> & {
  reason: string | null;
  differences: string;
};

/** Whether colleagues learn something from it that its draft does not say. */
export function saysMore({ state, successor, createdAt }: ArticleRow): boolean {
  return state !== 'present' || successor !== null || createdAt !== null;
}

/**
 * The newer knowledge of an article: the later version of the directory; of two about the same version, the one that says
 * that it is not there. What was sent or deleted here since is not undone by what somebody read before.
 */
export function mergeArticles(
  mine: SharedArticle,
  theirs: SharedArticle,
  sentHash: () => string | null,
): SharedArticle {
  const knowsNothing = mine.createdAt === null && mine.state === 'present';
  const [here, there] = [mine.updatedAt ?? '', theirs.updatedAt ?? ''];
  const isGoneHere = mine.state !== 'present' && theirs.state === 'present';
  const isMine = !knowsNothing && (here > there || (here === there && isGoneHere));
  const newer = isMine ? mine : theirs;
  const isRemoved = mine.state === 'removed' || theirs.state === 'removed';
  const wasSentHere = !knowsNothing && here === there && mine.ownHash === sentHash();
  return {
    ...newer,
    state: isRemoved ? 'removed' : newer.state,
    ownHash: wasSentHere ? mine.ownHash : newer.ownHash,
    links: wasSentHere ? mine.links : newer.links,
    successor: newer.successor ?? mine.successor ?? theirs.successor,
    linksCheckedAt: later(mine.linksCheckedAt, theirs.linksCheckedAt),
  };
}

function later(one: string | null, other: string | null): string | null {
  return (one ?? '') > (other ?? '') ? one : other;
}

export function readArticle({ others, ...row }: ArticleRow): SharedArticle {
  return { ...row, others: others === '' ? [] : (storedJson<string[] | undefined>(others) ?? []) };
}

export function articleJson(article: SharedArticle): string {
  const { state, journalId, others, title, journal, issns, line, doiKey, urlKey } = article;
  const { ownHash, copiedHash, createdAt, updatedAt, successor, links, linksCheckedAt } = article;
  return compact({
    ...{ state, journalId, others, title, journal, issns, line, doiKey, urlKey },
    ...{ ownHash, copiedHash, createdAt, updatedAt, successor, links, linksCheckedAt },
  });
}

export function journalJson({ state, issns, former, facts, seenAt }: JournalRow): string {
  const list = (json: string) => storedJson<string[] | undefined>(json) ?? [];
  return compact({ state, issns: list(issns), former: list(former), facts: storedJson(facts), seenAt });
}

export function findingJson(row: FindingRow): string {
  const { reason, differences, kind, remoteId, title, about, noticedAt, happenedAt } = row;
  const { articles, decision, decidedAt, draft } = row;
  const all = storedJson<ValueDifference[] | undefined>(differences) ?? [];
  const json = (kept: readonly ValueDifference[]) =>
    compact({
      ...{ kind, remoteId, title, about, noticedAt, happenedAt, articles, decision, decidedAt, draft },
      ...{ reason: reason === null ? null : storedJson(reason), differences: kept },
    });
  let kept = all;
  while (kept.length > 0 && Buffer.byteLength(json(kept)) > longestRow)
    kept = kept.slice(0, Math.floor(kept.length / 2));
  return json(kept);
}

/** JSON without members that are empty. */
export function compact(content: Record<string, unknown>): string {
  const isFull = (value: unknown) => value !== null && value !== '' && value !== undefined;
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(content).filter(
        ([, value]) => isFull(value) && !(Array.isArray(value) && value.length === 0),
      ),
    ),
  );
}
