import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { useSession } from '../../state/session.ts';
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
  const account = useSession((one) => one.accounts.find((found) => found.id === application?.accountId));
  if (application && account) {
    return <OpenApplication session={session} application={application} account={account} />;
  }
  if (error) {
    const again = (
      <Button size="small" onClick={() => void session.load()}>
        {t('common.tryAgain')}
      </Button>
    );
    return <ErrorPanel error={error} actions={again} />;
  }
  return <Spinner className={styles.loading} label={t('common.loading')} />;
}
