import { makeStyles, Tab, TabList, tokens } from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';
import { column, fillingColumn, heading4, thinLine, wrappingRow } from '../../parts/commonStyles.ts';
import { useTitle } from '../../parts/useTitle.ts';
import { type ComplianceView, go } from '../../state/route.ts';
import { CheckView } from './CheckView.tsx';
import { LookUps } from './LookUps.tsx';
import { MatrixView } from './MatrixView.tsx';

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
