import { useCallback, useEffect, useMemo } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { blankApplication } from '../../../shared/application/application.ts';
import type { Application } from '../../../shared/application/applicationDraft.ts';
import { readApplicationErrors } from '../../../shared/application/applicationErrors.ts';
import { checkApplication } from '../../../shared/application/applicationRules.ts';
import { changesOf, ignoredValues } from '../../../shared/application/updateRequest.ts';
import type { Account } from '../../../shared/directory/account.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { UpdateView } from '../../parts/application/updateView.ts';
import type { FormFinding } from '../../parts/form/useRefusal.ts';
import { keepSame, useDeferredRecord, useValidation } from '../../parts/form/useValidation.ts';
import { useLanguage } from '../../parts/useLanguage.ts';
import type { Journals } from '../../state/journals.ts';
import type { RecordSession } from '../../state/recordSession.ts';
import { applicationForm } from './applicationDefinition.ts';

/** The findings of an application, and what it changes of its journal; `view` follows both. */
export function useApplicationValidation(props: {
  session: RecordSession<Application>;
  application: Application;
  account: Account;
  journals: Journals;
  view: StoreApi<UpdateView>;
}) {
  const { application, view } = props;
  const { base, differences, kind } = application;
  const { dialect } = props.account;
  const { known } = props.journals;
  const record = useDeferredRecord(props.session.store);
  const language = useLanguage();
  const changes = useMemo(
    () => (base ? changesOf(base, record, dialect) : []),
    [language, base, record, dialect],
  );
  const ignored = useMemo(
    () => (base ? ignoredValues(base, record, dialect) : []),
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
    () => ({ dialect, journals: known, journal: base ?? undefined, now: new Date() }),
    [dialect, known, base],
  );
  const validation = useValidation({
    saved: application,
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
      // The field shows both values and a button to take the change back.
      return ({ code, severity, field }: FormFinding) =>
        (code === 'value-cleared' && changed!.has(field)) || (severity === 'ignored' && kept!.has(field));
    }, [changes, ignored]),
  });
  return { ...validation, changes, ignored, record };
}

function byPath<T extends { path: string }>(list: readonly T[]): Map<string, T> {
  return new Map(list.map((one) => [one.path, one]));
}
