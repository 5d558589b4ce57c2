import { readCalculation } from '../../shared/compliance.ts';
import { routeVerdicts } from '../../shared/complianceChanges.ts';
import type {
  ComplianceCheck,
  ComplianceQuestion,
  Matrix,
  MatrixCell,
} from '../../shared/complianceCheck.ts';
import type { Publish } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { t } from '../../shared/words.ts';
import type { Log } from '../log.ts';
import type { RateLimiter } from '../remote/rateLimiter.ts';
import type { Clock } from '../servicesOptions.ts';
import type { CellAnswer, MatrixStore, StoredMatrix } from '../store/matrixStore.ts';
import type { AskChecker } from './askChecker.ts';

/** Matrices as they are worked through in the background, one question after another. */
export interface MatrixRuns {
  /** With the time that is left. */
  show(matrix: StoredMatrix): Matrix;
  /** Works through what waits; does nothing for one that is under way. */
  run(id: number): void;
  /** Stops asking; what is under way is asked again later. */
  pause(id: number): Promise<void>;
  /** Goes on with those that an earlier run left. */
  recover(): void;
  stop(): Promise<void>;
}

export interface MatrixRunsParts {
  matrices: MatrixStore;
  asker: AskChecker;
  limiter: Pick<RateLimiter, 'secondsFor'>;
  clock: Clock;
  publish: Publish;
  log: Pick<Log, 'error'>;
}

/** Questions under way at a time: the service takes some hundred milliseconds for each, and ten may go out a second. */
const atOnce = 6;
const publishEvery = 250;
/** Questions in a row without an answer after which the service is taken to be away. */
const mostFailures = 8;
const minutesOfDay = 24 * 60;

/** Makes the runs; nothing is asked before the first call. */
export function createMatrixRuns(parts: MatrixRunsParts): MatrixRuns {
  const { matrices, clock, publish } = parts;
  const under = new Map<number, { stop: AbortController; done: Promise<void> }>();
  const toldAt = new Map<number, number>();
  let isStopped = false;

  function show(matrix: StoredMatrix): Matrix {
    const left = matrix.cells - matrix.answered - matrix.failed;
    return {
      ...matrix,
      secondsLeft: matrix.state === 'running' && left > 0 ? parts.limiter.secondsFor(left) : null,
    };
  }

  function tell(id: number, isDue = true): void {
    const now = clock.monotonic();
    if (!isDue && now - (toldAt.get(id) ?? Number.NEGATIVE_INFINITY) < publishEvery) return;
    toldAt.set(id, now);
    publish('matrix.changed', show(matrices.get(id)));
  }

  function run(id: number): void {
    if (isStopped || under.has(id)) return;
    const stop = new AbortController();
    const done = workThrough(id, stop.signal)
      .catch((error: unknown) => parts.log.error('matrix', { id, error }))
      .finally(() => under.delete(id));
    under.set(id, { stop, done });
  }

  async function workThrough(id: number, signal: AbortSignal): Promise<void> {
    let failures = 0;
    let why = '';
    for (;;) {
      const matrix = matrices.get(id);
      const cells = matrices.waiting(id, atOnce);
      if (cells.length === 0 || signal.aborted || failures >= mostFailures) break;
      await Promise.all(
        cells.map(async (cell) => {
          const message = await answerCell(matrix, cell, signal);
          if (message === null) failures = 0;
          else {
            failures += 1;
            why = message;
          }
          if (!signal.aborted) tell(id, false);
        }),
      );
    }
    if (signal.aborted) return;
    const isAway = failures >= mostFailures && matrices.waiting(id, 1).length > 0;
    const at = new Date(clock.now()).toISOString();
    if (isAway) matrices.setState(id, 'paused', t('compliance.matrix.away', { why }), null);
    else matrices.setState(id, 'done', '', at);
    tell(id);
  }

  /** Answers why there is no answer, or null where there is one. */
  async function answerCell(
    matrix: StoredMatrix,
    cell: MatrixCell,
    signal: AbortSignal,
  ): Promise<string | null> {
    const question = questionOf(matrix, cell);
    try {
      const kept = parts.asker.kept(question, matrix.maxAge * minutesOfDay);
      const check = kept ?? (await parts.asker.ask(question, { priority: 'bulk', signal }));
      matrices.answer(cell.id, toAnswer(check));
      learnNames(matrix.id, cell, check);
      return null;
    } catch (error) {
      if (signal.aborted) return null;
      const words =
        error instanceof AppError ? [error.message, error.why].filter(Boolean).join(' ') : String(error);
      matrices.fail(cell.id, words);
      return words;
    }
  }

  /** Journals and organisations that were given by id only get the names that the service knows them by. */
  function learnNames(id: number, cell: MatrixCell, check: ComplianceCheck): void {
    const { journals, organisations } = matrices.get(id);
    const journal = journals[cell.journal];
    const organisation = organisations[cell.organisation];
    const isNewTitle = journal?.title === journal?.issn && check.isAboutJournal && check.journalTitle !== '';
    const isNewName =
      organisation?.name === organisation?.ror && organisation?.ror !== '' && check.institutionName !== '';
    if (journal && isNewTitle) journal.title = check.journalTitle;
    if (organisation && isNewName) organisation.name = check.institutionName;
    if (isNewTitle || isNewName) matrices.setNames(id, { journals, organisations });
  }

  async function pause(id: number): Promise<void> {
    const one = under.get(id);
    one?.stop.abort();
    await one?.done;
  }

  return {
    show,
    run,
    pause,
    recover: () => {
      for (const id of matrices.running()) run(id);
    },
    stop: async () => {
      isStopped = true;
      await Promise.all([...under.keys()].map(pause));
    },
  };
}

/** The question that a cell stands for. */
export function questionOf(
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

function toAnswer(check: ComplianceCheck): CellAnswer {
  const verdicts = [...routeVerdicts(readCalculation(check.answer)?.results ?? [])];
  const routes = (value: string) => verdicts.filter(([, one]) => one === value).map(([route]) => route);
  return {
    checkId: check.id,
    compliant: check.compliant,
    routes: routes('yes'),
    unknown: routes('unknown'),
    at: check.at,
    changes: check.changes,
  };
}
