import { Button, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { AddRegular, TableRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { formatDateTime, formatNumber } from '../../state/format.ts';
import { useCall } from '../../state/queries.ts';
import { go, hrefOf } from '../../state/route.ts';
import { MatrixPage } from './MatrixPage.tsx';
import { NewMatrixDialog } from './NewMatrixDialog.tsx';
import { stateWords } from './stateWords.ts';

const useStyles = makeStyles({
  root: { padding: tokens.spacingHorizontalM, overflowY: 'auto', minHeight: 0, flexGrow: 1 },
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

/** The list of matrices, or one of them. */
export function MatrixView({ id }: { id: number | null }) {
  const styles = useStyles();
  const { data: matrices, error, refetch } = useCall('matrix.list', {});
  const [isMaking, setMaking] = useState(false);
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!matrices) return <Text className={styles.root}>{t('common.loading')}</Text>;
  const open = matrices.find((one) => one.id === id);
  if (open) return <MatrixPage key={open.id} matrix={open} />;
  const make = (
    <Button appearance="primary" icon={<AddRegular />} onClick={() => setMaking(true)}>
      {t('complianceScreen.newMatrix')}
    </Button>
  );
  return (
    <div className={styles.root}>
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
                <span>{stateWords(matrix)}</span>
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
