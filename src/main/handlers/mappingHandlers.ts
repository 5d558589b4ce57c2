import type { Handlers } from '../../shared/contract/contract.ts';
import type { MappingStore } from '../store/imports/mappingStore.ts';
import { type UndoableParts, undoably } from './undoably.ts';

/** The calls `mappings.*`: mappings of columns that the user has saved. */
export function mappingHandlers(
  parts: UndoableParts & { mappings: MappingStore; transaction: <T>(work: () => T) => T },
): Pick<Handlers, 'imports.mappings' | 'imports.renameMapping' | 'imports.removeMapping'> {
  const { mappings, publish } = parts;
  return {
    'imports.mappings': () => mappings.list(),
    'imports.renameMapping': ({ id, name }) => {
      mappings.rename(id, name);
      publish('imports.mappingsChanged', {});
      return null;
    },
    'imports.removeMapping': async ({ id }) => {
      const { name } = mappings.get(id);
      const about = { accountId: null, kind: 'removeMapping' as const, subject: String(id), name };
      const { undoId } = await undoably(parts, about, async (step) => {
        parts.transaction(() =>
          step.change({ source: 'table_mappings', id }, 'removed', () => mappings.remove(id)),
        );
        return {};
      });
      publish('imports.mappingsChanged', {});
      return { undoId };
    },
  };
}
