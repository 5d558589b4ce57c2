import {
  agreementsOf,
  areAllOver,
  readCalculation,
  unknownOrganisation,
} from '../../shared/compliance/compliance.ts';
import { routeVerdicts } from '../../shared/compliance/complianceChanges.ts';
import type {
  ComplianceCheck,
  ComplianceQuestion,
  Matrix,
  MatrixCell,
} from '../../shared/compliance/complianceCheck.ts';
import type { Publish } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { type Message, msg, sentences } from '../../shared/message.ts';
import { type Clock, isoNow } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { createReportTimer, createRuns } from '../platform/runs.ts';
import type { Scope } from '../platform/scope.ts';
import type { RateLimiter } from '../remote/rateLimiter.ts';
import type { CellAnswer, MatrixStore, StoredMatrix, WaitingCell } from '../store/compliance/matrixStore.ts';
import type { AskChecker } from './askChecker.ts';
import { createMatrixQueue } from './matrixQueue.ts';

export interface MatrixRunsParts {
  matrices: MatrixStore;
  asker: AskChecker;
  limiter: Pick<RateLimiter, 'secondsFor'>;
  clock: Clock;
  publish: Publish;
  log: Pick<Log, 'error'>;
  /** Owns the runs; those that it stops continue at the next start. */
  scope: Scope;
}

/** Questions in progress at a time: the service may take seconds for each, and ten may be sent per second. */
const atOnce = 24;
const minutesOfDay = 24 * 60;

/** Runs matrices in the background, one question after another. */
export function createMatrixRuns(parts: MatrixRunsParts) {
  const { matrices, clock, publish, scope } = parts;
  const runs = createRuns<number>(scope, 'matrix', (id) => {
    if (wanted.delete(id) && matrices.running().includes(id)) run(id);
  });
  /** Runs requested while the previous run was about to end. */
  const wanted = new Set<number>();
  /** Why a run broke off, if even that could not be stored. */
  const broken = new Map<number, Message>();

  /** Includes the remaining time. */
  function show(matrix: StoredMatrix): Matrix {
    const left = matrix.cells - matrix.answered - matrix.failed;
    const message = matrix.state === 'running' ? broken.get(matrix.id) : undefined;
    if (message !== undefined) return { ...matrix, state: 'paused', message, secondsLeft: null };
    return {
      ...matrix,
      secondsLeft: matrix.state === 'running' && left > 0 ? parts.limiter.secondsFor(left) : null,
    };
  }

  function publishProgress(id: number): void {
    publish('matrix.changed', show(matrices.get(id)));
  }

  /** Asks the waiting questions; does nothing if the matrix is already running. */
  function run(id: number): void {
    if (runs.has(id)) {
      wanted.add(id);
      return;
    }
    broken.delete(id);
    runs.start(id, (signal) => runToEnd(id, signal));
  }

  async function runToEnd(id: number, signal: AbortSignal): Promise<void> {
    try {
      await workThrough(id, signal);
    } catch (error) {
      breakOff(id, error);
    }
  }

  /** A fault of the program or its disk stops the run and is reported; answers received so far stay stored. */
  function breakOff(id: number, error: unknown): void {
    parts.log.error('matrix', { id, error });
    const message = msg('compliance.matrix.broken', { why: reasonOf(error) });
    try {
      matrices.setState(id, 'paused', message, null);
    } catch {
      broken.set(id, message);
    }
    try {
      publishProgress(id);
    } catch (second) {
      parts.log.error('matrix', { id, error: second });
    }
  }

  async function workThrough(id: number, signal: AbortSignal): Promise<void> {
    const matrix = matrices.get(id);
    const isDue = createReportTimer(clock);
    const queue = createMatrixQueue(matrices.waiting(id));
    let why: Message | null = null;
    let trouble: { error: unknown } | null = null;
    const next = () => (signal.aborted || trouble ? undefined : queue.next());
    const work = async () => {
      for (let cell = next(); cell; cell = next()) {
        const failure = await answerCell(matrix, cell, signal);
        if (failure === null) queue.answered();
        else queue.failed(cell);
        why = failure ?? why;
        if (!signal.aborted && isDue()) publishProgress(id);
      }
    };
    const guarded = () =>
      work().catch((error: unknown) => {
        trouble ??= { error };
      });
    await Promise.all(Array.from({ length: atOnce }, guarded));
    if (trouble) throw (trouble as { error: unknown }).error;
    if (signal.aborted) return;
    const at = isoNow({ clock });
    if (queue.isAway()) matrices.setState(id, 'paused', msg('compliance.matrix.away', { why }), null);
    else matrices.setState(id, 'done', null, at);
    publishProgress(id);
  }

  /** Asks and stores the answer, or why there is none; returns why the service did not respond. Throws errors that the service did not cause. */
  async function answerCell(
    matrix: StoredMatrix,
    cell: WaitingCell,
    signal: AbortSignal,
  ): Promise<Message | null> {
    const question = questionOf(matrix, cell);
    try {
      const kept = parts.asker.kept(question, matrix.maxAge * minutesOfDay);
      const check = kept ?? (await parts.asker.ask(question, { priority: 'bulk', signal }));
      if (check.mismatch !== null) matrices.fail(cell.id, check.mismatch);
      else {
        const changes = cell.checkId === null ? null : parts.asker.changesSince(check, cell.checkId);
        matrices.answer(cell.id, toAnswer(check, changes ?? check.changes));
        fillInNames(matrices, matrix, { cell, check });
      }
      return null;
    } catch (error) {
      if (signal.aborted) return null;
      if (!(error instanceof AppError) || error.code === 'storage') throw error;
      const message = reasonOf(error);
      matrices.fail(cell.id, message);
      // A refused question has its answer, too.
      return error.code === 'input' ? null : message;
    }
  }

  /** Stops asking; questions in progress are asked again later. */
  async function pause(id: number): Promise<void> {
    await runs.stop(id);
  }

  return {
    show,
    run,
    pause,
    /** Continues runs that an earlier run of the program left unfinished. */
    recover: () => {
      for (const id of matrices.running()) run(id);
    },
  };
}

function reasonOf(error: unknown): Message {
  if (!(error instanceof AppError)) return msg('compliance.matrix.fault');
  return sentences([error.problem, error.why].filter((part) => part !== null));
}

function questionOf(
  matrix: Pick<Matrix, 'journals' | 'funders' | 'organisations' | 'lang'>,
  cell: Pick<MatrixCell, 'journal' | 'funder' | 'organisation'>,
): ComplianceQuestion {
  return {
    issn: matrix.journals[cell.journal]?.issn ?? '',
    funder: matrix.funders[cell.funder]?.id ?? '',
    ror: matrix.organisations[cell.organisation]?.ror ?? '',
    lang: matrix.lang,
  };
}

function toAnswer(check: ComplianceCheck, changes: readonly Message[]): CellAnswer {
  const calculation = readCalculation(check.answer);
  const verdicts = [...routeVerdicts(calculation?.results ?? [])];
  const routes = (value: string) => verdicts.filter(([, one]) => one === value).map(([route]) => route);
  const isByAgreement = routes('yes').join() === 'ta';
  const areOver = areAllOver(agreementsOf(calculation?.results ?? []), new Date(check.at));
  return {
    checkId: check.id,
    compliant: check.compliant,
    routes: routes('yes'),
    unknown: routes('unknown'),
    at: check.at,
    changes: [...changes],
    message:
      unknownOrganisation(calculation, check.question.ror) ??
      (isByAgreement && areOver ? msg('compliance.agreements.over') : null),
  };
}

/** Adds and stores the service's names for journals and organisations that the matrix has only by id. */
function fillInNames(
  matrices: Pick<MatrixStore, 'setNames'>,
  { id, journals, organisations }: Pick<StoredMatrix, 'id' | 'journals' | 'organisations'>,
  { cell, check }: { cell: Pick<MatrixCell, 'journal' | 'organisation'>; check: ComplianceCheck },
): void {
  const journal = journals[cell.journal];
  const organisation = organisations[cell.organisation];
  const { journalTitle: title, institutionName: name } = check;
  const isNewTitle = journal !== undefined && journal.title === journal.issn && title !== '';
  const isNewName =
    organisation !== undefined &&
    organisation.ror !== '' &&
    organisation.name === organisation.ror &&
    name !== '';
  if (isNewTitle) journal.title = title;
  if (isNewName) organisation.name = name;
  if (isNewTitle || isNewName) matrices.setNames(id, { journals, organisations });
}
