import { findingSeverities } from '../../../shared/article/rules/codes.ts';
import {
  type DraftFilter,
  type DraftSort,
  type FacetValues,
  type Readiness,
  readinessSchema,
  type Selection,
  type Sync,
  syncSchema,
} from '../../../shared/draft/draft.ts';
import type { FacetName } from '../../../shared/draft/facetNames.ts';
import { foldText } from '../../../shared/text/foldText.ts';
import type { Db } from '../database.ts';
import { readTogether } from '../write.ts';
import { type StoredFacet, storedFacets } from './draftColumns.ts';
import { countFacets, type DraftFacts, groupedValue, passes } from './draftFacets.ts';
import { createFacetColumns } from './facetColumns.ts';
import { type CountedValue, listValues } from './facetValues.ts';
import { IdSet } from './idSet.ts';
import { searchQuery, searchWords } from './searchQuery.ts';

interface Group {
  facts: DraftFacts;
  ids: readonly number[];
}

interface Versions {
  facts: number;
  order: number;
  /** Of the stored values of facets. */
  values: number;
}

/** The cached data of an account; each part is valid until its version increases. */
interface Snapshot {
  accountId: string;
  versions: Versions;
  groups: readonly Group[];
  /** Ids of all its drafts, in ascending order of a column. */
  orders: Map<DraftSort['by'], ArrayLike<number>>;
  /** Titles of journals by their key. */
  journals: Map<string, string>;
  /** Recent results by text, by journal title and by filters: somebody who types asks for almost the same again. */
  texts: Map<string, IdSet>;
  titled: Map<string, IdSet>;
  filtered: Map<string, IdSet>;
  narrowed: Map<string, IdSet>;
}

/** How many results of each kind are cached: those of the last words typed. */
const mostRemembered = 24;

/** Caches numbers of the latest account's drafts, so that 100,000 are searched in tens of milliseconds. */
export function createDraftIndex(db: Db) {
  const read = prepareReads(db);
  const columns = createFacetColumns(db);
  let kept: Snapshot | null = null;

  function snapshot(accountId: string): Snapshot {
    const versions = {
      ...(read.versions.get(accountId) ?? { facts: 0, order: 0 }),
      values: columns.version(),
    };
    const old = kept?.accountId === accountId ? kept : null;
    const hasFacts = old?.versions.facts === versions.facts;
    const hasOrder = old?.versions.order === versions.order;
    const hasValues = old?.versions.values === versions.values;
    const orders = new Map(hasOrder ? old.orders : []);
    if (!hasFacts) for (const by of orderedByFacts) orders.delete(by);
    if (!hasValues) for (const by of orderedByValues) orders.delete(by);
    kept = {
      accountId,
      versions,
      groups: hasFacts ? old.groups : read.groups.all(accountId).map(toGroup),
      orders,
      journals: hasFacts && hasOrder ? old.journals : new Map(),
      texts: hasOrder ? old.texts : new Map(),
      titled: hasFacts && hasOrder ? old.titled : new Map(),
      filtered: hasFacts ? old.filtered : new Map(),
      narrowed: hasFacts && hasOrder && hasValues ? old.narrowed : new Map(),
    };
    return kept;
  }

  function order(of: Snapshot, by: DraftSort['by']): ArrayLike<number> {
    return remember(of.orders, by, () => {
      switch (by) {
        case 'readiness':
        case 'sync':
          return orderByRank(of.groups, by);
        case 'issue':
          return withOthersFirst(of.groups, columns.get('issue').orderByFirst(naturalOrder.compare));
        case 'finding':
          return withOthersFirst(of.groups, columns.get('finding').orderByFirst(bySeverity));
        case 'authors':
          return withOthersFirst(of.groups, columns.get('author').orderByAll());
        case 'doi':
        case 'sent':
          return withOthersFirst(of.groups, read.orders[by].all(of.accountId));
        default:
          return read.orders[by].all(of.accountId);
      }
    });
  }

  /** The drafts that pass; the caller owns the set. */
  function chosen(of: Snapshot, filter: DraftFilter): IdSet {
    const narrowed = narrow(of, filter);
    if (narrowed) return narrowed.copy();
    return grouped(of, filter).copy();
  }

  /** The drafts that pass the filters of grouped facets. */
  function grouped(of: Snapshot, filter: DraftFilter): IdSet {
    const { journal, readiness, sync, import: imports, list, trashed, not } = filter;
    const key = JSON.stringify([
      [journal, readiness, sync, imports, list, trashed],
      [not?.journal, not?.readiness, not?.sync, not?.import],
    ]);
    return rememberFew(of.filtered, key, () => collect(of.groups, (facts) => passes(facts, filter)));
  }

  /** The drafts that pass, of which the caller must not change the set; null if only grouped facets are filtered by. */
  function narrow(of: Snapshot, filter: DraftFilter): IdSet | null {
    const found = search(of, filter);
    if (!found && !needsValues(filter)) return null;
    return rememberFew(of.narrowed, JSON.stringify(filter), () => {
      const all = grouped(of, filter);
      return withValues(found ? all.and(found) : all, filter);
    });
  }

  /** The drafts among `ids` that pass the filters of stored values. */
  function withValues(ids: IdSet, filter: DraftFilter): IdSet {
    return storedFacets.reduce((left, facet) => {
      const only = filter[facet] ?? [];
      const not = filter.not?.[facet] ?? [];
      const chosen = only.length > 0 ? columns.get(facet).withAny(left, only) : left;
      return not.length > 0 ? chosen.without(columns.get(facet).withAny(chosen, not)) : chosen;
    }, ids);
  }

  /** Drafts with the text, refusal and month of the filter; null if it has none of them. */
  function search(of: Snapshot, { text = '', refusal, sentIn }: DraftFilter): IdSet | null {
    const sets = searchText(of, searchWords(text));
    if (refusal !== undefined) sets.push(new IdSet(read.refused.all(of.accountId, refusal)));
    // A tilde comes after every digit and hyphen.
    if (sentIn !== undefined) sets.push(new IdSet(read.sentIn.all(of.accountId, sentIn, `${sentIn}~`)));
    return sets.length === 0 ? null : sets.reduce((all, one) => all.and(one));
  }

  /**
   * Sets of drafts, also of other accounts; a draft that is in all of them has each word in its text or journal title.
   * Titles change for thousands of drafts at once, so they are not in the index.
   */
  function searchText(of: Snapshot, words: readonly string[]): IdSet[] {
    const titled = new Map(words.map((word) => [word, idsByTitle(of, foldText(word))]));
    const sets: IdSet[] = [];
    const inText = words.filter((word) => titled.get(word)!.size === 0);
    if (inText.length > 0) sets.push(idsByText(of, inText));
    for (const word of words) {
      const ids = titled.get(word)!;
      if (ids.size > 0) sets.push(idsByText(of, [word]).or(ids));
    }
    return sets;
  }

  /** The drafts whose text contains each word, from the cache for some words and the index for the others. */
  function idsByText(of: Snapshot, words: readonly string[]): IdSet {
    return rememberFew(of.texts, words.join(' '), () => {
      let left = [...words];
      const sets: IdSet[] = [];
      const known = [...of.texts].map(([key, ids]) => ({ part: key.split(' '), ids }));
      for (const { part, ids } of known.sort((one, other) => other.part.length - one.part.length)) {
        if (!part.every((word) => left.includes(word))) continue;
        sets.push(ids);
        left = left.filter((word) => !part.includes(word));
      }
      if (left.length > 0) sets.push(new IdSet(read.search.all(searchQuery(left))));
      return sets.reduce((all, one) => all.and(one));
    });
  }

  /** The drafts whose journal's title has a word with this prefix. */
  function idsByTitle(of: Snapshot, beginning: string): IdSet {
    return rememberFew(of.titled, beginning, () => {
      const isIn = (key: string) =>
        searchWords(titleOf(of, key)).some((word) => foldText(word).startsWith(beginning));
      const keys = new Set([...new Set(of.groups.map(({ facts }) => facts.journalKey))].filter(isIn));
      return collect(of.groups, ({ journalKey }) => keys.has(journalKey));
    });
  }

  function titleOf(of: Snapshot, key: string): string {
    return remember(of.journals, key, () => read.journal.get(of.accountId, key) ?? '');
  }

  /** The groups with the number of their drafts that pass the text and the stored values of the filter. */
  function countGroups(of: Snapshot, filter: DraftFilter) {
    const found = search(of, filter);
    const all = () => collect(of.groups, () => true);
    const left = needsValues(filter) ? withValues(found ?? all(), filter) : found;
    const count = (ids: readonly number[]) =>
      left ? ids.reduce((sum, id) => sum + (left.has(id) ? 1 : 0), 0) : ids.length;
    return of.groups.map(({ facts, ids }) => ({ facts, count: count(ids) }));
  }

  /** The values of a facet; one by one, because there may be hundreds of thousands. */
  function* countValues(
    of: Snapshot,
    filter: DraftFilter,
    facet: FacetName,
    isSearch: boolean,
  ): Generator<CountedValue> {
    if (isStored(facet)) {
      const column = columns.get(facet);
      const counts = column.count(narrow(of, filter) ?? grouped(of, filter));
      for (const [number, value] of column.values.entries()) {
        const count = counts[number]!;
        yield { value, label: value, count, ...(isSearch && count > 0 && { folded: column.folded(number) }) };
      }
      return;
    }
    const counts = new Map<string, number>();
    for (const { facts, count } of countGroups(of, filter)) {
      if (!passes(facts, filter)) continue;
      const value = groupedValue[facet](facts);
      counts.set(value, (counts.get(value) ?? 0) + count);
    }
    for (const [value, count] of counts) yield { value, label: labelOf(of, facet, value), count };
  }

  function labelOf(of: Snapshot, facet: FacetName, value: string): string {
    if (value === '') return '';
    if (facet === 'journal') return titleOf(of, value) || value;
    return facet === 'import' ? (read.importName.get(Number(value)) ?? value) : value;
  }

  /** Reads one state of the database; caches nothing that a caller's transaction may still roll back. */
  function reading<A extends unknown[], R>(work: (...args: A) => R): (...args: A) => R {
    return (...args) => {
      const isNested = db.inTransaction;
      try {
        return readTogether(db, () => work(...args));
      } finally {
        if (isNested) {
          kept = null;
          columns.forget();
        }
      }
    };
  }

  /** The caller owns the set. */
  function selected(of: Snapshot, selection: Selection, trashed: boolean): IdSet {
    if ('ids' in selection) {
      const there = collect(of.groups, (facts) => facts.trashed === trashed);
      return new IdSet(selection.ids).and(there);
    }
    if ((selection.filter.trashed ?? false) !== trashed) return new IdSet([]);
    const set = chosen(of, selection.filter);
    for (const id of selection.except) set.delete(id);
    return set;
  }

  return {
    /** At most `limit` ids from `offset` on, in the requested order (ties by id), and the total. */
    page: reading(
      (accountId: string, filter: DraftFilter, sort: DraftSort, offset: number, limit: number) => {
        const of = snapshot(accountId);
        const set = chosen(of, filter);
        return { total: set.size, ids: cut(order(of, sort.by), set, sort.direction, offset, limit) };
      },
    ),
    facets: reading((accountId: string, filter: DraftFilter) => {
      const of = snapshot(accountId);
      return countFacets(countGroups(of, filter), filter, {
        journal: (key) => titleOf(of, key),
        import: (id) => read.importName.get(id) ?? '',
      });
    }),
    /** How many drafts match. */
    count: reading((accountId: string, filter: DraftFilter) => {
      const of = snapshot(accountId);
      return (narrow(of, filter) ?? grouped(of, filter)).size;
    }),
    /** The values of a facet among the drafts that pass all other filters. */
    facetValues: reading(
      (
        accountId: string,
        filter: DraftFilter,
        facet: FacetName,
        { search: text, limit }: { search: string; limit: number },
      ): FacetValues => {
        const of = snapshot(accountId);
        const { [facet]: only = [], not: { [facet]: not = [], ...otherNot } = {}, ...other } = filter;
        const others = { ...other, not: otherNot };
        const counted = countValues(of, others, facet, text.trim() !== '');
        const listed = listValues(counted, facet, { chosen: [...only, ...not], search: text, limit });
        return { ...listed, isComplete: read.isChecked.get(accountId) === 1 };
      },
    ),
    /** The selected drafts that are (or are not) in the trash: in the order of a selection of ids, otherwise by id. */
    select: reading((accountId: string, selection: Selection, trashed: boolean) => {
      const set = selected(snapshot(accountId), selection, trashed);
      return 'ids' in selection ? [...new Set(selection.ids)].filter((id) => set.has(id)) : set.toArray();
    }),
    /** The selected drafts outside the trash in the order of a list. */
    selectInOrder: reading((accountId: string, selection: Selection, sort: DraftSort) => {
      const of = snapshot(accountId);
      const set = selected(of, selection, false);
      return cut(order(of, sort.by), set, sort.direction, 0, set.size);
    }),
  };
}

type GroupRow = Omit<DraftFacts, 'trashed' | 'hasOrcid' | 'hasIdentifier'> & {
  trashed: number;
  hasOrcid: number;
  hasIdentifier: number;
  ids: string;
};

function prepareReads(db: Db) {
  const ordered = (column: string) =>
    db
      .prepare<[string], number>(
        `SELECT id FROM drafts WHERE account_id = ? AND staged = 0 ORDER BY ${column}, id`,
      )
      .pluck();
  const indexed = (index: string, column: string) =>
    db
      .prepare<[string], number>(
        `SELECT id FROM drafts INDEXED BY ${index} WHERE account_id = ? AND ${column} IS NOT NULL ORDER BY ${column}, id`,
      )
      .pluck();
  return {
    versions: db.prepare<[string], Omit<Versions, 'values'>>(
      'SELECT facts_version facts, order_version "order" FROM accounts WHERE id = ?',
    ),
    groups: db.prepare<[string], GroupRow>(
      `SELECT journal_key journalKey, trashed, readiness, sync, import_id importId, has_orcid hasOrcid,
         has_identifier hasIdentifier, json_group_array(id) ids
       FROM drafts INDEXED BY drafts_by_facts WHERE account_id = ? AND staged = 0 GROUP BY 1, 2, 3, 4, 5, 6, 7`,
    ),
    orders: {
      updated: ordered('updated_at'),
      title: ordered('title_sort'),
      journal: ordered('journal_sort'),
      year: ordered('year'),
      // The indexes also have drafts of imports that are not accepted yet; a page leaves them out.
      doi: indexed('drafts_by_doi', 'doi_key'),
      sent: indexed('drafts_by_sent', 'sent_at'),
    },
    isChecked: db
      .prepare<[string], number>('SELECT recheck_after IS NULL FROM accounts WHERE id = ?')
      .pluck(),
    search: db.prepare<[string], number>('SELECT rowid FROM draft_search WHERE draft_search MATCH ?').pluck(),
    journal: db
      .prepare<[string, string], string>(
        `SELECT journal FROM drafts INDEXED BY drafts_by_facts
         WHERE account_id = ? AND staged = 0 AND journal_key = ? LIMIT 1`,
      )
      .pluck(),
    refused: db
      .prepare<[string, string], number>(
        `SELECT id FROM drafts WHERE account_id = ? AND staged = 0 AND sync IN ('refused', 'failed')
           AND refusal ->> '$.code' = ?`,
      )
      .pluck(),
    sentIn: db
      .prepare<[string, string, string], number>(
        `SELECT id FROM drafts WHERE account_id = ? AND sent_at >= ? AND sent_at < ? AND staged = 0`,
      )
      .pluck(),
    importName: db.prepare<[number], string>('SELECT name FROM imports WHERE id = ?').pluck(),
  };
}

function toGroup({ ids, trashed, hasOrcid, hasIdentifier, ...rest }: GroupRow): Group {
  const facts = {
    ...rest,
    trashed: trashed === 1,
    hasOrcid: hasOrcid === 1,
    hasIdentifier: hasIdentifier === 1,
  };
  return { facts, ids: JSON.parse(ids) as number[] };
}

/** Orders that become stale with the facts, and those with the stored values of facets. */
const orderedByFacts = ['readiness', 'sync', 'sent'] as const;
export const orderedByValues = ['authors', 'issue', 'finding'] as const satisfies readonly DraftSort['by'][];

const naturalOrder = new Intl.Collator('en', { numeric: true });

const codes = Object.keys(findingSeverities);
const severities = ['error', 'warning', 'ignored'];

/** Errors before warnings before ignored values, each in the order of the rules. */
function bySeverity(a: string, b: string): number {
  const rank = (code: string) =>
    severities.indexOf((findingSeverities as Record<string, string>)[code] ?? '') * 1_000 +
    codes.indexOf(code);
  return rank(a) - rank(b);
}

/** Returns true if a filter depends on the stored values of facets. */
export function needsValues(filter: DraftFilter): boolean {
  return storedFacets.some((facet) => filter[facet]?.length || filter.not?.[facet]?.length);
}

function isStored(facet: FacetName): facet is StoredFacet {
  return (storedFacets as readonly string[]).includes(facet);
}

/** The order, after all other drafts, which have nothing to be ordered by. */
function withOthersFirst(groups: readonly Group[], order: ArrayLike<number>): ArrayLike<number> {
  const ordered = new IdSet(order);
  const others = collect(groups, () => true)
    .without(ordered)
    .toArray();
  return [...others, ...Array.from(order)];
}

const ranks: { readiness: readonly Readiness[]; sync: readonly Sync[] } = {
  readiness: readinessSchema.options,
  sync: syncSchema.options,
};

/** Ids in the order in which the states are declared, ties by id. */
function orderByRank(groups: readonly Group[], by: 'readiness' | 'sync'): number[] {
  return ranks[by].flatMap((rank) => {
    const ids = groups.flatMap(({ facts, ids }) => (facts[by] === rank ? ids : []));
    return [...Float64Array.from(ids).sort()];
  });
}

/** At most `limit` ids of the set from `offset` on, in the given order or from its end. */
function cut(
  order: ArrayLike<number>,
  set: IdSet,
  direction: DraftSort['direction'],
  offset: number,
  limit: number,
): number[] {
  const ids: number[] = [];
  let left = offset;
  for (let i = 0; i < order.length && ids.length < limit; i++) {
    const id = order[direction === 'asc' ? i : order.length - 1 - i]!;
    if (set.has(id) && left-- <= 0) ids.push(id);
  }
  return ids;
}

function collect(groups: readonly Group[], isWanted: (facts: DraftFacts) => boolean): IdSet {
  return new IdSet(groups.flatMap(({ facts, ids }) => (isWanted(facts) ? ids : [])));
}

/** Like `remember`, but keeps only the most recent results. */
function rememberFew<V>(map: Map<string, V>, key: string, make: () => V): V {
  const value = map.get(key) ?? make();
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) if (map.size > mostRemembered) map.delete(oldest);
  return value;
}

function remember<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
