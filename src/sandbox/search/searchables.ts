import type { Dialect } from '../articles/articleService.ts';
import type { DirectoryStore, Indexed } from '../directoryStore.ts';
import { applicationHit, articleHit, journalHit } from '../publicViews.ts';
import type { JournalRecord } from '../records.ts';
import type { Document } from './queryEvaluator.ts';
import type { QueryNode } from './queryParser.ts';
import type { Collection } from './queryRewrite.ts';

export interface Found {
  document: Document;
  view: (dialect: Dialect) => object;
}

export interface Searchables {
  isEmpty(): boolean;
  /** Every record that could match; fewer if the query contains an indexed value. */
  candidates(node: QueryNode): Iterable<Found>;
}

/** The records of a collection that search returns: public journals and articles, the owner's applications (1.3). */
export function searchables(collection: Collection, store: DirectoryStore, owner?: string): Searchables {
  if (collection === 'articles') return articles(store);
  const found =
    collection === 'journals'
      ? store.journals.filter((journal) => journal.admin.in_doaj).map(foundJournal)
      : store.applications
          .searchable()
          .filter(({ admin }) => admin.owner === owner)
          .map((application) => ({
            document: journalDocument(application),
            view: (dialect: Dialect) => applicationHit(application, dialect),
          }));
  return { isEmpty: () => found.length === 0, candidates: () => found };
}

function articles(store: DirectoryStore): Searchables {
  return {
    isEmpty: () => {
      for (const _ of publicArticles(store.searchable())) return false;
      return true;
    },
    candidates: (node) => publicArticles(indexedCandidates(node, store) ?? store.searchable()),
  };
}

function* publicArticles(indexed: Iterable<Indexed>): Generator<Found> {
  for (const { record } of indexed) {
    if (record.admin.in_doaj) {
      yield { document: { source: record, extra: () => undefined }, view: () => articleHit(record) };
    }
  }
}

/** Narrows the search if the query requires exact values that have an index. */
function indexedCandidates(node: QueryNode, store: DirectoryStore): Indexed[] | undefined {
  if (node.kind === 'text') return node.field ? store.searchableWith(node.field, node.text) : undefined;
  if (node.kind === 'and') {
    for (const part of node.of) {
      const found = indexedCandidates(part, store);
      if (found) return found;
    }
    return undefined;
  }
  if (node.kind !== 'or') return undefined;
  const union = new Set<Indexed>();
  for (const part of node.of) {
    const found = indexedCandidates(part, store);
    if (!found) return undefined;
    for (const one of found) union.add(one);
  }
  return [...union].sort((a, b) => a.order - b.order);
}

function foundJournal(journal: JournalRecord): Found {
  return { document: journalDocument(journal), view: (dialect) => journalHit(journal, dialect) };
}

/** Journals and applications have a few values that are only in the index. */
function journalDocument(record: Document['source']): Document {
  const bibjson = (record.bibjson ?? {}) as JournalRecord['bibjson'];
  const licences = Array.isArray(bibjson.license) ? bibjson.license : [];
  const index: Record<string, unknown> = {
    title: [bibjson.title, bibjson.alternative_title].filter(Boolean),
    issn: [bibjson.pissn, bibjson.eissn].filter(Boolean),
    license: licences.map((licence) => licence?.type).filter(Boolean),
    unpunctitle: unpunctuated(bibjson.title),
  };
  return {
    source: record,
    extra: (path) => (path.startsWith('index.') ? index[path.slice('index.'.length)] : undefined),
  };
}

/** A title without ASCII punctuation, as used for sorting. */
export function unpunctuated(title: unknown): string | undefined {
  return typeof title === 'string' ? title.replace(/[!-/:-@[-`{-~\n\t]/g, '').trim() : undefined;
}
