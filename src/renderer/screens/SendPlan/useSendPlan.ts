import { useCallback, useEffect, useRef, useState } from 'react';
import type { Selection } from '../../../shared/draft.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Plan } from '../../../shared/upload.ts';
import { asAppError, call } from '../../client.ts';

/** What sending would do; the plan before stays while a new one is made. */
export function useSendPlan(
  accountId: string,
  selection: Selection,
  { includeUnchanged, keepEarlier }: { includeUnchanged: boolean; keepEarlier: boolean },
) {
  const [state, setState] = useState<{ plan: Plan | null; error: AppError | null; isBusy: boolean }>({
    plan: null,
    error: null,
    isBusy: true,
  });
  const turn = useRef(0);
  const make = useCallback(async () => {
    const mine = ++turn.current;
    setState((before) => ({ ...before, isBusy: true, error: null }));
    try {
      const plan = await call('uploads.plan', { accountId, selection, includeUnchanged, keepEarlier });
      if (mine === turn.current) setState({ plan, error: null, isBusy: false });
    } catch (error) {
      if (mine === turn.current)
        setState((before) => ({ ...before, error: asAppError(error), isBusy: false }));
    }
  }, [accountId, selection, includeUnchanged, keepEarlier]);
  useEffect(() => void make(), [make]);
  return { ...state, again: make };
}
