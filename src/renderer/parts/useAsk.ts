import { useState } from 'react';
import type { CallInput, CallName, CallOutput } from '../../shared/contract/contract.ts';
import { asAppError, call } from '../state/client.ts';
import { showError } from '../state/notices.ts';

/** Asks main once at a time; what goes wrong is told above the screen. */
export function useAsk<N extends CallName>(
  name: N,
  input: CallInput<N>,
  onDone?: (answer: CallOutput<N>) => void,
): { isBusy: boolean; run: () => void } {
  const [isBusy, setBusy] = useState(false);
  const run = () => {
    if (isBusy) return;
    setBusy(true);
    call(name, input)
      .then((answer) => onDone?.(answer))
      .catch((error) => showError(asAppError(error)))
      .finally(() => setBusy(false));
  };
  return { isBusy, run };
}
