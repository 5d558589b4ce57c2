import { Button, Link, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { describe, i18n, t } from '../../../shared/i18n/i18n.ts';
import type { LinkCheck, LinkRun } from '../../../shared/links/linkCheck.ts';
import { linkOutcomes } from '../../../shared/links/linkOutcomes.ts';
import { stack, thinLine, useCommonStyles } from '../../parts/commonStyles.ts';
import { AppDialog, type DialogAction } from '../../parts/dialogs/AppDialog.tsx';
import { SourcesOff } from '../../parts/SourcesOff.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { Working } from '../../parts/Working.tsx';
import { call, onEvent } from '../../state/data/client.ts';
import { useCall } from '../../state/data/queries.ts';
import { useSettings } from '../../state/data/session.ts';
import { closeDialog, type DialogProps, isDialogOpen } from '../../state/dialogs/dialogs.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { formatNumber } from '../../state/format.ts';
import { go } from '../../state/navigation/route.ts';
import { replaceFilter } from '../../state/records/draftsView.ts';

const useStyles = makeStyles({
  link: { lineHeight: '24px', justifySelf: 'start' },
  row: { ...stack, paddingBlock: tokens.spacingVerticalS, borderTop: thinLine, overflowWrap: 'anywhere' },
});

/**
 * Checks the full-text links of drafts: asks for confirmation, then shows the progress and the results. The check
 * continues without the dialog.
 */
export function LinksDialog({ request, onClose }: DialogProps<'links'>) {
  const { accountId } = request;
  const isAgain = 'findings' in request;
  const { data: run, error } = useCall('links.get', { accountId });
  const start = useOwnAction(async () => {
    const begun =
      'findings' in request
        ? await call('watch.checkLinks', { accountId, which: request.findings })
        : await call('links.start', { accountId, selection: request.selection });
    if (begun.state === 'running') announceEndOf(accountId);
    return begun.total;
  });
  const cancel = useOwnAction(() => call('links.cancel', { accountId }));
  const isOn = useSettings()?.sources.isOn ?? false;
  const isRunning = run?.state === 'running';
  const isAsking = !isRunning && start.result === null;
  const dialog = (parts: { action?: DialogAction; otherActions?: ReactNode; children: ReactNode }) => (
    <AppDialog
      help="sources"
      title={t('links.title')}
      maxWidth="720px"
      error={start.error ?? cancel.error ?? error}
      close={isAsking && isOn ? t('common.cancel') : t('common.close')}
      onClose={onClose}
      {...parts}
    />
  );
  if (!isOn) return dialog({ children: <SourcesOff onLeave={onClose} /> });
  if (run === undefined && !error) return dialog({ children: <Spinner label={t('common.loading')} /> });
  if (isAsking)
    return dialog({
      action: { label: t('links.start'), isBusy: start.isBusy, run: () => start.run() },
      children: (
        <>
          <p>{t(isAgain ? 'links.aboutAgain' : 'links.about')}</p>
          <p>{t('links.pace')}</p>
        </>
      ),
    });
  return dialog({
    otherActions: isRunning ? (
      <Button disabledFocusable={cancel.isBusy} onClick={() => cancel.run()}>
        {t('links.stop')}
      </Button>
    ) : (
      !isAgain && <Button onClick={showLinkProblems}>{t('links.showDrafts')}</Button>
    ),
    children: run && <RunView run={run} />,
  });
}

/** The progress or result of a check, and the links that need attention. */
function RunView({ run }: { run: LinkRun }) {
  const styles = useCommonStyles();
  const { state, done, total, withoutLinks, unopened, leftOut, outcomes, problems } = run;
  const found = linkOutcomes.filter((outcome) => (outcomes[outcome] ?? 0) > 0);
  return (
    <>
      {state === 'running' ? (
        <>
          <Working label={t('links.working')} progress={{ done, total }} counted="links.progress" />
          <Text>{t('links.background')}</Text>
        </>
      ) : (
        <Text role="status">{total === 0 ? t('links.none') : endText(state, run)}</Text>
      )}
      {Object.entries({ without: withoutLinks, unopened, leftOut }).map(
        ([name, count]) =>
          count > 0 && (
            <Text key={name} className={styles.secondary}>
              {t(`links.${name}`, { count, n: formatNumber(count) })}
            </Text>
          ),
      )}
      {found.length > 0 && (
        <ul className={styles.indentedList} aria-label={t('links.counts')}>
          {found.map((outcome) => (
            <li key={outcome}>
              {t('common.labelled', { label: t(`links.outcome.${outcome}`) })}{' '}
              {formatNumber(outcomes[outcome] ?? 0)}
            </li>
          ))}
        </ul>
      )}
      {problems.length > 0 && (
        <ul className={styles.listOfRows} aria-label={t('links.problems')}>
          {problems.map((check) => (
            <Row key={check.address} check={check} />
          ))}
        </ul>
      )}
    </>
  );
}

/** How a check ended, and why it failed. */
function endText(state: Exclude<LinkRun['state'], 'running'>, { done, leftOut, problem }: LinkRun): string {
  const count = done - leftOut;
  const text = i18n.t(`links.end.${state}`, { count, n: formatNumber(count) });
  return problem ? `${text} ${describe(problem)}` : text;
}

function Row({ check }: { check: LinkCheck }) {
  const styles = useStyles();
  const own = useCommonStyles();
  const { address, outcome, detail, lastAddress } = check;
  const words = t(`links.outcome.${outcome}`);
  return (
    <li className={styles.row}>
      <Link className={styles.link} href={address} target="_blank" rel="noreferrer">
        {address}
      </Link>
      <Text>{detail === '' || detail === '200' ? words : t('links.result', { outcome: words, detail })}</Text>
      {lastAddress !== address && (
        <Text className={own.secondary}>{t('links.leadsTo', { address: lastAddress })}</Text>
      )}
    </li>
  );
}

/** Shows the drafts with link problems. */
function showLinkProblems(): void {
  closeDialog('links');
  const finding = ['link-broken', 'link-suspicious', 'link-moved', 'link-certificate', 'link-type-differs'];
  replaceFilter({ trashed: false, finding });
  go('#/drafts');
}

/** Announces when a check has ended, unless its dialog is open. */
function announceEndOf(accountId: string): void {
  const stop = onEvent('links.changed', (run) => {
    if (run.accountId !== accountId || run.state === 'running') return;
    stop();
    if (isDialogOpen('links') || run.state === 'cancelled') return;
    showDone(endText(run.state, run), { label: i18n.t('links.showDrafts'), run: showLinkProblems });
  });
}
