import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application, ApplicationPlan } from '../../../shared/applicationDraft.ts';
import type { AppError } from '../../../shared/errors.ts';
import { asAppError, call } from '../../client.ts';
import { announce } from '../../parts/Announcer.tsx';

/** What sending would do, asked when the dialog opens, and the sending itself. */
export function useReview({ id, accountId }: Pick<Application, 'id' | 'accountId'>, onSent: () => void) {
  const { t } = useTranslation();
  const [plan, setPlan] = useState<ApplicationPlan | null>(null);
  const [unasked, setUnasked] = useState('');
  const [error, setError] = useState<AppError | null>(null);
  const [isBusy, setBusy] = useState(true);
  const [isSending, setSending] = useState(false);

  const ask = useCallback(async () => {
    setBusy(true);
    try {
      const answer = await call('applications.plan', { accountId, ids: [id] });
      setPlan(answer.plans[0] ?? null);
      setUnasked(answer.unasked);
    } catch (thrown) {
      setError(asAppError(thrown));
    }
    setBusy(false);
  }, [accountId, id]);
  useEffect(() => void ask(), [ask]);

  const again = () => {
    setError(null);
    void ask();
  };
  const send = async (seen: ApplicationPlan) => {
    setSending(true);
    setError(null);
    try {
      await call('applications.send', { accountId, ids: [id], seenIgnored: seen.ignored.length });
      announce(t('application.review.queued'));
      onSent();
    } catch (thrown) {
      setError(asAppError(thrown));
      setSending(false);
      // It may be that there is more to see by now.
      void ask();
    }
  };
  return { plan, unasked, error, isBusy, isSending, again, send };
}
