import type { JournalCard } from '../../shared/journal/journal.ts';
import { type Choices, ordinaryChoices } from '../formats/articleOf.ts';
import { issnKindsOf } from '../formats/issnKinds.ts';
import { savedMappings } from '../import/mapping/savedMappings.ts';
import { standardFolder } from '../platform/files/dataFolder.ts';
import { chosenJournal } from './chosenJournal.ts';
import { readMapping } from './readMapping.ts';
import type { Terminal } from './terminal.ts';

export interface ReaderOptions {
  mapping?: string;
  journal?: string;
  data?: string;
}

/** The choices for reading files that the command line gives: how tables are mapped, and the journal of articles that do not say theirs. */
export async function readerChoices(
  { mapping, journal, data }: ReaderOptions,
  journals: readonly JournalCard[],
  { environment }: Pick<Terminal, 'environment'>,
): Promise<Choices> {
  const saved = async () => savedMappings(data ?? standardFolder('data', environment));
  return {
    ...ordinaryChoices,
    issnKinds: issnKindsOf(journals),
    mapping: mapping === undefined ? null : await readMapping(mapping, saved),
    journal: journal === undefined ? null : chosenJournal(journal, journals),
  };
}
