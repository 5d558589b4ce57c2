import type { MappingView } from '../../../shared/tables/mappingView.ts';
import type { SavedMapping, TableMapping } from '../../../shared/tables/tableMapping.ts';
import { unreadable } from '../../../shared/unreadable.ts';
import { proposeMapping } from '../../formats/tables/proposeMapping.ts';
import type { TableSample } from '../../formats/tables/sampleTables.ts';
import { fail } from '../../platform/failures.ts';
import type { ImportStore } from '../../store/imports/importStore.ts';
import { storedJson } from '../../store/storedJson.ts';
import { viewMapping } from './viewMapping.ts';

/** The mapping to show: this one, or a new proposal for a sheet and a row of headings. */
export type MappingChange = { mapping: TableMapping } | { sheet: string | null; headingRow: number | null };

/** The current mapping of an import's tables, or a proposal, after storing a change. */
export function changeMapping(
  importStore: Pick<ImportStore, 'samples' | 'mapping' | 'setMapping'>,
  id: number,
  saved: readonly SavedMapping[],
  change: MappingChange | null,
): MappingView {
  const text = importStore.samples(id);
  if (text === null) throw fail('import.mapping.noTables');
  const samples = storedJson<TableSample[] | undefined>(text);
  if (samples === undefined) throw unreadable('imports.samples');
  const mapping =
    change && 'mapping' in change
      ? change.mapping
      : ((change ? null : importStore.mapping(id)) ?? proposeMapping(samples, { ...change, saved }));
  if (change) importStore.setMapping(id, mapping, null);
  return viewMapping(samples, mapping);
}
