import { describe, expect, test } from 'vitest';
import { folderRisk, type Mount, readMountInfo, readMountList } from '../../src/main/backups/folderRisk.ts';

const linuxMounts = readMountInfo(
  [
    '22 1 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw',
    '40 22 0:35 / /home/ada/team rw,nosuid shared:20 - nfs4 nas:/export/team rw,vers=4.2',
    '41 22 0:36 / /mnt/share rw,relatime - cifs //nas/share rw,vers=3.1.1',
    String.raw`42 22 0:37 / /media/with\040blank rw - fuse.sshfs ada@host:/home rw`,
    '43 40 8:3 / /home/ada/team/disk rw - xfs /dev/sdb1 rw',
    '44 22 0:38 / /mnt/wsl rw - 9p C:\\ rw',
    '45 22 0:39 / /mnt/dav rw - fuse.davfs https://dav rw',
    '46 22 0:40 / /mnt/usb rw - fuseblk /dev/sdc1 rw',
    '47 22 0:41 / /mnt/old rw - smb3 //nas/old rw',
    'garbage',
  ].join('\n'),
);
const macMounts = readMountList(
  [
    '/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)',
    '//ada@nas/share on /Volumes/share (smbfs, nodev, nosuid, mounted by ada)',
    'nas:/export on /Volumes/My Export (nfs, nodev)',
    '/dev/disk5s1 on /Volumes/Stick (exfat, local, nodev)',
  ].join('\n'),
);

type Row = readonly [path: string, risk: string | null];
const named = (kind: string, name: string) => `${kind}:${name}`;

function riskOf(
  path: string,
  platform: NodeJS.Platform,
  mounts: readonly Mount[],
  home: string,
  environment = {},
) {
  const risk = folderRisk({ path, platform, environment, mounts, home });
  return risk && named(risk.kind, risk.name);
}

describe('on Linux', () => {
  test.each<Row>([
    ['/home/ada/.local/share/colophon', null],
    ['/home/ada/team/colophon', 'network:nfs4'],
    ['/home/ada/team/disk/colophon', null],
    ['/home/ada/teamwork/colophon', null],
    ['/mnt/share/colophon', 'network:cifs'],
    ['/mnt/share', 'network:cifs'],
    ['/media/with blank/colophon', 'network:fuse.sshfs'],
    ['/mnt/wsl/colophon', 'network:9p'],
    ['/mnt/dav/colophon', 'network:fuse.davfs'],
    ['/mnt/old/colophon', 'network:smb3'],
    ['/mnt/usb/colophon', null],
    ['/home/ada/Dropbox/colophon', 'synced:Dropbox'],
    ['/home/ada/Dropbox (Acme Press)/colophon', 'synced:Dropbox'],
    ['/home/ada/Nextcloud/work/colophon', 'synced:Nextcloud'],
    ['/home/ada/OneDrive/colophon', 'synced:OneDrive'],
    ['/home/ada/pCloudDrive/colophon', 'synced:pCloud'],
    ['/home/ada/Box/colophon', 'synced:Box'],
    ['/home/ada/box/colophon', null],
    ['/home/ada/my-dropbox-notes/colophon', null],
  ])('%s: %s', (path, risk) => {
    expect(riskOf(path, 'linux', linuxMounts, '/home/ada')).toBe(risk);
  });

  test('the name of the home folder does not matter', () => {
    expect(
      riskOf('/home/nextcloud/.local/share/colophon', 'linux', linuxMounts, '/home/nextcloud'),
    ).toBeNull();
  });
});

describe('on macOS', () => {
  test.each<Row>([
    ['/Users/ada/Library/Application Support/Colophon', null],
    ['/Users/ada/Library/Mobile Documents/com~apple~CloudDocs/Colophon', 'synced:iCloud'],
    ['/Users/ada/Library/CloudStorage/OneDrive-AcmePress/Colophon', 'synced:OneDrive'],
    ['/Users/ada/Library/CloudStorage/GoogleDrive-ada@acme.org/My Drive/C', 'synced:Google Drive'],
    ['/Users/ada/Library/CloudStorage/Other-Service/Colophon', 'synced:Other-Service'],
    ['/Users/ada/Google Drive/Colophon', 'synced:Google Drive'],
    ['/Volumes/share/Colophon', 'network:smbfs'],
    ['/Volumes/My Export/Colophon', 'network:nfs'],
    ['/Volumes/Stick/Colophon', null],
    ['/Volumes/Unknown/Colophon', 'network:'],
  ])('%s: %s', (path, risk) => {
    expect(riskOf(path, 'darwin', macMounts, '/Users/ada')).toBe(risk);
  });
});

describe('on Windows', () => {
  const environment = { OneDrive: 'D:\\Wolke', OneDriveCommercial: 'C:\\Users\\ada\\OneDrive - Acme' };
  test.each<Row>([
    ['C:\\Users\\ada\\AppData\\Roaming\\Colophon', null],
    ['\\\\nas\\share\\Colophon', 'network:'],
    ['//nas/share/Colophon', 'network:'],
    ['\\\\?\\UNC\\nas\\share\\Colophon', 'network:'],
    ['\\\\?\\C:\\Colophon', null],
    ['D:\\Wolke\\Colophon', 'synced:OneDrive'],
    ['d:\\wolke\\Colophon', 'synced:OneDrive'],
    ['D:\\Wolke2\\Colophon', null],
    ['C:\\Users\\ada\\OneDrive - Acme\\Colophon', 'synced:OneDrive'],
    ['C:\\Users\\ada\\OneDrive - Other\\Colophon', 'synced:OneDrive'],
    ['G:\\My Drive\\Colophon', 'synced:Google Drive'],
    ['C:\\Users\\ada\\iCloudDrive\\Colophon', 'synced:iCloud'],
    ['C:\\Users\\ada\\Acme Dropbox\\Colophon', 'synced:Dropbox'],
  ])('%s: %s', (path, risk) => {
    expect(riskOf(path, 'win32', [], 'C:\\Users\\ada', environment)).toBe(risk);
  });
});
