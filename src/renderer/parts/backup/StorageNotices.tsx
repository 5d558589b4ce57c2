import { lazy, Suspense } from 'react';
import type { StorageNotice } from '../../../shared/contract/storage.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { dismissStorageNotice, lookInto, useBackups, useStorageNotices } from '../../state/data/backups.ts';
import { Callout } from '../Callout.tsx';

// Rarely used, so the first screen does not load it.
const RestoreDialog = lazy(() => import('./RestoreDialog.tsx'));

/** Messages about the data folder (damage, a failed backup, an unsuitable place), and the dialog that shows a backup. */
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

/** One of these messages; without `onDismiss` it stays. */
export function StorageBar({ notice, onDismiss }: { notice: StorageNotice; onDismiss?: () => void }) {
  const { kind, message, why, fix, backup } = notice;
  const isBad = kind === 'folder-gone' || kind === 'damaged' || kind === 'damage-seen';
  return (
    <Callout
      intent={isBad ? 'error' : kind === 'restored' ? 'success' : 'warning'}
      role={isBad ? 'alert' : 'group'}
      politeness={isBad ? 'assertive' : 'polite'}
      title={describe(message)}
      action={backup === null ? undefined : { label: t('frame.storage.look'), run: () => lookInto(backup) }}
      onDismiss={onDismiss}
    >
      {describe(why)} {describe(fix)}
    </Callout>
  );
}
