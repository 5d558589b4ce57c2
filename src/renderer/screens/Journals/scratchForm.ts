import { createStore } from 'zustand/vanilla';
import type { Application } from '../../../shared/application/applicationDraft.ts';
import type { Account } from '../../../shared/directory/account.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { createFormView, type FormParts } from '../../parts/application/formView.ts';
import type { RecordSession, RecordState } from '../../state/recordSession.ts';

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
