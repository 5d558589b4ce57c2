import { Spinner } from '@fluentui/react-components';
import { type ReactNode, useState } from 'react';
import type { FixingStatus } from '../../../shared/contract/fixing.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { ListScreen } from '../../parts/lists/ListScreen.tsx';
import { RecordPane } from '../../parts/lists/RecordPane.tsx';
import { useTitle } from '../../parts/useTitle.ts';
import { useCall } from '../../state/data/queries.ts';
import { useFixingView } from '../../state/records/fixing.ts';
import { FixingBar } from './FixingBar.tsx';
import { FixingList } from './FixingList.tsx';
import { FixingSummary } from './FixingSummary.tsx';

interface FixingProps {
  id: number;
  /** The form of the record that is shown; with each attempt its first finding gets the focus. */
  form: (fixing: FixingStatus, attempt: number) => ReactNode;
}

/** Fixing mode: the frozen list with its marks and, beside it, one record after another; a summary at the end. */
export function Fixing(props: FixingProps) {
  const styles = useCommonStyles();
  const { data: fixing, error, refetch } = useCall('fixing.get', { id: props.id });
  useTitle(t('fixing.title'));
  if (fixing) return <Shown {...props} fixing={fixing} />;
  if (error) {
    return (
      <div className={styles.padded}>
        <h1 className={styles.heading3}>{t('fixing.title')}</h1>
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  return <Spinner className={styles.paddedWide} label={t('common.loading')} />;
}

function Shown({ fixing, form }: FixingProps & { fixing: FixingStatus }) {
  const attempts = useFixingView((view) => view.attempts);
  const [showsList, setShowsList] = useState(false);
  const { id, isOver, place } = fixing;
  const record = (isAlone: boolean) => (
    <RecordPane
      label={t(isOver ? 'fixing.summary' : 'drafts.record')}
      recordKey={isOver ? 'summary' : place}
      isAlone={isAlone}
      backLabel={t('fixing.showList')}
      closeLabel={null}
      onClose={() => setShowsList(true)}
      bar={isOver ? undefined : <FixingBar fixing={fixing} />}
    >
      {isOver ? <FixingSummary key={id} fixing={fixing} /> : form(fixing, attempts)}
    </RecordPane>
  );
  return (
    <ListScreen
      name="fixing"
      label={t('drafts.divider')}
      recordShare={0.66}
      list={<FixingList fixing={fixing} onOpen={() => setShowsList(false)} />}
      record={(isAlone) => (isAlone && showsList ? null : record(isAlone))}
    />
  );
}
