import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { CheckmarkCircleRegular } from '@fluentui/react-icons';
import type { ImportProblem, ImportStatus } from '../../../shared/draft/importing.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { EmptyState } from '../../parts/lists/EmptyState.tsx';
import { LongList } from '../../parts/lists/LongList.tsx';
import { usePages } from '../../state/data/usePages.ts';

const useStyles = makeStyles({
  row: {
    paddingBlock: tokens.spacingVerticalXS,
    paddingInline: tokens.spacingHorizontalM,
    minHeight: '24px',
  },
  place: { color: tokens.colorNeutralForeground2 },
});

/** The records that could not be read, each with its position in the file. */
export function ImportProblems(props: { status: ImportStatus }) {
  const { id, problems } = props.status;
  const { row, need, error } = usePages('imports.problems', { id }, (page) => page.problems);
  if (error) return <ErrorPanel error={error} />;
  if (problems === 0) {
    return (
      <EmptyState
        icon={<CheckmarkCircleRegular />}
        title={t('import.noProblems.title')}
        text={t('import.noProblems.text')}
      />
    );
  }
  return (
    <LongList label={t('import.problems')} total={problems} estimatedHeight={48} onRange={need}>
      {(index) => <Problem problem={row(index)} />}
    </LongList>
  );
}

function Problem(props: { problem: ImportProblem | undefined }) {
  const styles = useStyles();
  const { problem } = props;
  if (!problem) return <div className={styles.row}>{t('common.loading')}</div>;
  const place = [
    problem.file,
    problem.line === null ? '' : t('import.atLine', { line: problem.line }),
    problem.index === null ? '' : t('import.record', { index: problem.index }),
  ];
  return (
    <div className={styles.row}>
      <div>{describe(problem.message)}</div>
      <Text size={200} className={styles.place}>
        {place.filter(Boolean).join(' · ')}
      </Text>
    </div>
  );
}
