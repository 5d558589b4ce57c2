import { identifiersOf, type Tombstone } from '../records.ts';
import type { Account } from '../world.ts';

const WEEK_MS = 7 * 86_400_000;

/**
 * The plain text of the weekly mail to an account, or undefined if nothing of its journals was deleted in the seven
 * days before `at`, by whomever (reference/directory-changes.md 1.4). Its list is the service's, the rest only alike.
 */
export function deletionMail(
  account: Account,
  tombstones: Iterable<Tombstone>,
  at: Date,
): string | undefined {
  const listed = [...tombstones]
    .filter(({ admin, created_date }) => admin.owner === account.id && isThisWeek(created_date, at))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  if (listed.length === 0) return undefined;
  return [
    ...(account.name === undefined ? [] : [`Dear ${account.name},`]),
    'These articles of your journals have been removed from the directory during the last seven days:',
    listed.map(mailLine).join('\n'),
    'The reasons are explained in <a href="https://doaj.org/docs/faq/#occasionally-we-will-delete-article-metadata">our answers to frequent questions</a>. In general they are:',
    [
      '1. The link to the article was broken.',
      '2. Your organisation asked for it.',
      '3. Your organisation removed it through the API.',
      '4. The article was there more than once.',
    ].join('\n'),
    'Please correct the metadata where that is necessary. Afterwards you can upload the articles again:',
    '<a href="https://doaj.org/publisher/uploadfile">https://doaj.org/publisher/uploadfile</a>',
    'The DOAJ Team',
    '***',
    'This message was sent automatically.',
    '',
  ].join('\n\n');
}

function isThisWeek(date: string, at: Date): boolean {
  return Date.parse(date) >= at.getTime() - WEEK_MS && Date.parse(date) <= at.getTime();
}

/** `- T by A, vol V, issue N, pages P [I] (J)`, as the service writes it. */
function mailLine({ bibjson }: Tombstone): string {
  const { title, author, start_page, end_page, journal } = bibjson;
  const names = (author ?? []).map(({ name }) => name ?? '').join(', ');
  const issns = [...identifiersOf(bibjson, 'pissn'), ...identifiersOf(bibjson, 'eissn')];
  const pages = start_page && (end_page ? `${start_page}-${end_page}` : start_page);
  return [
    `- ${title || 'Untitled'} by ${names || 'Unknown author'}`,
    journal?.volume ? `, vol ${journal.volume}` : '',
    journal?.number ? `, issue ${journal.number}` : '',
    pages ? `, pages ${pages}` : '',
    ` [${issns.join(', ')}]`,
    journal?.title ? ` (${journal.title})` : '',
  ].join('');
}
