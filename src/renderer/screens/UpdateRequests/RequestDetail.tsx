import { Button, makeStyles, tokens } from '@fluentui/react-components';
import {
  ArrowSyncRegular,
  ArrowUndoRegular,
  DeleteRegular,
  EditRegular,
  QuestionCircleRegular,
  SendRegular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import type { Application } from '../../../shared/application/applicationDraft.ts';
import { standingOf } from '../../../shared/application/standing.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { Timeline } from '../../parts/application/Timeline.tsx';
import { useCanWithdraw, WithdrawDialog } from '../../parts/application/WithdrawDialog.tsx';
import { ReadinessBadge } from '../../parts/Badges.tsx';
import { Callout } from '../../parts/Callout.tsx';
import { column, heading4, secondary, wrapping } from '../../parts/commonStyles.ts';
import { StandingBadge } from '../../parts/StandingBadge.tsx';
import { SendAgainDialog } from '../../parts/upload/SendAgainDialog.tsx';
import { useAction } from '../../parts/useAction.ts';
import { call } from '../../state/data/client.ts';
import { formatDateTime } from '../../state/format.ts';
import { hrefOf } from '../../state/navigation/route.ts';
import {
  askDirectory,
  askToTrash,
  cancelSending,
  lookUp,
  restore,
} from '../../state/records/requestActions.ts';
import { listOfFields, useChangedFields } from './changedFields.ts';
import { kindText } from './RequestGrid.tsx';

const useStyles = makeStyles({
  root: {
    ...column,
    gap: tokens.spacingVerticalL,
    paddingBlock: tokens.spacingVerticalM,
    paddingInline: tokens.spacingHorizontalL,
  },
  head: { ...column, gap: tokens.spacingVerticalXS },
  title: { ...heading4, overflowWrap: 'anywhere' },
  quiet: secondary,
  badges: { ...wrapping, gap: tokens.spacingHorizontalS },
  buttons: { ...wrapping, gap: tokens.spacingHorizontalS },
  line: { margin: 0, overflowWrap: 'anywhere' },
  facts: {
    margin: 0,
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXXS,
    fontSize: tokens.fontSizeBase200,
  },
  value: { margin: 0 },
});

/** The state of an application and its meaning, the available actions, and its timeline; `isAlone`: nothing else is on the screen. */
export function RequestDetail(props: { application: Application; isAlone: boolean; onSend: () => void }) {
  const styles = useStyles();
  const { application } = props;
  const Heading = props.isAlone ? 'h1' : 'h2';
  const issns = [application.pissn, application.eissn].filter((issn) => issn !== '');
  return (
    <div className={styles.root}>
      <div className={styles.head}>
        <Heading className={styles.title}>{application.title || t('common.untitled')}</Heading>
        <span className={styles.quiet}>{[kindText(application), ...issns].join(' · ')}</span>
        <span className={styles.badges}>
          <StandingBadge row={application} />
          <ReadinessBadge
            readiness={application.readiness}
            errors={application.errors}
            warnings={application.warnings}
          />
        </span>
      </div>
      <Meaning application={application} />
      <Actions {...props} />
      <Facts application={application} />
      <Timeline events={application.timeline} />
    </div>
  );
}

/** Explains the state to the user, and why the directory refused the last version sent. */
function Meaning({ application }: { application: Application }) {
  const styles = useStyles();
  const { refusal, editable } = application;
  const standing = standingOf(application);
  const isWarning = ['refused', 'failed', 'unsure', 'revisions', 'rejected', 'gone'].includes(standing);
  return (
    <Callout intent={isWarning ? 'warning' : 'info'} role="group" title={t(`requests.meaning.${standing}`)}>
      {refusal && standing === 'refused' && (
        <>
          <p className={styles.line}>
            {describe(refusal.message)} {describe(refusal.help)}
          </p>
          {refusal.words !== '' && (
            <p className={styles.line}>{t('requests.directoryWords', { words: refusal.words })}</p>
          )}
        </>
      )}
      {!editable.now && standing !== 'refused' && <p className={styles.line}>{describe(editable.why)}</p>}
    </Callout>
  );
}

function Actions(props: { application: Application; onSend: () => void }) {
  const styles = useStyles();
  const { application } = props;
  const { id, sync, remoteId, trashedAt, status } = application;
  const canWithdraw = useCanWithdraw(status);
  const asking = useAction(() => askDirectory([id]));
  const lookingUp = useAction(() => lookUp(id));
  const [isUnkept, setUnkept] = useState(false);
  const [isWithdrawing, setWithdrawing] = useState(false);
  if (trashedAt !== null) {
    return (
      <div className={styles.buttons}>
        <Button icon={<ArrowUndoRegular />} onClick={() => void restore([id])}>
          {t('drafts.restore')}
        </Button>
      </div>
    );
  }
  const isUnderWay = sync === 'queued' || sync === 'sending' || sync === 'unsure';
  return (
    <div className={styles.buttons}>
      <Button
        as="a"
        appearance="primary"
        icon={<EditRegular />}
        href={hrefOf({ screen: 'update-requests', applicationId: id, field: null })}
      >
        {t('requests.open')}
      </Button>
      {!isUnderWay && sync !== 'sent' && (
        <Button icon={<SendRegular />} onClick={props.onSend}>
          {t('requests.send')}
        </Button>
      )}
      {sync === 'queued' && (
        <Button onClick={() => void cancelSending([id])}>{t('requests.cancelSending')}</Button>
      )}
      {application.waitsToKeep && (
        <Button onClick={() => setUnkept(true)}>{t('versions.upload.without')}</Button>
      )}
      {isUnkept && (
        <SendAgainDialog
          sending={{
            name: 'applications.unkeptPreview',
            input: { accountId: application.accountId, ids: [id] },
          }}
          send={(plan) => call('applications.sendUnkept', { plan })}
          onClose={() => setUnkept(false)}
        />
      )}
      {sync === 'unsure' && (
        <Button icon={<QuestionCircleRegular />} disabledFocusable={lookingUp.isBusy} onClick={lookingUp.run}>
          {t('requests.lookUp')}
        </Button>
      )}
      {remoteId !== null && !isUnderWay && (
        <Button icon={<ArrowSyncRegular />} disabledFocusable={asking.isBusy} onClick={asking.run}>
          {t('requests.refresh')}
        </Button>
      )}
      {remoteId !== null && !isUnderWay && canWithdraw && (
        <Button onClick={() => setWithdrawing(true)}>{t('application.withdraw.button')}</Button>
      )}
      {isWithdrawing && <WithdrawDialog application={application} onClose={() => setWithdrawing(false)} />}
      {!isUnderWay && (
        <Button icon={<DeleteRegular />} onClick={() => void askToTrash([id])}>
          {t('drafts.trash')}
        </Button>
      )}
    </div>
  );
}

function Facts({ application }: { application: Application }) {
  const styles = useStyles();
  const changed = useChangedFields(application.accountId, application.id);
  const timeOf = (at: string | null) => at && formatDateTime(at);
  const facts = [
    ['changes', listOfFields(changed)],
    ['edited', timeOf(application.updatedAt)],
    ['sent', timeOf(application.sentAt)],
    ['stateSince', timeOf(application.statusAt)],
    ['asked', timeOf(application.checkedAt)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, text]) =>
          text && (
            <div key={name} style={{ display: 'contents' }}>
              <dt className={styles.quiet}>{t(`requests.fact.${name}`)}</dt>
              <dd className={styles.value}>{text}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
