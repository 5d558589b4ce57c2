import { Link, makeStyles, Spinner, Tab, TabList, tokens } from '@fluentui/react-components';
import { ShieldCheckmarkRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import type { ComplianceCheck } from '../../../shared/compliance/complianceCheck.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { Callout } from '../../parts/Callout.tsx';
import { column, fillingColumn, heading4, thinLine, wrappingRow } from '../../parts/commonStyles.ts';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { useTitle } from '../../parts/useTitle.ts';
import { announce } from '../../state/announce.ts';
import { ask, useCheck } from '../../state/compliance.ts';
import { formatDateTime } from '../../state/format.ts';
import { useCall } from '../../state/queries.ts';
import { type ComplianceView, go } from '../../state/route.ts';
import { LookUps } from './LookUps.tsx';
import { MatrixView } from './MatrixView.tsx';
import { QuestionForm } from './QuestionForm.tsx';
import { ResultView } from './ResultView.tsx';

const useStyles = makeStyles({
  panel: { ...column, flexGrow: 1, minHeight: 0 },
  root: fillingColumn,
  head: {
    ...wrappingRow,
    columnGap: tokens.spacingHorizontalL,
    paddingInline: tokens.spacingHorizontalM,
    borderBottom: thinLine,
  },
  tabs: { flexWrap: 'wrap', flexShrink: 1, minWidth: 0, marginInlineStart: '-12px' },
  title: heading4,
  // On a low or narrow screen the question scrolls with its answer.
  checkView: { flexGrow: 1, minHeight: 0, overflowY: 'auto' },
  result: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  waiting: { padding: tokens.spacingHorizontalXXL },
});

const views: readonly ComplianceView[] = ['check', 'matrix', 'look-ups'];

/** Checks whether journals comply with funders' policies: one question, many at once, and the two look-ups. */
export function Compliance(props: { view: ComplianceView; id: number | null }) {
  const styles = useStyles();
  useTitle(t('complianceScreen.title'));
  return (
    <section className={styles.root} aria-labelledby="compliance-title" data-region="list">
      <div className={styles.head}>
        <h1 id="compliance-title" className={styles.title}>
          {t('complianceScreen.title')}
        </h1>
        <TabList
          className={styles.tabs}
          selectedValue={props.view}
          onTabSelect={(_, { value }) =>
            go({ screen: 'compliance', view: value as ComplianceView, id: null })
          }
        >
          {views.map((view) => (
            <Tab key={view} value={view} id={`compliance-tab-${view}`} aria-controls="compliance-panel">
              {t(`complianceScreen.view.${view}`)}
            </Tab>
          ))}
        </TabList>
      </div>
      <div
        id="compliance-panel"
        role="tabpanel"
        aria-labelledby={`compliance-tab-${props.view}`}
        className={styles.panel}
      >
        {props.view === 'check' && <CheckView id={props.id} />}
        {props.view === 'matrix' && <MatrixView id={props.id} />}
        {props.view === 'look-ups' && <LookUps />}
      </div>
    </section>
  );
}

/** One question and its answer; with an id, a stored answer. */
function CheckView({ id }: { id: number | null }) {
  const styles = useStyles();
  const { check, isAsking, error } = useCheck();
  const kept = useCall('compliance.get', id === null ? null : { id });
  const shown = id === null ? check : (kept.data ?? null);
  const problem = id === null ? error : kept.error;
  useAnnouncedVerdict(shown);
  return (
    <div className={styles.checkView}>
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
