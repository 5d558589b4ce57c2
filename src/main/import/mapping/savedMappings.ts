import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SavedMapping } from '../../../shared/tables/tableMapping.ts';
import { openToRead, storageError } from '../../store/database.ts';
import { createMappingStore } from '../../store/imports/mappingStore.ts';

/**
 * The mappings saved in a data folder, even while Colophon is using it; none if there is no such folder. AppError
 * `storage`.
 */
export function savedMappings(dataFolder: string): SavedMapping[] {
  const file = join(dataFolder, 'colophon.db');
  if (!existsSync(file)) return [];
  try {
    const db = openToRead(file);
    try {
      // Older versions of Colophon have none.
      const hasMappings = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'table_mappings'").get();
      return hasMappings ? createMappingStore(db).list() : [];
    } finally {
      db.close();
    }
  } catch (error) {
    throw storageError(error);
  }
}
