import { useCallback } from 'react';
import { flushSync } from 'react-dom';
import type { StoreApi } from 'zustand/vanilla';
import type { Application } from '../../../shared/application/applicationDraft.ts';
import { takeBack as withJournalValue } from '../../../shared/application/updateRequest.ts';
import { getAt, removeAt, setAt } from '../../../shared/draft/fieldPath.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { applicationForm } from '../../parts/application/applicationDefinition.ts';
import type { UpdateView } from '../../parts/application/updateView.ts';
import { useFocusSoon, useGoToField } from '../../parts/form/useFormActions.ts';
import { announce } from '../../state/announce.ts';
import type { RecordSession } from '../../state/records/recordSession.ts';

/** The actions of the whole form: go to a field, or restore its value from the journal. */
export function useApplicationActions(session: RecordSession<Application>, view: StoreApi<UpdateView>) {
  const focusSoon = useFocusSoon(session, applicationForm);
  const goToField = useGoToField(session, applicationForm);
  const goTo = useCallback(
    (path: string) => {
      // The field may be hidden because only changes are shown.
      flushSync(() => view.setState({ isChangesOnly: false }));
      goToField(path);
    },
    [goToField, view],
  );

  const takeBack = useCallback(
    (path: string) => {
      const { record, draft } = session.store.getState();
      const base = draft?.base;
      if (!base) return;
      const before = getAt(record, path);
      const text = t('application.tookBack', { field: fieldText(path) });
      session.edit((one) => withJournalValue(base, one, path), {
        section: applicationForm.placeOf(path, record).section,
        text,
        revert: (one) => (before === undefined ? removeAt(one, path) : setAt(one, path, before)),
      });
      announce(text);
      focusSoon(path);
    },
    [session, t, focusSoon],
  );

  return { takeBack, goTo };
}
