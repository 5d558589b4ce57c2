import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  MessageBar,
  MessageBarBody,
  makeStyles,
  Spinner,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationPlan } from '../../../shared/application/applicationDraft.ts';
import { describe } from '../../../shared/i18n/describe.ts';
import { asAppError, call } from '../../state/client.ts';
import { formatNumber } from '../../state/format.ts';
import { showError } from '../../state/notices.ts';
import { ErrorPanel } from '../ErrorPanel.tsx';
import { useReturnOfFocus } from '../useReturnOfFocus.ts';
import { IgnoredList } from './IgnoredList.tsx';
import { OperatorDialog } from './OperatorDialog.tsx';
import { messageAbout } from './operatorWords.ts';
import { PlanDetails } from './PlanDetails.tsx';
import { useReview } from './useReview.ts';

const useStyles = makeStyles({
  surface: {
    maxWidth: '760px',
    width: 'calc(100vw - 16px)',
    '@media (max-width: 480px)': { padding: tokens.spacingHorizontalM },
  },
  content: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: tokens.spacingVerticalM },
  waiting: { justifyContent: 'start', paddingBlock: tokens.spacingVerticalXL },
  actions: { '@media (max-width: 480px)': { gridColumnStart: 1 } },
});

/**
 * What sending these applications would do, before anything is sent: created, updated or overwritten, or why it stays
 * here; the one list of what will be ignored; what changes. What is not held back can then be sent.
 */
export function ReviewAndSend(props: { accountId: string; ids: readonly number[]; onClose: () => void }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { accountId, ids, onClose } = props;
  const { plans, unasked, error, isBusy, isSending, again, send } = useReview(accountId, ids, onClose);
  const [message, setMessage] = useState<{ subject: string; body: string } | null>(null);
  const going = (plans ?? []).filter(({ action }) => action !== 'held-back');
  const canSend = going.length > 0 && !isBusy && !isSending;
  useReturnOfFocus();
  const write = async (plan: ApplicationPlan) => {
    try {
      setMessage(messageAbout(await call('applications.get', { id: plan.id }), plan.ignored));
    } catch (thrown) {
      showError(asAppError(thrown));
    }
  };
  return (
    <>
      <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
        <DialogSurface className={styles.surface}>
          <DialogBody>
            <DialogTitle>{titleOf(ids.length, plans, t)}</DialogTitle>
            <DialogContent className={styles.content} aria-busy={isBusy}>
              {error && (
                <ErrorPanel error={error} actions={<Button onClick={again}>{t('common.tryAgain')}</Button>} />
              )}
              <div role="status">
                {!plans && isBusy && (
                  <Spinner className={styles.waiting} label={t('application.review.waiting')} />
                )}
                {plans && plans.length > 1 && <Numbers plans={plans} going={going.length} />}
              </div>
              {unasked !== null && (
                <MessageBar intent="warning" layout="multiline">
                  <MessageBarBody>
                    {t('application.review.unasked', { why: describe(unasked) })}
                  </MessageBarBody>
                </MessageBar>
              )}
              {plans && (
                <IgnoredList
                  // Of several, what stays here is not sent, and so nothing of it ignored.
                  plans={plans.length === 1 ? plans : going}
                  isOne={plans.length === 1}
                  onWrite={(plan) => void write(plan)}
                />
              )}
              {plans?.map((plan) => (
                <PlanDetails key={plan.id} plan={plan} isAlone={plans.length === 1} />
              ))}
            </DialogContent>
            <DialogActions className={styles.actions}>
              <Button onClick={onClose}>{t('application.review.notNow')}</Button>
              <Button
                appearance="primary"
                disabledFocusable={!canSend}
                onClick={() => canSend && void send(going)}
              >
                {isSending ? t('application.review.sending') : sendLabel(going.length, ids.length, t)}
              </Button>
            </DialogActions>
          </DialogBody>
        </DialogSurface>
      </Dialog>
      {message && <OperatorDialog message={message} onClose={() => setMessage(null)} />}
    </>
  );
}

type Words = ReturnType<typeof useTranslation>['t'];

function titleOf(count: number, plans: readonly ApplicationPlan[] | null, t: Words): string {
  if (count > 1) return t('application.review.title.many', { n: formatNumber(count) });
  return t(`application.review.title.${plans?.[0]?.kind ?? 'update'}`);
}

function sendLabel(going: number, all: number, t: Words): string {
  return all === 1
    ? t('application.review.send')
    : t('application.review.sendCount', { n: formatNumber(going) });
}

function Numbers(props: { plans: readonly ApplicationPlan[]; going: number }) {
  const { t } = useTranslation();
  const held = props.plans.length - props.going;
  const counts = { going: formatNumber(props.going), held: formatNumber(held) };
  return <p>{t(held > 0 ? 'application.review.numbersHeld' : 'application.review.numbers', counts)}</p>;
}
