import { basename } from 'node:path';
import type { StorageNotice } from '../../shared/contract/storage.ts';
import type { AppError } from '../../shared/errors.ts';
import { type MessageParams, msg } from '../../shared/message.ts';
import { readBackupName } from './backupNames.ts';
import type { Backups } from './backups.ts';
import type { FolderRisk } from './folderRisk.ts';
import { asideName } from './setAside.ts';
import type { StorageMemory, StorageState } from './storageState.ts';

/** Notices about the data folder as messages; dismissed ones are marked. */
export type StorageNotices = ReturnType<typeof createStorageNotices>;

export interface StorageNoticesParts {
  database: string;
  memory: StorageMemory;
  backups: Pick<Backups, 'failure' | 'newestBefore'>;
  risk: FolderRisk | null;
  foreignFiles: readonly string[];
  /** Why the next change could not be saved in the data folder; null if it is where it was. */
  misplaced: () => AppError | null;
  changed: () => void;
}

/** Foreign files beyond this number are only counted. */
const maxNames = 5;

/** The ids of notices about a temporary problem. */
const passing: ReadonlySet<string> = new Set(['folder-gone', 'backup-failed', 'damage-seen']);

type Said = Omit<StorageNotice, 'isDismissed'>;

/** Creates the notices; each call of `all` builds them again. */
export function createStorageNotices(parts: StorageNoticesParts) {
  const { memory, backups, risk, foreignFiles, misplaced } = parts;
  let isDamageSeen = false;
  let offered: { stamp: string; backup: Promise<string | null> } | null = null;
  /** Notices about a temporary problem are dismissed only while it lasts; for a failed backup, with the failure. */
  const dismissedNow = new Map<string, AppError | null>();
  const failureOf = (id: string) => (id === 'backup-failed' ? backups.failure() : null);

  /** The newest sound backup from before the damage; looked up once. */
  function offer(stamp: string): Promise<string | null> {
    if (offered?.stamp !== stamp) {
      const at = readBackupName(`${stamp}-daily.db`)?.at ?? '';
      offered = { stamp, backup: backups.newestBefore(at).then((found) => found?.name ?? null) };
    }
    return offered.backup;
  }

  async function said(): Promise<Said[]> {
    const { damaged, restored } = memory.get();
    const notices: Said[] = [];
    const gone = misplaced();
    if (gone) notices.push({ id: 'folder-gone', kind: 'folder-gone', ...problemOf(gone), backup: null });
    if (isDamageSeen)
      notices.push({ id: 'damage-seen', kind: 'damage-seen', ...textsOf('damageSeen'), backup: null });
    if (damaged) notices.push(await damagedNotice(damaged));
    if (restored) {
      const at = readBackupName(restored.backup)?.at ?? restored.at;
      const kind = restored.before === null ? 'restored' : 'restoredOver';
      notices.push({
        id: `restored:${restored.at}`,
        kind: 'restored',
        ...textsOf(kind, { at }),
        backup: null,
      });
    }
    const failure = backups.failure();
    if (failure)
      notices.push({ id: 'backup-failed', kind: 'backup-failed', ...problemOf(failure), backup: null });
    if (risk) notices.push(folderNotice(risk));
    if (foreignFiles.length > 0) notices.push(foreignNotice(foreignFiles));
    return notices;
  }

  async function damagedNotice({ stamp, fault }: NonNullable<StorageState['damaged']>): Promise<Said> {
    const backup = await offer(stamp);
    const file = basename(asideName(parts.database, stamp));
    const at = backup === null ? '' : (readBackupName(backup)?.at ?? '');
    const words = textsOf(backup === null ? `${fault}NoBackup` : fault, { file, at });
    return { id: 'damaged', kind: 'damaged', ...words, backup };
  }

  return {
    async all() {
      const { dismissed } = memory.get();
      const notices = await said();
      for (const [id, failure] of dismissedNow)
        if (failure !== failureOf(id) || !notices.some((notice) => notice.id === id)) dismissedNow.delete(id);
      return notices.map((notice) => ({
        ...notice,
        isDismissed: dismissed.includes(notice.id) || dismissedNow.has(notice.id),
      }));
    },
    dismiss(id: string) {
      if (passing.has(id)) dismissedNow.set(id, failureOf(id));
      else memory.change({ dismissed: [...new Set([...memory.get().dismissed, id])].slice(-50) });
      parts.changed();
    },
    /** Called when damage was found in the open database. */
    damageSeen() {
      if (isDamageSeen) return;
      isDamageSeen = true;
      memory.change({ sound: null });
      parts.changed();
    },
    /** Returns true if damage was found since the database was opened. */
    isDamageSeen: () => isDamageSeen,
    /** Called when another database has replaced the open one. */
    databaseChanged() {
      isDamageSeen = false;
      dismissedNow.clear();
    },
  };
}

function problemOf({ problem: message, why, fix }: AppError): Pick<Said, 'message' | 'why' | 'fix'> {
  return { message, why, fix };
}

function folderNotice({ kind, name }: FolderRisk): Said {
  const words = textsOf(kind === 'synced' ? 'folderSynced' : 'folderNetwork', { name });
  return { id: `folder:${kind}:${name}`, kind: 'folder', ...words, backup: null };
}

function foreignNotice(names: readonly string[]): Said {
  const shown = names.slice(0, maxNames).join(', ');
  const more = names.length - maxNames;
  const words = textsOf('foreignFiles', {
    files: more > 0 ? msg('storage.andMore', { shown, count: more }) : shown,
  });
  return { id: 'foreign-files', kind: 'foreign-files', ...words, backup: null };
}

function textsOf(key: string, params: MessageParams = {}): Pick<Said, 'message' | 'why' | 'fix'> {
  return {
    message: msg(`storage.${key}.message`, params),
    why: msg(`storage.${key}.why`, params),
    fix: msg(`storage.${key}.fix`, params),
  };
}
