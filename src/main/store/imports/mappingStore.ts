import {
  type SavedMapping,
  type TableMapping,
  tableMappingSchema,
} from '../../../shared/tables/tableMapping.ts';
import { fail } from '../../platform/failures.ts';
import type { Db } from '../database.ts';
import { storedJson } from '../storedJson.ts';
import { withStorageErrors } from '../withStorageErrors.ts';

type Row = Omit<SavedMapping, 'mapping'> & { mapping: string };

/** The column mappings that users save under a name, for all accounts. */
export function createMappingStore(db: Db) {
  const one = db.prepare<[number], Row>('SELECT id, name, mapping FROM table_mappings WHERE id = ?');
  const all = db.prepare<[], Row>(
    'SELECT id, name, mapping FROM table_mappings ORDER BY name COLLATE NOCASE',
  );
  const named = db.prepare<[string], number>('SELECT id FROM table_mappings WHERE name = ?').pluck();
  const save = db.prepare<[string, string]>(
    `INSERT INTO table_mappings (name, mapping) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET name = excluded.name, mapping = excluded.mapping`,
  );
  const rename = db.prepare<[string, number]>('UPDATE table_mappings SET name = ? WHERE id = ?');
  const remove = db.prepare<[number]>('DELETE FROM table_mappings WHERE id = ?');

  /** Throws AppError `not_found` if there is none. */
  function get(id: number): Row {
    const row = one.get(id);
    if (row) return row;
    throw fail('import.mapping.gone');
  }
  return withStorageErrors({
    get,
    /** By name. */
    list: (): SavedMapping[] => all.all().flatMap(readMapping),
    /** Replaces a mapping of the same name, ignoring case. */
    save: (name: string, mapping: TableMapping) => void save.run(name, JSON.stringify(mapping)),
    /** Throws AppError `input` if another mapping has the name. */
    rename: (id: number, name: string) => {
      get(id);
      if ((named.get(name) ?? id) !== id) throw fail('import.mapping.nameTaken', { name });
      rename.run(name, id);
    },
    remove: (id: number) => remove.run(id).changes > 0,
  });
}

/** Leaves out a mapping that only a newer version of Colophon can read. */
function readMapping({ mapping, ...row }: Row): SavedMapping[] {
  const read = tableMappingSchema.safeParse(storedJson(mapping));
  return read.success ? [{ ...row, mapping: read.data }] : [];
}
