import type { DirectoryStore } from '../directoryStore.ts';
import { type ArticleBibjson, identifiersOf, issnsOf, type JournalRecord } from '../records.ts';
import { Refusal, TEXTS } from '../refusals.ts';

/** The problems of a record's ISSNs with its owner, as listed in `failure_reasons` of a bulk upload. */
export interface IssnReasons {
  shared: string[];
  unowned: string[];
  unmatched: string[];
}

/**
 * Returns true if the account alone owns all journals with these ISSNs, withdrawn ones included
 * (reference/directory-api.md 4.5 step 2). A journal without an owner counts as a separate owner.
 */
export function ownsIssns(store: DirectoryStore, bibjson: ArticleBibjson, accountId: string): boolean {
  const issns = issnsOf(bibjson);
  const journals = issns.flatMap((issn) => store.journalsByIssn(issn));
  if (journals.length === 0 || journals.some((journal) => journal.admin.owner !== accountId)) return false;
  return issns.every((issn) => journals.some((journal) => carries(journal, issn)));
}

/** Classifies each ISSN of a record that is not owned (addenda 8.3). */
export function issnReasons(store: DirectoryStore, bibjson: ArticleBibjson, accountId: string): IssnReasons {
  const reasons: IssnReasons = { shared: [], unowned: [], unmatched: [] };
  for (const issn of issnsOf(bibjson)) {
    const journals = store.journalsByIssn(issn);
    const owners = new Set(journals.map((journal) => journal.admin.owner).filter(Boolean));
    if (journals.length === 0) reasons.unmatched.push(issn);
    else if (!owners.has(accountId)) reasons.unowned.push(issn);
    else if (owners.size > 1) reasons.shared.push(issn);
  }
  return reasons;
}

/** The journal of an article; a refusal if there is none (reference/directory-api.md 4.5 steps 3 to 5). */
export function acceptingJournal(store: DirectoryStore, bibjson: ArticleBibjson): JournalRecord {
  const [print, ...morePrint] = identifiersOf(bibjson, 'pissn');
  const [online, ...moreOnline] = identifiersOf(bibjson, 'eissn');
  const hasDoi = identifiersOf(bibjson, 'doi').length > 0;
  if (!hasDoi && !bibjson.link?.some((link) => link.type === 'fulltext')) {
    throw new Refusal(400, TEXTS.noDoiNoFullText);
  }
  if (morePrint.length > 0 || moreOnline.length > 0) throw new Refusal(400, TEXTS.tooManyIssns);
  const issns = [print, online].filter((issn) => issn !== undefined);
  const matches = store
    .journalsByIssn(issns[0] ?? '')
    .filter((journal) => issns.every((issn) => carries(journal, issn)));
  const [journal, ...others] = matches.filter((match) => match.admin.in_doaj);
  if (!journal && matches.length > 0) throw new Refusal(400, TEXTS.withdrawn);
  const inPlace =
    journal &&
    (print === undefined || journal.bibjson.pissn === print) &&
    (online === undefined || journal.bibjson.eissn === online);
  if (!inPlace || others.length > 0) throw new Refusal(400, TEXTS.noMatchingJournal);
  return journal;
}

function carries(journal: JournalRecord, issn: string): boolean {
  return journal.bibjson.pissn === issn || journal.bibjson.eissn === issn;
}
