import type { JournalCard } from '../../shared/journal/journal.ts';
import { type Choices, ordinaryChoices } from '../formats/articleOf.ts';
import { issnKindsOf } from '../formats/issnKinds.ts';
import { chosenJournal } from './chosenJournal.ts';
import { readMapping } from './readMapping.ts';
import type { Terminal } from './terminal.ts';
import { withServices } from './withServices.ts';

export interface ReaderOptions {
  mapping?: string;
  journal?: string;
  data?: string;
}

/** The choices for reading files that the command line gives: how tables are mapped, and the journal of articles that do not say theirs. */
export async function readerChoices(
  { mapping, journal, data }: ReaderOptions,
  journals: readonly JournalCard[],
  terminal: Terminal,
): Promise<Choices> {
  const savedMappings = () =>
    withServices({ data, isIdle: true }, terminal, async ({ handlers }) => handlers['mappings.list']({}));
  return {
    ...ordinaryChoices,
    issnKinds: issnKindsOf(journals),
    mapping: mapping === undefined ? null : await readMapping(mapping, savedMappings),
    journal: journal === undefined ? null : chosenJournal(journal, journals),
  };
}
