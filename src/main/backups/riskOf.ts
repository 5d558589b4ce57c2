import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { type FolderRisk, folderRisk, type Mount, readMountInfo, readMountList } from './folderRisk.ts';

/** The risk by the given and the real path of an existing folder (links, mapped drives); null if none. */
export function riskOf(folder: string, environment: Record<string, string | undefined>): FolderRisk | null {
  const named = resolve(folder);
  const real = realOf(named);
  const place = { platform: process.platform, environment, mounts: mountsFor(real), home: homedir() };
  return folderRisk({ ...place, path: named }) ?? folderRisk({ ...place, path: real });
}

function realOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

function mountsFor(path: string): Mount[] {
  try {
    if (process.platform === 'linux') return readMountInfo(readFileSync('/proc/self/mountinfo', 'utf8'));
    if (process.platform === 'darwin' && path.startsWith('/Volumes/'))
      return readMountList(execFileSync('/sbin/mount', { encoding: 'utf8', timeout: 2_000 }));
  } catch {
    // Without them, only the path can be used.
  }
  return [];
}
