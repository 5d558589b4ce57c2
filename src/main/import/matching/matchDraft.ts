import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { asList, asObject, type Json } from '../../../shared/json.ts';
import { type Message, type MessageParam, msg } from '../../../shared/message.ts';
import type { DraftColumns } from '../../store/drafts/draftColumns.ts';
import type { DraftMatch } from '../../store/imports/importWriter.ts';
import type { JobParts } from '../importJob.ts';
import { createKeyFilter } from './createKeyFilter.ts';
import { compareTitles, isAgreeing, isOtherArticle } from './sameArticle.ts';

/** The position of a record: its file, and its place in it from 1. */
interface RecordPlace {
  file: string;
  index: number;
}

/** What is known of a record when its draft is looked for. */
interface MatchedRecord {
  place: RecordPlace;
  /** Its running number in the import. */
  position: number;
  columns: DraftColumns;
  json: string;
  /** The key of its draft in a table that Colophon returned. */
  draft?: string;
}

/** The result of matching a record; a remark says what was doubtful. */
export type Match =
  | { kind: 'new'; remark: Message | null; isLeftOut: boolean }
  | { kind: 'draft'; draft: DraftMatch; remark: Message | null; isLeftOut: boolean; isNamed: boolean }
  /** An earlier record of the import, at place `first`, has the same identifier and takes precedence. */
  | {
      kind: 'twice';
      draft: DraftMatch;
      first: RecordPlace;
      same: 'doi' | 'url';
      doubted: DoubtedRecord | null;
    };

/** An earlier record that changes a draft, although a later one with another title has the same identifier. */
export interface DoubtedRecord {
  place: RecordPlace;
  position: number;
  remark: Message;
}

export interface Matcher {
  /** Call it at the start of each transaction, which then sees the same drafts until its end. */
  refresh(): void;
  /** Matches a record in the transaction that stores it. */
  find(record: MatchedRecord): Match;
}

/** A record of the import that was matched with an existing draft. */
interface Taken {
  place: RecordPlace;
  position: number;
  title: string;
}

/** Characters of a title in a remark. */
const maxTitle = 150;

type Proof = 'id' | 'doi' | 'url';

/**
 * Finds the draft that is proved to be a record's article: by its key in a table that was returned, its DOI, or its
 * full-text address. If they lead to different drafts, or the DOI or address to one while title and first author, or
 * another draft with the record's title, speak against it, the record is left out until the user ticks it. Without any of
 * them, a draft from a file of the same name matches if it agrees in title or first author, and nobody has edited or sent
 * it; its place only decides between such drafts. Drafts in the trash do not match.
 */
export function createMatcher({ status, imports, at }: Pick<JobParts, 'status' | 'imports' | 'at'>): Matcher {
  const { id, accountId } = status;
  /** Drafts already matched by records of this import. */
  const taken = new Map<number, Taken>();
  /** Identifiers that these records add to their drafts. */
  const brought = new Map<string, DraftMatch>();
  const keys = createKeyFilter(imports, accountId, at);
  const placed = new Map<string, boolean>();
  /** True if drafts came from a file of this name before. */
  const hasPlaces = (file: string): boolean => {
    const known = placed.get(file) ?? imports.hasPlaces(accountId, file);
    placed.set(file, known);
    return known;
  };

  function lookUp(same: 'doi' | 'url', key: string | null): DraftMatch | null {
    if (key === null || !keys.isKnown(key)) return null;
    return (
      brought.get(`${same} ${key}`) ??
      (same === 'doi' ? imports.byDoi(accountId, key, id) : imports.byUrl(accountId, key, id))
    );
  }

  function take(record: MatchedRecord, draft: DraftMatch): void {
    const { place, position, columns } = record;
    taken.set(draft.id, { place, position, title: columns.title });
    if (columns.doiKey !== null && columns.doiKey !== draft.doiKey)
      brought.set(`doi ${columns.doiKey}`, draft);
    if (columns.urlKey !== null && columns.urlKey !== draft.urlKey)
      brought.set(`url ${columns.urlKey}`, draft);
  }

  /** The draft that its row names, unless the row is by all appearances a copy for another article. */
  function named({ columns, draft: key = '' }: MatchedRecord): {
    draft: DraftMatch | null;
    remark: Message | null;
  } {
    const draft = key === '' ? null : imports.byKey(accountId, key);
    if (draft === null) return { draft, remark: null };
    if (taken.has(draft.id)) return { draft: null, remark: msg('import.identity.idTwice', titleOf(draft)) };
    return isOtherArticle(columns, draft)
      ? { draft: null, remark: msg('import.identity.idOfOther', titleOf(draft)) }
      : { draft, remark: null };
  }

  function find(record: MatchedRecord): Match {
    const { columns } = record;
    const byKey = named(record);
    const found: [Proof, DraftMatch | null][] = [
      ['id', byKey.draft],
      ['doi', lookUp('doi', columns.doiKey)],
      ['url', lookUp('url', columns.urlKey)],
    ];
    const proofs = found.filter((one): one is [Proof, DraftMatch] => one[1] !== null);
    for (const [same, draft] of proofs) {
      const first = draft.stagedAt ?? taken.get(draft.id)?.place;
      if (same === 'id' || first === undefined || byKey.draft) continue;
      return { kind: 'twice', draft, first, same, doubted: doubtedBy(columns.title, taken.get(draft.id)) };
    }
    const open = proofs.filter(([, draft]) => !draft.isTrashed);
    const conflict = conflictOf(record, open);
    if (conflict) return { kind: 'new', remark: conflict, isLeftOut: true };
    const [first] = open;
    if (first) {
      const [proof, draft] = first;
      if (!imports.isReadable(draft.id))
        return { kind: 'new', remark: msg('import.identity.unreadable', titleOf(draft)), isLeftOut: true };
      const doubt = proof === 'id' ? null : doubtOf(columns, draft);
      take(record, draft);
      const remark = doubt ?? byKey.remark;
      return { kind: 'draft', draft, remark, isLeftOut: doubt !== null, isNamed: proof === 'id' };
    }
    const inTrash = proofs.length > 0 ? msg('import.note.inTrash') : null;
    return withoutProof(record, byKey.remark ?? inTrash);
  }

  /** What speaks against the draft of an identifier; another title alone is a correction. */
  function doubtOf(columns: DraftColumns, draft: DraftMatch): Message | null {
    if (isOtherArticle(columns, draft)) return msg('import.identity.otherArticle', titleOf(draft));
    const titles = compareTitles(columns.title, draft.title);
    if (titles === 'same' || titles === 'unknown') return null;
    // Two articles may have got each other's identifiers.
    return imports.hasOtherWithTitle(accountId, columns.titleSort, draft.id)
      ? msg('import.identity.titleOfOther', titleOf(draft))
      : null;
  }

  /** Matches a record that nothing identifies. */
  function withoutProof(record: MatchedRecord, remark: Message | null): Match {
    const { place, columns } = record;
    const isNew: Match = { kind: 'new', remark, isLeftOut: false };
    if (remark !== null || !hasPlaces(place.file)) return isNew;
    const isFree = (draft: DraftMatch) => !taken.has(draft.id) && !contradicts(columns, draft);
    const atPlace = imports.byPlace(accountId, place.file, place.index);
    const alike = [
      ...(atPlace ? [atPlace] : []),
      ...imports
        .byTitle(accountId, columns.titleSort, place.file)
        .filter(({ id: other }) => other !== atPlace?.id),
    ].filter((draft) => isFree(draft) && (draft.hash === columns.hash || isAgreeing(columns, draft)));
    const unread = alike.find(({ id: one }) => !imports.isReadable(one));
    if (unread)
      return { ...isNew, remark: msg('import.identity.unreadable', titleOf(unread)), isLeftOut: true };
    const candidates = alike.filter((draft) => agrees(record, draft));
    const usable = candidates.filter((draft) => !draft.hasWork || draft.hash === columns.hash);
    const chosen =
      usable.find(({ id: one }) => one === atPlace?.id) ?? (usable.length === 1 ? usable[0] : undefined);
    if (chosen) {
      take(record, chosen);
      return { kind: 'draft', draft: chosen, remark: null, isLeftOut: false, isNamed: false };
    }
    const [like] = candidates;
    return like ? { ...isNew, remark: msg('import.identity.likeDraft', titleOf(like)) } : isNew;
  }

  /** Only drafts with the same place or title are read whole. */
  function agrees({ columns, json }: MatchedRecord, draft: DraftMatch): boolean {
    if (draft.hash === columns.hash) return true;
    return (
      isAgreeing(columns, draft) && isSameIssue(JSON.parse(json) as DraftRecord, imports.record(draft.id))
    );
  }

  return { find, refresh: keys.refresh };
}

/** Why the identifiers of a record do not lead to one draft; null if they do. */
function conflictOf(
  { columns, json }: MatchedRecord,
  open: readonly (readonly [Proof, DraftMatch])[],
): Message | null {
  const [first, ...others] = open;
  if (!first) return null;
  const [proof, draft] = first;
  const other = others.find(([, one]) => one.id !== draft.id);
  if (other)
    return msg('import.identity.twoDrafts', {
      first: msg(`import.identity.by.${proof}`, titleOf(draft)),
      second: msg(`import.identity.by.${other[0]}`, titleOf(other[1])),
    });
  if (proof === 'url' && differ(columns.doiKey, draft.doiKey))
    return msg('import.identity.otherDoi', titleOf(draft));
  if (draft.remoteId === null || draft.hash === columns.hash) return null;
  const { id } = asObject(JSON.parse(json));
  return typeof id === 'string' && id !== '' && id !== draft.remoteId
    ? msg('import.identity.otherDirectoryId', titleOf(draft))
    : null;
}

/** Rows with other titles share the identifier: it may be a placeholder, so the first is no longer believed either. */
function doubtedBy(title: string, first: Taken | undefined): DoubtedRecord | null {
  if (!first || compareTitles(title, first.title) !== 'different') return null;
  return { ...first, remark: msg('import.identity.sharedIdentifier') };
}

/** The title of a draft for a remark. */
export function titleOf({ title }: Pick<DraftMatch, 'title'>): { title: MessageParam } {
  return { title: title === '' ? msg('common.untitled') : title.slice(0, maxTitle) };
}

function contradicts(columns: DraftColumns, draft: DraftMatch): boolean {
  return differ(columns.doiKey, draft.doiKey) || differ(columns.urlKey, draft.urlKey);
}

function differ(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a !== b;
}

/**
 * False if both name a year, month, volume, number or first page, and one differs, or ISSNs of different journals, or
 * different abstracts under a title without authors: the next editorial is another article.
 */
function isSameIssue(read: DraftRecord, draft: DraftRecord): boolean {
  const [a, b] = [placeOf(read), placeOf(draft)];
  if (a.issns.length > 0 && b.issns.length > 0 && !a.issns.some((issn) => b.issns.includes(issn)))
    return false;
  if (!a.hasAuthors && !b.hasAuthors && compareTitles(a.abstract, b.abstract) === 'different') return false;
  return a.parts.every((part, at) => part === '' || b.parts[at] === '' || part === b.parts[at]);
}

function placeOf({ bibjson }: DraftRecord) {
  const { year, month, abstract, author, identifier, journal } = asObject(bibjson);
  const { volume, number, start_page: page } = asObject(journal);
  return {
    parts: [year, month, volume, number, page].map((value) => plain(value).replace(/^0+(?=\d)/, '')),
    issns: asList(identifier)
      .map(asObject)
      .filter(({ type }) => /^[ep]issn$/i.test(plain(type)))
      .map(({ id }) => plain(id).toUpperCase()),
    abstract: plain(abstract),
    hasAuthors: asList(author).length > 0,
  };
}

function plain(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
