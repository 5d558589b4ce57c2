import {
  Button,
  Link,
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
import { formatNumber } from '../parts/format.ts';
import {
  type Decision,
  dismissDecision,
  dismissDecisions,
  openDecision,
  useDecisions,
} from '../state/decisions.ts';
import { clearNotice, useNotice } from '../state/notices.ts';
import { loadSession, useSession } from '../state/session.ts';

/** More than these would push the screen away. */
const mostDecisions = 3;

const useStyles = makeStyles({
  bars: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingVerticalXS,
    ':empty': { display: 'none' },
  },
});

/** Messages above the screen: Colophon not answering, what the directory decided, and the last thing done or gone wrong. */
export function Notices() {
  const styles = useStyles();
  return (
    <div className={styles.bars}>
      <LinkNotice />
      <DecisionNotices />
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

/** What the directory decided; said by the announcer already, and here until somebody has looked at it. */
function DecisionNotices() {
  const { t } = useTranslation();
  const { decisions } = useDecisions();
  const more = decisions.length - mostDecisions;
  return (
    <>
      {decisions.slice(0, mostDecisions).map((decision) => (
        <DecisionNotice key={decision.id} decision={decision} />
      ))}
      {more > 0 && (
        <MessageBar role="group" politeness="polite">
          <MessageBarBody>
            {t('frame.decisions.more', { count: more, n: formatNumber(more) })}{' '}
            <Link inline href="#/update-requests" onClick={dismissDecisions}>
              {t('frame.decisions.all')}
            </Link>
          </MessageBarBody>
        </MessageBar>
      )}
    </>
  );
}

function DecisionNotice({ decision }: { decision: Decision }) {
  const { t } = useTranslation();
  return (
    <MessageBar intent={intentOf(decision)} role="group" politeness="polite">
      <MessageBarBody>{decision.message}</MessageBarBody>
      <MessageBarActions
        containerAction={
          <Button
            appearance="transparent"
            icon={<DismissRegular />}
            aria-label={t('common.dismiss')}
            onClick={() => dismissDecision(decision.id)}
          />
        }
      >
        <Button onClick={() => void openDecision(decision)}>{t('frame.decisions.open')}</Button>
      </MessageBarActions>
    </MessageBar>
  );
}

function intentOf({ status }: Decision): 'success' | 'warning' | 'info' {
  if (status === 'accepted') return 'success';
  return status === 'revisions' || status === 'rejected' || status === 'gone' ? 'warning' : 'info';
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
