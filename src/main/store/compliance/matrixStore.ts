import type { Matrix, MatrixCell } from '../../../shared/compliance/complianceCheck.ts';
import type { Message } from '../../../shared/message.ts';
import { fail } from '../../platform/failures.ts';
import type { Db } from '../database.ts';
import { storedJson } from '../storedJson.ts';
import { messageColumn, readMessage } from '../storedMessage.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite } from '../write.ts';

/** A matrix as stored; its counts and remaining time are derived. */
export type StoredMatrix = Omit<Matrix, 'secondsLeft'>;

type NewMatrix = Pick<
  Matrix,
  'name' | 'journals' | 'funders' | 'organisations' | 'lang' | 'maxAge' | 'createdAt'
>;

export type CellAnswer = Pick<
  MatrixCell,
  'checkId' | 'compliant' | 'routes' | 'unknown' | 'at' | 'changes' | 'message'
>;

/** A cell that is to be asked, without its result. */
export interface WaitingCell
  extends Pick<MatrixCell, 'id' | 'journal' | 'funder' | 'organisation' | 'checkId'> {
  message: string;
}

/** Besides those that failed: what was answered before or after these times (ISO), or by another source. */
export interface ToAskAgain {
  before: string;
  now: string;
  source: string;
}

export type MatrixStore = ReturnType<typeof createMatrixStore>;

export function createMatrixStore(db: Db) {
  const insert = db.prepare(
    `INSERT INTO matrices (name, state, journals, funders, organisations, lang, max_age, created_at)
     VALUES (@name, 'running', @journals, @funders, @organisations, @lang, @maxAge, @createdAt)`,
  );
  const insertCell = db.prepare(
    `INSERT INTO matrix_cells (matrix_id, journal, funder, organisation, state) VALUES (?, ?, ?, ?, 'waiting')`,
  );
  const columns = `m.id, name, m.state, m.message, journals, funders, organisations, lang, max_age maxAge, created_at createdAt,
     finished_at finishedAt, count(c.id) cells, total(c.state = 'answered') answered, total(c.state = 'failed') failed,
     total(c.changes <> '[]') changed FROM matrices m LEFT JOIN matrix_cells c ON c.matrix_id = m.id`;
  const read = db.prepare<[number], MatrixRow>(`SELECT ${columns} WHERE m.id = ? GROUP BY m.id`);
  const readAll = db.prepare<[], MatrixRow>(`SELECT ${columns} GROUP BY m.id ORDER BY m.id DESC`);
  const readRunning = db
    .prepare<[], number>(`SELECT id FROM matrices WHERE state = 'running' ORDER BY id`)
    .pluck();
  const cellColumns = `id, journal, funder, organisation, state, check_id checkId, compliant, routes, "unknown", changes, at, message,
     (SELECT source FROM compliance_checks k WHERE k.id = check_id) source FROM matrix_cells`;
  const readCells = db.prepare<[number], CellRow>(`SELECT ${cellColumns} WHERE matrix_id = ? ORDER BY id`);
  const readWaiting = db.prepare<[number], WaitingCell>(
    `SELECT id, journal, funder, organisation, check_id checkId, message FROM matrix_cells
     WHERE matrix_id = ? AND state = 'waiting' ORDER BY id`,
  );
  const answer = db.prepare(
    `UPDATE matrix_cells SET state = 'answered', check_id = @checkId, compliant = @compliant, routes = @routes,
       "unknown" = @unknown, changes = @changes, at = @at, message = @message WHERE id = @id`,
  );
  const setFailed = db.prepare<[string, number]>(
    `UPDATE matrix_cells SET state = 'failed', compliant = NULL, routes = '[]', "unknown" = '[]', changes = '[]', at = NULL,
       message = ? WHERE id = ?`,
  );
  const reopen = db.prepare<ToAskAgain & { id: number }>(
    `UPDATE matrix_cells SET state = 'waiting', message = iif(state = 'failed', message, '') WHERE matrix_id = @id
       AND (state = 'failed' OR (state = 'answered' AND (at < @before OR at > @now OR NOT EXISTS (
         SELECT 1 FROM compliance_checks k WHERE k.id = check_id AND k.source = @source))))`,
  );
  const countWaiting = db
    .prepare<[number], number>(`SELECT count(*) FROM matrix_cells WHERE matrix_id = ? AND state = 'waiting'`)
    .pluck();
  const setState = db.prepare<[string, string, string | null, number]>(
    'UPDATE matrices SET state = ?, message = ?, finished_at = ? WHERE id = ?',
  );
  const setMaxAge = db.prepare<[number, number]>('UPDATE matrices SET max_age = ? WHERE id = ?');
  const setNames = db.prepare<[string, string, number]>(
    'UPDATE matrices SET journals = ?, organisations = ? WHERE id = ?',
  );
  const remove = db.prepare<[number]>('DELETE FROM matrices WHERE id = ?');

  /** Throws AppError `not_found` if there is none. */
  function get(id: number): StoredMatrix {
    const row = read.get(id);
    if (row) return toMatrix(row);
    throw fail('compliance.matrix.gone');
  }
  return withStorageErrors({
    create: asWrite(db, (given: NewMatrix) => {
      const { journals, funders, organisations } = given;
      const { lastInsertRowid } = insert.run({
        ...given,
        journals: JSON.stringify(journals),
        funders: JSON.stringify(funders),
        organisations: JSON.stringify(organisations),
      });
      const id = Number(lastInsertRowid);
      for (const journal of journals.keys())
        for (const funder of funders.keys())
          for (const organisation of organisations.keys()) insertCell.run(id, journal, funder, organisation);
      return get(id);
    }),
    get,
    /** Newest first. */
    list: () => readAll.all().map(toMatrix),
    running: () => readRunning.all(),
    cells: (id: number) => readCells.all(id).map(toCell),
    /** The cells to ask; those with a message failed before. */
    waiting: (id: number) => readWaiting.all(id),
    answer: (id: number, given: CellAnswer) =>
      void answer.run({
        ...given,
        id,
        compliant: given.compliant === null ? null : Number(given.compliant),
        routes: JSON.stringify(given.routes),
        unknown: JSON.stringify(given.unknown),
        changes: JSON.stringify(given.changes),
        message: messageColumn(given.message),
      }),
    fail: (id: number, message: Message) => void setFailed.run(messageColumn(message), id),
    /** Sets cells that are to be asked again to waiting; returns how many are waiting. */
    reopen: (id: number, again: ToAskAgain) => {
      reopen.run({ ...again, id });
      return countWaiting.get(id)!;
    },
    setState: (id: number, state: Matrix['state'], message: Message | null, finishedAt: string | null) =>
      void setState.run(state, messageColumn(message), finishedAt, id),
    /** From now on answers younger than this many days are reused instead of asking again. */
    setMaxAge: (id: number, maxAge: number) => void setMaxAge.run(maxAge, id),
    /** Names from the answers for journals and organisations that were given by id only. */
    setNames: (id: number, { journals, organisations }: Pick<Matrix, 'journals' | 'organisations'>) =>
      void setNames.run(JSON.stringify(journals), JSON.stringify(organisations), id),
    remove: (id: number) => void remove.run(id),
  });
}

type MatrixRow = Omit<StoredMatrix, 'journals' | 'funders' | 'organisations' | 'message'> &
  Record<'journals' | 'funders' | 'organisations' | 'message', string>;

function toMatrix(row: MatrixRow): StoredMatrix {
  return {
    ...row,
    journals: storedJson(row.journals),
    funders: storedJson(row.funders),
    organisations: storedJson(row.organisations),
    message: readMessage(row.message),
  };
}

type CellRow = Omit<MatrixCell, 'compliant' | 'routes' | 'unknown' | 'changes' | 'message'> & {
  compliant: number | null;
  routes: string;
  unknown: string;
  changes: string;
  message: string;
};

function toCell(row: CellRow): MatrixCell {
  return {
    ...row,
    compliant: row.compliant === null ? null : row.compliant === 1,
    routes: storedJson(row.routes),
    unknown: storedJson(row.unknown),
    changes: storedJson(row.changes),
    message: readMessage(row.message),
  };
}
