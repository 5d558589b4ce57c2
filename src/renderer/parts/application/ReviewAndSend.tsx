import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { useCallback, useEffect, useState } from 'react';
import type { ApplicationPlan } from '../../../shared/application/applicationDraft.ts';
import { adoptChanges, canStaffStore, changesToAdopt } from '../../../shared/application/updateRequest.ts';
import type { AppError } from '../../../shared/errors.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { sinceText } from '../../../shared/i18n/sinceText.ts';
import type { Message } from '../../../shared/message.ts';
import { announce } from '../../state/announce.ts';
import { asAppError, call } from '../../state/data/client.ts';
import { showDone, showError } from '../../state/dialogs/notices.ts';
import { formatNumber } from '../../state/format.ts';
import { Callout } from '../Callout.tsx';
import { useCommonStyles } from '../commonStyles.ts';
import { AppDialog } from '../dialogs/AppDialog.tsx';
import { FieldComparison } from '../form/comparison/FieldComparison.tsx';
import { TextButton } from '../texts/TextButton.tsx';
import { applicationValueText } from './applicationValueText.ts';
import { IgnoredList } from './IgnoredList.tsx';
import { OperatorDialog } from './OperatorDialog.tsx';
import { messageAbout } from './operatorText.ts';

const useStyles = makeStyles({
  waiting: { justifyContent: 'start', paddingBlock: tokens.spacingVerticalXL },
});

/** Shows what sending these applications would do, then sends those that are not held back. */
export function ReviewAndSend(props: {
  accountId: string;
  ids: readonly number[];
  onClose: () => void;
  /** Closes it once they are sent, and shows what was not sent, in words; by default, `onClose` closes it. */
  onSent?: (left: string) => void;
}) {
  const styles = useStyles();
  const { accountId, ids, onClose } = props;
  const close = (left: string) => {
    onClose();
    if (left) showDone(left);
  };
  const { plans, unasked, error, isBusy, isSending, again, send, startFromOther } = useReview(
    accountId,
    ids,
    props.onSent ?? close,
  );
  const [message, setMessage] = useState<{ subject: string; body: string } | null>(null);
  const going = (plans ?? []).filter(({ action }) => action !== 'held-back');
  const write = async (plan: ApplicationPlan) => {
    try {
      setMessage(
        messageAbout(await call('applications.get', { id: plan.id }), plan.ignored.filter(canStaffStore)),
      );
    } catch (thrown) {
      showError(asAppError(thrown));
    }
  };
  return (
    <>
      <AppDialog
        help="requests"
        title={titleOf(ids.length, plans)}
        maxWidth="760px"
        isLoading={isBusy}
        error={error}
        onRetry={again}
        close={t('application.review.notNow')}
        action={{
          label: isSending ? t('application.review.sending') : sendLabel(going.length, ids.length),
          isBusy: isSending,
          isDisabled: going.length === 0 || isBusy,
          run: () => send(),
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
            // Of several applications, those held back are not sent, so none of their values are ignored.
            plans={plans.length === 1 ? plans : going}
            isOne={plans.length === 1}
            onWrite={(plan) => void write(plan)}
          />
        )}
        {plans?.map((plan) => (
          <PlanDetails
            key={plan.id}
            plan={plan}
            isAlone={plans.length === 1}
            isBusy={isBusy || isSending}
            onStart={() => void startFromOther(plan)}
          />
        ))}
      </AppDialog>
      {message && <OperatorDialog message={message} onClose={() => setMessage(null)} />}
    </>
  );
}

function titleOf(count: number, plans: readonly ApplicationPlan[] | null): string {
  if (count > 1) {
    const areUpdates = plans?.every(({ kind }) => kind === 'update') ?? true;
    return t(`application.review.title.${areUpdates ? 'updates' : 'many'}`, { n: formatNumber(count) });
  }
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

/** The plan of one application in a sentence, and its changes; among several plans these are shown on demand. */
function PlanDetails(props: {
  plan: ApplicationPlan;
  isAlone: boolean;
  isBusy: boolean;
  onStart: () => void;
}) {
  const styles = useCommonStyles();
  const { plan, isAlone } = props;
  const count = plan.changes.length;
  const [isOpen, setOpen] = useState(isAlone || count === 0);
  const isIdle = plan.kind === 'update' && count === 0;
  const isDoubtful = plan.action === 'overwrite' || plan.remoteChanges !== null || isIdle;
  const intent = plan.action === 'held-back' ? 'error' : isDoubtful ? 'warning' : 'success';
  const heading = t('application.review.changes', { count, n: formatNumber(count) });
  const id = `plan-${plan.id}`;
  return (
    <section className={styles.stackOfRows} aria-label={plan.title}>
      {!isAlone && <h3 className={styles.heading3}>{plan.title}</h3>}
      <Callout intent={intent}>
        {describe(plan.message)} {describe(plan.remoteChanges)}{' '}
        {plan.warnings > 0 &&
          t('application.review.warnings', { count: plan.warnings, n: formatNumber(plan.warnings) })}
      </Callout>
      {plan.kind === 'update' && !isAlone && count > 0 && (
        <div>
          <TextButton aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
            {heading}
          </TextButton>
        </div>
      )}
      <div id={id} className={styles.stackOfRows}>
        {isOpen && plan.replaced.length > 0 && <Replaced {...props} />}
        {plan.kind === 'update' && isAlone && <h3 className={styles.heading3}>{heading}</h3>}
        {count > 0 && isOpen && (
          <FieldComparison
            name={t('application.review.table')}
            titles={{ left: t('application.review.before'), right: t('application.review.after') }}
            differences={plan.changes.map(({ path, before, after }) => ({
              path,
              left: applicationValueText(path, before),
              right: applicationValueText(path, after),
              isSame: false,
            }))}
          />
        )}
      </div>
    </section>
  );
}

/** The changes of the Update Request that will be replaced, which can be added to the draft. */
function Replaced(props: { plan: ApplicationPlan; isAlone: boolean; isBusy: boolean; onStart: () => void }) {
  const styles = useCommonStyles();
  const { plan, isBusy } = props;
  const Heading = props.isAlone ? 'h3' : 'h4';
  const count = changesToAdopt(plan.changes, plan.replaced).length;
  return (
    <>
      <Heading className={styles.heading3}>{t('application.review.replaced')}</Heading>
      <FieldComparison
        name={t('application.review.replaced')}
        titles={{ left: t('application.review.before'), right: t('application.review.replacedAfter') }}
        differences={plan.replaced.map(({ path, before, after }) => ({
          path,
          left: applicationValueText(path, before),
          right: applicationValueText(path, after),
          isSame: false,
        }))}
      />
      {count > 0 && (
        <>
          <p>{t('application.review.startHint')}</p>
          <Button className={styles.selfStart} disabledFocusable={isBusy} onClick={props.onStart}>
            {t('application.review.start', { count, n: formatNumber(count) })}
          </Button>
        </>
      )}
    </>
  );
}

/** Fetches the plan of sending when the dialog opens, and sends the applications that are not held back. */
function useReview(accountId: string, ids: readonly number[], onSent: (left: string) => void) {
  const [asked] = useState(() => [...ids]);
  const [plans, setPlans] = useState<readonly ApplicationPlan[] | null>(null);
  const [planId, setPlanId] = useState('');
  const [unasked, setUnasked] = useState<Message | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [isBusy, setBusy] = useState(true);
  const [isSending, setSending] = useState(false);

  const ask = useCallback(async () => {
    setBusy(true);
    try {
      const answer = await call('applications.plan', { accountId, ids: asked });
      setPlanId(answer.id);
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
  const send = async () => {
    setSending(true);
    setError(null);
    try {
      const { queued, since } = await call('applications.send', { plan: planId });
      announce(t('application.review.queued', { count: queued }));
      onSent(sinceText(since, 'requests'));
    } catch (thrown) {
      setError(asAppError(thrown));
      setSending(false);
      // The plan may have changed.
      void ask();
    }
  };
  const startFromOther = async ({ id, changes, replaced }: ApplicationPlan) => {
    setBusy(true);
    try {
      const { version, record } = await call('applications.get', { id });
      const adopted = changesToAdopt(changes, replaced);
      await call('applications.save', { id, version, record: adoptChanges(record, adopted) });
      announce(t('application.review.started', { count: adopted.length, n: formatNumber(adopted.length) }));
    } catch (thrown) {
      setError(asAppError(thrown));
    }
    void ask();
  };
  return { plans, unasked, error, isBusy, isSending, again, send, startFromOther };
}
