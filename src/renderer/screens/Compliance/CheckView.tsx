import { Link, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { ShieldCheckmarkRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import type { ComplianceCheck } from '../../../shared/compliance/complianceCheck.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { Callout } from '../../parts/Callout.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { announce } from '../../state/announce.ts';
import { ask, useCheck } from '../../state/compliance.ts';
import { formatDateTime } from '../../state/format.ts';
import { useCall } from '../../state/queries.ts';
import { QuestionForm } from './QuestionForm.tsx';
import { ResultView } from './ResultView.tsx';

const useStyles = makeStyles({
  // On a low or narrow screen the question scrolls with its answer.
  root: { flexGrow: 1, minHeight: 0, overflowY: 'auto' },
  result: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  waiting: { padding: tokens.spacingHorizontalXXL },
});

/** One question and its answer; with an id, a stored answer. */
export function CheckView({ id }: { id: number | null }) {
  const styles = useStyles();
  const { check, isAsking, error } = useCheck();
  const kept = useCall('compliance.get', id === null ? null : { id });
  const shown = id === null ? check : (kept.data ?? null);
  const problem = id === null ? error : kept.error;
  useAnnouncedVerdict(shown);
  return (
    <div className={styles.root}>
      <QuestionForm />
      <div className={styles.result} aria-busy={isAsking}>
        {id !== null && shown && (
          <Callout intent="info">
            {t('complianceScreen.earlierOf', { at: formatDateTime(shown.at) })}{' '}
            <Link inline href="#/compliance">
              {t('complianceScreen.toQuestion')}
            </Link>
          </Callout>
        )}
        {problem && <ErrorPanel error={problem} onRetry={id === null ? () => void ask() : undefined} />}
        {isAsking && id === null && (
          <Spinner className={styles.waiting} label={t('complianceScreen.asking')} />
        )}
        {shown && !(isAsking && id === null) && <ResultView key={shown.id} check={shown} />}
        {!isAsking && !shown && !problem && id === null && (
          <EmptyState
            icon={<ShieldCheckmarkRegular />}
            title={t('complianceScreen.emptyTitle')}
            text={t('complianceScreen.emptyText')}
          />
        )}
      </div>
    </div>
  );
}

function useAnnouncedVerdict(check: ComplianceCheck | null): void {
  useEffect(() => {
    if (check) announce(t(check.compliant ? 'complianceScreen.complies' : 'complianceScreen.compliesNot'));
  }, [check]);
}
