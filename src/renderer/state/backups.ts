import { create } from 'zustand';
import type { Backup, StorageNotice } from '../../shared/contract/backupCalls.ts';
import { asAppError, call, onEvent } from './client.ts';
import { showError } from './notices.ts';
import { loadSession, useSession } from './session.ts';

/** Backups, and what there is to say about the data folder. */
export const useBackups = create<{
  notices: StorageNotice[];
  /** Newest first; null: not asked for yet. */
  backups: Backup[] | null;
  /** The backup that is looked into. */
  looking: string | null;
  /** Grows with every restore: whatever is shown is of another database then. */
  restored: number;
}>(() => ({ notices: [], backups: null, looking: null, restored: 0 }));

/** Keeps messages and list as main has them, and shows everything anew after a restore; returns a function that stops it. */
export function startBackups(): () => void {
  const stops = [
    onEvent('storage.changed', () => void loadNotices()),
    onEvent('backups.changed', () => {
      if (useBackups.getState().backups) void loadBackups();
    }),
    onEvent('storage.restored', () => {
      useBackups.setState(({ restored }) => ({ restored: restored + 1 }));
      useSession.setState(({ generation }) => ({ generation: generation + 1 }));
      void loadSession();
      void loadBackups();
    }),
    useSession.subscribe((now, before) => {
      if (now.generation !== before.generation) void loadNotices();
    }),
  ];
  void loadNotices();
  return () => {
    for (const stop of stops) stop();
  };
}

/** Fetches the list of backups. */
export function loadBackups(): Promise<void> {
  return quietly(async () => useBackups.setState({ backups: await call('backups.list', {}) }));
}

/** Takes a message away, for this and every other window. */
export function dismissStorageNotice(id: string): Promise<void> {
  return quietly(async () => void (await call('storage.dismiss', { id })));
}

/** Shows what restoring a backup would change. */
export function lookInto(name: string | null): void {
  useBackups.setState({ looking: name });
}

function loadNotices(): Promise<void> {
  return quietly(async () => useBackups.setState({ notices: await call('storage.notices', {}) }));
}

async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // A window that lost its connection says so itself.
    if (useSession.getState().link === 'up') showError(asAppError(error));
  }
}
