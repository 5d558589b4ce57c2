import { createContext, useContext } from 'react';
import type { Account } from '../../../shared/account.ts';
import type { Draft, DraftRecord } from '../../../shared/draft.ts';
import type { Fix } from '../../../shared/finding.ts';
import type { Undo } from './draftSession.ts';
import type { Journals } from './useJournals.ts';

/** Something to be said beside a field: a finding of the rules, or what the directory answered. */
export interface Note {
  key: string;
  severity: 'error' | 'warning' | 'ignored';
  message: string;
  help: string;
  fix?: Fix;
  /** The directory's own words, and its reference code. */
  details?: string;
}

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
