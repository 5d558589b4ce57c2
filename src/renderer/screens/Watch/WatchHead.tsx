import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowSyncRegular, StopRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { WatchState } from '../../../shared/watch/watch.ts';
import { Callout } from '../../parts/Callout.tsx';
import { barPadding, smallSecondary, stack, thinLine } from '../../parts/commonStyles.ts';
import { useListBarStyles } from '../../parts/lists/listBarStyles.ts';
import { LimiterText } from '../../parts/texts/LimiterText.tsx';
import { useAction } from '../../parts/useAction.ts';
import { Working } from '../../parts/Working.tsx';
import { announce } from '../../state/announce.ts';
import { call } from '../../state/data/client.ts';
import { storeAnswer } from '../../state/data/invalidation.ts';
import { go, hrefOf } from '../../state/navigation/route.ts';
import { GapButton, Gaps } from './Gaps.tsx';
import { MailDialog } from './MailDialog.tsx';
import { SummaryDialog } from './SummaryDialog.tsx';
import { stateWords } from './watchText.ts';

const useStyles = makeStyles({
  below: { ...stack, ...barPadding, flexShrink: 0, rowGap: tokens.spacingVerticalXS, borderBottom: thinLine },
  quiet: { ...smallSecondary, fontVariantNumeric: 'tabular-nums' },
});

/** The title, what can be started, when Colophon last looked, and why it does not look. */
export function WatchHead({ accountId, state }: { accountId: string; state: WatchState | null }) {
  const styles = useStyles();
  const bar = useListBarStyles();
  const [dialog, setDialog] = useState<'summary' | 'mail' | null>(null);
  const close = () => setDialog(null);
  useAnnouncedEnd(state);
  return (
    <>
      <div className={bar.bar}>
        <h1 className={bar.title}>{t('watchScreen.title')}</h1>
        <span className={bar.space} />
        {state && <StartButtons accountId={accountId} state={state} />}
        <GapButton accountId={accountId} />
        <Button size="small" onClick={() => setDialog('summary')}>
          {t('watchScreen.summary.button')}
        </Button>
        <Button size="small" onClick={() => setDialog('mail')}>
          {t('watchScreen.mail.button')}
        </Button>
      </div>
      {state && (
        <div className={styles.below}>
          <Status state={state} />
        </div>
      )}
      <Gaps accountId={accountId} />
      {dialog === 'summary' && <SummaryDialog accountId={accountId} onClose={close} />}
      {dialog === 'mail' && <MailDialog accountId={accountId} onClose={close} />}
    </>
  );
}

function StartButtons({ accountId, state }: { accountId: string; state: WatchState }) {
  const store = (now: WatchState) => storeAnswer('watch.state', { accountId }, () => now);
  const start = useAction(async (isInventory: boolean) =>
    store(await call('watch.start', { accountId, isInventory })),
  );
  const stop = useAction(async () => store(await call('watch.stop', { accountId })));
  if (state.state === 'elsewhere' || state.state === 'noKey') return null;
  const isRunning = isAtWork(state);
  // The same button, so that it keeps the focus.
  return (
    <>
      <Button
        size="small"
        icon={isRunning ? <StopRegular /> : <ArrowSyncRegular />}
        disabledFocusable={start.isBusy || stop.isBusy}
        onClick={() => (isRunning ? stop.run() : start.run(false))}
      >
        {t(isRunning ? 'watchScreen.stop' : 'watchScreen.look')}
      </Button>
      {!isRunning && (
        <Button
          size="small"
          title={t('watchScreen.inventoryHint')}
          disabledFocusable={start.isBusy}
          onClick={() => start.run(true)}
        >
          {t('watchScreen.inventory')}
        </Button>
      )}
    </>
  );
}

function Status({ state }: { state: WatchState }) {
  const styles = useStyles();
  return (
    <>
      {isAtWork(state) ? (
        <>
          <Working
            label={t(`watchScreen.working.${state.state}`)}
            progress={state.progress}
            counted="watchScreen.progress"
          />
          <Text className={styles.quiet}>
            <LimiterText /> · {t('watchScreen.background')}
          </Text>
        </>
      ) : (
        <Text className={styles.quiet}>{stateWords(state)}</Text>
      )}
      <WhyNot state={state} />
      {state.problem && !isAtWork(state) && (
        <Callout intent="warning" title={t('watchScreen.problem')}>
          {describe(state.problem)}
        </Callout>
      )}
    </>
  );
}

/** Why Colophon does not look by itself, with the way to change that. */
function WhyNot({ state: { state } }: { state: WatchState }) {
  if (state !== 'elsewhere' && state !== 'noKey' && state !== 'off') return null;
  const section = state === 'noKey' ? 'accounts' : 'following';
  return (
    <Callout
      intent={state === 'noKey' ? 'warning' : 'info'}
      action={
        state === 'elsewhere'
          ? undefined
          : {
              label: t(`watchScreen.whyNot.${state}Action`),
              run: () => go(hrefOf({ screen: 'settings', section })),
            }
      }
    >
      {t(`watchScreen.whyNot.${state}`)}
    </Callout>
  );
}

function isAtWork({ state }: WatchState): boolean {
  return state === 'looking' || state === 'inventory';
}

/** Says to screen readers when a look began and ended. */
function useAnnouncedEnd(state: WatchState | null): void {
  const isRunning = state ? isAtWork(state) : null;
  const before = useRef(isRunning);
  useEffect(() => {
    if (before.current !== null && isRunning !== null && before.current !== isRunning)
      announce(t(isRunning ? 'watchScreen.begun' : 'watchScreen.ended'));
    before.current = isRunning;
  }, [isRunning]);
}
