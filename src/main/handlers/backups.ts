import type { CallOutput, Handlers } from '../../shared/contract/contract.ts';
import type { Backups } from '../backups/backups.ts';
import type { StorageNotices } from '../backups/storageNotices.ts';

/** The calls about the data file itself: they work while the rest of the application is stopped and rebuilt. */
export type StorageCall = Extract<keyof Handlers, `backups.${string}` | `storage.${string}`>;

/** Backups and notices about the data folder. */
export function backupHandlers(parts: {
  backups: Pick<Backups, 'list' | 'make'>;
  preview: (input: { name: string }) => Promise<CallOutput<'backups.preview'>>;
  restore: (input: Parameters<Handlers['backups.restore']>[0]) => ReturnType<Handlers['backups.restore']>;
  notices: Pick<StorageNotices, 'all' | 'dismiss'>;
  diagnose: Handlers['storage.diagnose'];
}): Pick<Handlers, StorageCall> {
  const { backups, notices } = parts;
  return {
    'backups.list': () => backups.list(),
    'backups.make': () => backups.make('asked'),
    'backups.preview': (input) => parts.preview(input),
    'backups.restore': (input) => parts.restore(input),
    'storage.notices': () => notices.all(),
    'storage.diagnose': (input) => parts.diagnose(input),
    'storage.dismiss': ({ id }) => {
      notices.dismiss(id);
      return null;
    },
  };
}
