import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { EventData } from '../../../shared/contract/contract.ts';
import type { Selection } from '../../../shared/draft/draft.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Plan, RemoteState } from '../../../shared/upload/upload.ts';
import { asAppError, call, onEvent } from '../../state/data/client.ts';
import { refreshJournals } from '../../state/data/journals.ts';

/** The progress of a plan in the making. */
export type PlanStage = Pick<EventData<'uploads.planning'>, 'stage' | 'done' | 'total'>;

interface State {
  plan: Plan | null;
  there: RemoteState | null;
  stage: PlanStage | null;
  error: AppError | null;
  /** The drafts are being checked; `isLooking`: the directory is being asked. */
  isBusy: boolean;
  isLooking: boolean;
}

const nothing: State = { plan: null, there: null, stage: null, error: null, isBusy: true, isLooking: false };

/** Plans what sending would do, then asks for the directory's records if `looksFirst`; closing cancels it. */
export function useSendPlan(
  accountId: string,
  selection: Selection,
  options: {
    includeUnchanged: boolean;
    includeHardToFind: boolean;
    includeDeleted: boolean;
    takesSnapshots: boolean;
    looksFirst: boolean;
  },
) {
  const { includeUnchanged, includeHardToFind, includeDeleted, takesSnapshots, looksFirst } = options;
  const [state, setState] = useState(nothing);
  const choice = useMemo(
    () => JSON.stringify([selection, includeUnchanged, includeHardToFind, includeDeleted]),
    [selection, includeUnchanged, includeHardToFind, includeDeleted],
  );
  /** The choice for which the directory was asked, or that was skipped. */
  const lookedFor = useRef<string | null>(null);
  const hasFetched = useRef(false);
  const watched = useRef<string | null>(null);

  /** Cancels planning, here and in main. */
  const leave = useCallback(() => {
    const watch = watched.current;
    watched.current = null;
    if (watch !== null) void call('uploads.leavePlan', { watch }).catch(() => undefined);
  }, []);

  const ask = useCallback(
    async (look: boolean): Promise<Plan | null> => {
      leave();
      const watch = newName();
      watched.current = watch;
      const isMine = () => watched.current === watch;
      setState((before) => ({ ...before, stage: null, error: null, isBusy: !look, isLooking: look }));
      const stop = onEvent('uploads.planning', ({ watch: whose, ...stage }) => {
        // The drafts are checked before and after this stage too, but the user is waiting for the directory then.
        if (look && stage.stage === 'checking') return;
        if (whose === watch && isMine()) setState((before) => ({ ...before, stage }));
      });
      try {
        const include = { includeUnchanged, includeHardToFind, includeDeleted };
        const wanted = { accountId, selection, ...include, takesSnapshots };
        const plan = await call('uploads.plan', { ...wanted, look, watch });
        if (!isMine()) return null;
        watched.current = null;
        // What was found out about other drafts says nothing about these.
        const isSame = lookedFor.current === choice;
        setState((before) => ({
          ...before,
          ...ready,
          plan,
          there: plan.there ?? (isSame ? before.there : null),
        }));
        return plan;
      } catch (error) {
        if (isMine()) setState((before) => ({ ...before, ...ready, error: asAppError(error) }));
        return null;
      } finally {
        stop();
      }
    },
    [
      accountId,
      selection,
      choice,
      includeUnchanged,
      includeHardToFind,
      includeDeleted,
      takesSnapshots,
      leave,
    ],
  );

  /** Asks the directory for the account's journals; returns false if the user did not wait for them. */
  const fetchJournals = useCallback(async (): Promise<boolean> => {
    const watch = newName();
    watched.current = watch;
    setState((before) => ({ ...before, stage: null, isLooking: true }));
    await refreshJournals(accountId);
    return watched.current === watch;
  }, [accountId]);

  const look = useCallback(async () => {
    if (await ask(true)) lookedFor.current = choice;
  }, [ask, choice]);
  const make = useCallback(async () => {
    let plan = await ask(false);
    if (!plan || lookedFor.current === choice || !looksFirst || plan.toSend === 0) return;
    if (plan.unchecked.includes('journals') && !hasFetched.current) {
      hasFetched.current = true;
      if (!(await fetchJournals())) return;
      plan = await ask(false);
    }
    if (!plan || plan.toSend === 0) return;
    if (await ask(true)) lookedFor.current = choice;
  }, [ask, fetchJournals, looksFirst, choice]);
  const skip = useCallback(() => {
    lookedFor.current = choice;
    leave();
    setState((before) => ({ ...before, ...ready }));
  }, [leave, choice]);

  useEffect(() => {
    void make();
    return leave;
  }, [make, leave]);
  return { ...state, again: make, look, skip };
}

const ready = { stage: null, isBusy: false, isLooking: false } as const;

let names = 0;
/** Returns a name that no other window uses. */
function newName(): string {
  names += 1;
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}-${names}`;
}
