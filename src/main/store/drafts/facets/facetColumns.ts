import {
  assignedFacets,
  isAssigned,
  type StoredFacet,
  type ValueFacet,
} from '../../../../shared/draft/facets.ts';
import type { Db } from '../../database.ts';
import { storedJson } from '../../storedJson.ts';
import { isAssignedSql } from '../draftTable.ts';
import { FacetColumn } from './facetColumn.ts';

/** A column with the version up to which it was read. */
interface Kept {
  column: FacetColumn;
  version: number;
}

/** Rows that are read as one JSON array for each column, which is three times as fast as one by one. */
const rowsAtOnce = 1_000;

/** Caches the facets of all drafts: each is read when first needed, and later only the rows written since. */
export function createFacetColumns(db: Db) {
  const readVersion = db.prepare<[], number | null>('SELECT max(number) FROM draft_facets').pluck();
  const readLeast = db.prepare<[], number | null>('SELECT min(id) FROM drafts').pluck();
  const readAssigned = new Map(
    assignedFacets.map((name) => [
      name,
      // Few drafts have one, if any.
      db
        .prepare<[], [id: number, value: string]>(
          `SELECT id, coalesce(${name}, '') FROM drafts INDEXED BY drafts_in_review WHERE ${isAssignedSql()}`,
        )
        .raw(),
    ]),
  );
  const readFactsVersion = db.prepare<[], number>('SELECT total(facts_version) FROM accounts').pluck();
  const kept = new Map<ValueFacet, Kept>();
  const version = () => readVersion.get() ?? 0;
  const emptyColumn = () => new FacetColumn(readLeast.get() ?? 0);

  function loadAssigned(): void {
    const now = readFactsVersion.get() ?? 0;
    for (const [name, read] of readAssigned) {
      if (kept.get(name)?.version === now) continue;
      const column = emptyColumn();
      for (const [id, value] of read.iterate()) column.set(id, value);
      kept.set(name, { column, version: now });
    }
  }

  function loadStored(names: readonly StoredFacet[]): void {
    const now = version();
    const stale = names.filter((name) => kept.get(name)?.version !== now);
    for (const [before, together] of Map.groupBy(stale, (name) => kept.get(name)?.version ?? 0)) {
      const columns = together.map((name) => kept.get(name)?.column ?? emptyColumn());
      readRows(together, before, columns);
      for (const [at, name] of together.entries()) kept.set(name, { column: columns[at]!, version: now });
    }
  }

  /** Reads the rows written after a version, for several columns at once: most of the time goes into finding the rows. */
  function readRows(names: readonly StoredFacet[], version: number, columns: readonly FacetColumn[]): void {
    // Rows are chosen by a range of numbers because a subquery with a limit copies each of them.
    const read = db
      .prepare<{ after: number; most: number }, [last: number | null, ids: string, ...lines: string[]]>(
        `SELECT max(number), json_group_array(draft_id), ${names.map((name) => `json_group_array(${name})`).join()}
         FROM (SELECT min(number) first FROM draft_facets WHERE number > @after)
           CROSS JOIN draft_facets ON number >= first AND number < first + @most`,
      )
      .raw();
    for (let after = version; ; ) {
      const [last, ids, ...arrays] = read.get({ after, most: rowsAtOnce })!;
      if (last === null) return;
      after = last;
      const draftIds = storedJson<number[]>(ids);
      for (const [at, column] of columns.entries()) {
        const lines = storedJson<string[]>(arrays[at]!);
        for (let row = 0; row < lines.length; row++) column.set(draftIds[row]!, lines[row]!);
      }
    }
  }

  return {
    /** Increases with every change of a stored value. */
    version,
    /** Reads what is not yet held of these facets; together is faster than one after another. */
    load(names: readonly ValueFacet[]): void {
      if (names.some(isAssigned)) loadAssigned();
      loadStored(names.filter((name) => !isAssigned(name)));
    },
    get(name: ValueFacet): FacetColumn {
      this.load([name]);
      return kept.get(name)!.column;
    },
    /** Drops what was read in a transaction that might be rolled back. */
    forget: () => kept.clear(),
  };
}
