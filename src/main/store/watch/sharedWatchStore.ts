import type { FindingKind } from '../../../shared/watch/findingKinds.ts';
import type { JournalFacts } from '../../../shared/watch/journalFacts.ts';
import type { Db } from '../database.ts';
import { hostOfLinks } from '../links/linkText.ts';
import { storedJson } from '../storedJson.ts';
import { asWrite, write } from '../write.ts';
import {
  type ArticleRow,
  articleJson,
  compact,
  type FindingRow,
  findingJson,
  findingKey,
  type JournalRow,
  journalJson,
  longestRow,
  mergeArticles,
  progressKey,
  readArticle,
  type SharedArticle,
  type SharedFinding,
  type SharedJournal,
  type SharedProgress,
  type SharedWatchRow,
  saysMore,
  type WatchChange,
} from './sharedWatchRows.ts';

/** What was sent last of an article, as the directory stores it; null: it is not known. */
export type SentHash = (accountId: string, remoteId: string) => string | null;

export type SharedWatchStore = ReturnType<typeof createSharedWatchStore>;

/** A row with its number at the office. */
type Stored<T> = T & { officeSeq: number };

/** In place of a number of the office: not sent, since the draft says the same, or the office cannot take it. */
export const notTaken = -1;

/** What a data folder shares with its office of what it knows about the directory. */
export function createSharedWatchStore(db: Db) {
  const setLast = db.prepare<[number, string]>(
    'UPDATE office_accounts SET last_watch = ? WHERE account_id = ?',
  );
  const isUndecided = db
    .prepare<[], number>(
      `SELECT EXISTS (SELECT 1 FROM office_accounts o JOIN findings f INDEXED BY findings_to_share
         ON f.account_id = o.account_id WHERE f.office_seq = 0)`,
    )
    .pluck();

  const articleColumns = `state, journal_id journalId, others, title, journal, issns, line, doi_key doiKey, url_key urlKey,
    own_hash ownHash, copied_hash copiedHash, created_at createdAt, updated_at updatedAt, successor, links,
    links_checked_at linksCheckedAt`;
  const findArticle = db.prepare<[string, string], Stored<ArticleRow>>(
    `SELECT ${articleColumns}, office_seq officeSeq FROM ledger WHERE account_id = ? AND remote_id = ?`,
  );
  const articlesToShare = db.prepare<[string, number], ArticleRow & { key: string }>(
    `SELECT remote_id key, ${articleColumns} FROM ledger INDEXED BY ledger_to_share
     WHERE account_id = ? AND office_seq = 0 LIMIT ?`,
  );
  const setArticleSeq = db.prepare<[number, string, string]>(
    'UPDATE ledger SET office_seq = ? WHERE account_id = ? AND remote_id = ?',
  );
  const putArticle = db.prepare<
    ArticleRow & { accountId: string; key: string; linkHost: string | null; officeSeq: number }
  >(
    `INSERT INTO ledger (account_id, remote_id, state, journal_id, others, title, journal, issns, line, doi_key, url_key,
       own_hash, copied_hash, created_at, updated_at, successor, links, link_host, links_checked_at, office_seq)
     VALUES (@accountId, @key, @state, @journalId, @others, @title, @journal, @issns, @line, @doiKey, @urlKey, @ownHash,
       @copiedHash, @createdAt, @updatedAt, @successor, @links, @linkHost, @linksCheckedAt, @officeSeq)
     ON CONFLICT (account_id, remote_id) DO UPDATE SET state = @state, journal_id = @journalId, others = @others,
       title = @title, journal = @journal, issns = @issns, line = @line, doi_key = @doiKey, url_key = @urlKey,
       own_hash = @ownHash, copied_hash = @copiedHash, created_at = @createdAt, updated_at = @updatedAt,
       successor = @successor, links = @links, link_host = @linkHost, links_checked_at = @linksCheckedAt,
       office_seq = @officeSeq`,
  );

  const journalColumns = 'state, issns, former, facts, seen_at seenAt';
  const findJournal = db.prepare<[string, string], Stored<JournalRow>>(
    `SELECT ${journalColumns}, office_seq officeSeq FROM watched_journals WHERE account_id = ? AND id = ?`,
  );
  const journalsToShare = db.prepare<[string, number], JournalRow & { key: string }>(
    `SELECT id key, ${journalColumns} FROM watched_journals WHERE account_id = ? AND office_seq = 0 LIMIT ?`,
  );
  const setJournalSeq = db.prepare<[number, string, string]>(
    'UPDATE watched_journals SET office_seq = ? WHERE account_id = ? AND id = ?',
  );
  const putJournal = db.prepare<JournalRow & { accountId: string; key: string; officeSeq: number }>(
    `INSERT OR REPLACE INTO watched_journals (account_id, id, state, issns, former, facts, seen_at, office_seq)
     VALUES (@accountId, @key, @state, @issns, @former, @facts, @seenAt, @officeSeq)`,
  );

  const findingColumns = `kind, remote_id remoteId, title, about, noticed_at noticedAt, happened_at happenedAt, reason,
    differences, articles, decision, decided_at decidedAt,
    (SELECT office_id FROM office_base WHERE kind = 'article' AND local_id = findings.draft_id) draft`;
  const findFinding = db.prepare<
    Pick<SharedFinding, 'kind' | 'remoteId' | 'noticedAt'> & { accountId: string },
    Stored<FindingRow> & { id: number }
  >(
    `SELECT id, ${findingColumns}, office_seq officeSeq FROM findings INDEXED BY findings_by_subject
     WHERE account_id = @accountId AND remote_id = @remoteId AND kind = @kind AND noticed_at = @noticedAt
     ORDER BY findings.id LIMIT 1`,
  );
  const findingsToShare = db.prepare<[string, number], FindingRow>(
    `SELECT ${findingColumns} FROM findings INDEXED BY findings_to_share
     WHERE account_id = ? AND office_seq = 0 LIMIT ?`,
  );
  const setFindingSeq = db.prepare<[number, number]>('UPDATE findings SET office_seq = ? WHERE id = ?');
  const otherOpen = db.prepare<
    Pick<SharedFinding, 'kind' | 'remoteId' | 'noticedAt'> & { accountId: string },
    { id: number; noticedAt: string }
  >(
    `SELECT id, noticed_at noticedAt FROM findings
     WHERE account_id = @accountId AND kind = @kind AND remote_id = @remoteId AND decision IS NULL
       AND noticed_at <> @noticedAt`,
  );
  const endFinding = db.prepare<[string, number]>(
    `UPDATE findings SET decision = 'over', decided_at = ?, office_seq = 0 WHERE id = ?`,
  );
  const draftOf = db
    .prepare<[string], number>(
      `SELECT local_id FROM office_base WHERE office_id = ? AND kind = 'article' AND typeof(local_id) = 'integer'`,
    )
    .pluck();
  type FindingValues = Omit<FindingRow, 'draft'> & {
    accountId: string;
    draftId: number | null;
    officeSeq: number;
  };
  const addFinding = db.prepare<FindingValues>(
    `INSERT INTO findings (account_id, kind, remote_id, title, about, noticed_at, happened_at, reason, differences, articles,
       decision, decided_at, draft_id, office_seq)
     VALUES (@accountId, @kind, @remoteId, @title, @about, @noticedAt, @happenedAt, @reason, @differences, @articles,
       @decision, @decidedAt, @draftId, @officeSeq)`,
  );
  const setFinding = db.prepare<FindingValues & { id: number }>(
    `UPDATE findings SET title = @title, about = @about, happened_at = @happenedAt, reason = @reason,
       differences = @differences, articles = @articles, decision = @decision, decided_at = @decidedAt,
       draft_id = coalesce(@draftId, draft_id), office_seq = @officeSeq WHERE id = @id`,
  );

  const findProgress = db.prepare<
    [string],
    Omit<SharedProgress, 'lookedAt' | 'knownUntil'> & {
      lookedAt: string | null;
      knownUntil: string | null;
      shared: string | null;
    }
  >(
    `SELECT looked_at lookedAt, known_until knownUntil, inventory_at inventoryAt, applications_until applicationsUntil,
       sent_found_at sentFoundAt, d.day, coalesce(d.present, 0) present, shared
     FROM watches w LEFT JOIN watch_days d ON d.account_id = w.account_id
       AND d.day = (SELECT max(day) FROM watch_days WHERE account_id = w.account_id)
     WHERE w.account_id = ?`,
  );
  const putProgress = db.prepare<SharedProgress & { accountId: string }>(
    `INSERT INTO watches (account_id, looked_at, known_until, inventory_at, applications_until, sent_found_at)
     VALUES (@accountId, @lookedAt, @knownUntil, @inventoryAt, @applicationsUntil, @sentFoundAt)
     ON CONFLICT (account_id) DO UPDATE SET looked_at = @lookedAt, known_until = @knownUntil, inventory_at = @inventoryAt,
       applications_until = @applicationsUntil, sent_found_at = @sentFoundAt, unfinished = NULL, problem = NULL`,
  );
  const setSentFound = db.prepare<[string | null, string]>(
    'UPDATE watches SET sent_found_at = ? WHERE account_id = ?',
  );
  const setShared = db.prepare<[string, string]>(
    `INSERT INTO watches (account_id, shared) VALUES (?, ?) ON CONFLICT (account_id) DO UPDATE SET shared = excluded.shared`,
  );
  const putDay = db.prepare<[string, string, number]>('INSERT OR REPLACE INTO watch_days VALUES (?, ?, ?)');

  function ownProgress(
    accountId: string,
  ): { progress: SharedProgress; json: string; shared: string | null } | null {
    const row = findProgress.get(accountId);
    if (!row || row.lookedAt === null || row.knownUntil === null) return null;
    const { shared, ...rest } = row;
    const progress: SharedProgress = { ...rest, lookedAt: row.lookedAt, knownUntil: row.knownUntil };
    return { progress, json: compact({ ...progress }), shared };
  }

  function toShare(accountId: string, limit: number): { changes: WatchChange[]; isAll: boolean } {
    const changes: WatchChange[] = [];
    const untold: WatchChange[] = [];
    // What is longer than the office takes stays here: cut, it would look like a change.
    const add = (change: WatchChange, isTold = true) =>
      void (isTold && Buffer.byteLength(change.json) <= longestRow ? changes : untold).push(change);
    const findings = findingsToShare.all(accountId, limit);
    for (const row of findings) add({ kind: 'finding', key: findingKey(row), json: findingJson(row) });
    const journals = journalsToShare.all(accountId, limit);
    for (const { key, ...row } of journals) add({ kind: 'journal', key, json: journalJson(row) });
    const articles = articlesToShare.all(accountId, limit);
    for (const { key, ...row } of articles)
      add({ kind: 'article', key, json: articleJson(readArticle(row)) }, saysMore(row));
    if (untold.length > 0)
      write(db, () => {
        for (const change of untold) setSeq(accountId, change, notTaken);
      });
    if ([findings, journals, articles].some(({ length }) => length === limit))
      return { changes, isAll: false };
    const own = ownProgress(accountId);
    if (own === null || own.json === own.shared) return { changes, isAll: true };
    // A colleague who goes on from there needs everything else before.
    if (changes.length > 0) return { changes, isAll: false };
    return { changes: [{ kind: 'progress', key: progressKey, json: own.json }], isAll: true };
  }

  /** The content as it is now; null: there is none. */
  function jsonOf(accountId: string, { kind, key }: WatchChange): string | null {
    if (kind === 'progress') return ownProgress(accountId)?.json ?? null;
    if (kind === 'article') {
      const row = findArticle.get(accountId, key);
      return row ? articleJson(readArticle(row)) : null;
    }
    if (kind === 'journal') {
      const row = findJournal.get(accountId, key);
      return row ? journalJson(row) : null;
    }
    const row = findOf(accountId, key);
    return row ? findingJson(row) : null;
  }

  function findOf(accountId: string, key: string) {
    const [kind, ...rest] = key.split(' ');
    const noticedAt = rest.at(-1)!;
    const remoteId = rest.slice(0, -1).join(' ');
    return findFinding.get({ accountId, kind: kind as FindingKind, remoteId, noticedAt });
  }

  function setSeq(accountId: string, { kind, key, json }: WatchChange, seq: number): void {
    if (kind === 'progress') return void setShared.run(accountId, json);
    if (kind === 'article') return void setArticleSeq.run(seq, accountId, key);
    if (kind === 'journal') return void setJournalSeq.run(seq, accountId, key);
    const row = findOf(accountId, key);
    if (row) setFindingSeq.run(seq, row.id);
  }

  function receiveArticle(
    accountId: string,
    { key, seq }: SharedWatchRow,
    theirs: SharedArticle,
    sentHash: SentHash,
  ): void {
    const stored = findArticle.get(accountId, key);
    if (stored?.officeSeq === seq) return;
    const mine = stored && readArticle(stored);
    const merged =
      mine && stored.officeSeq === 0 ? mergeArticles(mine, theirs, () => sentHash(accountId, key)) : theirs;
    const others = merged.others.length === 0 ? '' : JSON.stringify(merged.others);
    const isTheirs = articleJson(merged) === articleJson(theirs);
    putArticle.run({
      ...merged,
      others,
      linkHost: hostOfLinks(merged.links ?? ''),
      accountId,
      key,
      officeSeq: isTheirs ? seq : 0,
    });
  }

  function receiveJournal(accountId: string, { key, seq }: SharedWatchRow, theirs: SharedJournal): void {
    const stored = findJournal.get(accountId, key);
    if (stored?.officeSeq === seq) return;
    const updatedAt = stored && (storedJson<JournalFacts | undefined>(stored.facts)?.updatedAt ?? '');
    const isMine =
      stored?.officeSeq === 0 &&
      (updatedAt! > theirs.facts.updatedAt ||
        (updatedAt === theirs.facts.updatedAt && stored.state === 'gone' && theirs.state === 'present'));
    if (isMine) return;
    const { issns, former, facts, ...rest } = theirs;
    putJournal.run({
      ...rest,
      accountId,
      key,
      issns: JSON.stringify(issns),
      former: JSON.stringify(former),
      facts: JSON.stringify(facts),
      officeSeq: seq,
    });
  }

  function receiveFinding(accountId: string, { seq }: SharedWatchRow, theirs: SharedFinding): void {
    const stored = findFinding.get({ ...theirs, accountId });
    if (stored?.officeSeq === seq) return;
    // A decision that was made here since stays, unless they decided, too; so does what was noticed here since.
    if (stored?.officeSeq === 0 && theirs.decision === null) return;
    const { draft, ...rest } = theirs;
    const row = {
      ...rest,
      accountId,
      reason: theirs.reason && JSON.stringify(theirs.reason),
      differences: JSON.stringify(theirs.differences),
      draftId: draft === null ? null : (draftOf.get(draft) ?? null),
      officeSeq: seq,
    };
    // Two that noticed the same without knowing of each other: the first one stays open.
    const other =
      theirs.decision === null
        ? otherOpen.get({
            accountId,
            kind: theirs.kind,
            remoteId: theirs.remoteId,
            noticedAt: theirs.noticedAt,
          })
        : undefined;
    if (other && other.noticedAt > theirs.noticedAt) endFinding.run(theirs.noticedAt, other.id);
    else if (other) Object.assign(row, { decision: 'over', decidedAt: theirs.noticedAt, officeSeq: 0 });
    if (stored) setFinding.run({ ...row, id: stored.id });
    else addFinding.run(row);
  }

  function receiveProgress(accountId: string, theirs: SharedProgress, now: string): void {
    const own = ownProgress(accountId);
    const isMine =
      own !== null &&
      (own.progress.knownUntil > theirs.knownUntil ||
        (own.progress.knownUntil === theirs.knownUntil && own.json !== own.shared));
    // A colleague's clock may be ahead.
    const past = (at: string) => (at > now ? now : at);
    const given = theirs.sentFoundAt && past(theirs.sentFoundAt);
    const sentFoundAt =
      [own?.progress.sentFoundAt, given]
        .flatMap((at) => at ?? [])
        .sort()
        .at(-1) ?? null;
    if (isMine) {
      setSentFound.run(sentFoundAt, accountId);
      return void setShared.run(accountId, compact({ ...theirs }));
    }
    putProgress.run({
      ...theirs,
      lookedAt: past(theirs.lookedAt),
      inventoryAt: theirs.inventoryAt && past(theirs.inventoryAt),
      sentFoundAt: sentFoundAt ?? null,
      accountId,
    });
    if (theirs.day !== null) putDay.run(accountId, past(theirs.day).slice(0, 10), theirs.present);
    // What this computer knows better is sent again.
    const isKnown = sentFoundAt === given;
    setShared.run(accountId, isKnown ? ownProgress(accountId)!.json : compact({ ...theirs }));
  }

  return {
    /** Whether something was noticed or decided here that the office does not know. */
    hasFindings: () => isUndecided.get() === 1,
    /**
     * What the office lacks, at most so many of each kind; how far the account was looked at comes after everything else. `isAll`:
     * there is no more.
     */
    toShare,
    /** The office has these, under these numbers; what was changed here meanwhile is sent again. */
    setShared: asWrite(db, (accountId: string, stored: readonly { change: WatchChange; seq: number }[]) => {
      for (const { change, seq } of stored)
        if (jsonOf(accountId, change) === change.json) setSeq(accountId, change, seq);
    }),
    /** Takes what is newer than what is known here. */
    receive: asWrite(
      db,
      (
        accountId: string,
        rows: readonly SharedWatchRow[],
        { sentHash, now }: { sentHash: SentHash; now: string },
      ) => {
        for (const row of rows) {
          if (row.kind === 'article') receiveArticle(accountId, row, row.content, sentHash);
          else if (row.kind === 'journal') receiveJournal(accountId, row, row.content);
          else if (row.kind === 'finding') receiveFinding(accountId, row, row.content);
          else receiveProgress(accountId, row.content, now);
        }
      },
    ),
    /** The last change that was fetched. */
    setLast: (accountId: string, seq: number) => void setLast.run(seq, accountId),
  };
}
