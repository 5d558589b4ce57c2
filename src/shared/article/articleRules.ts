import type { Dialect } from '../directory/account.ts';
import type { Readiness } from '../draft/draft.ts';
import { fieldLabel } from '../draft/fieldLabel.ts';
import type { Finding } from '../finding.ts';
import type { JournalCard } from '../journal/journal.ts';
import { isGiven, isObject, type Members, own } from '../json.ts';
import { activePack } from '../rulePack/rulePack.ts';
import { removedKeyPaths } from '../text/removedKey.ts';
import { articleTexts, membersIn } from './articleFields.ts';
import { checkAuthors } from './rules/checkAuthors.ts';
import { checkEnvelope } from './rules/checkEnvelope.ts';
import { checkIdentifiers } from './rules/checkIdentifiers.ts';
import { checkIssue, checkOpenAccess } from './rules/checkIssue.ts';
import { checkJournal } from './rules/checkJournal.ts';
import { checkKeywords } from './rules/checkKeywords.ts';
import { checkLinkResults, type LinkChecks } from './rules/checkLinkResults.ts';
import { checkLinks } from './rules/checkLinks.ts';
import { checkMembers } from './rules/checkMembers.ts';
import { checkText, checkTitleAndAbstract } from './rules/checkTexts.ts';
import { holdsBack } from './rules/codes.ts';
import { Report, removeFix } from './rules/report.ts';

export interface ArticleContext {
  dialect: Dialect;
  /**
   * The account's journals, with foreign and withdrawn ones as far as known; null or absent: unknown, and not checked.
   */
  journals?: readonly JournalCard[] | null;
  /** Results of checking full-text addresses; absent: ignored. */
  linkChecks?: LinkChecks;
  /** Absent: what the rule pack says of the server. */
  profile?: { oaStart: boolean };
  now: Date;
}

const known = new Set([
  ...membersIn('bibjson'),
  ...articleTexts.flatMap(({ stray }) => (stray === null ? [] : [stray])),
]);
/** Texts with rules of their own. */
const ruled = new Set<string>(['title', 'abstract', 'year', 'month']);
const otherTexts = articleTexts.filter(({ name, isInJournal }) => !isInJournal && !ruled.has(name));

/**
 * Findings on values that the directory refuses, crashes on, doubts or drops (reference/directory-api.md 2.4, 4.1 to
 * 4.5, addenda). Without an `error` it accepts the record, except duplicates. Both dialects validate alike.
 */
export function checkArticle(record: unknown, context: ArticleContext): Finding[] {
  const report = new Report();
  if (!isObject(record)) {
    report.add('record-not-object', '');
    return report.findings();
  }
  checkEnvelope(record, report);
  for (const path of removedKeyPaths(record)) report.add('key-removed', path);
  const bibjson = own(record, 'bibjson');
  if (bibjson === undefined) report.add('bibjson-missing', 'bibjson');
  else if (!isObject(bibjson)) report.add('bibjson-not-object', 'bibjson');
  else checkBibjson(bibjson, context, report);
  return report.findings();
}

/**
 * Whether a record can be sent, by its findings: an incomplete one is held back. Ignored values alone do not keep it from
 * being ready.
 */
export function readiness(findings: readonly Finding[]): Readiness {
  if (findings.some(holdsBack)) return 'incomplete';
  return findings.some((finding) => finding.severity === 'warning') ? 'warnings' : 'ready';
}

function checkBibjson(bibjson: Members, context: ArticleContext, report: Report): void {
  const journals = context.journals ?? null;
  checkTitleAndAbstract(bibjson, report);
  for (const { member, path } of otherTexts) checkText(own(bibjson, member), path, report);
  checkAuthors(own(bibjson, 'author'), report);
  const identifier = own(bibjson, 'identifier');
  const { issns, hasDoi } = checkIdentifiers(identifier, journals, report);
  const entries = (identifier as unknown[] | undefined)?.length ?? 0;
  const journal = issns && journals ? checkJournal(issns, entries, journals, report) : null;
  const links = own(bibjson, 'link');
  const hasFullText = checkLinks(links, report);
  if (context.linkChecks) checkLinkResults(links, context.linkChecks, context.now, report);
  if (!hasDoi && !hasFullText) report.add('no-doi-or-url', 'bibjson.link');
  checkIssue(bibjson, context.now, report);
  const isRefused = (context.profile ?? activePack().profile).oaStart;
  if (isRefused || journal)
    checkOpenAccess(own(bibjson, 'year'), journal?.oaStart ?? null, isRefused, report);
  checkKeywords(own(bibjson, 'keywords'), report);
  checkSubjects(own(bibjson, 'subject'), report);
  checkMembers(bibjson, known, 'bibjson', report);
}

/** Subjects come from the journal, but their shape is still validated. */
function checkSubjects(value: unknown, report: Report): void {
  const path = 'bibjson.subject';
  if (!isGiven(value)) return;
  if (!Array.isArray(value)) report.add('not-a-list', path, { field: fieldLabel(path) }, removeFix(path));
  else {
    const wrong = value.findIndex((entry) => !isObject(entry));
    if (wrong >= 0)
      report.add('not-an-object', `${path}[${wrong}]`, { field: fieldLabel(path) }, removeFix(path));
    else if (value.length > 0) report.add('ignored-subject', path, undefined, removeFix(path));
  }
}
