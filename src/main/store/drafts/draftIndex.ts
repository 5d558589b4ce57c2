import type { DraftFilter, DraftSort, FacetValues, Selection } from '../../../shared/draft/draft.ts';
import { type FacetName, type ValueFacet, valueFacets } from '../../../shared/draft/facets.ts';
import { foldText } from '../../../shared/text/foldText.ts';
import type { Db } from '../database.ts';
import { rememberRecent } from '../rememberRecent.ts';
import { readTogether } from '../write.ts';
import { createGroupReading, type DraftGroup, idsInGroups, withUndecided } from './draftGroups.ts';
import {
  createDraftOrder,
  createFirstInOrder,
  mostFirst,
  pageInOrder,
  placeInOrder,
  staleWith,
} from './draftOrder.ts';
import { countFacets, groupedValue, passes } from './facets/draftFacets.ts';
import { createFacetColumns } from './facets/facetColumns.ts';
import { type CountedValue, listValues } from './facets/facetValues.ts';
import { IdSet } from './idSet.ts';
import { createTextSearch, maxResults, type SearchedDrafts } from './search/textSearch.ts';
import { createUndecidedReading } from './undecided.ts';

interface Versions {
  facts: number;
  order: number;
  keys: number;
  /** Of the account: what it is that a plan leaves out. */
  dialect: string;
  needsApproval: number;
  /** The version of the stored facet values. */
  values: number;
}

/** The cached data of an account; each part is valid until its version increases. */
interface Snapshot extends SearchedDrafts {
  versions: Versions;
  /** Drafts that share an identifier, and the groups with those apart that a plan leaves out; null: not read yet. */
  twins: readonly number[] | null;
  decided: readonly DraftGroup[] | null;
  /** Ids of all its drafts, in ascending order of a column. */
  orders: Map<DraftSort['by'], ArrayLike<number>>;
  /**
   * Recent results, by the filters of grouped facets and by all filters, because the next request is often almost the
   * same.
   */
  byGroup: Map<string, IdSet>;
  byFilter: Map<string, IdSet>;
}

/**
 * Filters, counts and sorts drafts in memory, for the most recently used account: 100,000 drafts take tens of
 * milliseconds.
 */
export function createDraftIndex(db: Db) {
  const read = prepareReads(db);
  const readGroups = createGroupReading(db);
  const columns = createFacetColumns(db);
  const orderBy = createDraftOrder(db, columns);
  const firstInOrder = createFirstInOrder(db);
  const texts = createTextSearch(db);
  const undecided = createUndecidedReading(db);
  let cached: Snapshot | null = null;

  function snapshot(accountId: string): Snapshot {
    const versions = {
      ...(read.versions.get(accountId) ?? { facts: 0, order: 0, keys: 0, dialect: '' }),
      needsApproval: undecided.needsApproval(accountId),
      values: columns.version(),
    };
    const old = cached?.accountId === accountId ? cached : null;
    const isSame = (name: keyof Versions) => old?.versions[name] === versions[name];
    const isDecided = isSame('facts') && isSame('keys') && isSame('dialect') && isSame('needsApproval');
    const groups = isSame('facts') ? old : null;
    const facts = isDecided ? old : null;
    const order = isSame('order') ? old : null;
    const values = isSame('values') ? old : null;
    const isFresh = { facts: facts !== null, order: true, values: values !== null };
    cached = {
      accountId,
      versions,
      groups: groups?.groups ?? readGroups(accountId),
      twins: (isSame('keys') && old?.twins) || null,
      decided: facts?.decided ?? null,
      orders: new Map([...(order?.orders ?? [])].filter(([by]) => isFresh[staleWith(by)])),
      journals: (groups && order)?.journals ?? new Map(),
      byText: order?.byText ?? new Map(),
      byTitle: (groups && order)?.byTitle ?? new Map(),
      byGroup: facts?.byGroup ?? new Map(),
      byFilter: (facts && order && values)?.byFilter ?? new Map(),
    };
    return cached;
  }

  /** The groups by readiness as lists show it. */
  function decided(of: Snapshot): readonly DraftGroup[] {
    of.twins ??= undecided.twins(of.accountId);
    of.decided ??= withUndecided(of.groups, undecided.leavesOut(of.accountId, of.twins));
    return of.decided;
  }

  function orderOf(of: Snapshot, by: DraftSort['by']): ArrayLike<number> {
    const order =
      of.orders.get(by) ?? orderBy({ ...of, groups: by === 'readiness' ? decided(of) : of.groups }, by);
    of.orders.set(by, order);
    return order;
  }

  /** A page of the set; the first ones of a list that was just opened are read without its whole order. */
  function pageOf(
    of: Snapshot,
    set: IdSet,
    sort: DraftSort,
    { offset, limit }: { offset: number; limit: number },
  ): number[] {
    if (!of.orders.has(sort.by) && offset + limit <= mostFirst) {
      const ids = pageInOrder(firstInOrder(of.accountId, sort) ?? [], set, 'asc', { offset, limit });
      if (ids.length === limit) return ids;
    }
    return pageInOrder(orderOf(of, sort.by), set, sort.direction, { offset, limit });
  }

  /** The drafts that pass; the caller owns the set. */
  function chosen(of: Snapshot, filter: DraftFilter): IdSet {
    return (narrow(of, filter) ?? grouped(of, filter)).copy();
  }

  /** The drafts that pass the filters of grouped facets. */
  function grouped(of: Snapshot, filter: DraftFilter): IdSet {
    const { journal, readiness, sync, import: imports, list, trashed, not } = filter;
    const key = JSON.stringify([
      [journal, readiness, sync, imports, list, trashed],
      [not?.journal, not?.readiness, not?.sync, not?.import],
    ]);
    const isByReadiness = Boolean(readiness?.length || not?.readiness?.length);
    return rememberRecent(of.byGroup, key, maxResults, () =>
      idsInGroups(isByReadiness ? decided(of) : of.groups, (facts) => passes(facts, filter)),
    );
  }

  /** The drafts that pass, as a set that the caller must not change; null if only grouped facets are filtered. */
  function narrow(of: Snapshot, filter: DraftFilter): IdSet | null {
    const found = search(of, filter);
    if (!found && !needsValues(filter)) return null;
    return rememberRecent(of.byFilter, JSON.stringify(filter), maxResults, () => {
      const all = grouped(of, filter);
      return withValues(found ? all.and(found) : all, filter);
    });
  }

  /** The drafts among `ids` that pass the filters on values held in memory. */
  function withValues(ids: IdSet, filter: DraftFilter): IdSet {
    columns.load(filteredValues(filter));
    return valueFacets.reduce((left, facet) => {
      const only = filter[facet] ?? [];
      const not = filter.not?.[facet] ?? [];
      const chosen = only.length > 0 ? columns.get(facet).withAny(left, only) : left;
      return not.length > 0 ? chosen.without(columns.get(facet).withAny(chosen, not)) : chosen;
    }, ids);
  }

  /** Drafts with the text, refusal and month of the filter; null if it has none of them. */
  function search(of: Snapshot, { text = '', refusal, sentIn }: DraftFilter): IdSet | null {
    const sets = texts.find(of, text);
    if (refusal !== undefined) sets.push(new IdSet(read.refused.all(of.accountId, refusal)));
    // A tilde sorts after every digit and hyphen.
    if (sentIn !== undefined) sets.push(new IdSet(read.sentIn.all(of.accountId, sentIn, `${sentIn}~`)));
    return sets.length === 0 ? null : sets.reduce((all, one) => all.and(one));
  }

  /** The groups with the number of their drafts that pass the text and the stored values of the filter. */
  function countGroups(of: Snapshot, filter: DraftFilter) {
    const found = search(of, filter);
    const all = () => idsInGroups(of.groups, () => true);
    const left = needsValues(filter) ? withValues(found ?? all(), filter) : found;
    const count = (ids: readonly number[]) =>
      left ? ids.reduce((sum, id) => sum + (left.has(id) ? 1 : 0), 0) : ids.length;
    return decided(of).map(({ facts, ids }) => ({ facts, count: count(ids) }));
  }

  /**
   * Yields the values of a facet one by one, because there may be hundreds of thousands; with a folded search text, only
   * those with it if they are held in memory.
   */
  function* countValues(
    of: Snapshot,
    filter: DraftFilter,
    facet: FacetName,
    search: string,
  ): Generator<CountedValue> {
    if (hasColumn(facet)) {
      const column = columns.get(facet);
      const counts = column.count(narrow(of, filter) ?? grouped(of, filter));
      const { values } = column;
      if (search !== '') {
        for (const number of column.containing(search))
          yield { value: values[number]!, label: values[number]!, count: counts[number]!, isFound: true };
        return;
      }
      for (let number = 0; number < values.length; number++)
        yield { value: values[number]!, label: values[number]!, count: counts[number]! };
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
    if (facet === 'journal') return texts.titleOf(of, value) || value;
    return facet === 'import' ? (read.importName.get(Number(value)) ?? value) : value;
  }

  /** Reads one state of the database; caches nothing that the caller's transaction might roll back. */
  function reading<A extends unknown[], R>(work: (...args: A) => R): (...args: A) => R {
    return (...args) => {
      const isNested = db.inTransaction;
      try {
        return readTogether(db, () => work(...args));
      } finally {
        if (isNested) {
          cached = null;
          columns.forget();
        }
      }
    };
  }

  /** The caller owns the set. */
  function selected(of: Snapshot, selection: Selection, trashed: boolean): IdSet {
    if ('ids' in selection) {
      const inPlace = idsInGroups(of.groups, (facts) => facts.trashed === trashed);
      return new IdSet(selection.ids).and(inPlace);
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
        return { total: set.size, ids: pageOf(of, set, sort, { offset, limit }) };
      },
    ),
    facets: reading((accountId: string, filter: DraftFilter) => {
      const of = snapshot(accountId);
      return countFacets(countGroups(of, filter), filter, {
        journal: (key) => texts.titleOf(of, key),
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
        const search = foldText(text.trim());
        const counted = countValues(of, others, facet, search);
        const listed = listValues(counted, facet, { chosen: [...only, ...not], search, limit });
        return { ...listed, isComplete: read.isChecked.get(accountId) === 1 };
      },
    ),
    place: reading((accountId: string, filter: DraftFilter, sort: DraftSort, id: number) => {
      const of = snapshot(accountId);
      const set = chosen(of, filter);
      return set.has(id) ? placeInOrder(orderOf(of, sort.by), set, sort.direction, id) : null;
    }),
    /** The selected drafts that are (or are not) in the trash: in the order of a selection of ids, otherwise by id. */
    select: reading((accountId: string, selection: Selection, trashed: boolean) => {
      const set = selected(snapshot(accountId), selection, trashed);
      return 'ids' in selection ? [...new Set(selection.ids)].filter((id) => set.has(id)) : set.toArray();
    }),
    /** The selected drafts outside the trash in the order of a list. */
    selectInOrder: reading((accountId: string, selection: Selection, sort: DraftSort) => {
      const of = snapshot(accountId);
      const set = selected(of, selection, false);
      return pageInOrder(orderOf(of, sort.by), set, sort.direction, { offset: 0, limit: set.size });
    }),
  };
}

function prepareReads(db: Db) {
  return {
    versions: db.prepare<[string], Omit<Versions, 'values' | 'needsApproval'>>(
      'SELECT facts_version facts, order_version "order", keys_version keys, dialect FROM accounts WHERE id = ?',
    ),
    isChecked: db
      .prepare<[string], number>('SELECT recheck_after IS NULL FROM accounts WHERE id = ?')
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

/** Returns true if a filter depends on values of facets that are held in memory. */
export function needsValues(filter: DraftFilter): boolean {
  return filteredValues(filter).length > 0;
}

function filteredValues(filter: DraftFilter): ValueFacet[] {
  return valueFacets.filter((facet) => filter[facet]?.length || filter.not?.[facet]?.length);
}

function hasColumn(facet: FacetName): facet is ValueFacet {
  return (valueFacets as readonly string[]).includes(facet);
}
