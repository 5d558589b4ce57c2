import type { DraftRecord } from '../draft/draft.ts';
import { getAt } from '../draft/fieldPath.ts';
import { isGiven, type Json } from '../json.ts';

export const licenceDisplayPath = 'bibjson.article.license_display';

/**
 * The one value of a licence display that the directory stores: its form knows only yes (`Embed`) and no, whatever else
 * is given (reference/directory-api.md 5.2). null: there is no answer.
 */
export function storedDisplay(value: Json | undefined): 'Embed' | 'No' | null {
  const given = givenDisplays(value);
  if (given.length === 0) return null;
  return given.includes('Embed') ? 'Embed' : 'No';
}

/** The given values that the directory does not store, each once. */
export function droppedDisplays(value: Json | undefined): Json[] {
  const stored = storedDisplay(value);
  return [...new Set(givenDisplays(value))].filter((one) => one !== stored);
}

/**
 * Returns true if articles show their licence, as the directory reads it: `Display` alone is no answer. null:
 * unanswered.
 */
export function displaysLicence(record: DraftRecord): boolean | null {
  const value = getAt(record, licenceDisplayPath);
  if (!Array.isArray(value) || value.length === 0) return null;
  if (value.includes('Embed')) return true;
  return value.includes('No') ? false : null;
}

function givenDisplays(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value.filter(isGiven) : [];
}
