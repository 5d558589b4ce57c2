import { createStore } from 'zustand/vanilla';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { EditableRecord } from '../../parts/form/formContext.ts';

/** Creates a record for the fields of a form that is not saved; `onEdit` receives it after every change. */
export function createUnsavedRecord(onEdit: (record: DraftRecord) => void): EditableRecord {
  const store = createStore<{ record: DraftRecord }>(() => ({ record: {} }));
  return {
    store,
    edit(change) {
      const record = change(store.getState().record);
      store.setState({ record });
      onEdit(record);
    },
  };
}
