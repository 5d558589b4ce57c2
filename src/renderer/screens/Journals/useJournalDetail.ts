import { useCallback, useEffect, useRef, useState } from 'react';
import type { JournalDetail } from '../../../shared/contract/contract.ts';
import type { AppError } from '../../../shared/errors.ts';
import { asAppError, call, onEvent } from '../../state/client.ts';
import { createRefresher } from '../../state/refresher.ts';
import { useSession } from '../../state/session.ts';

interface Held {
  detail: JournalDetail | null;
  error: AppError | null;
  isBusy: boolean;
}

/** A journal with its record and what of it is here, kept fresh as drafts and applications change; `refresh` asks the directory. */
export function useJournalDetail(journalId: string): Held & { refresh: () => Promise<boolean> } {
  const accountId = useSession((session) => session.account?.id);
  const generation = useSession((session) => session.generation);
  const [held, setHeld] = useState<Held>({ detail: null, error: null, isBusy: true });
  const turn = useRef(0);

  const load = useCallback(
    async (fresh: boolean): Promise<boolean> => {
      if (accountId === undefined) return false;
      const mine = ++turn.current;
      try {
        const detail = await call('journals.get', { accountId, id: journalId, fresh });
        if (mine === turn.current) setHeld({ detail, error: null, isBusy: false });
        return true;
      } catch (error) {
        if (mine === turn.current)
          setHeld(({ detail }) => ({ detail, error: asAppError(error), isBusy: false }));
        return false;
      }
    },
    [accountId, journalId],
  );

  useEffect(() => {
    // Asked again when Colophon comes back.
    if (generation < 0) return;
    void load(false);
  }, [load, generation]);

  useEffect(() => {
    const again = createRefresher(async () => void (await load(false)), 500);
    const isOurs = (event: { accountId: string }) => event.accountId === accountId && again();
    const stops = [
      onEvent('journals.changed', isOurs),
      onEvent('applications.changed', isOurs),
      onEvent('drafts.changed', isOurs),
    ];
    return () => {
      turn.current++;
      for (const stop of stops) stop();
    };
  }, [load, accountId]);

  const refresh = useCallback(() => {
    setHeld((before) => ({ ...before, error: null, isBusy: true }));
    return load(true);
  }, [load]);
  return { ...held, refresh };
}
