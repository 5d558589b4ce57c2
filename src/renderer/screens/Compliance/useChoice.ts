import { useState } from 'react';
import type { Choice } from './choices.ts';

/**
 * The choice in one box of a look-up and its problem, with the props of its `SuggestBox`. Another choice runs `forget`,
 * because the last answer no longer fits.
 */
export function useChoice(name: string, forget: () => void) {
  const [value, setValue] = useState<Choice | null>(null);
  const [error, onError] = useState('');
  const onChange = (choice: Choice | null) => {
    setValue(choice);
    forget();
  };
  return {
    value,
    error,
    /** Reports that a choice is missing, unless another problem is shown already. */
    require: (message: string) => void (value || error || onError(message)),
    box: { name, value, error, onError, onChange },
  };
}
