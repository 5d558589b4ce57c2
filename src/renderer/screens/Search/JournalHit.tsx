import { Button, MessageBar, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Hit } from '../../../shared/search/searching.ts';
import { journalSections } from '../../parts/journal/journalSections.ts';
import { RecordSections } from '../../parts/journal/RecordSections.tsx';
import { asAppError, call } from '../../state/client.ts';
import { showError } from '../../state/notices.ts';
import { go, hrefOf } from '../../state/route.ts';
import { getAccount } from '../../state/session.ts';

const useStyles = makeStyles({
  body: { paddingBlock: tokens.spacingVerticalS },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

/** A journal of the directory. Its whole record is on the journals screen; an Update Request can be started from here. */
export function JournalHit({ hit }: { hit: Hit }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const [isBusy, setBusy] = useState(false);
  const propose = async () => {
    const accountId = getAccount()?.id;
    if (accountId === undefined) return;
    setBusy(true);
    try {
      const { id } = await call('applications.create', { accountId, journalId: hit.id });
      go(hrefOf({ screen: 'update-requests', applicationId: id, field: null }));
    } catch (cause) {
      showError(asAppError(cause));
    }
    setBusy(false);
  };
  return (
    <>
      {!hit.mine && (
        <MessageBar intent="info" layout="multiline">
          <MessageBarBody className={styles.body}>{t('search.journal.notMine')}</MessageBarBody>
        </MessageBar>
      )}
      <div className={styles.buttons}>
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
        <Button disabledFocusable={isBusy} onClick={() => void propose()}>
          {t('search.journal.propose')}
        </Button>
      </div>
      <RecordSections sections={journalSections(hit.record)} />
    </>
  );
}
