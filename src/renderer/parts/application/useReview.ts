import { useCallback, useEffect, useState } from 'react';
import type { ApplicationPlan } from '../../../shared/application/applicationDraft.ts';
import { countWithMore } from '../../../shared/countFindings.ts';
import type { AppError } from '../../../shared/errors.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import type { Message } from '../../../shared/message.ts';
import { announce } from '../../state/announce.ts';
import { asAppError, call } from '../../state/client.ts';

/** Fetches the plan of sending when the dialog opens, and sends the applications that are not held back. */
export function useReview(accountId: string, ids: readonly number[], onSent: () => void) {
  const [asked] = useState(() => [...ids]);
  const [plans, setPlans] = useState<readonly ApplicationPlan[] | null>(null);
  const [unasked, setUnasked] = useState<Message | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [isBusy, setBusy] = useState(true);
  const [isSending, setSending] = useState(false);

  const ask = useCallback(async () => {
    setBusy(true);
    try {
      const answer = await call('applications.plan', { accountId, ids: asked });
      setPlans(answer.plans);
      setUnasked(answer.unasked);
    } catch (thrown) {
      setError(asAppError(thrown));
    }
    setBusy(false);
  }, [accountId, asked]);
  useEffect(() => void ask(), [ask]);

  const again = () => {
    setError(null);
    void ask();
  };
  const send = async (seen: readonly ApplicationPlan[]) => {
    setSending(true);
    setError(null);
    try {
      const seenIgnored = seen.reduce((sum, plan) => sum + countWithMore(plan.ignored), 0);
      await call('applications.send', { accountId, ids: seen.map(({ id }) => id), seenIgnored });
      announce(t('application.review.queued', { count: seen.length }));
      onSent();
    } catch (thrown) {
      setError(asAppError(thrown));
      setSending(false);
      // The plan may have changed.
      void ask();
    }
  };
  return { plans, unasked, error, isBusy, isSending, again, send };
}
