import type { CrossrefReading } from '../../../shared/comparisons/comparison.ts';
import type { Db } from '../database.ts';
import { inBatches } from '../inBatches.ts';
import { asWrite } from '../write.ts';

/** The articles of comparisons as Crossref has them. */
export function createCrossrefRows(db: Db) {
  const setReading = db.prepare<[string, number]>('UPDATE comparisons SET crossref = ? WHERE id = ?');
  const setWork = db.prepare<[string | null, number]>('UPDATE comparison_rows SET crossref = ? WHERE id = ?');
  const allRows = db
    .prepare<[number], number>('SELECT id FROM comparison_rows WHERE comparison_id = ?')
    .pluck();
  const removeCrossrefOnly = db.prepare<[number]>(
    `DELETE FROM comparison_rows WHERE id = ? AND outcome = 'crossref-only'`,
  );
  const rowDois = db.prepare<[number], { id: number; doi: string }>(
    `SELECT id, doi FROM comparison_rows WHERE comparison_id = ? AND doi <> '' ORDER BY id`,
  );
  const clearSlice = asWrite(db, (ids: readonly number[]) => {
    for (const row of ids) {
      removeCrossrefOnly.run(row);
      setWork.run(null, row);
    }
  });
  return {
    setCrossref: (id: number, reading: CrossrefReading) => void setReading.run(JSON.stringify(reading), id),
    /** Removes Crossref's data. */
    clearCrossref: async (id: number): Promise<void> => {
      await inBatches(allRows.all(id), clearSlice);
    },
    /** The rows with a DOI, in lower case. */
    rowDois: (id: number): { id: number; doi: string }[] =>
      rowDois.all(id).map((row) => ({ ...row, doi: row.doi.toLowerCase() })),
    /** Stores Crossref's data for rows, as JSON. */
    setWorks: asWrite(db, (works: readonly { rowId: number; json: string }[]) => {
      for (const { rowId, json } of works) setWork.run(json, rowId);
    }),
  };
}
