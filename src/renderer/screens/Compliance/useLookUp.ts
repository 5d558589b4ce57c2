import { useState } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import { announce } from '../../state/announce.ts';
import { asAppError } from '../../state/client.ts';

/** A look-up and its answer, which is announced in the words that `wordsOf` returns. */
export function useLookUp<T>(wordsOf: (answer: T) => string) {
  const [state, setState] = useState<{ answer: T | null; error: AppError | null; isAsking: boolean }>({
    answer: null,
    error: null,
    isAsking: false,
  });
  const look = async (work: () => Promise<T>) => {
    setState({ answer: null, error: null, isAsking: true });
    try {
      const answer = await work();
      setState({ answer, error: null, isAsking: false });
      announce(wordsOf(answer));
    } catch (error) {
      setState({ answer: null, error: asAppError(error), isAsking: false });
    }
  };
  const forget = () => setState({ answer: null, error: null, isAsking: false });
  return { ...state, look, forget };
}
