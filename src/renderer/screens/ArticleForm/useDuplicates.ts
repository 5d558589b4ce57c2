import { useCallback, useEffect, useState } from 'react';
import { articleKeys } from '../../../shared/article/articleKeys.ts';
import type { Draft, Duplicate } from '../../../shared/draft/draft.ts';
import type { AppError } from '../../../shared/errors.ts';
import { asAppError, call } from '../../state/client.ts';

interface Duplicates {
  /** null: not searched yet. */
  found: readonly Duplicate[] | null;
  /** Where the last search looked: only on this computer, or in the directory too. */
  asked: 'here' | 'directory' | null;
  isBusy: boolean;
  error: AppError | null;
  look(): Promise<void>;
  askDirectory(): Promise<void>;
}

/** Other records with the DOI or the address of the saved draft; the search runs again whenever these change. */
export function useDuplicates(draft: Draft): Duplicates {
  const [state, setState] = useState<Pick<Duplicates, 'found' | 'asked' | 'isBusy' | 'error'>>({
    found: null,
    asked: null,
    isBusy: false,
    error: null,
  });
  const { id } = draft;
  const keys = articleKeys(draft.record);

  const ask = useCallback(
    async (name: 'drafts.duplicates' | 'drafts.askDirectory', asked: Duplicates['asked']) => {
      setState((before) => ({ ...before, isBusy: asked !== null, error: null }));
      try {
        const found = await call(name, { id });
        setState((before) => ({ found, asked: asked ?? before.asked, isBusy: false, error: null }));
      } catch (thrown) {
        setState((before) => ({
          ...before,
          isBusy: false,
          error: asked === null ? null : asAppError(thrown),
        }));
      }
    },
    [id],
  );

  useEffect(() => {
    if (keys.doi !== null || keys.url !== null) void ask('drafts.duplicates', null);
    else setState((before) => ({ ...before, found: null, asked: null }));
  }, [keys.doi, keys.url, ask]);

  return {
    ...state,
    look: () => ask('drafts.duplicates', 'here'),
    askDirectory: () => ask('drafts.askDirectory', 'directory'),
  };
}
