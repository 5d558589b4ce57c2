import { useEffect, useState } from 'react';
import type { CallInput, CallOutput } from '../../../shared/contract/contract.ts';
import type { AppError } from '../../../shared/errors.ts';
import { asAppError, call } from '../../state/client.ts';

const typingPause = 300;

interface Plan {
  answer: CallOutput<'matrix.plan'> | null;
  error: AppError | null;
}
const none: Plan = { answer: null, error: null };

/** What asking would mean in requests and time; typing is waited for. null: the question is not whole. */
export function useMatrixPlan(asked: CallInput<'matrix.plan'> | null): Plan {
  const [plan, setPlan] = useState(none);
  const key = JSON.stringify(asked);
  useEffect(() => {
    const given = JSON.parse(key) as CallInput<'matrix.plan'> | null;
    let isOver = false;
    if (given === null) {
      setPlan(none);
      return;
    }
    const timer = setTimeout(() => {
      call('matrix.plan', given).then(
        (answer) => !isOver && setPlan({ answer, error: null }),
        (error: unknown) => !isOver && setPlan({ answer: null, error: asAppError(error) }),
      );
    }, typingPause);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [key]);
  return plan;
}
