import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isSpoolFile, spoolFolder } from '../platform/files/importSpool.ts';
import { isOpeningFolder } from '../platform/files/openingFolder.ts';
import { makePrivate } from '../platform/files/privateFiles.ts';
import { readBackupName } from './backupNames.ts';

/** Files that Colophon, SQLite and Electron keep directly in the data folder. */
const ownFiles =
  /^(colophon(-damaged-[\dTZ-]+)?\.db(\.restoring)?(-wal|-shm|-journal)?|colophon\.log(\.1)?|in-use\.db(-journal)?|limits\.db(-wal|-shm)?|data-file\.json(\.part)?|confirmed-origins\.json(\.part)?|rule-pack\.json(\.part)?|sandbox\.jsonl(\.new)?|web-port|window\.json)$/;
/** Files that the system's file manager creates by itself. */
const systemFiles = /^(\.|desktop\.ini$|Thumbs\.db$)/i;

/** Entries of the data folder that Colophon did not make and never touches: `backups/notes.txt`. */
export function foreignFiles(dataFolder: string): string[] {
  return [
    ...namesIn(dataFolder).filter((name) => !isOwnFolder(dataFolder, name) && !ownFiles.test(name)),
    ...foreignIn(dataFolder, 'backups', isBackupFile),
    ...foreignIn(dataFolder, spoolFolder, isSpoolFile),
  ];
}

/** Denies other users access to Colophon's own files and folders; foreign files stay as they are. */
export function protectOwnFiles(dataFolder: string): void {
  const root = realpathSync(dataFolder);
  const foreign = new Set(foreignFiles(root));
  makePrivate(root);
  for (const name of namesIn(root)) if (!foreign.has(name)) makePrivate(join(root, name));
  for (const folder of ['backups', spoolFolder])
    for (const name of namesIn(join(root, folder)))
      if (!foreign.has(`${folder}/${name}`)) makePrivate(join(root, folder, name));
}

/** Also returns true for unfinished files that a crash leaves behind. */
function isBackupFile(name: string): boolean {
  return readBackupName(name) !== null || isUnfinishedBackupFile(name);
}

/** Returns true for a file that remains if the program crashes while making or comparing a backup. */
export function isUnfinishedBackupFile(name: string): boolean {
  const [, backup] = /^(.*\.db)\.(?:part|scratch)(?:-wal|-shm|-journal)?$/.exec(name) ?? [];
  return backup !== undefined && readBackupName(backup) !== null;
}

function isOwnFolder(dataFolder: string, name: string): boolean {
  // Only Electron writes to `window`, using its own file names.
  return ['backups', 'window', spoolFolder].includes(name) || isOpeningFolder(dataFolder, name);
}

function foreignIn(dataFolder: string, folder: string, isOwn: (name: string) => boolean): string[] {
  return namesIn(join(dataFolder, folder))
    .filter((name) => !isOwn(name))
    .map((name) => `${folder}/${name}`);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !systemFiles.test(name));
  } catch {
    return [];
  }
}
