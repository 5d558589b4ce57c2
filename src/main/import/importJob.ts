import type { ArticleContext } from '../../shared/article/articleRules.ts';
import type { ImportFound } from '../../shared/draft/importChoices.ts';
import type { ImportProblem, ImportStatus } from '../../shared/draft/importing.ts';
import type { DraftWriter } from '../store/drafts/draftWriter.ts';
import type { ImportFiles } from '../store/imports/importFiles.ts';
import type { ImportWriter } from '../store/imports/importWriter.ts';
import type { ThreadError } from '../store/workerRpc.ts';
import type { WriteSignal } from '../store/write.ts';
import type { DatabaseGate } from './databaseGate.ts';

/**
 * The jobs of the import worker: read a file into hidden rows, sample its tables, turn the rows into drafts, or remove
 * them.
 */
export type JobKind = 'read' | 'sample' | 'accept' | 'discard';

/** The order that a worker gets when it starts. */
export interface JobOrder {
  kind: JobKind;
  importId: number;
  /** The path of the database, and of the file to read. */
  database: string;
  file: string;
  /** The time of the job (ISO). */
  at: string;
}

/** The data passed to a worker when it starts. */
export interface WorkerStart {
  role: 'job';
  order: JobOrder;
  gate: DatabaseGate;
  /** 1 once the main thread has wanted to write. */
  signal: WriteSignal;
}

/** `turn` asks to write; `done` ends the turn, with `progress` if counts have changed; `end` comes last. */
export type WorkerMessage =
  | { type: 'turn' }
  | { type: 'done'; progress: boolean }
  | { type: 'end'; failed: ThreadError | null };

/** The reply to `turn`. */
export type TurnAnswer = 'go' | 'stop';

/** The environment of a job, whichever thread it runs in. */
export interface JobParts {
  status: ImportStatus;
  drafts: DraftWriter;
  imports: ImportWriter;
  files: ImportFiles;
  context: ArticleContext;
  addProblem(problem: ImportProblem): void;
  setFound(found: ImportFound): void;
  /** Doubtful records are unticked, unless the user has ticked records already or nobody can be asked. */
  unticksDoubtful: boolean;
  at: string;
  /**
   * Waits for its turn, then calls `step` in one transaction while it returns true, until the main thread wants to
   * write or the time is over; now and then calls `saveProgress`. Returns true if there is more; throws `Stopped` if
   * the job has to end.
   */
  write(step: () => boolean, saveProgress?: () => void): Promise<boolean>;
}

/** Thrown to end a job that is no longer wanted. */
export class Stopped extends Error {}
