import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import type { Comparison } from '../../../shared/comparisons/comparison.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { Callout } from '../../parts/Callout.tsx';
import { wrappingRow } from '../../parts/commonStyles.ts';
import { SourcesOff } from '../../parts/SourcesOff.tsx';
import { useAction } from '../../parts/useAction.ts';
import { announce } from '../../state/announce.ts';
import { call } from '../../state/data/client.ts';
import { useSettings } from '../../state/data/session.ts';
import { formatNumber, formatRecent } from '../../state/format.ts';

const useStyles = makeStyles({
  row: { ...wrappingRow, alignItems: 'center', columnGap: tokens.spacingHorizontalM },
  words: { margin: 0, fontVariantNumeric: 'tabular-nums' },
});

/** Asks Crossref for the articles of the journal and year, and shows the progress and the result. */
export function AskCrossref({ comparison }: { comparison: Comparison }) {
  const styles = useStyles();
  const { id, crossref } = comparison;
  const isOn = useSettings()?.sources.isOn ?? false;
  const [isRefused, setRefused] = useState(false);
  const isRunning = crossref?.state === 'running';
  const { run, isBusy } = useAction(async () => {
    // An event brings the new state, perhaps before the answer.
    if (!isOn && !isRunning) setRefused(true);
    else await call(isRunning ? 'comparisons.stopCrossref' : 'comparisons.askCrossref', { id });
  });
  useEndAnnounced(comparison);
  const label = isRunning ? 'stop' : crossref ? 'again' : 'ask';
  const hasFailed = crossref?.state === 'failed' || crossref?.state === 'stopped';
  return (
    <>
      <div className={styles.row}>
        {crossref && !hasFailed && <p className={styles.words}>{readingText(comparison)}</p>}
        <Button size="small" disabledFocusable={isBusy} onClick={run}>
          {t(`comparisons.crossref.${label}`)}
        </Button>
      </div>
      {isRefused && !isOn && <SourcesOff onLeave={() => undefined} />}
      {crossref?.message && (
        <Callout intent={crossref.state === 'failed' ? 'error' : 'warning'}>
          {describe(crossref.message)}
        </Callout>
      )}
    </>
  );
}

function readingText({ crossref, year }: Comparison): string {
  if (!crossref) return '';
  const { state, read, total, at } = crossref;
  if (state === 'done')
    return t('comparisons.crossref.done', {
      count: total ?? read,
      n: formatNumber(total ?? read),
      year,
      when: formatRecent(at),
    });
  if (total === null) return t('comparisons.crossref.begin', { year });
  return t('comparisons.crossref.progress', { read: formatNumber(read), total: formatNumber(total) });
}

/** Announces to screen readers how a reading ended, if it ended while this was shown. */
function useEndAnnounced(comparison: Comparison): void {
  const { crossref } = comparison;
  // A short reading may end before its start is shown.
  const last = `${crossref?.at} ${crossref?.state}`;
  const known = useRef(last);
  useEffect(() => {
    if (known.current === last) return;
    known.current = last;
    if (crossref === null || crossref.state === 'running') return;
    const words = crossref.state === 'done' ? readingText(comparison) : '';
    announce(`${words} ${crossref.message ? describe(crossref.message) : ''}`.trim());
  }, [comparison, crossref, last]);
}
