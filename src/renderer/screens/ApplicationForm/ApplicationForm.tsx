import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { useListBarStyles } from '../../parts/listBarStyles.ts';
import { useAccounts } from '../../state/session.ts';
import { OpenApplication } from './OpenApplication.tsx';
import { useApplication } from './useApplication.ts';

const useStyles = makeStyles({ loading: { padding: tokens.spacingHorizontalXXL } });

/** The form of one application or Update Request: loads it, edits the directory's own JSON, and keeps it saved. */
export function ApplicationForm({ applicationId }: { applicationId: number }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const session = useApplication(applicationId);
  const application = useStore(session.store, (state) => state.draft);
  const error = useStore(session.store, (state) => state.error);
  const account = useAccounts().find(({ id }) => id === application?.accountId);
  if (application && account) {
    return <OpenApplication session={session} application={application} account={account} />;
  }
  if (error) {
    const again = (
      <Button size="small" onClick={() => void session.load()}>
        {t('common.tryAgain')}
      </Button>
    );
    return (
      <Unopened>
        <ErrorPanel error={error} actions={again} />
      </Unopened>
    );
  }
  return (
    <Unopened>
      <Spinner className={styles.loading} label={t('common.loading')} />
    </Unopened>
  );
}

/** What stands in the place of the form has a heading as every screen. */
function Unopened(props: { children: ReactNode }) {
  const { t } = useTranslation();
  const bar = useListBarStyles();
  return (
    <>
      <div className={bar.bar}>
        <h1 className={bar.title}>{t('frame.updateRequests')}</h1>
      </div>
      {props.children}
    </>
  );
}
