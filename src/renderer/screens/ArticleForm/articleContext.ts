import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Draft } from '../../../shared/draft/draft.ts';
import type { Journals } from '../../state/data/journals.ts';
import type { RecordSession } from '../../state/records/recordSession.ts';

interface ArticleParts {
  session: RecordSession<Draft>;
  journals: Journals;
  /** The user unlocked the DOI and the full-text address of an article that was sent. */
  isUnlocked: boolean;
  /** Asks whether to unlock them; then the field with this id gets the focus. */
  unlock: (id: string) => void;
}

/** Extends the form around a field with the parts that only an article has. */
export const ArticleContext = createContext<ArticleParts | null>(null);

export function useArticle(): ArticleParts {
  const parts = useContext(ArticleContext);
  if (!parts) throw new Error('A control of the article form was rendered outside of it.');
  return parts;
}

/** A part of the draft as main has it. */
export function useDraftPart<T>(select: (draft: Draft) => T): T {
  // The form opens once its draft is loaded.
  return useStore(useArticle().session.store, (state) => select(state.draft!));
}
