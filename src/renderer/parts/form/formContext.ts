import { type ComponentType, createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Account } from '../../../shared/directory/account.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import type { Fix } from '../../../shared/finding.ts';
import type { Undo } from '../../state/records/recordSession.ts';
import { type Note, type NotesByField, noNotes } from './place.ts';

export type ReadStore<T> = Pick<StoreApi<T>, 'getState' | 'getInitialState' | 'subscribe'>;

/** A record that fields show and edit; a `RecordSession` also saves it. */
export interface EditableRecord {
  store: ReadStore<{ record: DraftRecord }>;
  /** Changes the record; with `undo` as a step that can be reverted. */
  edit(change: (record: DraftRecord) => DraftRecord, undo?: Undo): void;
}

/** A finding by its code, and the label of its fix; null if it has none. */
export interface FindingToFix {
  code: string;
  label: string | null;
}

/** The form around a field; all of it stays the same while the form is open. */
export interface FormParts {
  session: EditableRecord;
  account: Account;
  /** Null if nothing checks the record. */
  validation: {
    notes: ReadStore<NotesByField>;
    applyFix(fix: Fix): void;
    /** Buttons that offer to fix a finding in all records that have it. */
    FixAll?: ComponentType<FindingToFix> | undefined;
  } | null;
}

export const FormContext = createContext<FormParts | null>(null);

export function useForm(): FormParts {
  const parts = useContext(FormContext);
  if (!parts) throw new Error('A field of a form was rendered outside of it.');
  return parts;
}

/** A part of the record in this window; compared by identity, so select primitives or values that the record holds. */
export function useRecordPart<T>(select: (record: DraftRecord) => T): T {
  return useStore(useForm().session.store, (state) => select(state.record));
}

/** The value at a path of the record in this window. */
export function useValue(path: string): DraftRecord[string] | undefined {
  return useRecordPart((record) => getAt(record, path));
}

/** The notes that are shown beside a control at present. */
export function useNotes(field: string): readonly Note[] {
  return useStore(useForm().validation?.notes ?? unchecked, (notes) => notes.get(field) ?? noNotes);
}

const unchecked: ReadStore<NotesByField> = createStore(() => new Map());
