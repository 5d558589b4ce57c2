import { setImmediate } from 'node:timers/promises';
import type { ArticleContext } from '../../../shared/article/articleRules.ts';
import { cached } from '../../../shared/cached.ts';
import type { Publish } from '../../../shared/contract/contract.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { UndoStep as ListedStep } from '../../../shared/undo.ts';
import { fail } from '../../platform/failures.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ComparisonStore } from '../comparisons/comparisonStore.ts';
import type { Db } from '../database.ts';
import { flushLater, withoutFlush } from '../flush.ts';
import { storedJson } from '../storedJson.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite, retryWhileLocked } from '../write.ts';
import { keptRecordColumns } from './keptRecord.ts';
import { createAhead, type UndoThread } from './undoAhead.ts';
import { prepareTaking, type Taking, type UndoEntry } from './undoTaking.ts';
import { createUndoWriter, type UndoStep, type UndoWriter } from './undoWriter.ts';

interface TakeOptions {
  /** ISO time. */
  at: string;
  context: (accountId: string) => ArticleContext;
  onSlice?: () => void;
  /** Derives what a large step needs of its drafts; without it, each slice does that. */
  thread?: UndoThread;
}

interface TakenStep {
  step: ListedStep;
  againId: number | null;
}

/** Age in milliseconds, number of steps, and number of rows in the steps before the newest. */
export const undoLimits = { age: 30 * 24 * 3600 * 1000, steps: 50, rows: 300_000 };

/** Rows in one slice, and the milliseconds after which a slice ends early: the rules check every restored draft. */
const sliceRows = 200;
const sliceTime = 15;
/** How many titles of rows that stay are stored. */
const maxNames = 10;

/** The bulk changes of the last thirty days, fifty at most, with the data needed to undo them. */
export function createUndoStore(
  db: Db,
  comparisonStore: Pick<ComparisonStore, 'setRowAside'>,
  {
    scope,
    publish,
    limits = undoLimits,
  }: {
    /** Removes old steps. On stopping, an undo ends after its slice and continues at the next start. */
    scope: Scope;
    publish: Publish;
    limits?: typeof undoLimits;
  },
) {
  const sql = prepare(db);
  const writer = createUndoWriter(db);
  const rows = prepareTaking(db, comparisonStore);
  const beingTaken = new Set<number>();
  /** Those of them that somebody stopped. */
  const stopping = new Set<number>();
  const { signal } = scope;

  /** Throws AppError `not_found` if there is none. */
  function get(id: number): ListedStep {
    const row = sql.one.get(id);
    if (row) return toStep(row);
    throw fail('undo.gone');
  }

  const begin = asWrite(db, (id: number, at: string) => {
    const step = get(id);
    if (step.state === 'taken') throw takenBefore();
    if (step.state === 'done') sql.begin.run(at, id);
    return step;
  });

  /** Undoes rows up to an entry until the time of a slice is over; returns the id of the next one, or null. */
  const takeSlice = asWrite(db, (id: number, last: number, taking: Taking) =>
    rows.indexTogether(() => {
      const until = performance.now() + sliceTime;
      const names: string[] = [];
      let [taken, stayed] = [0, 0];
      let entry = sql.next.get(id);
      // At least one, so that every slice gets further however busy the computer is.
      for (let count = 0; count < sliceRows && (count === 0 || performance.now() < until); count++) {
        if (!entry || entry.id > last) break;
        const { isTaken, title } = rows.take(entry, taking);
        sql.removeEntry.run(entry.id);
        if (isTaken) taken += 1;
        else {
          stayed += 1;
          if (title !== '') names.push(title);
        }
        entry = sql.next.get(id);
      }
      const before = get(id).stayedNames;
      sql.count.run(taken, stayed, JSON.stringify([...before, ...names].slice(0, maxNames)), id);
      return entry?.id ?? null;
    }),
  );

  /** Hides steps that are to be removed, but one whose undo has begun meanwhile; returns how many. */
  const hide = asWrite(db, (ids: readonly number[]) =>
    ids.reduce((count, id) => count + sql.hide.run(id).changes, 0),
  );

  /** Removes a hidden step. */
  async function drop(id: number): Promise<void> {
    for (let isMore = true; isMore; ) {
      await setImmediate();
      if (signal.aborted) return;
      isMore = await retryWhileLocked(() => sql.removeEntries.run(id, sliceRows).changes > 0);
    }
    sql.remove.run(id);
  }

  async function take(id: number, { at, context, onSlice, thread }: TakeOptions): Promise<TakenStep> {
    const { accountId, kind, subject, name, turn } = begin(id, at);
    const again = writer.step(
      { accountId, kind, subject, name, turn: turn + 1, takesBack: id, at },
      { resumes: true },
    );
    const ahead = createAhead(thread);
    const endNow = () => retryWhileLocked(() => flushLater(db, () => end(id, again)));
    try {
      for (let next: number | null = 0; next !== null && !stopping.has(id); ) {
        await (next > ahead.last() || next === 0 ? ahead.next() : setImmediate());
        if (signal.aborted) throw stopped();
        const taking = { again, at, context: cached(context), ahead: ahead.derived() };
        next = await retryWhileLocked(() => withoutFlush(db, () => takeSlice(id, ahead.last(), taking)));
        onSlice?.();
      }
    } catch (error) {
      // A step of which a slice failed can be continued, as one that was stopped; if not now, at the next start.
      if (!signal.aborted) await endNow().catch(() => undefined);
      throw error;
    }
    return endNow();
  }
  const end = asWrite(db, (id: number, again: UndoStep) => {
    sql.end.run({ id });
    return { step: get(id), againId: again.finish() };
  });

  /** Removes steps that are too old or too many at `now` (milliseconds since 1970), and the rest of those begun earlier. */
  async function tidy(now: number): Promise<void> {
    // The caller may be in the transaction of the newest step.
    await setImmediate();
    if (signal.aborted) return;
    const old = new Date(now - limits.age).toISOString();
    let rows = 0;
    const dropped = sql.all.all().filter((step, index) => {
      rows += step.rows;
      return step.at < old || index >= limits.steps || (index > 0 && rows > limits.rows);
    });
    const ids = dropped.map(({ id }) => id);
    if (ids.length > 0 && (await retryWhileLocked(() => hide(ids))) > 0)
      publish('undo.changed', { accountId: null });
    for (const id of sql.dropped.all()) await drop(id);
  }

  /** A new step may exceed the limit. */
  const step: UndoWriter['step'] = (given, options) => {
    const made = writer.step(given, options);
    const finish = () => {
      const id = made.finish();
      if (id !== null) scope.run('undo.tidy', () => tidy(Date.parse(given.at)));
      return id;
    };
    return { ...made, finish };
  };

  return withStorageErrors({
    ...writer,
    step,
    get,
    /** Steps of an account, and those that belong to no account; newest first. */
    list: (accountId: string) => sql.list.all(accountId).map(toStep),
    /**
     * Undoes a step in slices and calls `onSlice` after each; `again` would redo the change (null if not needed). Rows
     * changed, sent or deleted since stay. Continues an interrupted or stopped undo; AppError `state` if it was undone
     * before.
     */
    async take(id: number, options: TakeOptions) {
      if (beingTaken.has(id)) throw takenBefore();
      beingTaken.add(id);
      try {
        return await take(id, options);
      } finally {
        beingTaken.delete(id);
        stopping.delete(id);
      }
    },
    /** An undo that is running ends after its slice; the step is `done` again, with the rows that are left. */
    stop(id: number): void {
      if (beingTaken.has(id)) stopping.add(id);
    },
    /** Closes steps that the end of the program interrupted, and returns those whose undo has to continue. */
    recover: asWrite(db, () => {
      const broken = sql.broken.all();
      for (const id of broken) writer.finish(id);
      if (broken.length > 0) publish('undo.changed', { accountId: null });
      return sql.taking.all();
    }),
    tidy,
  });
}

type StepRow = Omit<ListedStep, 'stayedNames'> & { stayedNames: string };

function toStep(row: StepRow): ListedStep {
  return { ...row, stayedNames: storedJson(row.stayedNames) as string[] };
}

function takenBefore(): AppError {
  return fail('undo.takenBefore');
}

function stopped(): AppError {
  return fail('undo.stopped');
}

const columns = `id, account_id accountId, kind, subject, name, turn, takes_back takesBack, state, total, taken, stayed,
  stayed_names stayedNames, at, taken_at takenAt`;
const isListed = `state NOT IN ('making', 'dropped')`;

function prepare(db: Db) {
  return {
    one: db.prepare<[number], StepRow>(`SELECT ${columns} FROM undo_steps WHERE id = ? AND ${isListed}`),
    list: db.prepare<[string], StepRow>(
      `SELECT ${columns} FROM undo_steps WHERE (account_id IS NULL OR account_id = ?) AND ${isListed} ORDER BY id DESC`,
    ),
    all: db.prepare<[], { id: number; at: string; rows: number }>(
      `SELECT id, at, CASE state WHEN 'taken' THEN 0 ELSE total - taken - stayed END rows FROM undo_steps
       WHERE state IN ('done', 'taken') ORDER BY id DESC`,
    ),
    begin: db.prepare<[string, number]>(`UPDATE undo_steps SET state = 'taking', taken_at = ? WHERE id = ?`),
    next: db.prepare<[number], UndoEntry>(
      `SELECT id, step_id stepId, source, row_id rowId, what, was_version wasVersion, was_trashed_at wasTrashedAt,
         was_sent_at wasSentAt, version, trashed_at trashedAt, sent_at sentAt, comparison_row comparisonRow, before,
         ${keptRecordColumns}
       FROM undo_entries WHERE step_id = ? ORDER BY id LIMIT 1`,
    ),
    count: db.prepare<[number, number, string, number]>(
      'UPDATE undo_steps SET taken = taken + ?, stayed = stayed + ?, stayed_names = ? WHERE id = ?',
    ),
    // A step that was stopped can still be undone.
    end: db.prepare<{ id: number }>(
      `UPDATE undo_steps SET state = CASE WHEN EXISTS (SELECT 1 FROM undo_entries WHERE step_id = @id) THEN 'done' ELSE 'taken' END
       WHERE id = @id`,
    ),
    removeEntry: db.prepare<[number]>('DELETE FROM undo_entries WHERE id = ?'),
    removeEntries: db.prepare<[number, number]>(
      'DELETE FROM undo_entries WHERE id IN (SELECT id FROM undo_entries WHERE step_id = ? LIMIT ?)',
    ),
    hide: db.prepare<[number]>(
      `UPDATE undo_steps SET state = 'dropped' WHERE id = ? AND state IN ('done', 'taken')`,
    ),
    dropped: db.prepare<[], number>(`SELECT id FROM undo_steps WHERE state = 'dropped' ORDER BY id`).pluck(),
    remove: db.prepare<[number]>('DELETE FROM undo_steps WHERE id = ?'),
    // An import continues by itself; so does an undo, which finds its own step.
    broken: db
      .prepare<[], number>(
        `SELECT id FROM undo_steps WHERE state = 'making' AND turn = 0 AND NOT (kind = 'import'
           AND subject IN (SELECT CAST(id AS TEXT) FROM imports WHERE state = 'accepting'))`,
      )
      .pluck(),
    taking: db.prepare<[], number>(`SELECT id FROM undo_steps WHERE state = 'taking' ORDER BY id`).pluck(),
  };
}
