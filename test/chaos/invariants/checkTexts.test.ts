import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkLog } from './checkTexts.ts';

test('a full disk explains its own errors and a truncated line in the log, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-log-'));
  const file = join(folder, 'colophon.log');
  const full = '{"level":"error","event":"upload","error":{"code":"SQLITE_FULL"}}';
  writeFileSync(file, `{"level":"info","event":"a"}\n${full}\n{"level":"err\n`);
  const found = (wasFull: boolean, from = 0) => checkLog(file, { wasFull, from }).map(({ check }) => check);
  expect(found(true)).toEqual([]);
  expect(found(false)).toEqual(['error in the log', 'unreadable log line']);
  const { size } = statSync(file);
  appendFileSync(file, '{"level":"error","event":"call.bug"}\n');
  expect(found(true, size)).toEqual(['error in the log']);
  rmSync(folder, { recursive: true });
});
