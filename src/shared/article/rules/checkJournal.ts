import type { JournalCard } from '../../journal/journal.ts';
import { type JournalsByIssn, journalsByIssn } from '../../journal/journalsByIssn.ts';
import { type Message, msg } from '../../message.ts';
import { isIssn } from '../../text/identifiers.ts';
import { type ArticleIssn, moveFix, slotName } from './checkIdentifiers.ts';
import { fixOf, type Report, setFix } from './report.ts';

const list = 'bibjson.identifier';
/** The maximum number of ISSNs that a fix moves: each move copies the list. */
const maxMoved = 20;

/**
 * The journal to which the directory assigns the article, or null. `entries`: length of the list of identifiers, for a
 * fix that adds one (reference/directory-api.md 4.5).
 */
export function checkJournal(
  issns: ArticleIssn[],
  entries: number,
  journals: readonly JournalCard[],
  report: Report,
): JournalCard | null {
  const index = journalsByIssn(journals);
  const sent = [...new Set(issns.map((issn) => issn.read))];
  const related = [...new Set(sent.flatMap((issn) => index.get(issn) ?? []))];
  if (related.length === 0) {
    // Text that is not an ISSN has been reported already.
    if (sent.every(isIssn)) report.add('issn-unknown', list, { count: sent.length, issns: sent.join(', ') });
    return null;
  }
  if (!checkOwner(issns, index, related, report)) return null;
  const journal = checkSlots(issns, sent, related, report);
  if (journal) checkOther(issns, entries, journal, index, report);
  return journal;
}

/** Returns true if all journals with these ISSNs are the account's, and no ISSN is unknown. */
function checkOwner(
  issns: ArticleIssn[],
  index: JournalsByIssn,
  related: JournalCard[],
  report: Report,
): boolean {
  let isOwned = true;
  for (const issn of issns) {
    const path = `${list}[${issn.index}].id`;
    const carriers = index.get(issn.read) ?? [];
    const foreign = carriers.find((journal) => !journal.mine);
    const mine = carriers.find((journal) => journal.mine);
    if (carriers.length === 0 && !isIssn(issn.read)) {
      // Already reported.
    } else if (carriers.length === 0) {
      const params = { issn: issn.text, slot: slotName(issn), ...named(related[0]!) };
      report.add('issn-partly-unknown', path, params, partlyUnknownFix(issn, related));
    } else if (foreign && mine) {
      report.add('issn-shared', path, { issn: issn.read, journal: mine.title, other: foreign.title });
    } else if (foreign) report.add('issn-not-yours', path, { issn: issn.read, journal: foreign.title });
    else continue;
    isOwned = false;
  }
  return isOwned;
}

/** Fixes a wrong ISSN by inserting the one that the only candidate journal has for that slot. */
function partlyUnknownFix(issn: ArticleIssn, related: JournalCard[]) {
  const right = related.length === 1 ? related[0]![issn.slot] : null;
  return right ? setFix('use', `${list}[${issn.index}].id`, right, { value: right }) : undefined;
}

/** The journal to which the directory assigns the article, or null. */
function checkSlots(
  issns: ArticleIssn[],
  sent: readonly string[],
  related: JournalCard[],
  report: Report,
): JournalCard | null {
  const complete = related.filter((journal) => sent.every((issn) => carries(journal, issn)));
  const current = complete.filter((journal) => journal.inDirectory);
  if (current.length > 1) {
    report.add('journal-twice', list, { journal: current[0]!.title, issns: sent.join(', ') });
  } else if (current.length === 0 && complete.length > 0) {
    report.add('journal-withdrawn', list, { journal: complete[0]!.title });
  } else if (current.length === 0) {
    const [first, second] = related.map((journal) => journal.title);
    report.add('issns-of-two-journals', list, { journal: first, other: second });
  } else return checkPlaces(issns, current[0]!, report);
  return null;
}

function checkPlaces(issns: ArticleIssn[], journal: JournalCard, report: Report): JournalCard | null {
  const misplaced = issns.filter((issn) => journal[issn.slot] !== issn.read);
  if (misplaced.length > 1)
    report.add(
      'issns-swapped',
      list,
      named(journal),
      misplaced.length > maxMoved ? undefined : moveFix(misplaced),
    );
  else if (misplaced.length === 1) {
    const issn = misplaced[0]!;
    const params = { issn: issn.read, slot: slotName(issn), ...named(journal) };
    report.add('issn-wrong-slot', `${list}[${issn.index}].type`, params, moveFix(misplaced));
  } else return journal;
  return null;
}

/** One of the two ISSNs is enough for the directory; the other helps readers who search for it. */
function checkOther(
  issns: ArticleIssn[],
  entries: number,
  journal: JournalCard,
  index: JournalsByIssn,
  report: Report,
): void {
  const given = issns[0]!;
  const other = given.slot === 'pissn' ? 'eissn' : 'pissn';
  const missing = journal[other];
  if (missing === null || issns.some((issn) => issn.slot === other)) return;
  // An ISSN that another record also has would get the article refused.
  if (index.get(missing)!.length > 1) return;
  const fix = fixOf('addIssn', [{ path: `${list}[${entries}]`, value: { type: other, id: missing } }], {
    slot: slotName({ slot: other }),
    issn: missing,
  });
  report.add('issn-other-missing', list, { slot: slotName(given), ...named(journal) }, fix);
}

function carries(journal: JournalCard, issn: string): boolean {
  return journal.pissn === issn || journal.eissn === issn;
}

/** The journal's title and ISSNs, for use in a sentence. */
function named(journal: JournalCard): { journal: string; issns: Message } {
  const kind = journal.pissn && journal.eissn ? 'both' : journal.pissn ? 'print' : 'online';
  return {
    journal: journal.title,
    issns: msg(`issns.${kind}`, { print: journal.pissn, online: journal.eissn }),
  };
}
