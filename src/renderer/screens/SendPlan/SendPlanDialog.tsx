import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Selection } from '../../../shared/draft/draft.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Plan } from '../../../shared/upload/upload.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { useReturnOfFocus } from '../../parts/useReturnOfFocus.ts';
import { visuallyHidden } from '../../parts/visuallyHidden.ts';
import { asAppError, call } from '../../state/client.ts';
import { formatDay, formatNumber } from '../../state/format.ts';
import { go } from '../../state/route.ts';
import { useSettings } from '../../state/session.ts';
import { HeldBack } from './HeldBack.tsx';
import { Ignored } from './Ignored.tsx';
import { PayloadView } from './PayloadView.tsx';
import { PlanNumbers } from './PlanNumbers.tsx';
import { PlanProgress } from './PlanProgress.tsx';
import { ThereNow } from './ThereNow.tsx';
import { type PlanStage, useSendPlan } from './useSendPlan.ts';

const useStyles = makeStyles({
  surface: {
    maxWidth: '760px',
    width: 'calc(100vw - 16px)',
    '@media (max-width: 480px)': { padding: tokens.spacingHorizontalM },
  },
  content: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: tokens.spacingVerticalM },
  heard: visuallyHidden,
  actions: { '@media (max-width: 480px)': { gridColumnStart: 1 } },
});

/** Shows what sending the selected drafts would do before anything is sent: numbers, records held back and why, values that will be dropped, and the exact requests. */
export function SendPlanDialog(props: { accountId: string; selection: Selection; onClose: () => void }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { accountId, selection, onClose } = props;
  const [includeUnchanged, setIncludeUnchanged] = useState(false);
  const [keepEarlier, setKeepEarlier] = useState(true);
  const options = { includeUnchanged, keepEarlier };
  const looksFirst = useSettings()?.looksFirst ?? true;
  const planning = useSendPlan(accountId, selection, { ...options, looksFirst });
  const { plan, there, stage, error, isBusy, isLooking, again } = planning;
  const start = useStart(props, options);
  const count = plan?.toSend ?? 0;
  useReturnOfFocus();
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>{t('send.title')}</DialogTitle>
          <DialogContent className={styles.content} aria-busy={isBusy}>
            {error && (
              <ErrorPanel error={error} actions={<Button onClick={again}>{t('common.tryAgain')}</Button>} />
            )}
            {start.error && <ErrorPanel error={start.error} />}
            <div role="status">
              {plan && t('send.dryRun', { count: plan.selected, n: formatNumber(plan.selected) })}
              {!plan && isBusy && <span className={styles.heard}>{t('send.checking')}</span>}
            </div>
            {isBusy && <PlanProgress stage={stage} />}
            {plan && (
              <>
                <PlanNumbers
                  plan={plan}
                  includeUnchanged={includeUnchanged}
                  onInclude={setIncludeUnchanged}
                  keepEarlier={keepEarlier}
                  onKeep={setKeepEarlier}
                />
                <ThereNow
                  plan={plan}
                  there={there}
                  looking={isLooking ? (stage ?? startOfLooking(plan)) : null}
                  keepEarlier={keepEarlier}
                  onLook={planning.look}
                  onSkip={planning.skip}
                  onLeave={onClose}
                />
                <HeldBack plan={plan} onLeave={onClose} />
                <Ignored plan={plan} />
                <PayloadView accountId={accountId} selection={selection} plan={plan} />
                <UploadName plan={plan} name={start.name} onName={start.setName} />
              </>
            )}
          </DialogContent>
          <DialogActions className={styles.actions}>
            <Button onClick={onClose}>{t('send.notNow')}</Button>
            <Button
              appearance="primary"
              disabledFocusable={count === 0 || isBusy || isLooking || start.isBusy}
              onClick={() => count > 0 && !isBusy && !isLooking && void start.run(plan)}
            >
              {start.isBusy ? t('send.starting') : sendLabel(count, plan, isLooking, t)}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

function UploadName(props: { plan: Plan; name: string | null; onName: (name: string) => void }) {
  const { t } = useTranslation();
  return (
    <Field label={t('send.name')} hint={t('send.nameHint')}>
      <Input
        value={props.name ?? defaultName(props.plan, t)}
        maxLength={200}
        onChange={(_, data) => props.onName(data.value)}
      />
    </Field>
  );
}

function useStart(
  props: { accountId: string; selection: Selection; onClose: () => void },
  options: { includeUnchanged: boolean; keepEarlier: boolean },
) {
  const { t } = useTranslation();
  const [name, setName] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const run = async (plan: Plan | null) => {
    if (!plan || isBusy) return;
    setBusy(true);
    setError(null);
    try {
      const { accountId, selection } = props;
      const upload = await call('uploads.start', {
        accountId,
        selection,
        ...options,
        name: name?.trim() || defaultName(plan, t),
      });
      props.onClose();
      go({ screen: 'uploads', uploadId: upload.id });
    } catch (thrown) {
      setError(asAppError(thrown));
      setBusy(false);
    }
  };
  return { name, setName, isBusy, error, run };
}

function defaultName(plan: Plan, t: TFunction): string {
  const day = formatDay(new Date().toISOString());
  return t('send.defaultName', { count: plan.toSend, n: formatNumber(plan.toSend), day });
}

function sendLabel(count: number, plan: Plan | null, isLooking: boolean, t: TFunction): string {
  if (!plan) return t('send.go');
  if (isLooking) return t('send.goLooking');
  return count === 0 ? t('send.goNone') : t('send.goCount', { count, n: formatNumber(count) });
}

function startOfLooking(plan: Plan): PlanStage {
  return { stage: 'looking', done: 0, total: plan.toSend };
}
