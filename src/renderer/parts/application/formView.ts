import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Application, ValueDifference } from '../../../shared/application/applicationDraft.ts';
import type { IgnoredValue } from '../../../shared/application/updateRequest.ts';
import type { Account } from '../../../shared/directory/account.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import type { Fix } from '../../../shared/finding.ts';
import type { RecordSession } from '../../state/recordSession.ts';
import { sameJson } from '../../state/sameJson.ts';
import { type Note, noNotes } from '../form/place.ts';

/** What the fields of the form show beside their values, each under its path: a field is drawn anew only where its own part changed. */
export interface FormView {
  notes: ReadonlyMap<string, readonly Note[]>;
  /** What an Update Request would change. */
  changes: ReadonlyMap<string, ValueDifference>;
  /** What the directory would not take. */
  ignored: ReadonlyMap<string, IgnoredValue>;
  /** What the directory stored otherwise than it was sent. */
  stored: ReadonlyMap<string, ValueDifference>;
  /** Whether it is about a journal of the directory. */
  isUpdate: boolean;
  /** That journal as the directory has it; null for a new application, and until it was fetched. */
  base: DraftRecord | null;
  isSideBySide: boolean;
  isChangesOnly: boolean;
}

/** What stays the same while a form is open. */
export interface FormParts {
  session: RecordSession<Application>;
  account: Account;
  view: StoreApi<FormView>;
  applyFix(fix: Fix): void;
  /** Gives a field the directory's value again; can be undone. */
  takeBack(path: string): void;
  /** Opens the message to the operator about these paths. */
  writeMessage(paths: readonly string[]): void;
}

export const FormContext = createContext<FormParts | null>(null);

/** The form around a field. */
export function useForm(): FormParts {
  const parts = useContext(FormContext);
  if (!parts) throw new Error('A field of the application form stands outside of it.');
  return parts;
}

/** A view with nothing to say yet, beyond what is given. */
export function createFormView(known: Partial<FormView> = {}): StoreApi<FormView> {
  return createStore<FormView>(() => ({
    notes: new Map(),
    changes: new Map(),
    ignored: new Map(),
    stored: new Map(),
    isUpdate: false,
    base: null,
    isSideBySide: false,
    isChangesOnly: false,
    ...known,
  }));
}

/** `next` with the entries of `before` wherever they say the same, so that nothing is drawn anew for them. */
export function keepSame<T>(before: ReadonlyMap<string, T>, next: ReadonlyMap<string, T>): Map<string, T> {
  return new Map(
    [...next].map(([key, value]) => {
      const old = before.get(key);
      return [key, old !== undefined && sameJson(old, value) ? old : value];
    }),
  );
}

/** Part of the record as it stands in this window; compare by identity, so select values that the record holds. */
export function useRecordPart<T>(select: (record: DraftRecord) => T): T {
  return useStore(useForm().session.store, (state) => select(state.record));
}

/** The value at a path of the record as it stands in this window. */
export function useValue(path: string): DraftRecord[string] | undefined {
  return useRecordPart((record) => getAt(record, path));
}

/** A part of the view. */
export function useView<T>(select: (view: FormView) => T): T {
  return useStore(useForm().view, select);
}

/** What is said beside a field; of an ignored value the form says more than the rule. */
export function useNotes(field: string): readonly Note[] {
  return useView((view) => view.notes.get(field) ?? noNotes);
}
