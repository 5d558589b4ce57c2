import type { Handlers } from '../../../shared/contract/contract.ts';
import type { FoundSort, Journal, JournalDetail } from '../../../shared/contract/journals.ts';
import type { DraftFilter, DraftRecord, Facets } from '../../../shared/draft/draft.ts';
import type { AppError } from '../../../shared/errors.ts';
import { type DraftCount, draftCountFilters, draftCounts } from '../../../shared/journal/draftCounts.ts';
import { readJournal } from '../../../shared/journal/journal.ts';
import { parseIssn, serviceIssn } from '../../../shared/text/identifiers.ts';
import { isoNow } from '../../platform/clock.ts';
import { fail } from '../../platform/failures.ts';
import { readHits } from '../../remote/answers.ts';
import { canLookUp, quoted } from '../../remote/lookupQuery.ts';
import { searchRequest } from '../../remote/searchRequest.ts';
import type { App } from '../../services/createApp.ts';
import { findOwnJournals } from './ownJournals.ts';

type JournalCalls = 'journals.list' | 'journals.refresh' | 'journals.get' | 'journals.find';

/** The calls `journals.*`: the account's journals, stored for working offline, and any other in the directory. */
export function journalHandlers(app: App): Pick<Handlers, JournalCalls> {
  const { access, directory } = app;
  const { journals, reading, applications } = app.stores;

  return {
    'journals.list': ({ accountId, sort }) => journals.list(accountId, sort),
    'journals.refresh': async ({ accountId }) => {
      const { username } = access.get(accountId);
      const hasKey = (await access.key(accountId)) !== null;
      const isNamed = canLookUp(username);
      if (!isNamed && !hasKey) throw noName();
      const known = journals.list(accountId).journals;
      const account = { username: isNamed ? username : null, hasKey, known };
      const found = await findOwnJournals(directory.client(accountId), account);
      if (!found.byName && found.journals.length === 0) throw noName();
      const at = isoNow(app);
      const { byName, isReadable } = found;
      journals.replaceAll(accountId, found.journals, at, {
        isPartial: !byName || !isReadable,
        keepsOthers: !isReadable,
      });
      app.recheckAll(accountId);
      app.publish('journals.changed', { accountId });
      return journals.list(accountId);
    },
    'journals.get': async ({ accountId, id, fresh }): Promise<JournalDetail> => {
      access.get(accountId);
      const { journal, record, fetchedAt } = await app.journalRecords.get(accountId, id, { fresh });
      return {
        journal,
        record: journal.inDirectory ? (record as DraftRecord | null) : null,
        fetchedAt,
        drafts: await countDrafts(journal, (filter) => reading.facets(accountId, filter)),
        applications: applications.ofJournal(accountId, id),
      };
    },
    'journals.find': async ({ accountId, text, sort }) => {
      const order = sort ? `${sortFields[sort.by]}:${sort.direction}` : '';
      const request = searchRequest('journals', findQuery(text), { page: 1, pageSize: 100, sort: order });
      const { total, results } = readHits(await directory.client(accountId).ask(request));
      const found = results.flatMap((record) => readJournal(record, false) ?? []);
      return {
        total,
        journals: found.map(({ owner: _o, record: _r, ...journal }) => ({
          ...journal,
          mine: journals.get(accountId, journal.id)?.journal.mine ?? false,
        })),
      };
    },
  };
}

/** The drafts of a journal: by key if it is the account's own, otherwise by the name in the drafts. */
async function countDrafts(
  { pissn, eissn }: Journal,
  facets: (filter: DraftFilter) => Facets | Promise<Facets>,
): Promise<JournalDetail['drafts']> {
  const issns = [pissn, eissn].filter((issn) => issn !== null);
  const isOf = (key: string) =>
    key.split('/').some((part) => part !== '' && issns.includes(serviceIssn(part)));
  const own = `${pissn ?? ''}/${eissn ?? ''}`;
  const keys = (await facets({})).journals.map((journal) => journal.key);
  const key = keys.includes(own) ? own : (keys.find(isOf) ?? own);
  const counted = draftCounts.map(
    async (name) => [name, (await facets({ ...draftCountFilters[name], journal: [key] })).total] as const,
  );
  const counts = Object.fromEntries(await Promise.all(counted)) as Record<DraftCount, number>;
  return { ...counts, key };
}

/** The directory's names of the columns that it can sort by (reference/directory-api.md 3.5). */
const sortFields: Readonly<Record<FoundSort['by'], string>> = {
  title: 'title',
  issns: 'issn',
  publisher: 'bibjson.publisher.name.exact',
};

/** A query for an ISSN in any pasted form, or for titles that contain every word. */
function findQuery(text: string): string {
  const issn = parseIssn(text);
  if (issn !== null) return `issn:${quoted(issn)}`;
  const words = text.split(/[\s\p{Cc}]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length > 0) return words.map((word) => `title:${quoted(word)}`).join(' AND ');
  throw fail('directory.journals.noWords');
}

function noName(): AppError {
  return fail('directory.journals.noUsername');
}
