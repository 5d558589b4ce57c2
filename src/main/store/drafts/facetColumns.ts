import type { Db } from '../database.ts';
import { type StoredFacet, storedFacets } from './draftColumns.ts';
import { FacetColumn } from './facetColumn.ts';

/** Caches the facets of all drafts: each is read when it is first needed, and afterwards only the rows written since. */
export function createFacetColumns(db: Db) {
  const readVersion = db.prepare<[], number | null>('SELECT max(number) FROM draft_facets').pluck();
  const readLeast = db.prepare<[], number | null>('SELECT min(id) FROM drafts').pluck();
  const readSince = new Map(
    storedFacets.map((name) => [
      name,
      db
        .prepare<[number], [id: number, lines: string]>(
          `SELECT draft_id, ${name} FROM draft_facets WHERE number > ? ORDER BY number`,
        )
        .raw(),
    ]),
  );
  const kept = new Map<StoredFacet, { column: FacetColumn; version: number }>();
  const version = () => readVersion.get() ?? 0;
  return {
    /** Increases with every change. */
    version,
    get(name: StoredFacet): FacetColumn {
      const now = version();
      const before = kept.get(name) ?? { column: new FacetColumn(readLeast.get() ?? 0), version: 0 };
      const { column } = before;
      if (before.version < now) {
        for (const [id, lines] of readSince.get(name)!.iterate(before.version)) column.set(id, lines);
      }
      kept.set(name, { column, version: now });
      return column;
    },
    /** Drops what was read in a transaction that may still be rolled back. */
    forget: () => kept.clear(),
  };
}
