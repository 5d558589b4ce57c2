import { z } from 'zod';

/** The encoding of a file that shows none, and where it is from: a guess that is certain or doubtful, or the user. */
export const fileEncodingSchema = z.object({
  /** The place of the file among those of the import. */
  file: z.number(),
  name: z.string(),
  encoding: z.string(),
  by: z.enum(['guess', 'doubt', 'heading', 'user']),
});
export type FileEncoding = z.infer<typeof fileEncodingSchema>;

/** An encoding that a file may be in, with texts as they would be in it. */
export const encodingCandidateSchema = z.object({ name: z.string(), texts: z.array(z.string()) });
export type EncodingCandidate = z.infer<typeof encodingCandidateSchema>;

/** What is stored for each file of an import whose encoding was guessed. */
export const guessedFilesSchema = z.array(
  fileEncodingSchema.extend({ candidates: z.array(encodingCandidateSchema) }),
);
export type GuessedFile = z.infer<typeof guessedFilesSchema>[number];

/** How a file of an import is read: as the user said for all of them, or as was guessed or chosen for it; null: as it shows. */
export function encodingAt(
  { encoding, encodings }: { encoding: string | null; encodings: Readonly<Record<string, string>> },
  file: number,
): string | null {
  return encoding ?? encodings[file]?.toLowerCase() ?? null;
}
