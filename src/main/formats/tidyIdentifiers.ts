import type { DraftRecord } from '../../shared/draft/draft.ts';
import { asObject, isObject, type Json, type JsonObject } from '../../shared/json.ts';
import { parseDoi, parseOrcid } from '../../shared/text/identifiers.ts';
import { issnOf } from './text/issnText.ts';

/**
 * Article JSON with its DOIs, ISSNs and ORCIDs in their usual forms (reference/import-decisions.md); anything else
 * stays as it is. Imports leave them as written, because the rules name what to correct.
 */
export function tidyIdentifiers(record: DraftRecord): DraftRecord {
  const bibjson = asObject(record.bibjson);
  const identifier = tidyEach(bibjson.identifier, (entry) => ({ ...entry, ...tidyId(entry) }));
  const author = tidyEach(bibjson.author, (entry) => {
    const orcid = typeof entry.orcid_id === 'string' ? parseOrcid(entry.orcid_id) : null;
    return orcid === null ? entry : { ...entry, orcid_id: orcid };
  });
  if (!identifier && !author) return record;
  return { ...record, bibjson: { ...bibjson, ...(identifier && { identifier }), ...(author && { author }) } };
}

function tidyEach(list: Json | undefined, tidy: (entry: JsonObject) => JsonObject): Json[] | null {
  return Array.isArray(list) ? list.map((entry) => (isObject(entry) ? tidy(entry) : entry)) : null;
}

function tidyId({ type, id }: JsonObject): JsonObject {
  if (typeof id !== 'string' && typeof id !== 'number') return {};
  if (type === 'pissn' || type === 'eissn') return { id: issnOf(String(id)) };
  const doi = type === 'doi' && typeof id === 'string' ? parseDoi(id) : null;
  return doi === null ? {} : { id: doi };
}
