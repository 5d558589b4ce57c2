import type Database from 'better-sqlite3';
import { canaryIn } from '../contents.ts';
import type { DirectoryState } from '../directories.ts';
import type { Problem } from '../problem.ts';

/** Texts that look like keys are the same, byte for byte, in drafts, in snapshots and at the directories. */
export function checkCanaries(db: Database.Database, directories: readonly DirectoryState[]): Problem[] {
  const stored = (what: string, sql: string) =>
    db
      .prepare<[], { id: number; record: string }>(sql)
      .all()
      .flatMap(({ id, record }) => changed(`${what} ${id}`, JSON.parse(record)));
  return [
    ...stored('Draft', 'SELECT id, record FROM drafts'),
    ...stored('Snapshot', 'SELECT id, record FROM earlier_versions'),
    ...directories.flatMap(({ articles }) =>
      articles.flatMap(({ id, bibjson }) => changed(`Article ${id}`, bibjson)),
    ),
  ];
}

function changed(where: string, value: unknown): Problem[] {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).flatMap((part) => changed(where, part));
  if (typeof value !== 'string') return [];
  const canary = canaryIn(value);
  if (canary === null || value.includes(canary)) return [];
  return [{ check: 'text changed', text: `${where} has "${value.slice(0, 300)}" and not "${canary}".` }];
}
