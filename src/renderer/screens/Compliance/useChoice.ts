import { useState } from 'react';
import type { Choice } from './choices.ts';

/**
 * What is chosen in one box of a look-up and what is wrong with it, with the props of its `SuggestBox`; another choice
 * runs `forget`, since the last answer no longer fits.
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
    /** Says that something is to be chosen here, unless it is said what is wrong already. */
    require: (message: string) => void (value || error || onError(message)),
    box: { name, value, error, onError, onChange },
  };
}
