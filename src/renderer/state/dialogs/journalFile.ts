import { create } from 'zustand';
import { tableKind } from '../../../shared/journalFile/checkHeaders.ts';
import { onlineIssnHeader, printIssnHeader } from '../../../shared/journalFile/journalColumns.ts';
import { type JournalTable, readJournalFile } from '../../../shared/journalFile/readJournalFile.ts';
import { journalFileText } from '../../../shared/journalFile/writeJournalFile.ts';
import { asBase64 } from '../asBase64.ts';
import { attempt } from '../attempt.ts';
import { call } from '../data/client.ts';
import { fetchJournals } from '../data/journals.ts';
import { whenAccount } from '../data/session.ts';
import { go } from '../navigation/route.ts';
import { readGiven } from '../readGiven.ts';

/** A Journal Update File that the user opened, as the calls `journals.*File` expect it. */
export interface OpenJournalFile {
  accountId: string;
  name: string;
  /** In base64. */
  data: string;
  /** The number of rows of the published list that are about journals of other publishers, which are not read. */
  others: number;
}

/** The file whose check is open in Journals; null: none. */
export const useJournalFile = create<{ file: OpenJournalFile | null }>(() => ({ file: null }));

/** Checks a file in Journals. */
export async function openJournalFile(file: File): Promise<void> {
  await attempt(async () => {
    const { id: accountId } = await whenAccount();
    await knowJournals(accountId);
    const bytes = new Uint8Array(await readGiven(file.name, () => file.arrayBuffer()));
    const own = await ownRows(accountId, bytes);
    const data = await readGiven(file.name, () => asBase64(own === null ? file : new Blob([own.text])));
    useJournalFile.setState({ file: { accountId, name: file.name, data, others: own?.others ?? 0 } });
    go('#/journals');
  });
}

/**
 * Fetches the account's journals if that was never done, since every journal would count as somebody else's. If it is not
 * possible, the rest of the file can still be checked.
 */
async function knowJournals(accountId: string): Promise<void> {
  const { fetchedAt } = await call('journals.list', { accountId });
  if (fetchedAt === null) await fetchJournals(accountId).catch(() => undefined);
}

export function closeJournalFile(): void {
  useJournalFile.setState({ file: null });
}

/** Returns true if the first row of a file is that of a Journal Update File, or of another table of journals. Throws an AppError if it cannot be read. */
export async function isJournalFile(file: File): Promise<boolean> {
  if (!/\.csv$/i.test(file.name)) return false;
  const beginning = await readGiven(file.name, () => file.slice(0, headerBytes).text());
  const [first = ''] = beginning.split(/[\r\n]/);
  const table = readJournalFile(new TextEncoder().encode(first));
  return typeof table !== 'string' && tableKind(table.headers) !== 'other';
}

/** Longer than all headers combined. */
const headerBytes = 20_000;

/** The published list of journals has some 20 MB; only the rows of the account are sent to main. */
async function ownRows(accountId: string, bytes: Uint8Array) {
  const table = readJournalFile(bytes);
  if (typeof table === 'string') return null;
  const { journals } = await call('journals.list', { accountId });
  const issns = journals.flatMap(({ mine, pissn, eissn }) => (mine ? [pissn, eissn] : []));
  return ownRowsOnly(table, new Set(issns.filter((issn) => issn !== null)));
}

/** The published list of journals, reduced to the rows of some of them. */
export interface OwnRows {
  text: string;
  /** How many rows were left out. */
  others: number;
}

/** Reduces the published list of journals to rows with one of the ISSNs; other rows are empty, so the numbers stay. Null for other tables. */
export function ownRowsOnly({ headers, rows }: JournalTable, issns: ReadonlySet<string>): OwnRows | null {
  if (tableKind(headers) !== 'published') return null;
  const isOwn = (cells: ReadonlyMap<string, string>) =>
    [printIssnHeader, onlineIssnHeader].some((header) => issns.has(cells.get(header) ?? ''));
  const kept = rows.map(({ cells, given }) => (isOwn(cells) ? given : ['', '']));
  const others = rows.filter(({ cells }) => !isOwn(cells)).length;
  return { text: journalFileText([headers, ...kept]), others };
}
