import { useEffect } from 'react';
import { create } from 'zustand';
import type { StorageNotice } from '../../../shared/contract/storage.ts';
import type { AppError } from '../../../shared/errors.ts';
import { showError } from '../dialogs/notices.ts';
import { reloadRecords } from '../records/openRecords.ts';
import { asAppError, call, onEvent } from './client.ts';
import { fetchAgain, forgetAll, useCall } from './queries.ts';
import { useLink } from './session.ts';

/** The backup whose preview is open, and the number of restores, each of which remounts the screen. */
export const useBackups = create<{ looking: string | null; restored: number }>(() => ({
  looking: null,
  restored: 0,
}));

/**
 * Resets what is shown when another database replaces the open one, and looks at the data folder whenever the window gets
 * the focus, since somebody may have moved it meanwhile; returns a function that stops both.
 */
export function startBackups(): () => void {
  const stop = onEvent('storage.restored', () => {
    useBackups.setState(({ restored }) => ({ restored: restored + 1 }));
    forgetAll();
    reloadRecords();
  });
  const look = () => void fetchAgain('storage.notices');
  window.addEventListener('focus', look);
  return () => {
    stop();
    window.removeEventListener('focus', look);
  };
}

export function useStorageNotices(): readonly StorageNotice[] {
  const { data, error } = useCall('storage.notices', {});
  useErrorNotice(error);
  return data ?? none;
}

/** The backups, newest first; null until they are loaded. */
export function useBackupList() {
  const { data, error } = useCall('backups.list', {});
  useErrorNotice(error);
  return data ?? null;
}

/** Dismisses a message, for this and every other window. */
export async function dismissStorageNotice(id: string): Promise<void> {
  try {
    await call('storage.dismiss', { id });
  } catch (error) {
    reportError(asAppError(error));
  }
}

/** Previews the effect of restoring a backup. */
export function lookInto(name: string | null): void {
  useBackups.setState({ looking: name });
}

const none: readonly StorageNotice[] = [];

function useErrorNotice(error: AppError | null): void {
  useEffect(() => {
    if (error) reportError(error);
  }, [error]);
}

function reportError(error: AppError): void {
  // A window that lost its connection reports that itself.
  if (useLink.getState().link === 'up') showError(error);
}
