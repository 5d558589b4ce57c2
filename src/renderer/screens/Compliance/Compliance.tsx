import { Button, Link, makeStyles, Spinner, Tab, TabList, Text, tokens } from '@fluentui/react-components';
import { AddRegular, ShieldCheckmarkRegular, TableRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import type { ComplianceCheck } from '../../../shared/compliance/complianceCheck.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { Callout } from '../../parts/Callout.tsx';
import { column, fillingColumn, thinLine, wrappingRow } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { EmptyState } from '../../parts/lists/EmptyState.tsx';
import { useListBarStyles } from '../../parts/lists/listBarStyles.ts';
import { useTitle } from '../../parts/useTitle.ts';
import { announce } from '../../state/announce.ts';
import { ask, useCheck } from '../../state/data/compliance.ts';
import { useCall } from '../../state/data/queries.ts';
import { formatDateTime, formatNumber } from '../../state/format.ts';
import { type ComplianceView, go, hrefOf } from '../../state/navigation/route.ts';
import { Agreements } from './Agreements.tsx';
import { MatrixPage } from './matrix/MatrixPage.tsx';
import { NewMatrixDialog } from './matrix/NewMatrixDialog.tsx';
import { QuestionForm } from './QuestionForm.tsx';
import { ResultView } from './ResultView.tsx';
import { stateText } from './stateText.ts';
import { verdictWords } from './verdictWords.ts';

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
  // On a low or narrow screen the question scrolls with its answer.
  checkView: { flexGrow: 1, minHeight: 0, overflowY: 'auto' },
  result: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  waiting: { padding: tokens.spacingHorizontalXXL },
  matrixView: { padding: tokens.spacingHorizontalM, overflowY: 'auto', minHeight: 0, flexGrow: 1 },
  list: { display: 'grid', margin: 0, marginTop: tokens.spacingVerticalS, padding: 0, listStyleType: 'none' },
  item: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr) auto',
    alignItems: 'baseline',
    columnGap: tokens.spacingHorizontalL,
    paddingBlock: tokens.spacingVerticalS,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 799px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  link: { fontWeight: tokens.fontWeightSemibold, minHeight: '24px', overflowWrap: 'anywhere' },
  about: { display: 'block', color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  quiet: { color: tokens.colorNeutralForeground2 },
});

const views: readonly ComplianceView[] = ['check', 'matrix', 'look-ups'];

/** Checks whether journals comply with funders' policies: one question, many at once, and agreements. */
export function Compliance(props: { view: ComplianceView; id: number | null }) {
  const styles = useStyles();
  const bar = useListBarStyles();
  useTitle(t('complianceScreen.title'));
  return (
    <section className={styles.root} aria-labelledby="compliance-title" data-region="list">
      <div className={styles.head}>
        <h1 id="compliance-title" className={bar.title}>
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
        {props.view === 'look-ups' && <Agreements />}
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
    if (check) announce(describe(check.mismatch) || verdictWords(check.compliant));
  }, [check]);
}

/** The list of matrices, or one of them. */
function MatrixView({ id }: { id: number | null }) {
  const styles = useStyles();
  const { data: matrices, error, refetch } = useCall('matrix.list', {});
  const [isMaking, setMaking] = useState(false);
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!matrices) return <Text className={styles.matrixView}>{t('common.loading')}</Text>;
  const open = matrices.find((one) => one.id === id);
  if (open) return <MatrixPage key={open.id} matrix={open} />;
  const make = (
    <Button appearance="primary" icon={<AddRegular />} onClick={() => setMaking(true)}>
      {t('complianceScreen.newMatrix')}
    </Button>
  );
  return (
    <div className={styles.matrixView}>
      {matrices.length === 0 ? (
        <EmptyState
          icon={<TableRegular />}
          title={t('complianceScreen.noMatrixTitle')}
          text={t('complianceScreen.noMatrixText')}
          actions={make}
        />
      ) : (
        <>
          {make}
          <ul className={styles.list}>
            {matrices.map((matrix) => (
              <li key={matrix.id} className={styles.item}>
                <span>
                  <Link
                    className={styles.link}
                    href={hrefOf({ screen: 'compliance', view: 'matrix', id: matrix.id })}
                  >
                    {matrix.name}
                  </Link>
                  <span className={styles.about}>
                    {t('complianceScreen.size', {
                      journals: formatNumber(matrix.journals.length),
                      funders: formatNumber(matrix.funders.length),
                    })}
                  </span>
                </span>
                <span>{stateText(matrix)}</span>
                <span className={styles.quiet}>{formatDateTime(matrix.createdAt)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {isMaking && (
        <NewMatrixDialog
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false);
            go({ screen: 'compliance', view: 'matrix', id: made });
          }}
        />
      )}
    </div>
  );
}
