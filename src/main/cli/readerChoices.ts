import type { JournalCard } from '../../shared/journal/journal.ts';
import { msg } from '../../shared/message.ts';
import { type Choices, ordinaryChoices } from '../formats/article/choices.ts';
import { issnKindsOf } from '../formats/issnKinds.ts';
import { knownEncoding } from '../formats/text/encodings.ts';
import { savedMappings } from '../import/mapping/savedMappings.ts';
import { standardFolder } from '../platform/files/dataFolder.ts';
import { chosenJournal } from './chosenJournal.ts';
import { usage } from './optionValues.ts';
import { readMapping } from './readMapping.ts';
import type { Terminal } from './terminal.ts';

export interface ReaderOptions {
  encoding?: string;
  mapping?: string;
  journal?: string;
  nameOrder?: 'family' | 'given';
  keepDecodedTwice?: boolean;
  data?: string;
}

/** The encoding that a name given by the user stands for. */
export async function readEncoding(name: string): Promise<string> {
  const known = await knownEncoding(name);
  if (known === null) throw usage(msg('cli.error.encoding', { name }));
  return known;
}

/** The choices for reading files that the command line gives: the encoding of texts, the order of names, how tables are mapped, and the journal of articles that do not say theirs. */
export async function readerChoices(
  { encoding, mapping, journal, nameOrder, keepDecodedTwice, data }: ReaderOptions,
  journals: readonly JournalCard[],
  { environment }: Pick<Terminal, 'environment'>,
): Promise<Choices> {
  const saved = async () => savedMappings(data ?? standardFolder('data', environment));
  return {
    ...ordinaryChoices,
    encoding: encoding === undefined ? null : await readEncoding(encoding),
    nameOrder: nameOrder ?? null,
    decodedTwice: keepDecodedTwice ? 'keep' : 'correct',
    issnKinds: issnKindsOf(journals),
    mapping: mapping === undefined ? null : await readMapping(mapping, saved),
    journal: journal === undefined ? null : chosenJournal(journal, journals),
  };
}
