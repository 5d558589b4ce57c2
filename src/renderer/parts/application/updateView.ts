import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ValueDifference } from '../../../shared/application/applicationDraft.ts';
import type { IgnoredValue } from '../../../shared/application/updateRequest.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';

/** The facts that fields of an Update Request show beside their values, by path: a field renders only if its own facts change. */
export interface UpdateView {
  changes: ReadonlyMap<string, ValueDifference>;
  ignored: ReadonlyMap<string, IgnoredValue>;
  /** The values that the directory stored differently from what was sent. */
  stored: ReadonlyMap<string, ValueDifference>;
  isUpdate: boolean;
  /** The journal as the directory has it; null for a new application, and until it was fetched. */
  base: DraftRecord | null;
  isSideBySide: boolean;
  isChangesOnly: boolean;
}

export interface UpdateParts {
  view: StoreApi<UpdateView>;
  /** Restores the directory's value of a field; can be reverted. */
  takeBack(path: string): void;
  /** Opens the message to the operator about these paths. */
  writeMessage(paths: readonly string[]): void;
}

/** Extends the form around a field with the parts that only an application has. */
export const UpdateContext = createContext<UpdateParts | null>(null);

export function useUpdate(): UpdateParts {
  const parts = useContext(UpdateContext);
  if (!parts) throw new Error('A part of the application form was rendered outside of it.');
  return parts;
}

/** A part of the view; of an empty view if no application is open. */
export function useView<T>(select: (view: UpdateView) => T): T {
  return useStore(useContext(UpdateContext)?.view ?? noUpdate, select);
}

/** A view without facts, except for the given ones. */
export function createUpdateView(known: Partial<UpdateView> = {}): StoreApi<UpdateView> {
  return createStore<UpdateView>(() => ({
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

const noUpdate = createUpdateView();
