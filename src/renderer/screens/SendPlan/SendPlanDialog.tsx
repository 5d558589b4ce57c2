import { Checkbox, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { sinceText } from '../../../shared/i18n/sinceText.ts';
import type { Plan } from '../../../shared/upload/upload.ts';
import { Callout } from '../../parts/Callout.tsx';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { Disclosure } from '../../parts/Disclosure.tsx';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { HeldBackList } from '../../parts/upload/HeldBackList.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { call } from '../../state/data/client.ts';
import { fetchJournals } from '../../state/data/journals.ts';
import { useSettings } from '../../state/data/session.ts';
import type { DialogProps } from '../../state/dialogs/dialogs.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { formatDay, formatNumber } from '../../state/format.ts';
import { go } from '../../state/navigation/route.ts';
import { setPicked } from '../../state/records/draftsView.ts';
import { pickNothing } from '../../state/records/picked.ts';
import { PayloadView } from './PayloadView.tsx';
import { PlanNumbers } from './PlanNumbers.tsx';
import { PlanProgress } from './PlanProgress.tsx';
import { ThereNow } from './ThereNow.tsx';
import { type PlanStage, useSendPlan } from './useSendPlan.ts';

/** Shows what sending the selected drafts would do before anything is sent: numbers, records held back and why, values that will be dropped, and the exact requests. */
export function SendPlanDialog({ request, onClose }: DialogProps<'sendPlan'>) {
  const styles = useCommonStyles();
  const { accountId, selection } = request;
  const [includeUnchanged, setIncludeUnchanged] = useState(false);
  const [includeHardToFind, setIncludeHardToFind] = useState(false);
  const [takesSnapshots, setTakesSnapshots] = useState(true);
  const [includeDeleted, setIncludeDeleted] = useState(request.includeDeleted ?? false);
  const options = { includeUnchanged, includeHardToFind, includeDeleted, takesSnapshots };
  const looksFirst = useSettings()?.looksFirst ?? true;
  const planning = useSendPlan(accountId, selection, { ...options, looksFirst });
  const { plan, there, stage, error, isBusy, isLooking, again } = planning;
  const journals = useOwnAction(async () => {
    await fetchJournals(accountId);
    await again();
  });
  const start = useStart(onClose);
  const count = plan?.toSend ?? 0;
  const hasKey = plan?.unchecked.includes('key') === false;
  return (
    <AppDialog
      help="sending"
      title={t('send.title')}
      maxWidth="760px"
      isLoading={isBusy}
      error={error}
      onRetry={again}
      close={t('send.notNow')}
      action={{
        label: start.isBusy ? t('send.starting') : sendLabel(count, plan, isLooking),
        isBusy: start.isBusy,
        isDisabled: count === 0 || !hasKey || isBusy || isLooking,
        run: () => plan && start.run(plan),
      }}
      onClose={onClose}
    >
      {journals.error && <ErrorPanel error={journals.error} onRetry={journals.run} />}
      {start.error && (
        <ErrorPanel
          error={start.error}
          onRetry={() => {
            start.reset();
            void again();
          }}
        />
      )}
      <div role="status">
        {plan && t('send.dryRun', { count: plan.selected, n: formatNumber(plan.selected) })}
        {!plan && isBusy && <span className={styles.visuallyHidden}>{t('send.checking')}</span>}
      </div>
      {isBusy && <PlanProgress stage={stage} />}
      {plan && (
        <>
          <Unchecked plan={plan} onLeave={onClose} />
          <PlanNumbers
            plan={plan}
            includeUnchanged={includeUnchanged}
            onInclude={setIncludeUnchanged}
            takesSnapshots={takesSnapshots}
            onKeep={setTakesSnapshots}
          />
          <ThereNow
            plan={plan}
            there={there}
            looking={isLooking ? (stage ?? startOfLooking(plan)) : null}
            takesSnapshots={takesSnapshots}
            onLook={planning.look}
            onSkip={planning.skip}
            onLeave={onClose}
          />
          <SendAnyway
            why="hardToFind"
            count={plan.hardToFind}
            isIncluded={includeHardToFind}
            onInclude={setIncludeHardToFind}
          />
          <SendAnyway
            why="deletedThere"
            count={plan.deletedThere}
            isIncluded={includeDeleted}
            onInclude={setIncludeDeleted}
          />
          <HeldBack plan={plan} onRefresh={journals.run} onLeave={onClose} />
          <Ignored plan={plan} />
          <PayloadView plan={plan} />
          {count > 0 && <UploadName plan={plan} name={start.name} onName={start.setName} />}
        </>
      )}
    </AppDialog>
  );
}

function UploadName(props: { plan: Plan; name: string | null; onName: (name: string) => void }) {
  return (
    <Field label={t('send.name')} hint={t('send.nameHint')}>
      <Input
        value={props.name ?? defaultName(props.plan)}
        maxLength={200}
        onChange={(_, data) => props.onName(data.value)}
      />
    </Field>
  );
}

/** Sends what the plan shows, and says what was left out because it is not as the plan showed it. */
function useStart(onClose: () => void) {
  const [name, setName] = useState<string | null>(null);
  const start = useOwnAction(async (plan: Plan) => {
    const upload = await call('uploads.start', { plan: plan.id, name: name?.trim() || defaultName(plan) });
    onClose();
    // They leave lists such as "ready", where they would stay selected unseen.
    setPicked(pickNothing);
    go({ screen: 'uploads', uploadId: upload.id });
    const left = sinceText(upload.since, 'drafts');
    if (left) showDone(left);
  });
  return { ...start, name, setName };
}

function defaultName(plan: Plan): string {
  const day = formatDay(new Date().toISOString());
  return t('send.defaultName', { count: plan.toSend, n: formatNumber(plan.toSend), day });
}

function sendLabel(count: number, plan: Plan | null, isLooking: boolean): string {
  if (!plan) return t('send.go');
  if (isLooking) return t('send.goLooking');
  if (plan.unchecked.includes('key')) return t('send.goNoKey');
  if (count === 0) return t('send.goNone');
  const isUnchecked = plan.unchecked.includes('journals');
  return t(isUnchecked ? 'send.goUnchecked' : 'send.goCount', { count, n: formatNumber(count) });
}

function startOfLooking(plan: Plan): PlanStage {
  return { stage: 'looking', done: 0, total: plan.toSend };
}

/** The values that will be lost, by field. */
function Ignored({ plan }: { plan: Plan }) {
  const styles = useCommonStyles();
  const { count, fields } = plan.ignored;
  if (count === 0) return null;
  return (
    <Disclosure heading={t('send.ignored.title', { count, n: formatNumber(count) })}>
      <p>{t('send.ignored.text')}</p>
      <ul className={styles.indentedList}>
        {fields.map((field) => (
          <li key={field.path}>
            {t('send.ignored.field', {
              field: fieldText(field.path),
              count: field.count,
              n: formatNumber(field.count),
            })}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: tokens.spacingVerticalS },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
});

/** The records that will not be sent, with the reasons. */
function HeldBack(props: { plan: Plan; onRefresh: () => void; onLeave: () => void }) {
  const styles = useStyles();
  const { plan } = props;
  if (Object.keys(plan.heldBackCounts).length === 0) return null;
  return (
    <section className={styles.root} aria-labelledby="held-back">
      <h3 id="held-back" className={styles.title}>
        {t('send.held.title')}
      </h3>
      <HeldBackList
        records={plan.heldBack}
        counts={plan.heldBackCounts}
        heading="h4"
        accountId={plan.accountId}
        onRefreshJournals={props.onRefresh}
        onLeave={props.onLeave}
      />
    </section>
  );
}

/** The checks that could not be made before sending, each with the screen where that can be changed. */
function Unchecked({ plan, onLeave }: { plan: Plan; onLeave: () => void }) {
  const leaveTo = (hash: string) => () => {
    onLeave();
    go(hash);
  };
  return plan.unchecked.map((thing) => (
    <Callout
      key={thing}
      intent={thing === 'key' ? 'error' : 'warning'}
      action={{
        label: t(`send.unchecked.${thing}Action`),
        run: leaveTo(thing === 'key' ? '#/settings' : '#/journals'),
      }}
    >
      {t(`send.unchecked.${thing}`)}
    </Callout>
  ));
}

/** Explains why articles are left out, and lets the user send them anyway. */
function SendAnyway(props: {
  /** Readers could hardly find them, or they were deleted from the directory. */
  why: 'hardToFind' | 'deletedThere';
  count: number;
  isIncluded: boolean;
  onInclude: (isOn: boolean) => void;
}) {
  const { why, count } = props;
  const params = { count, n: formatNumber(count) };
  if (count === 0) return null;
  return (
    <Callout intent="warning" title={t(`send.${why}.title`, params)}>
      {t(`send.${why}.text`)}
      <div>
        <Checkbox
          checked={props.isIncluded}
          label={t(`send.${why}.include`, params)}
          onChange={(_, data) => props.onInclude(data.checked === true)}
        />
      </div>
    </Callout>
  );
}
