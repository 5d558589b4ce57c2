import { Button, Field, makeStyles, Switch, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { OfficeStatus } from '../../../shared/office/office.ts';
import { Callout } from '../../parts/Callout.tsx';
import { smallSecondary, wrapping } from '../../parts/commonStyles.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { useAction, useOwnAction } from '../../parts/useAction.ts';
import { call } from '../../state/data/client.ts';
import { isOfficeWell, needsJoining, useOffice } from '../../state/data/office.ts';
import { useCall } from '../../state/data/queries.ts';
import { useAccounts } from '../../state/data/session.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { formatDateTime, formatNumber } from '../../state/format.ts';
import { JoinOfficeDialog } from './JoinOfficeDialog.tsx';
import { OfficeConflicts } from './OfficeConflicts.tsx';
import { SettingsSection } from './SettingsSection.tsx';

const useStyles = makeStyles({
  facts: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalXS,
    margin: 0,
    '& > dt': { color: tokens.colorNeutralForeground2 },
    '& > dd': { margin: 0, overflowWrap: 'anywhere' },
    '@media (max-width: 479px)': {
      gridTemplateColumns: 'minmax(0, 1fr)',
      '& > dd': { marginBlockEnd: tokens.spacingVerticalXS },
    },
  },
  more: { ...smallSecondary, display: 'block' },
  version: smallSecondary,
  buttons: { ...wrapping, gap: tokens.spacingHorizontalS },
});

/** The office that this data folder belongs to: joins and leaves it, shows its state, people and conflicts. */
export function OfficeSection() {
  const styles = useStyles();
  const office = useOffice();
  const [dialog, setDialog] = useState<'join' | 'leave' | null>(null);
  const close = () => setDialog(null);
  return (
    <SettingsSection help="office" name="office" text={t('settings.office.text')}>
      {office?.state === 'off' && <Button onClick={() => setDialog('join')}>{t('sharing.join')}</Button>}
      {office && office.state !== 'off' && (
        <>
          <OfficeFacts office={office} />
          <ApprovedOnly office={office} />
          {office.conflicts > 0 && <OfficeConflicts count={office.conflicts} />}
          <div className={styles.buttons}>
            {needsJoining(office.state) && (
              <Button onClick={() => setDialog('join')}>{t('sharing.joinAgain')}</Button>
            )}
            <Button onClick={() => setDialog('leave')}>{t('sharing.leave')}</Button>
          </div>
        </>
      )}
      {dialog === 'join' && <JoinOfficeDialog address={office?.address ?? ''} onClose={close} />}
      {dialog === 'leave' && <LeaveOfficeDialog onClose={close} />}
    </SettingsSection>
  );
}

function OfficeFacts({ office }: { office: OfficeStatus }) {
  const styles = useStyles();
  const accounts = useAccounts();
  const { state, message, since, address, waiting, unreadable, people, senders, storing } = office;
  const isWell = isOfficeWell(state);
  const words = describe(message);
  return (
    <>
      {!isWell && <Callout intent="warning">{words}</Callout>}
      <dl className={styles.facts}>
        {isWell && (
          <>
            <dt>{t('sharing.state')}</dt>
            <dd>
              {words}
              {state === 'offline' && (
                <span className={styles.more}>{t('sharing.since', { time: formatDateTime(since) })}</span>
              )}
            </dd>
          </>
        )}
        {waiting > 0 && state !== 'sending' && (
          <>
            <dt>{t('sharing.waiting')}</dt>
            <dd>{t('office.state.sending', { count: waiting })}</dd>
          </>
        )}
        {unreadable > 0 && (
          <>
            <dt>{t('sharing.unreadable')}</dt>
            <dd>{t('office.unreadable', { count: unreadable })}</dd>
          </>
        )}
        <dt>{t('sharing.address')}</dt>
        <dd>{address}</dd>
        {people.length > 0 && (
          <>
            <dt>{t('sharing.people')}</dt>
            <dd>
              {people.map(({ person, version }) => (
                <Text key={`${person} ${version}`} block>
                  {person} <span className={styles.version}>{t('sharing.version', { version })}</span>
                </Text>
              ))}
            </dd>
          </>
        )}
        {storing.length > 0 && (
          <>
            <dt>{t('sharing.storing')}</dt>
            <dd>
              {storing.map(({ person, rows, megabytes }) => (
                <Text key={person} block>
                  {t('sharing.stored', {
                    person,
                    count: rows,
                    n: formatNumber(rows),
                    megabytes: formatNumber(megabytes),
                  })}
                </Text>
              ))}
            </dd>
          </>
        )}
        {senders.length > 0 && (
          <>
            <dt>{t('sharing.senders')}</dt>
            <dd>
              {senders.map(({ accountId, person, left }) => (
                <Text key={accountId} block>
                  {t('sharing.sender', {
                    person,
                    name: accounts.find(({ id }) => id === accountId)?.name ?? accountId,
                    count: left,
                    n: formatNumber(left),
                  })}
                </Text>
              ))}
            </dd>
          </>
        )}
      </dl>
    </>
  );
}

function LeaveOfficeDialog({ onClose }: { onClose: () => void }) {
  const { data, error: unread, refetch } = useCall('office.leavePreview', {}, { gcTime: 0 });
  const { run, isBusy, error, reset } = useOwnAction(async (plan: string) => {
    await call('office.leave', { plan });
    showDone(t('sharing.left'));
    onClose();
  });
  return (
    <AppDialog
      isAlert
      help="office"
      title={t('sharing.leaveTitle')}
      error={error ?? unread}
      onRetry={() => {
        reset();
        void refetch();
      }}
      action={{
        label: t('sharing.leaveSubmit'),
        isBusy,
        isDisabled: !data,
        isPrimary: false,
        run: () => data && run(data.id),
      }}
      onClose={onClose}
    >
      <p>{t('sharing.leaveText')}</p>
      {data && data.waiting > 0 && (
        <p>{t('sharing.leaveWaiting', { count: data.waiting, n: formatNumber(data.waiting) })}</p>
      )}
      {data && data.queued > 0 && (
        <p>{t('sharing.leaveQueued', { count: data.queued, n: formatNumber(data.queued) })}</p>
      )}
    </AppDialog>
  );
}

/** For each shared account, whether only approved articles are sent. */
function ApprovedOnly({ office }: { office: OfficeStatus }) {
  const known = useAccounts();
  const { run } = useAction((accountId: string, isOn: boolean) =>
    call('office.setApprovedOnly', { accountId, isOn }),
  );
  // Without a connection, nobody knows; the office decides later.
  const isOthers = office.people.length > 0 && !office.mayManage;
  return office.approvedOnly.map(({ accountId, isOn }) => (
    <Field key={accountId} hint={isOthers ? t('sharing.approvedOnlyManaged') : undefined}>
      <Switch
        checked={isOn}
        disabled={isOthers}
        label={t('sharing.approvedOnly', { name: known.find(({ id }) => id === accountId)?.name ?? '' })}
        onChange={(_, { checked }) => run(accountId, checked)}
      />
    </Field>
  ));
}
