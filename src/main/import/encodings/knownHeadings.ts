import type { GuessedFile } from '../../../shared/draft/importEncodings.ts';
import type { SavedMapping } from '../../../shared/tables/tableMapping.ts';
import { recogniseTables } from '../../formats/tables/proposeMapping.ts';
import { type StoredFiles, sampleFiles } from '../mapping/sampleFiles.ts';

/** The encodings of files by their place. */
export function encodingsOf(files: readonly GuessedFile[]): Record<string, string> {
  return Object.fromEntries(files.map(({ file, encoding }) => [file, encoding]));
}

/**
 * The files with the encoding in which a saved mapping finds its headings: headings that the user has mapped before say more
 * than any guess.
 */
export async function withKnownHeadings(
  given: Omit<StoredFiles, 'encodings'>,
  guessed: readonly GuessedFile[],
  saved: readonly SavedMapping[],
): Promise<readonly GuessedFile[]> {
  if (saved.length === 0 || guessed.length === 0) return guessed;
  const isFoundIn = async (files: readonly GuessedFile[]) => {
    const { samples } = await sampleFiles({ ...given, encodings: encodingsOf(files) }, { isWhole: false });
    return recogniseTables(samples, saved).kind === 'saved';
  };
  if (await isFoundIn(guessed)) return guessed;
  const names = new Set(guessed.flatMap(({ candidates }) => candidates.map(({ name }) => name)));
  for (const encoding of names) {
    const read = guessed.map((file) => ({ ...file, encoding, by: 'heading' as const }));
    if (await isFoundIn(read)) return read;
  }
  return guessed;
}
