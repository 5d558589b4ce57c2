import type { HandlersOf } from '../../shared/contract/contract.ts';
import type { MappingStore } from '../store/imports/mappingStore.ts';
import { type UndoableParts, undoably } from './undoably.ts';

/** The calls `mappings.*`: mappings of columns that the user has saved. */
export function mappingHandlers(
  parts: UndoableParts & { mappings: MappingStore; transaction: <T>(work: () => T) => T },
): HandlersOf<'mappings'> {
  const { mappings, publish } = parts;
  return {
    'mappings.list': () => mappings.list(),
    'mappings.rename': ({ id, name }) => {
      mappings.rename(id, name);
      publish('mappings.changed', {});
      return null;
    },
    'mappings.remove': async ({ id }) => {
      const { name } = mappings.get(id);
      const about = { accountId: null, kind: 'removeMapping' as const, subject: String(id), name };
      const { undoId } = await undoably(parts, about, async (step) => {
        parts.transaction(() =>
          step.change({ source: 'table_mappings', id }, 'removed', () => mappings.remove(id)),
        );
        return {};
      });
      publish('mappings.changed', {});
      return { undoId };
    },
  };
}
