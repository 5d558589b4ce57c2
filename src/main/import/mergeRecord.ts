import type { DraftRecord } from '../../shared/draft/draft.ts';
import type { ImportFormat } from '../../shared/draft/importing.ts';
import { asObject, type JsonObject } from '../../shared/json.ts';

/** JSON is the complete record; other formats lack fields, such as keywords in Crossref deposits, which the draft keeps. */
export function mergeRecord(before: DraftRecord, read: DraftRecord, format: ImportFormat): DraftRecord {
  if (format === 'json' || format === 'jsonl') return read;
  const [old, bibjson] = [asObject(before.bibjson), asObject(read.bibjson)];
  const journal = { ...asObject(old.journal), ...asObject(bibjson.journal) };
  const merged: JsonObject = { ...old, ...bibjson };
  if (Object.keys(journal).length > 0) merged.journal = journal;
  return { ...before, ...read, bibjson: merged };
}
