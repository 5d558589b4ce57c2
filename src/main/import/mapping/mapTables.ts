import type { ImportFormat } from '../../../shared/draft/fileFormats.ts';
import type { MappedBy } from '../../../shared/draft/importing.ts';
import type { SavedMapping, TableMapping } from '../../../shared/tables/tableMapping.ts';
import { recogniseTables } from '../../formats/tables/proposeMapping.ts';
import { firstDraft } from '../../formats/tables/returnedColumns.ts';
import { earlierId } from '../../store/imports/importStore.ts';
import { type StoredFiles, sampleFiles } from './sampleFiles.ts';

/** How the tables of an import are read. */
export interface MappedTables {
  /** Null: as their headings suggest. */
  mapping: TableMapping | null;
  /** Null if there are no tables, or if the user has to be asked. */
  mappedBy: MappedBy | null;
  /** The tables that the user has to be asked about: their samples as JSON, and the format of the last. */
  found?: { samples: string; format: ImportFormat };
}

/**
 * Recognises the tables among the files of an import; `isAsked`: the user wants to map them in any case. A returned
 * table is read like the original: `mappingOf` gives its mapping by the key of a draft.
 */
export async function mapTables(
  stored: StoredFiles,
  saved: readonly SavedMapping[],
  isAsked: boolean,
  mappingOf: (draftKey: string) => TableMapping | null,
): Promise<MappedTables> {
  const start = await sampleFiles(stored, { isWhole: false });
  if (start.format === null) return { mapping: null, mappedBy: null };
  const draft = start.samples.map(({ rows }) => firstDraft(rows)).find((key) => key !== null);
  const before = draft === undefined || isAsked ? null : mappingOf(draft);
  if (before && recogniseTables(start.samples, [{ id: 0, name: '', mapping: before }]).kind === 'saved')
    return { mapping: before, mappedBy: { by: 'user' } };
  const known = isAsked ? null : recogniseTables(start.samples, saved);
  if (known?.kind === 'plain') return { mapping: null, mappedBy: null };
  if (known?.kind === 'saved') {
    const { mapping, id, name } = known;
    return { mapping, mappedBy: { by: id === earlierId ? 'earlier' : 'saved', name } };
  }
  // A known system's table is read as its own headings suggest, whatever else the import contains.
  if (known?.kind === 'preset') return { mapping: null, mappedBy: { by: 'preset', preset: known.preset } };
  const { samples } = await sampleFiles(stored, { isWhole: true });
  return { mapping: null, mappedBy: null, found: { samples: JSON.stringify(samples), format: start.format } };
}
