import { useCallback, useEffect } from 'react';
import { applyFix } from '../../../shared/draft/fieldPath.ts';
import type { Fix } from '../../../shared/finding.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { announce } from '../../state/announce.ts';
import type { EditableRecord } from './formContext.ts';
import type { FormDefinition } from './formDefinition.ts';
import { fieldId, sectionId } from './place.ts';
import { placePath } from './placeFindings.ts';

/** Focuses the control of a path, or the heading of its section if the control is not shown. */
export function useGoToField({ store }: EditableRecord, form: FormDefinition): (path: string) => void {
  return useCallback(
    (path) => {
      const { field, section } = placePath(path, store.getState().record, form);
      const element = document.getElementById(fieldId(field)) ?? document.getElementById(sectionId(section));
      element?.scrollIntoView({ block: 'center' });
      element?.focus({ preventScroll: true });
    },
    [store, form],
  );
}

/** Focuses the control of a path after the next render: the button that was pressed may be gone by then. */
export function useFocusSoon(session: EditableRecord, form: FormDefinition): (path: string) => void {
  const goTo = useGoToField(session, form);
  return useCallback(
    (path) => {
      requestAnimationFrame(() => goTo(path));
    },
    [goTo],
  );
}

/** Applies a fix, announces it, and focuses the field that it changed. */
export function useApplyFix(session: EditableRecord, form: FormDefinition): (fix: Fix) => void {
  const focusSoon = useFocusSoon(session, form);
  return useCallback(
    (fix) => {
      session.edit((record) => applyFix(record, fix));
      announce(t('article.fixed', { fix: describe(fix.label) }));
      focusSoon(fix.changes[0]!.path);
    },
    [session, t, focusSoon],
  );
}

/** Goes to the field named by the address, once per visit, as soon as the form is complete. */
export function useFieldOfAddress(
  field: string | null,
  isReady: boolean,
  goTo: (path: string) => void,
): void {
  useEffect(() => {
    if (field === null || !isReady) return;
    // After everything else that takes the focus when the record opens.
    const timer = setTimeout(() => goTo(field));
    return () => clearTimeout(timer);
  }, [field, isReady, goTo]);
}
