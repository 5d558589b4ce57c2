import { Button, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { SearchRegular, StopRegular } from '@fluentui/react-icons';
import { useEffect, useRef } from 'react';
import type { GapResult, GapRun, GapSending } from '../../../shared/gaps/gaps.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { Callout } from '../../parts/Callout.tsx';
import { barPadding, smallSecondary, stack, thinLine } from '../../parts/commonStyles.ts';
import { Disclosure } from '../../parts/Disclosure.tsx';
import { useAction } from '../../parts/useAction.ts';
import { Working } from '../../parts/Working.tsx';
import { announce } from '../../state/announce.ts';
import { call } from '../../state/data/client.ts';
import { storeAnswer } from '../../state/data/invalidation.ts';
import { useCall } from '../../state/data/queries.ts';
import { useSettings } from '../../state/data/session.ts';
import { formatDateTime, formatNumber } from '../../state/format.ts';
import { draftHref, go } from '../../state/navigation/route.ts';

const useStyles = makeStyles({
  root: { ...stack, ...barPadding, rowGap: tokens.spacingVerticalS, flexShrink: 0, borderBottom: thinLine },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  quiet: { ...smallSecondary, fontVariantNumeric: 'tabular-nums' },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL },
});

/** Starts and stops the search for articles that are missing at the directory, if other servers may be asked. */
export function GapButton({ accountId }: { accountId: string }) {
  const isOn = useSettings()?.sources.isOn === true;
  const { data: run } = useCall('harvest.gaps', { accountId });
  const store = (now: GapRun | null) => storeAnswer('harvest.gaps', { accountId }, () => now);
  const start = useAction(async () =>
    store(await call('harvest.startGaps', { accountId, issn: null, source: null })),
  );
  const stop = useAction(async () => store(await call('harvest.stopGaps', { accountId })));
  const isRunning = run?.state === 'running';
  if (!isOn && !isRunning) return null;
  return (
    <Button
      size="small"
      icon={isRunning ? <StopRegular /> : <SearchRegular />}
      title={t('watchScreen.gaps.hint')}
      disabledFocusable={start.isBusy || stop.isBusy}
      onClick={() => (isRunning ? stop.run() : start.run())}
    >
      {t(isRunning ? 'watchScreen.gaps.stop' : 'watchScreen.gaps.look')}
    </Button>
  );
}

/** How far the search is, or what it found, with the imports to review. */
export function Gaps({ accountId }: { accountId: string }) {
  const styles = useStyles();
  const { data: run } = useCall('harvest.gaps', { accountId });
  useAnnouncedEnd(run ?? null);
  if (!run) return null;
  if (run.state === 'running') {
    const label =
      run.reading === ''
        ? t(run.importIds.length > 0 ? 'watchScreen.gaps.sending' : 'watchScreen.gaps.starting')
        : t('watchScreen.gaps.reading', { name: run.reading });
    return (
      <div className={styles.root}>
        <Working
          label={label}
          progress={run.total === null ? null : { done: run.done, total: run.total }}
          counted="watchScreen.gaps.progress"
        />
        {run.total !== null && run.total > 0 && <Text className={styles.quiet}>{label}</Text>}
      </div>
    );
  }
  return (
    <section className={styles.root} aria-label={t('watchScreen.gaps.title')}>
      {run.problem && (
        <Callout intent="warning" title={t('watchScreen.gaps.failed')}>
          {describe(run.problem)}
        </Callout>
      )}
      <div className={styles.line}>
        {run.state !== 'failed' && <Text className={styles.quiet}>{wordsOf(run)}</Text>}
        {run.importIds.map((importId, at) => (
          <Button key={importId} size="small" onClick={() => go({ screen: 'imports', importId })}>
            {run.importIds.length === 1
              ? t('watchScreen.gaps.review')
              : t('watchScreen.gaps.reviewOne', {
                  at: formatNumber(at + 1),
                  n: formatNumber(run.importIds.length),
                })}
          </Button>
        ))}
      </div>
      {run.sending && <Sending sending={run.sending} />}
      {run.results.length > 0 && (
        <Disclosure heading={t('watchScreen.gaps.results')}>
          <ul className={styles.list}>
            {run.results.map((one, at) => (
              <li key={at}>{lineOf(one)}</li>
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  );
}

/** What was sent without a person, and what was left for one. */
function Sending({ sending }: { sending: GapSending }) {
  const styles = useStyles();
  const { step, sent, refused, uploadId, doubtful, doubtfulCount, problems } = sending;
  const more = doubtfulCount - doubtful.length;
  return (
    <>
      <div className={styles.line}>
        <Text className={styles.quiet}>
          {t('watchScreen.gaps.sent', { count: sent, n: formatNumber(sent), refused: formatNumber(refused) })}
          {step === 'stopped' && ` ${t('watchScreen.gaps.sendingStopped')}`}
        </Text>
        {uploadId !== null && (
          <Button size="small" onClick={() => go({ screen: 'uploads', uploadId })}>
            {t('watchScreen.gaps.upload')}
          </Button>
        )}
      </div>
      {problems.map((problem, at) => (
        <Callout key={at} intent="warning">
          {describe(problem)}
        </Callout>
      ))}
      {doubtfulCount > 0 && (
        <Disclosure
          heading={t('watchScreen.gaps.doubtful', { count: doubtfulCount, n: formatNumber(doubtfulCount) })}
        >
          <ul className={styles.list}>
            {doubtful.map(({ draftId, title, reason }, at) => (
              <li key={at}>
                {draftId === null ? (
                  title || t('common.untitled')
                ) : (
                  <Link href={draftHref(draftId)}>{title || t('common.untitled')}</Link>
                )}{' '}
                {describe(reason)}
              </li>
            ))}
            {more > 0 && (
              <li>{t('watchScreen.gaps.moreDoubtful', { count: more, n: formatNumber(more) })}</li>
            )}
          </ul>
        </Disclosure>
      )}
    </>
  );
}

/** Says to screen readers that a search ended, and how. */
function useAnnouncedEnd(run: GapRun | null): void {
  const isRunning = run?.state === 'running';
  const before = useRef(isRunning);
  const words = run === null || isRunning ? '' : wordsOf(run);
  useEffect(() => {
    if (before.current && !isRunning && words !== '') announce(words);
    before.current = isRunning;
  }, [isRunning, words]);
}

function wordsOf({ state, at, results, problem }: GapRun): string {
  if (state === 'failed') return `${t('watchScreen.gaps.failed')}. ${problem ? describe(problem) : ''}`;
  const missing = results.reduce((sum, one) => sum + one.missing, 0);
  const isUnsure = state !== 'done' || results.some((one) => one.problem !== null);
  const found =
    missing > 0
      ? t('watchScreen.gaps.missing', { count: missing, n: formatNumber(missing) })
      : t(isUnsure ? 'watchScreen.gaps.noneSoFar' : 'watchScreen.gaps.none');
  const when = { when: formatDateTime(at) };
  const end = state === 'stopped' ? t('watchScreen.gaps.stopped', when) : t('watchScreen.gaps.done', when);
  return `${end}. ${found}`;
}

function lineOf({ name, source, found, there, draftIds, missing, unreadable, problem }: GapResult): string {
  const who = `${name} (${t(`watchScreen.gaps.source.${source}`)})`;
  if (problem) return `${who} · ${describe(problem)}`;
  const counts = {
    found: formatNumber(found),
    there: formatNumber(there),
    here: formatNumber(draftIds.length),
    missing: formatNumber(missing),
  };
  const parts = [who, t('watchScreen.gaps.line', counts)];
  if (unreadable > 0) parts.push(t('watchScreen.gaps.unreadable', { n: formatNumber(unreadable) }));
  return parts.join(' · ');
}
