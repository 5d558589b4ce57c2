import { createStore } from 'zustand/vanilla';
import type { Account } from '../../../shared/account.ts';
import type { Application } from '../../../shared/applicationDraft.ts';
import type { DraftRecord } from '../../../shared/draft.ts';
import type { RecordSession, RecordState } from '../../state/recordSession.ts';
import { createFormView, type FormParts } from '../ApplicationForm/formView.ts';

/** What the fields of the application form need around them, over a record that is kept nowhere; `onEdit` hears of every change. */
export function createScratchForm(account: Account, onEdit: (record: DraftRecord) => void): FormParts {
  const store = createStore<RecordState<Application>>(() => ({
    draft: null,
    record: {},
    base: {},
    saving: 'clean',
    savedAt: null,
    error: null,
    conflict: null,
    restored: false,
    undo: null,
  }));
  const edit = (change: (record: DraftRecord) => DraftRecord) => {
    const record = change(store.getState().record);
    store.setState({ record });
    onEdit(record);
  };
  const settled = async () => {};
  const session: RecordSession<Application> = {
    store,
    load: settled,
    edit,
    editWithUndo: edit,
    takeBack: () => {},
    flush: settled,
    resolve: (record) => edit(() => record),
    dispose: () => {},
  };
  return {
    session,
    account,
    view: createFormView(),
    applyFix: () => {},
    takeBack: () => {},
    writeMessage: () => {},
  };
}
