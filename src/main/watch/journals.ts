import { setImmediate } from 'node:timers/promises';
import type { ValueDifference } from '../../shared/application/applicationDraft.ts';
import { type JournalView, readJournal } from '../../shared/journal/journal.ts';
import { member } from '../../shared/json.ts';
import { msg } from '../../shared/message.ts';
import { isRemoteId } from '../../shared/remoteId.ts';
import { termsAtOnce } from '../../shared/search/query/paging.ts';
import { journalDifferences, journalFacts } from '../../shared/watch/journalFacts.ts';
import { canLookUp, quoted } from '../remote/lookupQuery.ts';
import { searchPages } from '../remote/searchPages.ts';
import type { KnownArticle } from '../store/watch/ledgerStore.ts';
import type { SeenJournal } from '../store/watch/watchStore.ts';
import { refuseSmallPage } from './askDirectory.ts';
import { farDate } from './changes.ts';
import { about, type CountedJournal, type LookParts } from './lookParts.ts';

/** What the application knows of the account's journals, and how it learns what a look found. */
export interface OwnJournals {
  username: string;
  /** ISSNs of the journals that are stored as the account's own. */
  known: () => { id: string; title: string; issns: string[] }[];
  /** Stores a journal as it is now, or that it is gone. */
  put: (journal: JournalView) => void;
  gone: (id: string) => void;
  /** An Update Request for it was accepted since then. */
  acceptedSince: (id: string, since: string) => boolean;
}

const issnPattern = /^\d{4}-\d{3}[\dX]$/;
/** Journals whose articles are sampled to tell a withdrawal from a deletion. */
const samples = 3;

/** Looks for journals that are new, edited or gone; returns those whose articles are watched. */
export async function lookAtJournals(parts: LookParts, own: OwnJournals): Promise<CountedJournal[]> {
  const { accountId, store } = parts;
  const before = new Map(store.journals(accountId).map((journal) => [journal.id, journal]));
  const listed = await readListed(parts, own, before);
  parts.transaction(() => {
    for (const record of listed.records) noteJournal(parts, own, before, record);
  });
  if (listed.isWhole) {
    const there = new Set(listed.records.map((record) => member(record, 'id')));
    const lost = [...before.values()].filter(({ id, state }) => state === 'present' && !there.has(id));
    if (lost.length > 0) await parts.clock.sleep(parts.confirmAfter, parts.signal);
    // One answer of a search proves nothing (reference/directory-changes.md 2.4).
    const shown = await byIssn(parts, own.username, lost.map(withFormer));
    for (const journal of lost) {
      const record = shown.get(journal.id);
      if (record === undefined) await noteLost(parts, own, before, journal);
      else parts.transaction(() => noteJournal(parts, own, before, record));
    }
  }
  return countedJournals(store.journals(accountId));
}

/** The journals as their articles are counted, in the order of their ids. */
export function countedJournals(journals: readonly SeenJournal[]): CountedJournal[] {
  return journals
    .filter(({ state, issns, former }) => state === 'present' && [...issns, ...former].some(isIssn))
    .map(({ id, issns, former, facts }) => {
      const now = issns.filter(isIssn);
      const title = facts.values['bibjson.title'];
      return {
        id,
        title: typeof title === 'string' ? title : '',
        // Articles have both ISSNs of their journal, except one that it got since the last clean-up, so the oldest finds them all
        // (reference/directory-changes.md 2.2, 2.3).
        asked: [...new Set([...now.slice(0, 1), ...former.filter(isIssn)])],
        all: [...new Set([...now, ...former])],
      };
    });
}

const isIssn = (issn: string) => issnPattern.test(issn);

/** A journal with all ISSNs that it may be found by, since any of them may have been replaced. */
const withFormer = ({ id, issns, former }: SeenJournal) => ({ id, issns: [...issns, ...former] });

/** The journals that were changed since the last look, or all of them if some are new or gone. */
async function readListed(
  parts: LookParts,
  own: OwnJournals,
  before: ReadonlyMap<string, SeenJournal>,
): Promise<{ records: unknown[]; isWhole: boolean }> {
  const { ask, progress } = parts;
  if (!canLookUp(own.username)) {
    // The account is known by its journals only.
    const known = [...own.known(), ...[...before.values()].map(withFormer)];
    return { records: [...(await byIssn(parts, own.username, known)).values()], isWhole: true };
  }
  const query = `username:${quoted(own.username)}`;
  const present = [...before.values()].filter(({ state }) => state === 'present').length;
  if (before.size > 0 && progress.knownUntil !== null) {
    const { total } = await ask.search('journals', query, { size: 1 });
    if (total === present) {
      const changed = `${query} AND last_updated:[${progress.knownUntil} TO ${farDate}]`;
      const page = await ask.search('journals', changed);
      const areKnown = page.results.every(
        (record) => before.get(String(member(record, 'id')))?.state === 'present',
      );
      // A new one hides that another is gone.
      if (page.total <= page.results.length && areKnown) return { records: page.results, isWhole: false };
    }
  }
  const records: unknown[] = [];
  let count = 0;
  for await (const { total, results } of searchPages({ kind: 'journals', query }, ask.page)) {
    records.push(...results);
    count = total;
  }
  const ids = new Set(records.map((record) => member(record, 'id')).filter(isRemoteId));
  return { records, isWhole: ids.size === count };
}

/** What search shows of these journals, under the account's name if it has one: their records by their ids. */
async function byIssn(
  { ask }: LookParts,
  username: string,
  journals: readonly { id: string; issns: readonly string[] }[],
): Promise<Map<string, unknown>> {
  const named = canLookUp(username) ? `username:${quoted(username)} AND ` : '';
  const ids = new Set(journals.map(({ id }) => id));
  const terms = [...new Set(journals.flatMap(({ issns }) => issns))].filter(isIssn);
  const records = new Map<string, unknown>();
  await ask.inParts('issns', terms, {
    ask: async (part, retries) => {
      const page = await ask.search('journals', `${named}issn:(${part.join(' OR ')})`, { retries });
      refuseSmallPage(page, part);
      for (const record of page.results) {
        const id = String(member(record, 'id'));
        if (ids.has(id)) records.set(id, record);
      }
    },
  });
  return records;
}

function noteJournal(
  parts: LookParts,
  own: OwnJournals,
  before: ReadonlyMap<string, SeenJournal>,
  record: unknown,
): void {
  const { accountId, store, findings, ledger, note, now } = parts;
  const journal = readJournal(record, true);
  if (journal === null || journal.id === '') return;
  const { id } = journal;
  const facts = journalFacts(record);
  const known = before.get(id);
  const current = [journal.pissn, journal.eissn].filter((issn) => issn !== null);
  const kept = (known?.issns ?? []).filter((issn) => current.includes(issn));
  const issns = [...new Set([...kept, ...current])];
  const lost = (known?.issns ?? []).filter((issn) => !issns.includes(issn));
  const former = [...new Set([...(known?.former ?? []), ...lost])].filter((issn) => !issns.includes(issn));
  store.putJournal(accountId, { id, state: 'present', issns, former, facts, seenAt: now() });
  own.put(journal);
  if (!known) return;
  findings.settle(accountId, { kind: 'withdrawn', remoteId: id, decision: 'over', at: now() });
  const edits = journalDifferences(known.facts, facts);
  if (edits.length === 0) return;
  const isAccepted = own.acceptedSince(id, known.seenAt);
  // What nobody has decided yet of earlier edits is shown with these.
  const open = findings.openOne(accountId, 'journal', id);
  const differences = open ? inAll(open.differences, edits) : edits;
  if (differences.length === 0) {
    findings.settle(accountId, { kind: 'journal', remoteId: id, decision: 'over', at: now() });
    return;
  }
  note({
    ...about('journal', { remoteId: id, title: journal.title, about: current.join(', ') }),
    happenedAt: facts.editedAt > known.seenAt ? facts.editedAt : facts.updatedAt || null,
    reason: isAccepted && open?.reason !== null ? msg('watch.reason.accepted') : null,
    differences,
    articles: ledger.presentOf(accountId, id),
  });
}

/** The differences after edits that followed others. */
function inAll(earlier: readonly ValueDifference[], later: readonly ValueDifference[]): ValueDifference[] {
  const all = new Map(earlier.map((one) => [one.path, one]));
  for (const one of later) all.set(one.path, { ...one, before: (all.get(one.path) ?? one).before });
  return [...all.values()].filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
}

/** A journal that the directory does not list any more: it was withdrawn or removed, or belongs to somebody else. */
async function noteLost(
  parts: LookParts,
  own: OwnJournals,
  before: ReadonlyMap<string, SeenJournal>,
  journal: SeenJournal,
): Promise<void> {
  const { accountId, ask, store, ledger, findings, transaction, note, now } = parts;
  const record = await ask.journal(journal.id);
  // For an account without a name this is no sign of a transfer: the journal has other ISSNs now.
  if (record !== null && !canLookUp(own.username)) {
    transaction(() => noteJournal(parts, own, before, { ...record, id: journal.id }));
    return;
  }
  const isThere = record !== null;
  const articles = ledger.presentOf(accountId, journal.id);
  const title = journal.facts.values['bibjson.title'];
  const subject = {
    remoteId: journal.id,
    title: typeof title === 'string' ? title : '',
    about: journal.issns.join(', '),
  };
  // More, if this look goes on with one that was interrupted.
  const noted = findings.openOne(accountId, 'withdrawn', journal.id)?.articles ?? 0;
  const fate = isThere ? 'transferred' : await fateOfArticles(parts, journal);
  transaction(() => {
    if (!isThere) own.gone(journal.id);
    note(
      { ...about('withdrawn', subject, { reason: reasonOf(fate) }), articles: Math.max(articles, noted) },
      isThere ? 'transferred' : 'withdrawn',
    );
    findings.settle(accountId, { kind: 'journal', remoteId: journal.id, decision: 'over', at: now() });
  });
  if (fate !== 'transferred') await noteArticles(parts, journal, fate);
  // Until then it is present, so that a look that was interrupted is repeated.
  store.putJournal(accountId, { ...journal, state: 'gone', seenAt: now() });
}

type Fate = 'withdrawn' | 'removed' | 'transferred';

async function fateOfArticles({ accountId, ask, ledger }: LookParts, { id }: SeenJournal): Promise<Fate> {
  const rows = ledger.ofJournal(accountId, id, 0, samples);
  let missing = 0;
  for (const { remoteId } of rows) {
    const { kind } = await ask.article(remoteId);
    if (kind === 'withdrawn') return 'withdrawn';
    // It may have been deleted before, by itself.
    if (kind === 'missing') missing += 1;
  }
  const { kind } = await ask.trace('journal', id);
  const areMissing = kind === 'unsure' && rows.length > 0 && missing === rows.length;
  return kind === 'none' || areMissing ? 'removed' : 'withdrawn';
}

function reasonOf(fate: Fate) {
  if (fate === 'removed') return msg('watch.reason.journalRemoved');
  return fate === 'transferred'
    ? msg('watch.reason.journalTransferred')
    : msg('watch.reason.journalWithdrawn');
}

/** Articles of which a slice is noted at once, after one query about them. */
const sliceSize = termsAtOnce;

/** The articles of a journal that is gone: hidden with it, or deleted with its record. */
async function noteArticles(parts: LookParts, { id }: SeenJournal, fate: Fate): Promise<void> {
  const { accountId, ask, ledger, transaction, note } = parts;
  for (let after = 0; ; ) {
    const rows = ledger.ofJournal(accountId, id, after, sliceSize);
    if (rows.length === 0) return;
    after = rows.at(-1)!.id;
    const shown = fate === 'removed' ? await ask.byIds(rows.map(({ remoteId }) => remoteId)) : new Map();
    transaction(() => {
      for (const row of rows) {
        if (shown.has(row.remoteId)) continue;
        if (!ledger.setState(row.id, fate === 'removed' ? 'deleted' : 'withdrawn') || fate !== 'removed')
          continue;
        note(
          about(
            'deleted',
            { remoteId: row.remoteId, title: row.title, about: row.journal },
            { reason: msg('watch.reason.withJournal') },
          ),
        );
      }
    });
  }
}

/**
 * Articles that hold only an ISSN that their journal had: the directory's next monthly clean-up deletes them without a
 * trace (reference/directory-changes.md 1.5).
 */
export async function noteFormer(parts: LookParts): Promise<void> {
  const { accountId, store, ledger, findings, transaction, note, now } = parts;
  const journals = store.journals(accountId);
  // A withdrawn record keeps its articles.
  const valid = new Set(journals.flatMap(({ issns }) => issns));
  for (const journal of journals) {
    if (journal.former.length === 0) continue;
    const held = new Set<string>();
    const noteOne = ({ remoteId, title, journal: name, issns }: KnownArticle) => {
      const own = issns.split('/').filter((issn) => issn !== '');
      for (const issn of own) if (journal.former.includes(issn)) held.add(issn);
      const isOpen = findings.isOpen(accountId, 'former', remoteId);
      const isLeft = findings.last(accountId, 'former', remoteId)?.decision === 'left';
      const isFormer = own.length > 0 && !own.some((issn) => valid.has(issn));
      if (isFormer && !isOpen && !isLeft) {
        const reason = msg('watch.reason.former', { issn: own[0]!, issns: journal.issns.join(', ') });
        note(about('former', { remoteId, title, about: name }, { reason }));
      } else if (!isFormer && (isOpen || isLeft))
        findings.settle(accountId, { kind: 'former', remoteId, decision: 'over', at: now(), alsoLeft: true });
    };
    for (let after = 0; ; ) {
      const rows = ledger.ofJournal(accountId, journal.id, after, sliceSize);
      if (rows.length === 0) break;
      transaction(() => rows.forEach(noteOne));
      after = rows.at(-1)!.id;
      await setImmediate();
    }
    const former = journal.former.filter((issn) => held.has(issn));
    if (former.length < journal.former.length) store.putJournal(accountId, { ...journal, former });
  }
}
