import { useCallback, useEffect, useMemo } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { blankApplication } from '../../../shared/application/application.ts';
import type { Application } from '../../../shared/application/applicationDraft.ts';
import { readApplicationErrors } from '../../../shared/application/applicationErrors.ts';
import { checkApplication } from '../../../shared/application/applicationRules.ts';
import { canStaffStore, changesOf, ignoredValues } from '../../../shared/application/updateRequest.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { applicationForm } from '../../parts/application/applicationDefinition.ts';
import type { UpdateView } from '../../parts/application/updateView.ts';
import type { Opened } from '../../parts/form/OpenRecord.tsx';
import type { FormFinding } from '../../parts/form/useRefusal.ts';
import { keepSame, useValidation } from '../../parts/form/useValidation.ts';
import { useLanguage } from '../../parts/texts/useLanguage.ts';
import type { Journals } from '../../state/data/journals.ts';
import { useCall } from '../../state/data/queries.ts';

/** The findings of an application, and its changes to the journal; `view` follows both. */
export function useApplicationValidation(props: {
  opened: Opened<Application>;
  /** The record in this window, from `useDeferredRecord`. */
  record: DraftRecord;
  /** The journals of the account, if all of them are known. */
  journals: Journals['known'];
  view: StoreApi<UpdateView>;
}) {
  const { record, journals, view } = props;
  const { saved, account } = props.opened;
  const { base, differences, kind } = saved;
  const { dialect } = account;
  const language = useLanguage();
  const profile = useCall('accounts.profile', { id: account.id }).data?.profile;
  const changes = useMemo(
    () => (base ? changesOf(base, record, { dialect, profile }) : []),
    [language, base, record, dialect, profile],
  );
  const ignored = useMemo(
    // The finding about a second licence display says all and has a fix.
    () => (base ? ignoredValues(base, record, dialect).filter(canStaffStore) : []),
    [language, base, record, dialect],
  );
  useEffect(() => {
    const before = view.getState();
    view.setState({
      isUpdate: kind === 'update',
      base,
      changes: keepSame(before.changes, byPath(changes)),
      ignored: keepSame(before.ignored, byPath(ignored)),
      stored: keepSame(before.stored, byPath(differences)),
    });
  }, [view, changes, ignored, base, differences, kind]);

  const context = useMemo(
    () => ({ dialect, journals, journal: base ?? undefined, now: new Date(), profile }),
    [dialect, journals, base, profile],
  );
  const validation = useValidation({
    saved,
    record,
    blank: blankApplication(dialect),
    form: applicationForm,
    validate: useCallback((one: DraftRecord) => checkApplication(one, context), [context]),
    readRefusal: useCallback(
      (words: string, refused: DraftRecord) => readApplicationErrors(words, { record: refused, context }),
      [context],
    ),
    isReportedByField: useMemo(() => {
      const [changed, kept] = [changes, ignored].map((list) => new Set<string>(list.map(({ path }) => path)));
      // The field shows both values and a button to revert the change.
      return ({ code, severity, field }: FormFinding) =>
        (code === 'value-cleared' && changed!.has(field)) || (severity === 'ignored' && kept!.has(field));
    }, [changes, ignored]),
  });
  return { ...validation, changes, ignored };
}

function byPath<T extends { path: string }>(list: readonly T[]): Map<string, T> {
  return new Map(list.map((one) => [one.path, one]));
}
