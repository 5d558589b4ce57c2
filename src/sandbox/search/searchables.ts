import type { Dialect } from '../articles/articleService.ts';
import type { DirectoryStore } from '../directoryStore.ts';
import type { Profile } from '../profile.ts';
import { applicationHit, articleHit, journalHit } from '../publicViews.ts';
import type { ApplicationRecord, ArticleRecord, JournalRecord } from '../records.ts';
import type { ArticleIndex, DateColumn } from './articleIndex.ts';
import { articleDocument, matchingSlots } from './articleQuery.ts';
import { type Document, matches } from './queryEvaluator.ts';
import type { QueryNode } from './queryParser.ts';
import type { Collection } from './queryRewrite.ts';
import type { SlotSet } from './slotSet.ts';

export interface Found {
  document: Document;
  view: (dialect: Dialect) => object;
}

export interface Searchables {
  isEmpty(): boolean;
  /** The records that match, in the order of their ids (reference/directory-changes.md 2.2); throws SyntaxError. */
  find(node: QueryNode): Hits;
  all(): Iterable<Found>;
}

export interface Hits {
  total: number;
  /** In the order of their ids. */
  slice(start: number, end: number): Found[];
  /** In the order of a date that has an index of its own. */
  byDate?(column: DateColumn, direction: 'asc' | 'desc'): (start: number, end: number) => Found[];
}

/**
 * The records of a collection that search returns: public journals and articles, the owner's applications
 * (reference/directory-api.md 1.3).
 */
export function searchables(
  collection: Collection,
  store: DirectoryStore,
  profile: Profile,
  owner?: string,
): Searchables {
  if (collection === 'articles') return articles(store.articleIndex());
  const records =
    collection === 'journals'
      ? store.journals
          .filter((journal) => journal.admin.in_doaj)
          .map((journal) => ({ id: journal.id, found: foundJournal(journal, profile) }))
      : store.applications
          .searchable()
          .filter(({ admin }) => admin.owner === owner)
          .map((application) => ({ id: application.id, found: foundApplication(application, profile) }));
  const all = records.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ found }) => found);
  return {
    isEmpty: () => all.length === 0,
    all: () => all,
    find: (node) => {
      const found = all.filter(({ document }) => matches(node, document));
      return { total: found.length, slice: (start, end) => found.slice(start, end) };
    },
  };
}

function articles(index: ArticleIndex): Searchables {
  return {
    isEmpty: () => index.visible().count === 0,
    all: () => eachFound(index.sorted(), index),
    find: (node) => articleHits(matchingSlots(node, index), index),
  };
}

function articleHits(found: SlotSet, index: ArticleIndex): Hits {
  const slice = (slots: Iterable<number>) => (start: number, end: number) => {
    const hits: Found[] = [];
    let at = 0;
    for (const slot of slots) {
      if (!found.has(slot)) continue;
      if (at >= end) break;
      if (at >= start) hits.push(foundArticle(index.get(slot)!));
      at += 1;
    }
    return hits;
  };
  return {
    total: found.count,
    slice: slice(index.sorted()),
    byDate: (column, direction) => {
      const dates = index.dates(column);
      const sign = direction === 'asc' ? 1 : -1;
      const slots = index.sorted().filter((slot) => found.has(slot));
      return slice(slots.sort((a, b) => sign * (dates[a]! - dates[b]!)));
    },
  };
}

function* eachFound(slots: Iterable<number>, index: ArticleIndex): Generator<Found> {
  for (const slot of slots) {
    const record = index.get(slot)!;
    if (record.admin.in_doaj) yield foundArticle(record);
  }
}

function foundArticle(record: ArticleRecord): Found {
  return { document: articleDocument(record), view: () => articleHit(record) };
}

function foundJournal(journal: JournalRecord, profile: Profile): Found {
  return { document: journalDocument(journal, profile), view: (dialect) => journalHit(journal, dialect) };
}

function foundApplication(application: ApplicationRecord, profile: Profile): Found {
  return {
    document: journalDocument(application, profile),
    view: (dialect) => applicationHit(application, dialect),
  };
}

/** Journals and applications have a few values that are only in the index. */
function journalDocument(record: Document['source'], { alternativeTitle }: Profile): Document {
  const bibjson = (record.bibjson ?? {}) as JournalRecord['bibjson'];
  const licences = Array.isArray(bibjson.license) ? bibjson.license : [];
  const index: Record<string, unknown> = {
    title: [bibjson.title, bibjson.alternative_title].filter(Boolean),
    issn: [bibjson.pissn, bibjson.eissn].filter(Boolean),
    license: licences.map((licence) => licence?.type).filter(Boolean),
    unpunctitle: unpunctuated(bibjson.title),
  };
  // Today the engine's field for terms without one does not have it (reference/directory-changes.md 4.1, #2620).
  const { alternative_title: _, ...others } = bibjson;
  return {
    source: record,
    everything: alternativeTitle ? bibjson : others,
    extra: (path) => (path.startsWith('index.') ? index[path.slice('index.'.length)] : undefined),
  };
}

/** A title without ASCII punctuation, as used for sorting. */
export function unpunctuated(title: unknown): string | undefined {
  return typeof title === 'string' ? title.replace(/[!-/:-@[-`{-~\n\t]/g, '').trim() : undefined;
}
