import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { DirectoryState } from './directories.ts';
import { contentOf } from './model.ts';
import type { Script } from './script.ts';
import { createTrace } from './trace.ts';

/** What a run did, to be compared with a second run of the same seed. */
export interface Played {
  script: Script;
  /** Actions, calls and their results. */
  results: readonly string[];
  /** Method and path of each request that changes something, for each directory in its order. */
  requests: readonly string[];
  /** What the application and the directories had at the end. */
  data: readonly string[];
}

/** What a seed cannot repeat, and is therefore not compared. */
export function leftOut(timed: readonly string[]): string[] {
  return [
    'Left out, because it depends on how long work in the background takes: requests that only read, and these actions:',
    `${timed.join(', ')}.`,
  ];
}

/** Lines that say of each part whether two runs have the same, and the first difference; `isSame` if all are the same. */
export function compareRuns(first: Played, second: Played): { lines: string[]; isSame: boolean } {
  const parts: [string, readonly string[], readonly string[]][] = [
    ['actions', scriptLines(first), scriptLines(second)],
    // The order of calls at the same time does not count.
    ['results', first.results.toSorted(), second.results.toSorted()],
    ['requests', first.requests, second.requests],
    ['data', first.data, second.data],
  ];
  const compared = parts.map(([name, one, other]) => {
    const [mark, otherMark] = [fingerprintOf(one), fingerprintOf(other)];
    if (mark === otherMark) return { isSame: true, lines: [`${name}: ${mark} twice, ${one.length} lines`] };
    const differs = Array.from({ length: Math.max(one.length, other.length) }, (_, at) => at);
    const at = differs.find((place) => one[place] !== other[place])!;
    const lines = [
      `${name}: ${mark} and ${otherMark} DIFFER`,
      `  first:  ${one[at] ?? 'nothing more'}`,
      `  second: ${other[at] ?? 'nothing more'}`,
    ];
    return { isSame: false, lines };
  });
  return { lines: compared.flatMap(({ lines }) => lines), isSame: compared.every(({ isSame }) => isSame) };
}

function fingerprintOf(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12);
}

function scriptLines({ script }: Played): string[] {
  return script.rounds.flatMap(({ steps, end }) => [...steps.map((step) => JSON.stringify(step)), `${end}`]);
}

/** The lines of a closed data folder and of the directories, without ids, times, and what counts attempts. */
export function dataLines(folder: string, directories: readonly DirectoryState[]): string[] {
  const trace = createTrace();
  const db = new Database(join(folder, 'colophon.db'), { readonly: true });
  const rows = (sql: string) => db.prepare<[], string>(sql).pluck().all();
  for (const line of [
    ...rows(
      `SELECT 'draft ' || sync || ' ' || trashed || ' ' || title || ' ' || record FROM drafts WHERE staged = 0 ORDER BY 1`,
    ),
    ...rows(
      `SELECT 'application ' || sync || ' ' || (trashed_at IS NOT NULL) || ' ' || record FROM applications ORDER BY 1`,
    ),
    ...rows(`SELECT 'item ' || state || ' ' || title FROM upload_items ORDER BY 1`),
    ...rows(`SELECT 'deletion ' || state || ' ' || title FROM deletions ORDER BY 1`),
    ...rows(
      `SELECT 'import ' || state || ' ' || name || ' ' || created || ' ' || updated FROM imports ORDER BY 1`,
    ),
    ...directories.flatMap(({ articles, applications }, place) =>
      [
        ...articles.map(({ bibjson }) => `directory ${place} article ${contentOf(bibjson)}`),
        ...applications.map(
          ({ admin, bibjson }) => `directory ${place} ${admin.application_status} ${contentOf(bibjson)}`,
        ),
      ].sort(),
    ),
  ])
    trace.add(line);
  db.close();
  return trace.lines.toSorted();
}
