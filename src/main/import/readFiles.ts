import { type ImportChoices, importChoicesSchema } from '../../shared/draft/importChoices.ts';
import type { Db } from '../store/database.ts';
import { answersIn, type ImportStore } from '../store/imports/importStore.ts';
import { createMappingStore } from '../store/imports/mappingStore.ts';
import { removeRead } from './acceptImport.ts';
import { checkInThread } from './checkingThread.ts';
import { checkRecords } from './checkRecords.ts';
import { guessEncodings } from './encodings/fileEncodings.ts';
import { encodingsOf, withKnownHeadings } from './encodings/knownHeadings.ts';
import type { JobOrder, JobParts } from './importJob.ts';
import { keepTables } from './mapping/keepTables.ts';
import { type MappedTables, mapTables } from './mapping/mapTables.ts';
import { readImport } from './readImport.ts';

/** Data needed only for reading. */
export interface ReadSource {
  db: Db;
  order: JobOrder;
  importStore: ImportStore;
  /** The import worker, to check records in a separate thread. */
  workerFile: URL;
}

/**
 * From this many bytes on, a separate thread reads and checks; for less, starting it would take longer than checking.
 */
const threadFrom = 1_000_000;

const unanswered = JSON.stringify(answersIn(importChoicesSchema.parse({})));

/** Reads the files of an import into hidden rows, or only samples of its tables if the user has to map them. */
export async function readFiles(
  parts: JobParts,
  { db, order, importStore, workerFile }: ReadSource,
): Promise<void> {
  const { status } = parts;
  const { encoding, isAsked: hasPreview } = status.choices;
  const given = { path: order.file, ...importStore.files(status.id), encoding };
  const mayGuess = hasPreview && encoding === null;
  const guessed = mayGuess ? (importStore.encodings(status.id) ?? (await guessEncodings(given))) : [];
  const known = { mapping: importStore.mapping(status.id), mappedBy: status.mappedBy };
  const saved = [
    ...createMappingStore(db).list(),
    ...importStore.earlierMappings(status.accountId, status.id),
  ];
  const isAsked = order.kind === 'sample';
  const mappingOf = (key: string) => parts.imports.mappingOf(status.accountId, key);
  const isMapped = known.mappedBy !== null && !isAsked;
  const encodings = isMapped || isAsked ? guessed : await withKnownHeadings(given, guessed, saved);
  const stored = { ...given, encodings: { ...encodingsOf(encodings), ...status.choices.encodings } };
  const { mapping, mappedBy, found }: MappedTables = isMapped
    ? known
    : await mapTables(stored, saved, isAsked, mappingOf);
  const isUnanswered = status.found === null && JSON.stringify(answersIn(status.choices)) === unanswered;
  const before =
    isUnanswered && hasPreview && mapping !== null
      ? importStore.earlierChoices(status.accountId, status.id, mapping)
      : null;
  const choices: ImportChoices = before ? { ...status.choices, ...before } : status.choices;
  await parts.write(() => {
    if (before) importStore.setChoices(status.id, choices);
    importStore.setEncodings(status.id, encodings);
    if (found) importStore.setSamples(status.id, found.samples, found.format);
    importStore.setMapping(status.id, mapping, mappedBy);
    return false;
  });
  if (found) return;
  await removeRead(parts);
  const doubtful = encodings.filter(
    ({ file, by }) => by === 'doubt' && status.choices.encodings[file] === undefined,
  );
  const checks = {
    ...stored,
    ...{ mapping, choices, context: parts.context },
    doubtful: doubtful.map(({ file }) => file),
  };
  const isLarge = status.size >= threadFrom;
  const checked = isLarge ? checkInThread(workerFile, checks) : checkRecords(checks);
  const tables = await readImport(parts, checked);
  await keepTables(parts, { ...stored, tables });
}
