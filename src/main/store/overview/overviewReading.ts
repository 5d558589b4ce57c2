import type { ApplicationRow } from '../../../shared/application/applicationDraft.ts';
import { groupOf, standingGroups } from '../../../shared/application/standing.ts';
import type { Message } from '../../../shared/message.ts';
import { isCountedYear } from '../../../shared/overview/countedYears.ts';
import { ageLimits, type CoverageName, coverageNames } from '../../../shared/overview/coverage.ts';
import type { JournalOverview, Overview, YearOverview } from '../../../shared/overview/overview.ts';
import type { Db } from '../database.ts';
import { storedJson } from '../storedJson.ts';

/** How many months back sent records are counted, this one included. */
const months = 24;
/** How many reasons of refusals are returned. */
const maxReasons = 50;
const day = 86_400_000;

/** Reads the figures of an account at `now` (milliseconds since 1970); with 100,000 drafts it takes a second. */
export function createOverviewReading(db: Db): (accountId: string, now: number) => Overview {
  // Its statements scan all drafts and are prepared only in the thread that uses them.
  let statements: Statements | null = null;
  return (accountId, now) => {
    statements ??= prepare(db);
    const sql = statements;
    const since = monthsBack(now, months - 1);
    return {
      journals: journalsOf(sql, accountId),
      sent: sentByMonth(sql, accountId, since),
      refusals: sql.refusals
        .all({ accountId, most: maxReasons })
        .map(({ message, ...one }) => ({ ...one, message: storedJson(message) as Message })),
      requests: requestsByAge(sql, accountId, now),
    };
  };
}

type Statements = ReturnType<typeof prepare>;

function prepare(db: Db) {
  return {
    /** Drafts with the same journal, year and missing fields (one in each line). */
    drafts: db.prepare<
      [string],
      { key: string; title: string; year: string; missing: string; count: number }
    >(
      `SELECT journal_key key, max(journal) title, drafts.year, coalesce(missing, '') missing, count(*) count
       FROM drafts LEFT JOIN draft_facets ON draft_id = drafts.id
       WHERE account_id = ? AND staged = 0 AND trashed = 0 GROUP BY journal_key, drafts.year, missing`,
    ),
    journals: db.prepare<
      [string],
      { id: string; key: string; title: string; hasLicence: number; mine: number }
    >(
      `SELECT id, title, mine, coalesce(pissn, '') || '/' || coalesce(eissn, '') key,
         json_array_length(record, '$.bibjson.license') > 0 hasLicence
       FROM journals WHERE account_id = ? AND viewed = 0`,
    ),
    counts: db.prepare<[string], { journalId: string; year: string; total: number; countedAt: string }>(
      `SELECT journal_id journalId, year, total, counted_at countedAt FROM directory_counts WHERE account_id = ?`,
    ),
    sentArticles: db.prepare<[string, string], { month: string; count: number }>(
      `SELECT substr(coalesce(r.at, i.updated_at), 1, 7) month, count(*) count
       FROM uploads u JOIN upload_items i ON i.upload_id = u.id AND i.state = 'done' LEFT JOIN requests r ON r.id = i.request_id
       WHERE u.account_id = ? AND coalesce(r.at, i.updated_at) >= ? GROUP BY month`,
    ),
    sentApplications: db.prepare<[string, string], { month: string; count: number }>(
      `SELECT substr(e.at, 1, 7) month, count(*) count
       FROM applications a JOIN application_events e ON e.application_id = a.id AND e.kind IN ('sent', 'updated')
       WHERE a.account_id = ? AND e.at >= ? GROUP BY month`,
    ),
    refusals: db.prepare<
      { accountId: string; most: number },
      { code: string; message: string; articles: number; applications: number }
    >(
      `SELECT refusal ->> '$.code' code, max(refusal -> '$.message') message,
         count(*) FILTER (WHERE isArticle) articles, count(*) FILTER (WHERE NOT isArticle) applications
       FROM (SELECT refusal, 1 isArticle FROM drafts WHERE account_id = @accountId AND staged = 0 AND trashed = 0
               AND sync IN ('refused', 'failed') AND refusal IS NOT NULL
             UNION ALL SELECT refusal, 0 FROM applications WHERE account_id = @accountId AND trashed_at IS NULL
               AND sync IN ('refused', 'failed') AND refusal IS NOT NULL)
       GROUP BY code ORDER BY count(*) DESC, code LIMIT @most`,
    ),
    requests: db.prepare<[string], Pick<ApplicationRow, 'sync' | 'status'> & { since: string }>(
      `SELECT sync, status, coalesce(status_at, sent_at, updated_at) since FROM applications
       WHERE account_id = ? AND trashed_at IS NULL AND kind = 'update'`,
    ),
  };
}

/** The account's journals and those of its drafts, by title, each with its years. */
function journalsOf(sql: Statements, accountId: string): JournalOverview[] {
  const journals = new Map<string, Omit<JournalOverview, 'years'> & { hasLicence: boolean }>();
  const years = new Map<string, Map<string, YearOverview>>();
  const yearOf = (key: string, year: string): YearOverview => {
    const ofJournal = years.get(key) ?? new Map<string, YearOverview>();
    years.set(key, ofJournal);
    const one = ofJournal.get(year) ?? { year, drafts: 0, coverage: { ...none }, directory: null };
    ofJournal.set(year, one);
    return one;
  };
  const keys = new Map<string, string>();
  const byIssn = new Map<string, string>();
  const add = (key: string, journal: Pick<JournalOverview, 'id' | 'title'> & { hasLicence: boolean }) => {
    journals.set(key, { ...journal, key, keys: [key], countedAt: null });
    for (const issn of issnsIn(key)) if (!byIssn.has(issn)) byIssn.set(issn, key);
  };
  for (const { id, key, title, hasLicence, mine } of sql.journals.all(accountId)) {
    if (mine === 0) continue;
    keys.set(id, key);
    add(key, { id, title, hasLicence: hasLicence === 1 });
  }
  // A draft that names one ISSN of a journal, or both in each other's place, belongs to it; those with more come first.
  const drafts = sql.drafts.all(accountId);
  drafts.sort((a, b) => issnsIn(b.key).length - issnsIn(a.key).length);
  for (const { key: own, title, year, missing, count } of drafts) {
    const known = journals.has(own)
      ? own
      : issnsIn(own)
          .map((issn) => byIssn.get(issn))
          .find(Boolean);
    const key = known ?? own;
    if (known === undefined) add(key, { id: null, title, hasLicence: false });
    const about = journals.get(key)!;
    if (!about.keys.includes(own)) about.keys.push(own);
    const sums = yearOf(key, year);
    const lacking = new Set(missing.split('\n'));
    sums.drafts += count;
    for (const name of coverageNames) {
      const has = name === 'licence' ? about.hasLicence : !lacking.has(name);
      if (has) sums.coverage[name] += count;
    }
  }
  for (const { journalId, year, total, countedAt } of sql.counts.all(accountId)) {
    const key = keys.get(journalId);
    const journal = key === undefined ? undefined : journals.get(key);
    if (key === undefined || !journal) continue;
    journal.countedAt = countedAt;
    if (total > 0) yearOf(key, year).directory = total;
  }
  for (const [key, { countedAt }] of journals) {
    const ofJournal = years.get(key);
    if (countedAt === null || !ofJournal) continue;
    // In years without a count, a counted journal has no articles; those counted together are of any distant year.
    const hasOthers = (ofJournal.get('')?.directory ?? 0) > 0;
    for (const one of ofJournal.values())
      if (!hasOthers || isCountedYear(one.year, countedAt)) one.directory ??= 0;
  }
  return [...journals.values()]
    .map(({ hasLicence: _, ...journal }) => ({
      ...journal,
      years: [...(years.get(journal.key)?.values() ?? [])].sort((a, b) => (a.year < b.year ? 1 : -1)),
    }))
    .sort((a, b) => a.title.localeCompare(b.title, 'en'));
}

function issnsIn(key: string): string[] {
  return key.split('/').filter((issn) => issn !== '');
}

const none = Object.fromEntries(coverageNames.map((name) => [name, 0])) as Record<CoverageName, number>;

function sentByMonth(sql: Statements, accountId: string, since: Date): Overview['sent'] {
  const from = since.toISOString();
  const toMap = (rows: { month: string; count: number }[]) =>
    new Map(rows.map(({ month, count }) => [month, count]));
  const articles = toMap(sql.sentArticles.all(accountId, from));
  const applications = toMap(sql.sentApplications.all(accountId, from));
  return Array.from({ length: months }, (_, n) => {
    const month = monthsBack(since.getTime(), -n).toISOString().slice(0, 7);
    return { month, articles: articles.get(month) ?? 0, applications: applications.get(month) ?? 0 };
  });
}

function requestsByAge(sql: Statements, accountId: string, now: number): Overview['requests'] {
  const rows = sql.requests
    .all(accountId)
    .map((row) => ({
      group: groupOf(row),
      age: ageLimits.findIndex((most) => now - Date.parse(row.since) <= most * day),
    }));
  return standingGroups.flatMap((group) => {
    const ages = rows.filter((row) => row.group === group).map(({ age }) => age);
    const count = (place: number) => ages.filter((age) => age === place).length;
    return ages.length === 0
      ? []
      : [{ group, ages: [...ageLimits.map((_, place) => count(place)), count(-1)] }];
  });
}

/** The first moment, in UTC, of the month that is `count` months before that of `time`. */
function monthsBack(time: number, count: number): Date {
  const date = new Date(time);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - count, 1));
}
