import { makeStyles, tokens } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useView } from '../../parts/application/updateView.ts';

const useStyles = makeStyles({
  root: {
    display: 'none',
    '@container (min-width: 760px)': {
      position: 'sticky',
      top: 0,
      zIndex: 1,
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
      columnGap: tokens.spacingHorizontalXL,
      paddingBlock: tokens.spacingVerticalXS,
      backgroundColor: tokens.colorNeutralBackground1,
      borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
      fontWeight: tokens.fontWeightSemibold,
      color: tokens.colorNeutralForeground2,
    },
  },
});

/** Names the two columns while journal and proposal are side by side; each value repeats the name for screen readers. */
export function ColumnHeadings() {
  const { t } = useTranslation();
  const styles = useStyles();
  const isShown = useView((view) => view.isSideBySide && view.base !== null);
  if (!isShown) return null;
  return (
    <div className={styles.root} aria-hidden>
      <span>{t('application.review.before')}</span>
      <span>{t('application.review.after')}</span>
    </div>
  );
}
