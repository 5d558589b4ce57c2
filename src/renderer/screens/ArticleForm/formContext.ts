import { createContext, useContext } from 'react';
import type { Account } from '../../../shared/directory/account.ts';
import type { Draft, DraftRecord } from '../../../shared/draft/draft.ts';
import type { Fix } from '../../../shared/finding.ts';
import type { Note } from '../../parts/form/place.ts';
import type { Journals } from '../../parts/useJournals.ts';
import type { Undo } from '../../state/recordSession.ts';

export interface FormParts {
  draft: Draft;
  account: Account;
  journals: Journals;
  record: DraftRecord;
  edit(change: (record: DraftRecord) => DraftRecord): void;
  editWithUndo(change: (record: DraftRecord) => DraftRecord, undo: Undo): void;
  /** What is shown beside a field at present; the same empty list where there is nothing. */
  notes(field: string): readonly Note[];
  applyFix(fix: Fix): void;
}

export const FormContext = createContext<FormParts | null>(null);

/** The form around a section. */
export function useForm(): FormParts {
  const parts = useContext(FormContext);
  if (!parts) throw new Error('A section of the article form stands outside of it.');
  return parts;
}
