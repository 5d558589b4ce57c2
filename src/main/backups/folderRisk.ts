import { posix, win32 } from 'node:path';

/** A network drive, or a folder that a service synchronises, is a bad place for a database. */
export interface FolderRisk {
  kind: 'network' | 'synced';
  /** The name of the service; for a network drive, the system's name for its type, or empty. */
  name: string;
}

/** One line of the mount table: the path and the type of file system. */
export interface Mount {
  at: string;
  type: string;
}

const networkTypes =
  /^(nfs\d?|cifs|smb\d?|smbfs|ncpfs|afs|9p|davfs\d?|ceph|glusterfs|lustre|afpfs|webdav|fuse\.(sshfs|davfs2?|rclone|s3fs|gvfsd-fuse|glusterfs|ceph|cifs|smbnetfs|curlftpfs|goofys|gcsfuse))$/i;

/** Services by the folders that they create, as a whole path segment or its beginning. */
const services: readonly (readonly [RegExp, string])[] = [
  [/^onedrive( ?- .+)?$/i, 'OneDrive'],
  [/^onedrivecommercial$/i, 'OneDrive'],
  [/^(.+ )?dropbox( \(.+\))?$/i, 'Dropbox'],
  [/^(google ?drive|googledrive|my drive|drivefs)$/i, 'Google Drive'],
  [/^(icloud ?drive|iclouddrive|icloud~.+|com~apple~clouddocs)$/i, 'iCloud'],
  [/^nextcloud\d*$/i, 'Nextcloud'],
  [/^owncloud\d*$/i, 'ownCloud'],
  [/^(Box|Box Sync)$/, 'Box'],
  [/^(pclouddrive|pcloud drive|pcloudsync|pcloud)$/i, 'pCloud'],
];
/** The prefixes of the folders in which macOS stores such services, `~/Library/CloudStorage/Dropbox-Personal`. */
const cloudStorage: readonly (readonly [RegExp, string])[] = [
  [/^onedrive/i, 'OneDrive'],
  [/^dropbox/i, 'Dropbox'],
  [/^googledrive/i, 'Google Drive'],
  [/^iclouddrive/i, 'iCloud'],
  [/^nextcloud/i, 'Nextcloud'],
  [/^box/i, 'Box'],
  [/^pcloud/i, 'pCloud'],
];

/**
 * The risk of a folder (absolute path) by its path, OneDrive's environment variables on Windows, and the mounts
 * (Linux: `/proc/self/mountinfo`, macOS: the volumes).
 */
export function folderRisk(place: {
  path: string;
  platform: NodeJS.Platform;
  environment: Record<string, string | undefined>;
  mounts: readonly Mount[];
  home: string;
}): FolderRisk | null {
  return syncedBy(place) ?? networkOf(place);
}

/** Parses `/proc/self/mountinfo` (proc(5)): the mount points and their types. */
export function readMountInfo(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [left, right] = line.split(' - ');
    const at = left?.split(' ')[4];
    const type = right?.split(' ')[0];
    // Spaces and similar characters are octal escapes.
    const plain = at?.replaceAll(/\\([0-7]{3})/g, (_, digits) =>
      String.fromCharCode(Number.parseInt(digits, 8)),
    );
    return plain && type ? [{ at: plain, type }] : [];
  });
}

/** Parses the output of `mount` on macOS: `//ada@server/share on /Volumes/share (smbfs, nodev, nosuid)`. */
export function readMountList(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [, at, type] = /^.+? on (.+) \(([^,)]+)[,)]/.exec(line) ?? [];
    return at && type ? [{ at, type: type.trim() }] : [];
  });
}

type Place = Parameters<typeof folderRisk>[0];

function syncedBy({ path, platform, environment, home }: Place): FolderRisk | null {
  const isWindows = platform === 'win32';
  if (isWindows) {
    const roots = ['OneDrive', 'OneDriveConsumer', 'OneDriveCommercial'].map((name) => environment[name]);
    if (roots.some((root) => root && isWithin(path, root, platform)))
      return { kind: 'synced', name: 'OneDrive' };
  }
  if (platform === 'darwin') {
    const library = posix.join(home, 'Library');
    const storage = posix.join(library, 'CloudStorage');
    if (isWithin(path, storage, platform)) {
      const [service = ''] = posix.relative(storage, path).split('/');
      const known = cloudStorage.find(([start]) => start.test(service));
      return { kind: 'synced', name: known?.[1] ?? service };
    }
    if (isWithin(path, posix.join(library, 'Mobile Documents'), platform))
      return { kind: 'synced', name: 'iCloud' };
  }
  // The name of the user's home folder proves nothing.
  const inHome = isWithin(path, home, platform) ? (isWindows ? win32 : posix).relative(home, path) : path;
  const parts = inHome.split(isWindows ? /[\\/]/ : '/');
  for (const part of parts) {
    const known = services.find(([name]) => name.test(part));
    if (known) return { kind: 'synced', name: known[1] };
  }
  return null;
}

function networkOf({ path, platform, mounts }: Place): FolderRisk | null {
  if (platform === 'win32') {
    // `\\?\C:\` and `\\.\` are local; `\\?\UNC\` is not.
    const isShare = /^[\\/]{2}(?![?.][\\/])/.test(path) || /^[\\/]{2}\?[\\/]UNC[\\/]/i.test(path);
    return isShare ? { kind: 'network', name: '' } : null;
  }
  const holding = mounts.filter(({ at }) => isWithin(path, at, platform));
  // The longest matching path wins; of equal ones, the last.
  const mount = holding.reduce<Mount | null>(
    (best, one) => (best && best.at.length > one.at.length ? best : one),
    null,
  );
  if (mount && networkTypes.test(mount.type)) return { kind: 'network', name: mount.type };
  // A volume that is not in the table may be anywhere.
  const isUnknownVolume = platform === 'darwin' && path.startsWith('/Volumes/') && (mount?.at ?? '/') === '/';
  return isUnknownVolume ? { kind: 'network', name: '' } : null;
}

function isWithin(path: string, folder: string, platform: NodeJS.Platform): boolean {
  const isWindows = platform === 'win32';
  const { relative, isAbsolute } = isWindows ? win32 : posix;
  const way = relative(folder, path);
  return way === '' || (!isAbsolute(way) && way !== '..' && !/^\.\.[\\/]/.test(way));
}
