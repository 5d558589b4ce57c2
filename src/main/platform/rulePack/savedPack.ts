import type { JsonWebKey } from 'node:crypto';
import { closeSync, fstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { AppError } from '../../../shared/errors.ts';
import { activePack, setActivePack, shippedPack } from '../../../shared/rulePack/rulePack.ts';
import type { RulePack } from '../../../shared/rulePack/rulePackSchema.ts';
import { fail } from '../failures.ts';
import { openOwnToRead, replaceOwnFile } from '../files/ownFile.ts';
import { maxPackBytes } from './signedText.ts';

/** The name, in the data folder, of a pack that was downloaded or read from a file. */
const fileName = 'rule-pack.json';
/** Under this name the threads of this program find the active pack. */
const shared = 'colophon.rulePack';

/**
 * Makes the pack of a data folder that of this program and of the threads that it starts, unless the one that comes with
 * Colophon is as new. Returns why the saved pack cannot be used, if so: then that one is in use, too.
 */
export async function useSavedPack(dataFolder: string, key?: JsonWebKey): Promise<AppError | null> {
  let saved: RulePack | null = null;
  let problem: AppError | null = null;
  try {
    saved = await readSavedPack(dataFolder, key);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    problem = error;
  }
  const isNewer = saved !== null && saved.version > shippedPack().version;
  setActivePack(isNewer ? saved! : shippedPack());
  // A thread has the pack that comes with Colophon anyway.
  setEnvironmentData(shared, isNewer ? activePack() : undefined);
  return problem;
}

/** Makes the program's pack that of this thread, before anything else happens in it. */
export function useSharedPack(): void {
  setActivePack((getEnvironmentData(shared) as RulePack | undefined) ?? shippedPack());
}

/** The saved pack; null if there is none. Throws AppError if it cannot be read or is not signed with the key. */
export async function readSavedPack(dataFolder: string, key?: JsonWebKey): Promise<RulePack | null> {
  const file = openOwnToRead(join(dataFolder, fileName));
  if (file === null) return null;
  try {
    // Nearly nobody has a saved pack, and the schema takes time to load.
    const { readRulePack } = await import('./readRulePack.ts');
    const { size } = fstatSync(file);
    if (size > maxPackBytes) throw fail('rulePack.tooLarge', { limit: maxPackBytes / 1_000_000 });
    return readRulePack(readFileSync(file), key);
  } finally {
    closeSync(file);
  }
}

/** Replaces the saved pack as a whole. */
export function savePack(dataFolder: string, bytes: Buffer): void {
  replaceOwnFile(join(dataFolder, fileName), bytes);
}
