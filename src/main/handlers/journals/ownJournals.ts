import type { Journal } from '../../../shared/contract/journals.ts';
import { AppError } from '../../../shared/errors.ts';
import { type JournalView, readJournal } from '../../../shared/journal/journal.ts';
import type { DirectoryClient } from '../../remote/directoryClient.ts';
import { quoted } from '../../remote/lookupQuery.ts';
import { searchPages } from '../../remote/searchPages.ts';
import { everyApplication } from '../../remote/searchRequest.ts';

/** An account's journals according to the directory; `byName`: looked for by the account's name, so that none is missing. */
export interface OwnJournals {
  journals: JournalView[];
  byName: boolean;
  /** false: the directory has journals that did not come or cannot be read, so that no other counts as withdrawn. */
  isReadable: boolean;
}

/** ISSNs looked up in one request. */
const issnsAtOnce = 50;

/**
 * Finds the journals of an account with the data that the API offers (reference/directory-api.md 1.2): those under its
 * name and, with a key, those of its own applications. A hit for an application does not name its journal, only the
 * ISSNs (1.3), so journals not found by name are looked up by ISSN. So are previously stored journals: search does not
 * show withdrawn ones, and one that it shows under another name no longer belongs to the account.
 */
export async function findOwnJournals(
  client: DirectoryClient,
  account: { username: string | null; hasKey: boolean; known: readonly Journal[] },
): Promise<OwnJournals> {
  const byName = account.username !== null;
  const ofName = () => client.findJournals(`username:${quoted(account.username!)}`);
  const named: Found = byName ? await ofName() : { records: [], isShort: false };
  const all = read(named, true);
  let { isReadable } = all;
  const own = new Map(all.journals.map((journal) => [journal.id, journal]));
  const hasIssn = (issn: string) =>
    [...own.values()].some((journal) => journal.pissn === issn || journal.eissn === issn);
  const applied = account.hasKey
    ? await appliedIssns(client, { byName, found: own.size })
    : new Set<string>();
  const lost = account.known.filter((journal) => journal.mine && !own.has(journal.id));
  const wanted = new Set([...applied, ...lost.flatMap((journal) => issnsOf(journal))]);
  const others = await findByIssn(
    client,
    [...wanted].filter((issn) => !hasIssn(issn)),
  );
  isReadable &&= others.isReadable;
  // The name shows all journals of the account in the directory, unless it is wrong.
  const isComplete = named.records.length > 0 && !named.isShort;
  for (const journal of others.journals) {
    const isKnown = lost.some(({ id }) => id === journal.id);
    const isApplied = issnsOf(journal).some((issn) => applied.has(issn));
    if (!own.has(journal.id) && (isKnown || (isApplied && !isComplete)))
      own.set(journal.id, { ...journal, mine: !isComplete && (isApplied || !byName) });
  }
  const gone = (isReadable ? lost : [])
    .filter((journal) => !own.has(journal.id))
    .map((journal) => ({ ...journal, inDirectory: false, owner: null, record: null }));
  return { journals: [...own.values(), ...gone], byName, isReadable };
}

/** The ISSNs of the account's applications; those of rejected ones only if its name found nothing. */
async function appliedIssns(
  client: DirectoryClient,
  { byName, found }: { byName: boolean; found: number },
): Promise<Set<string>> {
  const issns = new Set<string>();
  try {
    const search = { kind: 'applications', query: everyApplication } as const;
    for await (const { results } of searchPages(search, (request) => client.ask(request)))
      for (const hit of results) {
        if (found > 0 && isRejected(hit)) continue;
        const application = readJournal(hit);
        if (application) for (const issn of issnsOf(application)) issns.add(issn);
      }
  } catch (error) {
    // The name alone is enough; a refused key is reported with the connection.
    if (byName && error instanceof AppError && /^key_/.test(error.code)) return issns;
    throw error;
  }
  return issns;
}

type Found = Awaited<ReturnType<DirectoryClient['findJournals']>>;
type Read = Pick<OwnJournals, 'journals' | 'isReadable'>;

async function findByIssn(client: DirectoryClient, issns: readonly string[]): Promise<Read> {
  const found: Found = { records: [], isShort: false };
  for (let at = 0; at < issns.length; at += issnsAtOnce) {
    const query = issns.slice(at, at + issnsAtOnce).map((issn) => `issn:${quoted(issn)}`);
    const { records, isShort } = await client.findJournals(query.join(' OR '));
    found.records.push(...records);
    found.isShort ||= isShort;
  }
  return read(found, false);
}

function read({ records, isShort }: Found, mine: boolean): Read {
  const journals = records
    .map((record) => readJournal(record, mine))
    .filter((one) => one !== null && one.id !== '');
  return { journals: journals as JournalView[], isReadable: journals.length === records.length && !isShort };
}

function issnsOf({ pissn, eissn }: Pick<Journal, 'pissn' | 'eissn'>): string[] {
  return [pissn, eissn].filter((issn) => issn !== null);
}

function isRejected(hit: unknown): boolean {
  const read = hit as { admin?: { application_status?: unknown } | null } | null;
  return read?.admin?.application_status === 'rejected';
}
