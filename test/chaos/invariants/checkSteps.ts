import { setEnvironmentData } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { watchedWith } from '../../../src/main/store/ownSchema.ts';
import type { ApplicationSync } from '../../../src/shared/application/applicationDraft.ts';
import { nextStates } from '../../../src/shared/upload/outboxSteps.ts';
import { type ItemState, type UploadState, uploadSteps } from '../../../src/shared/upload/uploadStates.ts';
import type { Check, Problem } from '../problem.ts';

const settled: readonly ApplicationSync[] = ['never', 'sent', 'changed', 'refused', 'failed'];

/** The application states, from the table in `src/main/outbox/applications/stepAfter.ts` and `src/main/outbox/README.md`. */
const applicationSteps: Readonly<Record<ApplicationSync, readonly ApplicationSync[]>> = {
  // Sent by a user; an edit that reverts an edit; deleted in the directory.
  never: ['queued', 'refused', 'failed'],
  sent: ['queued', 'never', 'changed', 'refused', 'failed'],
  changed: ['queued', 'never', 'sent', 'refused', 'failed'],
  refused: ['queued', 'never', 'sent', 'changed', 'failed'],
  failed: ['queued', 'never', 'sent', 'changed', 'refused'],
  // Cancelled by a user, or held back by our own rules.
  queued: ['sending', ...settled],
  sending: ['queued', 'unsure', ...settled],
  unsure: ['queued', ...settled],
};

/** Lets this process open data files that are watched. */
export function permitWatching(): void {
  const triggers = ['item', 'upload', 'application'].map((what) => `trigger chaos_${what}`);
  setEnvironmentData(watchedWith, [...triggers, 'table chaos_steps', 'table chaos_marks']);
}

/**
 * Adds triggers that record every transition of an item, upload and application, even just before the program is
 * killed.
 */
export function watchSteps(db: Database.Database): void {
  db.exec('CREATE TABLE IF NOT EXISTS chaos_steps (what TEXT, row INTEGER, before TEXT, after TEXT)');
  // An application that the directory had first is written in two steps and has no event before.
  const isBegun = 'EXISTS (SELECT 1 FROM application_events WHERE application_id = new.id)';
  for (const [what, table, column, when] of [
    ['item', 'upload_items', 'state', '1'],
    ['upload', 'uploads', 'state', '1'],
    ['application', 'applications', 'sync', isBegun],
  ]) {
    db.exec(
      `CREATE TRIGGER IF NOT EXISTS chaos_${what} AFTER UPDATE OF ${column} ON ${table}
       WHEN old.${column} <> new.${column} AND ${when} BEGIN
         INSERT INTO chaos_steps VALUES ('${what}', new.id, old.${column}, new.${column});
       END`,
    );
  }
}

/**
 * Every transition is in the state tables. A restored backup also pauses an upload that was about to begin, and knows
 * what was sent since it was made.
 */
export function checkSteps(db: Database.Database, isRestored = false): Problem[] {
  const tables: Record<'item' | 'upload' | 'application', (before: string) => readonly string[]> = {
    item: (before) => nextStates('articles', before as ItemState),
    upload: (before) => [
      ...uploadSteps[before as UploadState],
      ...(isRestored && before === 'ready' ? ['paused'] : []),
    ],
    application: (before) => [
      ...applicationSteps[before as ApplicationSync],
      ...(isRestored && before === 'never' ? ['sent', 'changed'] : []),
    ],
  };
  const steps = db
    .prepare<[], { what: keyof typeof tables; row: number; before: string; after: string }>(
      'SELECT * FROM chaos_steps',
    )
    .all();
  return steps.flatMap(({ what, row, before, after }) =>
    tables[what](before).includes(after)
      ? []
      : [{ check: `${what} step`, text: `The ${what} ${row} went from ${before} to ${after}.` } as const],
  );
}

/** How often each transition occurred, with its kind and states, such as `item sending -> unsure`. */
export function countSteps(db: Database.Database): Record<string, number> {
  const rows = db
    .prepare<[], { step: string; times: number }>(
      `SELECT what || ' ' || before || ' -> ' || after step, count(*) times FROM chaos_steps GROUP BY 1 ORDER BY 1`,
    )
    .all();
  return Object.fromEntries(rows.map(({ step, times }) => [step, times]));
}

/** Nothing is left running, and every rejection has a reason. */
export function checkStates(db: Database.Database): Problem[] {
  const list = (check: Check, sql: string): Problem[] =>
    db
      .prepare<[], string>(sql)
      .pluck()
      .all()
      .map((text) => ({ check, text }));
  // A reason must have non-empty literal text or, for any other message, a key.
  const isWithoutReason = `coalesce(
    json_extract(refusal, '$.message.params.text'), json_extract(refusal, '$.message.key'), '') = ''`;
  return [
    ...list(
      'item still sending',
      `SELECT 'The item ' || id || ' of upload ' || upload_id || ' is still being sent.'
      FROM upload_items WHERE state = 'sending'`,
    ),
    ...list(
      'application still sending',
      `SELECT 'The application ' || id || ' is still being sent.' FROM applications WHERE sync = 'sending'`,
    ),
    ...list(
      'item without reason',
      `SELECT 'The item ' || id || ' is ' || state || ' without a reason.' FROM upload_items
      WHERE state IN ('refused', 'failed') AND ${isWithoutReason}`,
    ),
    ...list(
      'draft without reason',
      `SELECT 'The draft ' || id || ' is ' || sync || ' without a reason.' FROM drafts
      WHERE sync IN ('refused', 'failed') AND ${isWithoutReason}`,
    ),
    ...list(
      'application without reason',
      `SELECT 'The application ' || id || ' is ' || sync || ' without a reason.' FROM applications
      WHERE sync IN ('refused', 'failed') AND ${isWithoutReason}`,
    ),
    ...list(
      'work without reason',
      `SELECT 'The deletion ' || id || ' is refused without a reason.' FROM deletions
       WHERE state = 'refused' AND coalesce(message, '') IN ('', 'null')
       UNION ALL SELECT 'The comparison ' || id || ' failed without a reason.' FROM comparisons
       WHERE state = 'failed' AND coalesce(message, '') IN ('', 'null')
       UNION ALL SELECT 'The import ' || id || ' failed without a reason.' FROM imports
       WHERE state = 'failed' AND coalesce(message, '') IN ('', 'null')`,
    ),
    ...list(
      'done upload with open items',
      `SELECT 'The upload ' || id || ' is ' || state || ' and has open items.' FROM uploads WHERE state = 'done'
      AND EXISTS (SELECT 1 FROM upload_items WHERE upload_id = uploads.id
        AND state IN ('queued', 'sending', 'accepted', 'unsure'))`,
    ),
    ...list(
      'done item without outcome',
      `SELECT 'The item ' || id || ' is done without an outcome or a directory id it could still get.'
      FROM upload_items WHERE state = 'done' AND outcome IS NULL AND remote_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM office)`,
    ),
    ...list(
      'queued draft without upload',
      `SELECT 'The draft ' || id || ' is queued, and no upload has it.' FROM drafts WHERE sync = 'queued'
      AND NOT EXISTS (SELECT 1 FROM upload_items JOIN uploads ON uploads.id = upload_id
        WHERE draft_id = drafts.id AND ((upload_items.state IN ('accepted', 'unsure', 'sending'))
          OR (upload_items.state = 'queued' AND uploads.state <> 'cancelled')))`,
    ),
    ...list(
      'draft in two uploads',
      `SELECT 'The draft ' || draft_id || ' is in ' || count(*) || ' uploads at once.'
      FROM upload_items JOIN uploads ON uploads.id = upload_id
      WHERE upload_items.state IN ('queued', 'sending', 'accepted', 'unsure') AND uploads.state <> 'cancelled'
      GROUP BY draft_id HAVING count(*) > 1`,
    ),
    ...list(
      'waiting item with idle draft',
      `SELECT 'The item ' || upload_items.id || ' waits in its upload, and its draft is ' || sync || '.'
      FROM upload_items JOIN uploads ON uploads.id = upload_id JOIN drafts ON drafts.id = draft_id
      WHERE upload_items.state IN ('queued', 'sending', 'accepted', 'unsure') AND uploads.state <> 'cancelled'
        AND sync <> 'queued'`,
    ),
  ];
}

/** The file is intact, and the full-text index has every draft. */
export function checkFile(db: Database.Database): Problem[] {
  const integrity = db.pragma('integrity_check') as { integrity_check: string }[];
  const foreign = db.pragma('foreign_key_check') as object[];
  const unfound = db
    .prepare<[], string>(
      `SELECT 'The draft ' || id || ' is not in the full-text index.' FROM drafts
       WHERE staged = 0 AND id NOT IN (SELECT id FROM draft_search_docsize)`,
    )
    .pluck()
    .all();
  return [
    ...integrity
      .filter((row) => row.integrity_check !== 'ok')
      .map((row): Problem => ({ check: 'damaged file', text: `integrity_check: ${row.integrity_check}` })),
    ...foreign.map(
      (row): Problem => ({ check: 'row without parent', text: `foreign_key_check: ${JSON.stringify(row)}` }),
    ),
    ...unfound.map((text): Problem => ({ check: 'draft not indexed', text })),
  ];
}
