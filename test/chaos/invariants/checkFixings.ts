import { isDeepStrictEqual } from 'node:util';
import type Database from 'better-sqlite3';
import { countMarks } from '../../../src/shared/fixing/fixing.ts';
import type { FixingFact } from '../model.ts';
import type { Problem } from '../problem.ts';

interface Row {
  id: number;
  recordIds: string;
  marks: string;
  place: number;
  isOver: number;
}

/** Every fixing mode is where its last acknowledged step left it, with the same records in the same order. */
export function checkFixings(db: Database.Database, facts: ReadonlyMap<number, FixingFact>): Problem[] {
  const rows = db
    .prepare<[], Row>('SELECT id, record_ids recordIds, marks, place, is_over isOver FROM fixings')
    .all();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...facts].flatMap(([id, { accountId: _, ...wanted }]): Problem[] => {
    const row = byId.get(id);
    if (!row) return [{ check: 'fixing mode lost', text: `Fixing mode ${id} is lost.` }];
    const found = {
      ids: JSON.parse(row.recordIds) as number[],
      place: row.place,
      isOver: row.isOver === 1,
      counts: countMarks(row),
    };
    if (isDeepStrictEqual(found, wanted)) return [];
    const text = `Fixing mode ${id} is ${JSON.stringify(found)} and was left as ${JSON.stringify(wanted)}.`;
    return [{ check: 'fixing mode elsewhere', text }];
  });
}
