import { Button } from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';
import type { Hit } from '../../../shared/search/searching.ts';
import { Callout } from '../../parts/Callout.tsx';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { journalSections } from '../../parts/journal/journalSections.ts';
import { RecordSections } from '../../parts/journal/RecordSections.tsx';
import { useAction } from '../../parts/useAction.ts';
import { call } from '../../state/client.ts';
import { go, hrefOf } from '../../state/route.ts';
import { getAccount } from '../../state/session.ts';

/** A journal of the directory. Its whole record is on the journals screen; an Update Request can be started from here. */
export function JournalHit({ hit }: { hit: Hit }) {
  const styles = useCommonStyles();
  const { run, isBusy } = useAction(async () => {
    const accountId = getAccount()?.id;
    if (accountId === undefined) return;
    const { id } = await call('applications.create', { accountId, journalId: hit.id });
    go({ screen: 'update-requests', applicationId: id, field: null });
  });
  return (
    <>
      {!hit.mine && <Callout intent="info">{t('search.journal.notMine')}</Callout>}
      <div className={styles.buttonRow}>
        <Button as="a" href={hrefOf({ screen: 'journals', journalId: hit.id })} appearance="primary">
          {t('search.journal.open')}
        </Button>
        {hit.draftId !== null && (
          <Button
            as="a"
            href={hrefOf({ screen: 'update-requests', applicationId: hit.draftId, field: null })}
          >
            {t('search.journal.openRequest')}
          </Button>
        )}
        <Button disabledFocusable={isBusy} onClick={run}>
          {t('search.journal.propose')}
        </Button>
      </div>
      <RecordSections sections={journalSections(hit.record)} />
    </>
  );
}
