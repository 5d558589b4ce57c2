import { readFile } from 'node:fs/promises';
import { getAt } from '../../shared/draft/fieldPath.ts';
import { AppError } from '../../shared/errors.ts';
import { type JournalView, journalsFromList } from '../../shared/journal/journal.ts';
import { msg } from '../../shared/message.ts';

/** The contents of a file of journals: the journals, and any applications in it. */
export interface KnownJournals {
  journals: JournalView[];
  applications: unknown[];
}

/** Reads the file that `--journals` names. */
export async function readKnownJournals(file: string): Promise<KnownJournals> {
  try {
    const records = JSON.parse(await readFile(file, 'utf8'));
    const applications = getAt(records, 'applications');
    return {
      journals: journalsFromList(records),
      applications: Array.isArray(applications) ? applications : [],
    };
  } catch (error) {
    throw new AppError('unreadable_file', msg('cli.error.journals', { file }), {
      details: String(error),
      cause: error,
    });
  }
}
