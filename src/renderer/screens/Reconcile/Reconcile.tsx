import { Spinner } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { AppError } from '../../../shared/errors.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { msg } from '../../../shared/message.ts';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { useListBarStyles } from '../../parts/listBarStyles.ts';
import { useTitle } from '../../parts/useTitle.ts';
import { useCall } from '../../state/queries.ts';
import { useRoute } from '../../state/route.ts';
import { useAccount } from '../../state/session.ts';
import { Comparison } from './Comparison.tsx';
import { Earlier } from './Earlier.tsx';
import { ReconcileForm } from './ReconcileForm.tsx';

const gone = new AppError('not_found', msg('reconcile.gone.message'), {
  why: msg('reconcile.gone.why'),
  fix: msg('reconcile.gone.fix'),
});

/** Compares a journal's articles of one year at the directory with the local drafts: the earlier comparisons, or one of them. */
export function Reconcile({ reconciliationId }: { reconciliationId: number | null }) {
  const accountId = useAccount()?.id;
  const { data: list } = useCall('reconcile.list', accountId === undefined ? null : { accountId });
  const issn = useRoute(({ route }) => (route.screen === 'reconcile' ? route.issn : undefined)) ?? '';
  useTitle(t('reconcile.title'));
  if (accountId === undefined) return null;
  const shown = list?.find((one) => one.id === reconciliationId);
  if (shown) return <Comparison key={shown.id} reconciliation={shown} />;
  return (
    <Column>
      <ReconcileForm key={`${accountId} ${issn}`} accountId={accountId} issn={issn} />
      <ListOf accountId={accountId} isMissing={reconciliationId !== null} />
    </Column>
  );
}

function ListOf({ accountId, isMissing }: { accountId: string; isMissing: boolean }) {
  const { data: list, error, refetch } = useCall('reconcile.list', { accountId });
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!list) return <Spinner label={t('common.loading')} />;
  return (
    <>
      {isMissing && <ErrorPanel error={gone} />}
      <Earlier list={list} />
    </>
  );
}

function Column(props: { children: ReactNode }) {
  const styles = useCommonStyles();
  const bar = useListBarStyles();
  return (
    <div className={styles.scrollingColumn} data-region="reconcile">
      <div className={bar.bar}>
        <h1 className={bar.title}>{t('reconcile.title')}</h1>
      </div>
      {props.children}
    </div>
  );
}
