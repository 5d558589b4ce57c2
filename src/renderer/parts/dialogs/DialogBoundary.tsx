import type { ReactNode } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { AppDialog } from './AppDialog.tsx';

/** An `ErrorBoundary` for what opens over a screen: the message is in a dialog that can be closed. */
export function DialogBoundary({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <ErrorBoundary
      of="dialog"
      around={(failed) => (
        <AppDialog
          help="settings"
          title={t('frame.failed.title')}
          close={t('common.close')}
          onClose={onClose}
        >
          {failed}
        </AppDialog>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
