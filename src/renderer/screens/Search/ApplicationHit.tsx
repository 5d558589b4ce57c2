import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { Hit } from '../../../shared/search/searching.ts';
import { Callout } from '../../parts/Callout.tsx';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { useAction } from '../../parts/useAction.ts';
import { call } from '../../state/data/client.ts';
import { getAccount } from '../../state/data/session.ts';
import { formatDateTime } from '../../state/format.ts';
import { go, hrefOf } from '../../state/navigation/route.ts';
import { Facts } from './Facts.tsx';

/** How many local applications are searched at most. */
const pageSize = 500;

/** An application or Update Request of the account: a search does not reveal which, so it is opened from the local data. */
export function ApplicationHit({ hit }: { hit: Hit }) {
  const styles = useCommonStyles();
  const [isMissing, setMissing] = useState(false);
  const { run, isBusy } = useAction(async () => {
    const accountId = getAccount()?.id;
    if (accountId === undefined) return;
    await call('applications.refresh', { accountId });
    const id = await findApplication(accountId, hit);
    setMissing(id === null);
    if (id !== null) go({ screen: 'update-requests', applicationId: id, field: null });
  });
  const time = (path: string) => {
    const value = getAt(hit.record, path);
    return typeof value === 'string' && value !== '' ? formatDateTime(value) : '';
  };
  const facts = [
    { key: 'status', label: t('search.column.detail.application'), value: describe(hit.status) },
    { key: 'issns', label: t('search.column.issns'), value: hit.issns.join(', ') },
    { key: 'created', label: t('search.fact.made'), value: time('created_date') },
    { key: 'updated', label: t('search.fact.updated'), value: time('last_updated') },
  ];
  return (
    <>
      {hit.draftId === null && (
        <Callout intent="info">
          {t(isMissing ? 'search.application.missing' : 'search.application.unknown')}
        </Callout>
      )}
      <div className={styles.buttonRow}>
        {hit.draftId === null ? (
          <Button appearance="primary" disabledFocusable={isBusy} onClick={run}>
            {t(isBusy ? 'search.application.refreshing' : 'search.application.refresh')}
          </Button>
        ) : (
          <Button
            as="a"
            appearance="primary"
            href={hrefOf({ screen: 'update-requests', applicationId: hit.draftId, field: null })}
          >
            {t('search.application.open')}
          </Button>
        )}
      </div>
      <Facts facts={facts.filter(({ value }) => value !== '')} />
    </>
  );
}

/** The local application with this one's id at the directory, or null. */
async function findApplication(accountId: string, { id: remoteId }: Hit): Promise<number | null> {
  for (let offset = 0; ; offset += pageSize) {
    const { total, rows } = await call('applications.list', {
      accountId,
      filter: {},
      offset,
      limit: pageSize,
    });
    const found = rows.find((row) => row.remoteId === remoteId);
    if (found) return found.id;
    if (offset + pageSize >= total) return null;
  }
}
