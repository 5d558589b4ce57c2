import type { Severity } from '../../finding.ts';

/** Every rule for articles with its severity; the texts are `finding.<code>` in locales/en.json or the rule pack. */
export const findingSeverities = {
  // The record as a whole
  'record-not-object': 'error',
  'bibjson-missing': 'error',
  'bibjson-not-object': 'error',
  'not-an-object': 'error',
  'not-a-list': 'error',
  'date-unreadable': 'error',
  'in-doaj-unreadable': 'error',
  'script-tag': 'error',
  'key-removed': 'error',
  'not-text': 'warning',
  'ignored-system': 'ignored',
  'ignored-journal': 'ignored',
  'ignored-subject': 'ignored',
  'ignored-email': 'ignored',
  'ignored-page': 'ignored',
  'ignored-unknown': 'ignored',
  // Title and abstract
  'title-missing': 'error',
  'title-empty': 'warning',
  'title-caps': 'warning',
  'text-blank': 'warning',
  'text-spaces': 'warning',
  'text-markup': 'warning',
  'text-math': 'warning',
  'text-garbled': 'warning',
  'languages-differ': 'warning',
  // Authors
  'authors-missing': 'warning',
  'author-name-missing': 'error',
  'author-empty': 'ignored',
  'author-blank': 'warning',
  'author-twice': 'warning',
  'authors-joined': 'warning',
  'text-email': 'warning',
  'orcid-form': 'error',
  'orcid-check-digit': 'warning',
  'orcid-line-break': 'warning',
  'orcid-twice': 'warning',
  // Identifiers
  'no-doi-or-url': 'error',
  'identifiers-unreadable': 'error',
  'identifier-not-object': 'error',
  'identifier-type-unreadable': 'error',
  'identifier-type-missing': 'ignored',
  'identifier-type-unknown': 'ignored',
  'identifier-type-case': 'ignored',
  'identifier-value-missing': 'error',
  'identifier-empty': 'ignored',
  'doi-form': 'error',
  'doi-prefix': 'warning',
  'doi-escapes': 'warning',
  'doi-hidden': 'warning',
  'doi-punctuation': 'warning',
  'doi-line-break': 'warning',
  'doi-second': 'warning',
  'issn-missing': 'error',
  'issn-form': 'error',
  'issn-check-digit': 'warning',
  'issn-written-otherwise': 'warning',
  'issns-equal': 'error',
  'issns-too-many': 'error',
  // ISSNs against the account's journals
  'issn-unknown': 'error',
  'issn-partly-unknown': 'error',
  'issn-not-yours': 'error',
  'issn-shared': 'error',
  'issns-swapped': 'error',
  'issn-wrong-slot': 'error',
  'issns-of-two-journals': 'error',
  'journal-withdrawn': 'error',
  'journal-twice': 'error',
  'issn-other-missing': 'warning',
  // Links
  'link-type-missing': 'error',
  'link-type-other': 'error',
  'link-type-null': 'warning',
  'link-url-missing': 'error',
  'link-url-form': 'error',
  'link-empty': 'ignored',
  'link-odd': 'warning',
  'link-http': 'warning',
  'link-broken': 'warning',
  'link-moved': 'warning',
  'link-suspicious': 'warning',
  'link-certificate': 'warning',
  'link-type-differs': 'warning',
  'content-type-form': 'error',
  'content-type-missing': 'warning',
  'content-type-unknown': 'warning',
  // Year, month, pages
  'year-missing': 'warning',
  'year-two-digits': 'warning',
  'year-form': 'warning',
  'year-range': 'warning',
  'year-unreadable': 'error',
  'year-before-open-access': 'warning',
  'year-refused': 'error',
  'issue-other-year': 'warning',
  'month-unclear': 'warning',
  'pages-order': 'warning',
  'pages-joined': 'warning',
  // Keywords
  'keywords-joined': 'warning',
  'keywords-many': 'warning',
  'keyword-empty': 'ignored',
  'keyword-blank': 'warning',
  'keyword-twice': 'warning',
} as const satisfies Record<string, Severity>;

export type FindingCode = keyof typeof findingSeverities;

/**
 * Warnings about records that the directory accepts but whose entry readers can hardly find; such records are sent only if
 * the user agrees. A missing author is not among them: an editorial or a correction may have none.
 */
const hardToFindCodes: ReadonlySet<string> = new Set<FindingCode>([
  'title-empty',
  'year-missing',
  'year-two-digits',
  'year-form',
  'year-range',
  'doi-escapes',
  'doi-hidden',
  'doi-line-break',
]);

/** Returns true if the plan leaves a record with this finding out, unless the user wants to send it anyway. */
export function holdsBack(finding: { code: string; severity: Severity }): boolean {
  return finding.severity === 'error' || isHardToFind(finding);
}

/** Findings that compare the ISSNs with the account's journals, whose list may be old. */
const journalCodes: ReadonlySet<string> = new Set<FindingCode>([
  'issn-unknown',
  'issn-partly-unknown',
  'issn-not-yours',
  'issn-shared',
  'issns-of-two-journals',
  'journal-withdrawn',
  'journal-twice',
]);

/** Returns true if refreshing the list of journals may settle a finding. */
export function isAboutJournals({ code }: { code: string }): boolean {
  return journalCodes.has(code);
}

export function isHardToFind({ code }: { code: string }): boolean {
  return hardToFindCodes.has(code);
}
