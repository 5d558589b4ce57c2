import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { ErrorPanel } from '../parts/ErrorPanel.tsx';
import { clearNotice, useNotice } from '../state/notices.ts';
import { loadSession, useSession } from '../state/session.ts';

const useStyles = makeStyles({
  bars: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingVerticalXS,
    ':empty': { display: 'none' },
  },
});

/** Messages above the screen: Colophon not answering, and the last thing done or gone wrong. */
export function Notices() {
  const styles = useStyles();
  return (
    <div className={styles.bars}>
      <LinkNotice />
      <ActionNotice />
    </div>
  );
}

function LinkNotice() {
  const { t } = useTranslation();
  const link = useSession((session) => session.link);
  const startError = useSession((session) => session.startError);
  if (link !== 'up') {
    return (
      <MessageBar intent="warning" layout="multiline" role="alert">
        <MessageBarBody>
          <MessageBarTitle>{t(`frame.link.${link}`)}</MessageBarTitle>
          {t(link === 'down' ? 'frame.link.kept' : 'frame.link.open')}
        </MessageBarBody>
      </MessageBar>
    );
  }
  if (!startError) return null;
  return (
    <ErrorPanel
      error={startError}
      actions={<Button onClick={() => void loadSession()}>{t('common.tryAgain')}</Button>}
    />
  );
}

function ActionNotice() {
  const { t } = useTranslation();
  const { notice } = useNotice();
  if (!notice) return null;
  if (notice.kind === 'error') return <ErrorPanel error={notice.error} onDismiss={clearNotice} />;
  const { action } = notice;
  // Said by the announcer already.
  return (
    <MessageBar intent="success" role="group" politeness="polite">
      <MessageBarBody>{notice.text}</MessageBarBody>
      <MessageBarActions
        containerAction={
          <Button
            appearance="transparent"
            icon={<DismissRegular />}
            aria-label={t('common.dismiss')}
            onClick={clearNotice}
          />
        }
      >
        {action && (
          <Button
            onClick={() => {
              clearNotice();
              action.run();
            }}
          >
            {action.label}
          </Button>
        )}
      </MessageBarActions>
    </MessageBar>
  );
}
