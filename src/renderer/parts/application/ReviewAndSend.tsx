import { makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { ApplicationPlan } from '../../../shared/application/applicationDraft.ts';
import { describe } from '../../../shared/i18n/describe.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { asAppError, call } from '../../state/client.ts';
import { formatNumber } from '../../state/format.ts';
import { showError } from '../../state/notices.ts';
import { AppDialog } from '../AppDialog.tsx';
import { Callout } from '../Callout.tsx';
import { IgnoredList } from './IgnoredList.tsx';
import { OperatorDialog } from './OperatorDialog.tsx';
import { messageAbout } from './operatorWords.ts';
import { PlanDetails } from './PlanDetails.tsx';
import { useReview } from './useReview.ts';

const useStyles = makeStyles({
  waiting: { justifyContent: 'start', paddingBlock: tokens.spacingVerticalXL },
});

/** Shows what sending these applications would do, then sends those that are not held back. */
export function ReviewAndSend(props: { accountId: string; ids: readonly number[]; onClose: () => void }) {
  const styles = useStyles();
  const { accountId, ids, onClose } = props;
  const { plans, unasked, error, isBusy, isSending, again, send } = useReview(accountId, ids, onClose);
  const [message, setMessage] = useState<{ subject: string; body: string } | null>(null);
  const going = (plans ?? []).filter(({ action }) => action !== 'held-back');
  const write = async (plan: ApplicationPlan) => {
    try {
      setMessage(messageAbout(await call('applications.get', { id: plan.id }), plan.ignored));
    } catch (thrown) {
      showError(asAppError(thrown));
    }
  };
  return (
    <>
      <AppDialog
        title={titleOf(ids.length, plans)}
        maxWidth="760px"
        isLoading={isBusy}
        error={error}
        onRetry={again}
        close={t('application.review.notNow')}
        action={{
          label: isSending ? t('application.review.sending') : sendLabel(going.length, ids.length),
          isDisabled: going.length === 0 || isBusy || isSending,
          run: () => send(going),
        }}
        onClose={onClose}
      >
        <div role="status">
          {!plans && isBusy && <Spinner className={styles.waiting} label={t('application.review.waiting')} />}
          {plans && plans.length > 1 && <Numbers plans={plans} going={going.length} />}
        </div>
        {unasked !== null && (
          <Callout intent="warning">{t('application.review.unasked', { why: describe(unasked) })}</Callout>
        )}
        {plans && (
          <IgnoredList
            // Of several applications, those held back are not sent, so nothing of them is ignored.
            plans={plans.length === 1 ? plans : going}
            isOne={plans.length === 1}
            onWrite={(plan) => void write(plan)}
          />
        )}
        {plans?.map((plan) => (
          <PlanDetails key={plan.id} plan={plan} isAlone={plans.length === 1} />
        ))}
      </AppDialog>
      {message && <OperatorDialog message={message} onClose={() => setMessage(null)} />}
    </>
  );
}

function titleOf(count: number, plans: readonly ApplicationPlan[] | null): string {
  if (count > 1) return t('application.review.title.many', { n: formatNumber(count) });
  return t(`application.review.title.${plans?.[0]?.kind ?? 'update'}`);
}

function sendLabel(going: number, all: number): string {
  return all === 1
    ? t('application.review.send')
    : t('application.review.sendCount', { n: formatNumber(going) });
}

function Numbers(props: { plans: readonly ApplicationPlan[]; going: number }) {
  const held = props.plans.length - props.going;
  const counts = { going: formatNumber(props.going), held: formatNumber(held) };
  return <p>{t(held > 0 ? 'application.review.numbersHeld' : 'application.review.numbers', counts)}</p>;
}
