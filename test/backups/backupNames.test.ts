import { describe, expect, test } from 'vitest';
import {
  backupName,
  backupsAmong,
  backupsToRemove,
  isBackupDue,
  readBackupName,
} from '../../src/main/backups/backupNames.ts';
import { backupLimits } from '../../src/shared/choices.ts';
import type { BackupReason } from '../../src/shared/contract/backups.ts';

const at = new Date(2026, 10, 21, 12).getTime();
const day = 86_400_000;
const sized = (bytes: number, names: string[]) => backupsAmong(names).map((one) => ({ ...one, bytes }));
const made = (when: number, reason: BackupReason = 'daily') => backupName(when, reason);

describe('a backup’s file name', () => {
  test('tells when and why the backup was made', () => {
    const name = backupName(Date.parse('2026-11-21T15:07:36.120Z'), 'asked');
    expect(name).toBe('2026-11-21T15-07-36-120Z-asked.db');
    expect(readBackupName(name)).toEqual({ name, at: '2026-11-21T15:07:36.120Z', reason: 'asked' });
  });

  test.each([
    '../2026-11-21T15-07-36-120Z-asked.db',
    '2026-11-21T15-07-36-120Z-asked.db/../../colophon.db',
    '2026-11-21T15-07-36-120Z-asked.db.part',
    '2026-13-41T15-07-36-120Z-asked.db',
    '2026-11-21T15-07-36-120Z-other.db',
    'colophon.db',
    '',
  ])('is not read from %j', (name) => {
    expect(readBackupName(name)).toBeNull();
  });
});

describe('the daily backup', () => {
  test.each([
    ['there is none at all', [], true],
    ['the last one is of yesterday, however late', [made(new Date(2026, 10, 20, 23, 59).getTime())], true],
    ['one was made today', [made(at - 3_600_000)], false],
    ['one was asked for today', [made(at, 'asked')], false],
    ['today there was only the one before a restore', [made(at - 2 * day), made(at, 'restore')], true],
    ['the clock was ahead when the last one was made', [made(at + 40 * day)], true],
  ])('is due or not where %s', (_, names, due) => {
    expect(isBackupDue(backupsAmong(names), at)).toBe(due);
  });
});

describe('superfluous backups', () => {
  test('are removed oldest first, without touching other files', () => {
    const names = Array.from({ length: backupLimits.count + 3 }, (_, index) => made(at + index * day));
    const all = sized(1, ['notes.txt', ...names, 'colophon.db.part']);
    expect(backupsToRemove(all, backupLimits)).toEqual([names[2], names[1], names[0]]);
  });

  test('leave the one before the last migration and displace the one before an earlier migration', () => {
    const first = made(at - 90 * day, 'migration');
    const second = made(at - 60 * day, 'migration');
    const names = Array.from({ length: backupLimits.count }, (_, index) => made(at + index * day));
    expect(backupsToRemove(sized(1, [first, second, ...names]), backupLimits)).toEqual([first]);
  });

  test.each([
    ['five of 1 GB, which is as much as is allowed', 1e9, 5],
    ['two of 1.9 GB of a million drafts', 1.9e9, 2],
    ['two, however large they are', 9e9, 2],
  ])('leave at most 5 GB in all: %s', (_, bytes, left) => {
    const names = Array.from({ length: left + 1 }, (_, index) => made(at + index * day));
    const most = { ...backupLimits, bytes: 5e9 };
    expect(backupsToRemove(sized(bytes, names.slice(-left)), most)).toEqual([]);
    expect(backupsToRemove(sized(bytes, names), most)).toEqual([names[0]]);
  });

  test('leave less room beside a large one made before a migration', () => {
    const names = Array.from({ length: 4 }, (_, index) => made(at + index * day));
    const all = [...sized(1e9, names), ...sized(3e9, [made(at - day, 'migration')])];
    expect(backupsToRemove(all, { ...backupLimits, bytes: 5e9 })).toEqual([names[1], names[0]]);
  });
});
