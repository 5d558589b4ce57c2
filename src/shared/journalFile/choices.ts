import type { ServerProfile } from '../directory/profile.ts';
import { isReviewChoice, reviewNow } from '../directory/reviewValues.ts';
import { hasCode, type VocabularyName } from '../directory/vocabulary.ts';
import type { DraftRecord } from '../draft/draft.ts';
import { getAt } from '../draft/fieldPath.ts';
import { asList } from '../json.ts';
import { stripText } from '../text/pythonText.ts';

/** Which list of kinds of peer review the form of the server has. */
export type Reviews = ServerProfile['reviews'];

export const reviewPath = 'bibjson.editorial.review_process';

const vocabularyOf: Record<string, VocabularyName> = {
  [reviewPath]: 'review',
  'bibjson.preservation.service': 'preservation',
  'bibjson.deposit_policy.service': 'deposit',
  'bibjson.pid_scheme.scheme': 'pid',
};

export const preservationPath = 'bibjson.preservation.service';
export const librariesPath = 'bibjson.preservation.national_library';

/** The question above a list of choices; the review process has none. */
export const questionAbove: Record<string, string> = {
  [preservationPath]: 'bibjson.preservation.has_preservation',
  'bibjson.deposit_policy.service': 'bibjson.deposit_policy.has_policy',
  'bibjson.pid_scheme.scheme': 'bibjson.pid_scheme.has_pid_scheme',
};

/** Returns true if the directory's form offers this choice, its reserved words included. */
function isChoice(path: string, text: string, reviews: Reviews): boolean {
  if (text === 'other') return true;
  if (text === 'none') return questionAbove[path] !== undefined;
  if (text === 'national_library') return path === preservationPath;
  return path === reviewPath ? isReviewChoice(text, reviews) : hasCode(vocabularyOf[path]!, text);
}

/** The choices that the directory's form ticks for a stored list. */
export function tokensOf(path: string, journal: DraftRecord, reviews: Reviews): ReadonlySet<string> {
  const question = questionAbove[path];
  const isNone = question !== undefined && getAt(journal, question) === false;
  // A "no" hides the stored schemes from the form, but not the stored services.
  if (isNone && path === 'bibjson.pid_scheme.scheme') return new Set(['none']);
  const tokens = new Set(entriesAt(path, journal).filter((text) => isChoice(path, text, reviews)));
  if (freeTextOf(path, journal, reviews) !== '') tokens.add('other');
  if (path === preservationPath && asList(getAt(journal, librariesPath)).length > 0)
    tokens.add('national_library');
  if (isNone && tokens.size === 0) tokens.add('none');
  return tokens;
}

/** The stored texts that are not choices, joined as in the directory's form. */
export function freeTextOf(path: string, journal: DraftRecord, reviews: Reviews): string {
  return entriesAt(path, journal)
    .filter((text) => !isChoice(path, text, reviews))
    .join(' ');
}

/** The choices and the free text that the directory reads from a cell; the text is null if the cell has none. */
export function readChoices(
  path: string,
  cell: string,
  reviews: Reviews,
): { tokens: Set<string>; free: string | null } {
  const parts = cell.split(',').map(stripText);
  const unknown = parts.filter((part) => !isChoice(path, part, reviews));
  const tokens = new Set(parts.filter((part) => isChoice(path, part, reviews)));
  if (unknown.length === 0) return { tokens, free: null };
  tokens.add('other');
  return { tokens, free: stripText(unknown.join(' ')) };
}

/** The former names of peer review in a cell, with the present ones; none on a server that still has the former ones. */
export function formerReviews(cell: string, reviews: Reviews): { former: string; now: string }[] {
  if (reviews === 'mixed') return [];
  return cell
    .split(',')
    .map(stripText)
    .map((former) => ({ former, now: reviewNow(former) }))
    .filter(({ former, now }) => now !== former);
}

/** A cell with the present names of peer review in place of former ones; any other cell as it is. */
export function withPresentReviews(cell: string, reviews: Reviews): string {
  if (formerReviews(cell, reviews).length === 0) return cell;
  const names = cell.split(',').map((part) => reviewNow(stripText(part)));
  return [...new Set(names)].join(', ');
}

function entriesAt(path: string, journal: DraftRecord): string[] {
  return asList(getAt(journal, path)).filter((entry) => typeof entry === 'string');
}
