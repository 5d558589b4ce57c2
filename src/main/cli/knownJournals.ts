import { getAt } from '../../shared/draft/fieldPath.ts';
import { type JournalView, journalsFromList } from '../../shared/journal/journal.ts';
import { msg } from '../../shared/message.ts';
import { readJsonFile } from './givenFiles.ts';

/** The contents of a file of journals: the journals, and any applications in it. */
export interface KnownJournals {
  journals: JournalView[];
  applications: unknown[];
}

/** Reads the file that `--journals` names. */
export function readKnownJournals(file: string): Promise<KnownJournals> {
  return readJsonFile(file, msg('cli.error.journals', { file }), (records) => {
    const applications = getAt(records, 'applications');
    return {
      journals: journalsFromList(records),
      applications: Array.isArray(applications) ? applications : [],
    };
  });
}
