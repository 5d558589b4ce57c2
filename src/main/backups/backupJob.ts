import type { BackupCounts, BackupPreview } from '../../shared/contract/backups.ts';
import type { DatabaseFacts } from '../../shared/diagnosis.ts';
import type { Message } from '../../shared/message.ts';
import type { DataFault } from './checkDatabase.ts';

/** The contents of a backup, or why it cannot be read. */
export interface LookedInto {
  counts: BackupCounts | null;
  problem: Message | null;
}

/** `print` differs once what restoring would lose or change here does; `bytesHash`: of the backup's file. */
export type BackupComparison = Omit<BackupPreview, 'backup'> & { print: string; bytesHash: string };

/** The worker's orders, each with its result; files are paths, times are ISO. */
export interface BackupJobs {
  check: { order: { database: string }; answer: { fault: DataFault | null } };
  /** Copies a consistent snapshot of a database to a new file, and checks the copy. */
  make: { order: { database: string; to: string }; answer: { counts: BackupCounts } };
  look: { order: { files: string[] }; answer: LookedInto[] };
  facts: { order: { database: string }; answer: DatabaseFacts };
  /** Compares a backup with the database; `scratch` is a file for a copy of an older one. */
  compare: { order: { backup: string; database: string; scratch: string }; answer: BackupComparison };
  /** Creates at `to`, from a backup, the file that can replace the database. */
  prepare: {
    order: { backup: string; database: string; to: string; at: string; bytesHash: string };
    answer: null;
  };
}

export type BackupJob = keyof BackupJobs;
export type Order<J extends BackupJob = BackupJob> = { [K in J]: { job: K } & BackupJobs[K]['order'] }[J];
