import { create } from 'zustand';
import type { FieldChange } from '../../../shared/office/fieldChanges.ts';

/** Who last changed the fields of the open record, if colleagues share it. */
export const useFieldChanges = create<{ changes: readonly FieldChange[] }>(() => ({ changes: [] }));

/** The last change of a field, or of a part of it. */
export function useFieldChange(field: string): FieldChange | undefined {
  return useFieldChanges(({ changes }) =>
    changes
      .filter(({ path }) => path === field || path.startsWith(`${field}.`) || field.startsWith(`${path}.`))
      .reduce<FieldChange | undefined>((last, one) => (last && last.at >= one.at ? last : one), undefined),
  );
}
