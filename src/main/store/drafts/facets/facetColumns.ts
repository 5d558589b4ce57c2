import type { Statement } from 'better-sqlite3';
import { assignedFacets, storedFacets, type ValueFacet } from '../../../../shared/draft/facets.ts';
import type { Db } from '../../database.ts';
import { isAssignedSql } from '../draftTable.ts';
import { FacetColumn } from './facetColumn.ts';

type Reading = Statement<number[], [id: number, lines: string]>;

/** Caches the facets of all drafts: each is read when first needed, and later only the rows written since. */
export function createFacetColumns(db: Db) {
  const readVersion = db.prepare<[], number | null>('SELECT max(number) FROM draft_facets').pluck();
  const readLeast = db.prepare<[], number | null>('SELECT min(id) FROM drafts').pluck();
  const readSince = new Map<ValueFacet, Reading>(
    storedFacets.map((name) => [
      name,
      db
        .prepare<[number], [id: number, lines: string]>(
          `SELECT draft_id, ${name} FROM draft_facets WHERE number > ? ORDER BY number`,
        )
        .raw(),
    ]),
  );
  const readAssigned = new Map<ValueFacet, Reading>(
    assignedFacets.map((name) => [
      name,
      // Few drafts have one, if any.
      db
        .prepare<number[], [id: number, value: string]>(
          `SELECT id, coalesce(${name}, '') FROM drafts INDEXED BY drafts_in_review WHERE ${isAssignedSql()}`,
        )
        .raw(),
    ]),
  );
  const readFactsVersion = db.prepare<[], number>('SELECT total(facts_version) FROM accounts').pluck();
  const kept = new Map<ValueFacet, { column: FacetColumn; version: number }>();
  const version = () => readVersion.get() ?? 0;

  function getAssigned(name: ValueFacet, read: Reading): FacetColumn {
    const now = readFactsVersion.get() ?? 0;
    const before = kept.get(name);
    if (before?.version === now) return before.column;
    const column = new FacetColumn(readLeast.get() ?? 0);
    for (const [id, value] of read.iterate()) column.set(id, value);
    kept.set(name, { column, version: now });
    return column;
  }

  return {
    /** Increases with every change of a stored value. */
    version,
    get(name: ValueFacet): FacetColumn {
      const assigned = readAssigned.get(name);
      if (assigned) return getAssigned(name, assigned);
      const now = version();
      const before = kept.get(name) ?? { column: new FacetColumn(readLeast.get() ?? 0), version: 0 };
      const { column } = before;
      if (before.version < now) {
        for (const [id, lines] of readSince.get(name)!.iterate(before.version)) column.set(id, lines);
      }
      kept.set(name, { column, version: now });
      return column;
    },
    /** Drops what was read in a transaction that might be rolled back. */
    forget: () => kept.clear(),
  };
}
