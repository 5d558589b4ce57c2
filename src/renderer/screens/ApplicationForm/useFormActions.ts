import { useCallback, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { StoreApi } from 'zustand/vanilla';
import type { Application } from '../../../shared/application/applicationDraft.ts';
import { takeBack as withJournalValue } from '../../../shared/application/updateRequest.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt, removeAt, setAt, applyFix as withFix } from '../../../shared/draft/fieldPath.ts';
import type { Fix } from '../../../shared/finding.ts';
import { fieldLabel } from '../../../shared/i18n/fieldLabel.ts';
import { placeOf } from '../../parts/application/fieldFacts.ts';
import type { FormView } from '../../parts/application/formView.ts';
import { focusField } from '../../parts/form/focusField.ts';
import { announce } from '../../state/announce.ts';
import type { RecordSession } from '../../state/recordSession.ts';
import { useRoute } from '../../state/route.ts';

/** What can be done from anywhere in the form: a fix, a change taken back, the way to a field. */
export function useFormActions(
  session: RecordSession<Application>,
  view: StoreApi<FormView>,
  isReady: boolean,
) {
  const { t } = useTranslation();
  /** A field that is not on screen because only changes are shown, is shown for this. */
  const goTo = useCallback(
    (path: string) => {
      const place = placeOf(path);
      flushSync(() => view.setState({ isChangesOnly: false }));
      focusField(place);
    },
    [view],
  );
  // After the field has been drawn anew: the button that was pressed is gone.
  const goSoon = useCallback((path: string) => requestAnimationFrame(() => focusField(placeOf(path))), []);

  const applyFix = useCallback(
    (fix: Fix) => {
      session.edit((record) => withFix(record, fix));
      announce(t('article.fixed', { fix: fix.label }));
      goSoon(fix.changes[0]!.path);
    },
    [session, t, goSoon],
  );

  const takeBack = useCallback(
    (path: string) => {
      const { record, draft } = session.store.getState();
      const base = draft?.base;
      if (!base) return;
      const before = getAt(record, path);
      const text = t('application.tookBack', { field: fieldLabel(path) });
      session.editWithUndo((one) => withJournalValue(base, one, path), {
        section: placeOf(path).section,
        text,
        take: (one: DraftRecord) => (before === undefined ? removeAt(one, path) : setAt(one, path, before)),
      });
      announce(text);
      goSoon(path);
    },
    [session, t, goSoon],
  );

  useFocusOnField(isReady, goTo);
  return { applyFix, takeBack, goTo };
}

/** Moves the focus to the field that the address names, once for each visit, when the form is as it will stay. */
function useFocusOnField(isReady: boolean, goTo: (path: string) => void): void {
  const route = useRoute((one) => one.route);
  const field = route.screen === 'update-requests' ? route.field : null;
  useEffect(() => {
    if (field === null || !isReady) return;
    // After whatever else takes the focus when the record opens.
    const timer = setTimeout(() => goTo(field));
    return () => clearTimeout(timer);
  }, [field, isReady, goTo]);
}
