import type { ArticleContext } from '../../shared/article/articleRules.ts';
import type { ImportProblem, ImportStatus } from '../../shared/draft/importing.ts';
import type { WireError } from '../../shared/errors.ts';
import type { DraftWriter } from '../store/drafts/draftWriter.ts';
import type { ImportWriter } from '../store/imports/importWriter.ts';
import type { DatabaseGate } from './databaseGate.ts';

/** What the import worker has to do: read a file into hidden rows, make drafts of them, or remove them. */
export type JobKind = 'read' | 'accept' | 'discard';

/** What the worker is told at its start. */
export interface JobOrder {
  kind: JobKind;
  importId: number;
  /** The database's file, and the file to read. */
  database: string;
  file: string;
  /** ISO time that the job takes for now. */
  at: string;
}

/** What a worker is started with. */
export interface WorkerStart {
  order: JobOrder;
  gate: DatabaseGate;
}

/**
 * What a worker says: `turn` asks to write, `done` gives the turn back (with `progress` there are new counts to show),
 * `end` is the last word.
 */
export type WorkerMessage =
  | { type: 'turn' }
  | { type: 'done'; progress: boolean }
  | { type: 'end'; error: WireError | null };

/** The answer to `turn`. */
export type TurnAnswer = 'go' | 'stop';

/** What a job works with, whichever thread it runs in. */
export interface JobParts {
  status: ImportStatus;
  drafts: DraftWriter;
  imports: ImportWriter;
  context: ArticleContext;
  addProblem(problem: ImportProblem): void;
  at: string;
  /**
   * Waits for its turn, then calls `step` in one short transaction while it answers that there is more and time is left;
   * from time to time `saveProgress` before the end. Answers whether there is more. Throws `Stopped` when the job is to end.
   */
  write(step: () => boolean, saveProgress?: () => void): Promise<boolean>;
}

/** Ends a job that is not wanted any more. */
export class Stopped extends Error {}
