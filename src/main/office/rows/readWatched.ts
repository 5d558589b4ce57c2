import { valueDifferenceSchema } from '../../../shared/application/applicationDraft.ts';
import { readInstant } from '../../../shared/instant.ts';
import { asList, asObject, isObject, type JsonObject } from '../../../shared/json.ts';
import { messageSchema } from '../../../shared/messageSchema.ts';
import { isRemoteId } from '../../../shared/remoteId.ts';
import { decisions, findingKinds } from '../../../shared/watch/findingKinds.ts';
import { linkText } from '../../store/links/linkText.ts';
import {
  findingKey,
  progressKey,
  type SharedArticle,
  type SharedFinding,
  type SharedJournal,
  type SharedProgress,
  type SharedWatchRow,
} from '../../store/watch/sharedWatchRows.ts';

/** A row as the database sent it. */
export interface SentWatchRow {
  kind: string;
  key: string;
  seq: number;
  /** JSON text. */
  content: string;
}

const articleStates = ['present', 'deleted', 'withdrawn', 'removed'] as const;
const journalStates = ['present', 'gone'] as const;
const digest = /^[\w:+/=.-]{1,200}$/;
/** Characters of a text. */
const longest = 10_000;
/** Lists and objects inside each other. */
const deepest = 100;
/** ISSNs and journals of one thing, and differences of a finding. */
const most = { issns: 50, journals: 50, differences: 50 };
/** Milliseconds by which the directory's clock may be ahead of ours. */
const ahead = 24 * 3_600_000;

/** Parses a row, which any program can have written; null if it is none that a look could have made. Never throws. */
export function readWatched({ kind, key, seq, content }: SentWatchRow, now: number): SharedWatchRow | null {
  if (!Number.isSafeInteger(seq)) return null;
  try {
    const given = asObject(JSON.parse(content));
    if (!isShallow(given, deepest)) return null;
    const row = readContent(kind, key, given, now);
    return row && ({ ...row, key, seq } as SharedWatchRow);
  } catch (error) {
    if (error instanceof Unreadable || error instanceof SyntaxError) return null;
    throw error;
  }
}

function readContent(kind: string, key: string, given: JsonObject, now: number) {
  if (kind === 'article' && isRemoteId(key)) return { kind, content: readArticle(given, key) };
  if (kind === 'journal' && isRemoteId(key)) return { kind, content: readJournal(given) };
  if (kind === 'progress' && key === progressKey) return { kind, content: readProgress(given, now) };
  if (kind !== 'finding') return null;
  const finding = readFinding(given);
  return findingKey(finding) === key ? { kind, content: finding } : null;
}

class Unreadable extends Error {}

function isShallow(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return left > 0 && Object.values(value).every((inner) => isShallow(inner, left - 1));
}

/** A member that may be missing; what is there has to be right. */
function optional<T>(value: unknown, read: (value: unknown) => T): T | null {
  return value === undefined || value === null ? null : read(value);
}

function text(value: unknown, most: number): string {
  if (value === undefined) return '';
  if (typeof value !== 'string' || value.length > most) throw new Unreadable();
  return value;
}

function matching(pattern: RegExp) {
  return (value: unknown): string => {
    if (typeof value !== 'string' || !pattern.test(value)) throw new Unreadable();
    return value;
  };
}

function oneOf<const T extends string>(words: readonly T[], value: unknown): T {
  const found = words.find((word) => word === value);
  if (found === undefined) throw new Unreadable();
  return found;
}

function id(value: unknown): string {
  if (!isRemoteId(value)) throw new Unreadable();
  return value;
}

function time(value: unknown): string {
  const at = readInstant(value);
  if (at === null) throw new Unreadable();
  return at;
}

/** As the directory writes times, and as they are compared and asked for. */
const second = (value: unknown): string => `${time(value).slice(0, 19)}Z`;

function list<T>(value: unknown, most: number, read: (entry: unknown) => T): T[] {
  const entries = asList(value ?? []);
  if (entries.length > most || (value !== undefined && !Array.isArray(value))) throw new Unreadable();
  return entries.map(read);
}

function count(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new Unreadable();
  return value as number;
}

const longText = (value: unknown) => text(value, longest);
const hash = matching(digest);

function readArticle(given: JsonObject, key: string): SharedArticle {
  const successor = optional(given.successor, id);
  return {
    state: oneOf(articleStates, given.state),
    journalId: optional(given.journalId, id) ?? '',
    others: list(given.others, most.journals, id),
    title: text(given.title, longest),
    journal: text(given.journal, longest),
    issns: text(given.issns, longest),
    line: text(given.line, longest),
    doiKey: optional(given.doiKey, longText),
    urlKey: optional(given.urlKey, longText),
    ownHash: optional(given.ownHash, hash),
    copiedHash: optional(given.copiedHash, hash),
    createdAt: optional(given.createdAt, second),
    updatedAt: optional(given.updatedAt, second),
    successor: successor === key ? null : successor,
    // The office leaves out what is empty: an article without links, and one whose links nobody has read yet, look alike.
    links: optional(given.links, (value) => linkText(longText(value).split('\n'))),
    linksCheckedAt: optional(given.linksCheckedAt, time),
  };
}

function readJournal(given: JsonObject): SharedJournal {
  const { values, updatedAt, editedAt, reviewedAt } = asObject(given.facts);
  if (values !== undefined && !isObject(values)) throw new Unreadable();
  const date = (value: unknown) => (value === '' ? '' : (optional(value, time) ?? ''));
  return {
    state: oneOf(journalStates, given.state),
    issns: list(given.issns, most.issns, longText),
    former: list(given.former, most.issns, longText),
    facts: {
      values: values ?? {},
      updatedAt: date(updatedAt),
      editedAt: date(editedAt),
      reviewedAt: date(reviewedAt),
    },
    seenAt: time(given.seenAt),
  };
}

function readFinding(given: JsonObject): SharedFinding {
  const reason = optional(given.reason, (value) => messageSchema.safeParse(value).data ?? null);
  const decision = optional(given.decision, (value) => oneOf(decisions, value));
  const decidedAt = optional(given.decidedAt, time);
  return {
    kind: oneOf(findingKinds, given.kind),
    remoteId: id(given.remoteId),
    title: text(given.title, longest),
    about: text(given.about, longest),
    noticedAt: time(given.noticedAt),
    happenedAt: optional(given.happenedAt, time),
    reason,
    differences: list(given.differences, most.differences, (entry) => {
      const { data } = valueDifferenceSchema.safeParse(entry);
      if (data === undefined) throw new Unreadable();
      return data;
    }),
    articles: count(given.articles ?? 0),
    decision,
    decidedAt: decision === null ? null : decidedAt,
    draft: optional(given.draft, (value) => text(value, 100)),
  };
}

function readProgress(given: JsonObject, now: number): SharedProgress {
  const knownUntil = second(given.knownUntil);
  // Nothing that changes before then would be seen.
  if (Date.parse(knownUntil) > now + ahead) throw new Unreadable();
  return {
    lookedAt: time(given.lookedAt),
    knownUntil,
    inventoryAt: optional(given.inventoryAt, time),
    applicationsUntil: optional(given.applicationsUntil, second),
    sentFoundAt: optional(given.sentFoundAt, time),
    day: optional(given.day, matching(/^\d{4}-\d\d-\d\d$/)),
    present: count(given.present ?? 0),
  };
}
