import type { CallInput, CallOutput } from '../../../shared/contract/contract.ts';
import type { AppError } from '../../../shared/errors.ts';
import { useSettled } from '../../parts/useSettled.ts';
import { useCall } from '../../state/queries.ts';

const typingPauseMs = 300;

/** How many requests and how much time a matrix needs, computed when typing pauses. A null question is incomplete. */
export function useMatrixPlan(asked: CallInput<'matrix.plan'> | null): {
  answer: CallOutput<'matrix.plan'> | null;
  error: AppError | null;
} {
  const settled = useSettled(asked && JSON.stringify(asked), typingPauseMs);
  const input = asked && settled ? (JSON.parse(settled) as CallInput<'matrix.plan'>) : null;
  const { data, error } = useCall('matrix.plan', input, { keepsPrevious: true });
  return { answer: (input && !error && data) || null, error };
}
