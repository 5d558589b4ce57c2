import type { BackupCounts, BackupPreview } from '../../shared/contract/backupCalls.ts';
import type { DatabaseFacts } from '../../shared/diagnosis.ts';
import type { Message } from '../../shared/message.ts';

/** What a backup holds, or why it cannot be read. */
export interface LookedInto {
  counts: BackupCounts | null;
  problem: Message | null;
}

/** What the worker is asked, each with what it answers; files are paths, times ISO. */
export interface BackupJobs {
  /** Whether a database is sound. */
  check: { order: { database: string }; answer: { isSound: boolean; details: string } };
  /** Copies a database, as it is at one moment, to a file that is not there yet, and checks the copy. */
  make: { order: { database: string; to: string }; answer: { counts: BackupCounts } };
  look: { order: { files: string[] }; answer: LookedInto[] };
  /** What may be told of a database. */
  facts: { order: { database: string }; answer: DatabaseFacts };
  /** Holds a backup against the database; `scratch` is a file for a copy of an older one. */
  compare: {
    order: { backup: string; database: string; scratch: string };
    answer: Omit<BackupPreview, 'backup'>;
  };
  /** Makes of a backup, at `to`, what may take the place of the database. */
  prepare: {
    order: { backup: string; database: string; to: string; at: string };
    answer: null;
  };
}

export type BackupJob = keyof BackupJobs;
export type Order<J extends BackupJob = BackupJob> = { [K in J]: { job: K } & BackupJobs[K]['order'] }[J];
