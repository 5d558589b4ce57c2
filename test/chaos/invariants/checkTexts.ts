import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../problem.ts';

/** No key occurs in any file below a folder or in these texts. */
export function checkSecrets(folder: string, texts: readonly string[], keys: readonly string[]): Problem[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
  const inFiles = files.flatMap((file): Problem[] => {
    const bytes = readFileSync(file);
    return keys.some((key) => bytes.includes(key))
      ? [{ check: 'key in a file', text: `A key is in ${file}.` }]
      : [];
  });
  const inTexts = texts.filter((text) => keys.some((key) => text.includes(key)));
  return [
    ...inFiles,
    ...inTexts.map(
      (text): Problem => ({
        check: 'key in an export',
        text: `A key is in an export: ${text.slice(0, 200)}`,
      }),
    ),
  ];
}

interface Line {
  level: string;
  event: string;
  call?: string;
}

/** The log entries that a full disk causes, or a data folder that is somewhere else. */
const ofFullDisk =
  /SQLITE_FULL|SQLITE_IOERR|SQLITE_CANTOPEN|SQLITE_READONLY_DBMOVED|ENOSPC|ENOENT|database or disk is full|"code":"storage"/;

/** The log has no error from this byte on, except for those of a full disk. */
export function checkLog(file: string, { wasFull, from }: { wasFull: boolean; from: number }): Problem[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file)
    .subarray(from)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines.flatMap((text): Problem[] => {
    const line = readLine(text);
    // A full disk may truncate a line.
    if (!line) {
      const what = `The log has a line that is no JSON: ${text.slice(0, 200)}`;
      return wasFull ? [] : [{ check: 'unreadable log line', text: what }];
    }
    if (line.level !== 'error') return [];
    const isExpected = wasFull && ofFullDisk.test(text);
    return isExpected
      ? []
      : [{ check: 'error in the log', text: `The log has an error: ${text.slice(0, 1500)}` }];
  });
}

function readLine(text: string): Line | null {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return null;
  }
}
