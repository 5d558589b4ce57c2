import { toFlat } from '../../shared/application.ts';
import type { ApplicationKind } from '../../shared/applicationDraft.ts';
import { serviceBoolean } from '../../shared/applicationValues.ts';
import type { DraftRecord } from '../../shared/draft.ts';
import { getAt, removeAt, setAt } from '../../shared/fieldPath.ts';
import { storedDifferences } from '../../shared/updateRequest.ts';

type Json = DraftRecord[string];

/**
 * Whether `stored` is what the directory makes of `sent` (reference/directory-api.md 5.2, 5.5): its conversions and what
 * it drops are taken out of both before they are compared, and so is what it keeps of the journal of an Update Request.
 */
export function isSameContent(sent: DraftRecord, stored: DraftRecord, kind: ApplicationKind): boolean {
  return storedDifferences(asKept(sent, kind), asKept(stored, kind)).length === 0;
}

/** What the directory keeps of the journal, whatever an Update Request says. */
const keptOfJournal = ['title', 'alternative_title', 'pissn', 'eissn'];

/** Which answer "no" drops which values (5.5). */
const dependents: readonly { answer: string; values: readonly string[] }[] = [
  { answer: 'apc.has_apc', values: ['apc.max'] },
  { answer: 'waiver.has_waiver', values: ['waiver.url'] },
  { answer: 'other_charges.has_other_charges', values: ['other_charges.url'] },
  { answer: 'plagiarism.detection', values: ['plagiarism.url'] },
  { answer: 'pid_scheme.has_pid_scheme', values: ['pid_scheme.scheme'] },
];

/** Lists of names with free text, which the directory joins into one entry, and the answer that follows from them. */
const choices: readonly { list: string; answer?: string; url?: string; others?: string }[] = [
  { list: 'editorial.review_process' },
  {
    list: 'preservation.service',
    answer: 'preservation.has_preservation',
    url: 'preservation.url',
    others: 'preservation.national_library',
  },
  { list: 'deposit_policy.service', answer: 'deposit_policy.has_policy', url: 'deposit_policy.url' },
  { list: 'pid_scheme.scheme', answer: 'pid_scheme.has_pid_scheme' },
];

function asKept(record: DraftRecord, kind: ApplicationKind): DraftRecord {
  let kept = toFlat(record);
  const read = (path: string) => getAt(kept, `bibjson.${path}`);
  const set = (path: string, value: Json) => {
    kept = setAt(kept, `bibjson.${path}`, value);
  };
  const drop = (path: string) => {
    kept = removeAt(kept, `bibjson.${path}`);
  };
  if (kind === 'update') keptOfJournal.forEach(drop);
  for (const { answer, values } of dependents)
    if (serviceBoolean(read(answer)) === false) values.forEach(drop);
  for (const { list, answer, url, others } of choices) {
    const words = wordsOf(read(list));
    if (words.length > 0) set(list, words);
    else drop(list);
    const isEmpty = words.length === 0 && (others === undefined || wordsOf(read(others)).length === 0);
    // The answer follows from the list where there is one.
    if (answer) drop(answer);
    if (url && isEmpty) drop(url);
  }
  const keywords = read('keywords');
  if (Array.isArray(keywords))
    set(
      'keywords',
      keywords.flatMap((one) => String(one).split(',')).map((one) => one.trim().toLowerCase()),
    );
  const display = read('article.license_display');
  const isEmbedded = Array.isArray(display) && display.includes('Embed');
  set('article.license_display', [isEmbedded ? 'Embed' : 'No']);
  if (!isEmbedded) drop('article.license_display_example_url');
  const licences = read('license');
  if (Array.isArray(licences))
    set(
      'license',
      licences.map((licence) => ({ type: getAt(licence, 'type') ?? '' })),
    );
  return kept;
}

/** Free text is joined with blanks: word by word it is the same before and after. */
function wordsOf(value: Json | undefined): string[] {
  if (!Array.isArray(value)) return [];
  return value
    .flatMap((entry) => String(entry).split(/\s+/u))
    .filter((word) => word !== '' && word !== 'none');
}
