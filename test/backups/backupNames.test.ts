import { describe, expect, test } from 'vitest';
import {
  backupName,
  backupsAmong,
  backupsKept,
  backupsToRemove,
  isBackupDue,
  readBackupName,
} from '../../src/main/backups/backupNames.ts';
import type { BackupReason } from '../../src/shared/contract/backupCalls.ts';

const at = new Date(2026, 10, 21, 12).getTime();
const day = 86_400_000;
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
    const names = Array.from({ length: backupsKept + 3 }, (_, index) => made(at + index * day));
    const all = backupsAmong(['notes.txt', ...names, 'colophon.db.part']);
    expect(backupsToRemove(all)).toEqual([names[2], names[1], names[0]]);
  });

  test('leave the one before the last migration and displace the one before an earlier migration', () => {
    const first = made(at - 90 * day, 'migration');
    const second = made(at - 60 * day, 'migration');
    const names = Array.from({ length: backupsKept }, (_, index) => made(at + index * day));
    expect(backupsToRemove(backupsAmong([first, second, ...names]))).toEqual([first]);
  });
});
