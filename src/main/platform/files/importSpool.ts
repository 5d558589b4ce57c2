import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder in the data folder for the bytes of imports until they are read, and of exports until they are saved. */
export const spoolFolder = 'colophon-import-spool';

/** The file in which the bytes of an import are collected. */
export function spoolFile(dataFolder: string, importId: number): string {
  return join(dataFolder, spoolFolder, `colophon-import-${importId}.part`);
}

/** The file to which an export is written. */
export function exportFile(dataFolder: string, exportId: number): string {
  return join(dataFolder, spoolFolder, `colophon-export-${exportId}.part`);
}

/** The file with the workbook that an export reads. */
export function exportSourceFile(dataFolder: string, exportId: number): string {
  return join(dataFolder, spoolFolder, `colophon-export-${exportId}-source.part`);
}

/** The file in which the responses of a harvest are collected. */
export function harvestFile(dataFolder: string, harvestId: number): string {
  return join(dataFolder, spoolFolder, `colophon-harvest-${harvestId}.part`);
}

/** Returns true for the name of a file that these functions can produce. */
export function isSpoolFile(name: string): boolean {
  return /^colophon-(?:import-\d+|export-\d+(?:-source)?|harvest-\d+)\.part$/.test(name);
}

/** Removes the spool files of an earlier run, except those at paths to be kept, and their folder if it is then empty. Anything else in it stays. */
export async function removeSpoolFiles(
  dataFolder: string,
  kept: ReadonlySet<string> = new Set(),
): Promise<void> {
  const folder = join(dataFolder, spoolFolder);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (isSpoolFile(entry.name) && !entry.isDirectory() && !kept.has(path)) await rm(path, { force: true });
  }
  // Fails intentionally if foreign files are in it.
  await rmdir(folder).catch(() => undefined);
}
