import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { StorageNotice } from '../../../shared/contract/backupCalls.ts';
import { describe } from '../../../shared/i18n/describe.ts';
import { dismissStorageNotice, lookInto, useBackups, useStorageNotices } from '../../state/backups.ts';

// Hardly ever wanted: not a part of what the first screen loads.
const RestoreDialog = lazy(() => import('./RestoreDialog.tsx'));

/** What there is to say about the data folder (damage, a failed backup, a bad place), and the dialog that looks into a backup. */
export function StorageNotices() {
  const notices = useStorageNotices();
  const looking = useBackups((state) => state.looking);
  return (
    <>
      {notices
        .filter(({ isDismissed }) => !isDismissed)
        .map((notice) => (
          <StorageBar
            key={notice.id}
            notice={notice}
            onDismiss={() => void dismissStorageNotice(notice.id)}
          />
        ))}
      {looking !== null && (
        <Suspense>
          <RestoreDialog key={looking} name={looking} onClose={() => lookInto(null)} />
        </Suspense>
      )}
    </>
  );
}

/** One message; without `onDismiss` it stays. */
export function StorageBar({ notice, onDismiss }: { notice: StorageNotice; onDismiss?: () => void }) {
  const { t } = useTranslation();
  const { kind, message, why, fix, backup } = notice;
  const isBad = kind === 'damaged' || kind === 'damage-seen';
  return (
    <MessageBar
      intent={isBad ? 'error' : kind === 'restored' ? 'success' : 'warning'}
      layout="multiline"
      role={isBad ? 'alert' : 'group'}
      politeness={isBad ? 'assertive' : 'polite'}
    >
      <MessageBarBody>
        <MessageBarTitle>{describe(message)}</MessageBarTitle> {describe(why)} {describe(fix)}
      </MessageBarBody>
      {(backup !== null || onDismiss) && (
        <MessageBarActions
          containerAction={
            onDismiss && (
              <Button
                appearance="transparent"
                icon={<DismissRegular />}
                aria-label={t('common.dismiss')}
                onClick={onDismiss}
              />
            )
          }
        >
          {backup !== null && <Button onClick={() => lookInto(backup)}>{t('frame.storage.look')}</Button>}
        </MessageBarActions>
      )}
    </MessageBar>
  );
}
