import { toFlat } from '../../../shared/application/application.ts';
import type { ApplicationKind } from '../../../shared/application/applicationDraft.ts';
import { serviceBoolean } from '../../../shared/application/applicationValues.ts';
import { licenceDisplayPath, storedDisplay } from '../../../shared/application/licenceDisplay.ts';
import { storedDifferences } from '../../../shared/application/updateRequest.ts';
import { serviceLanguage } from '../../../shared/directory/serviceTables.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt, removeAt, setAt } from '../../../shared/draft/fieldPath.ts';
import { isGiven, type Json } from '../../../shared/json.ts';

/** Returns true if the directory would store `sent` as `stored`; ignores its conversions (reference/directory-api.md 5.2, 5.5). */
export function isSameContent(sent: DraftRecord, stored: DraftRecord, kind: ApplicationKind): boolean {
  return storedDifferences(asKept(sent, kind), asKept(stored, kind)).length === 0;
}

/** Fields that the directory copies from the journal, whatever an Update Request says. */
const keptOfJournal = ['bibjson.title', 'bibjson.alternative_title', 'bibjson.pissn', 'bibjson.eissn'];

/** Values that the directory drops if the answer is "no" (reference/directory-api.md 5.5). */
const dependents: readonly { answer: string; values: readonly string[] }[] = [
  { answer: 'bibjson.apc.has_apc', values: ['bibjson.apc.max'] },
  { answer: 'bibjson.waiver.has_waiver', values: ['bibjson.waiver.url'] },
  { answer: 'bibjson.other_charges.has_other_charges', values: ['bibjson.other_charges.url'] },
  { answer: 'bibjson.plagiarism.detection', values: ['bibjson.plagiarism.url'] },
  { answer: 'bibjson.pid_scheme.has_pid_scheme', values: ['bibjson.pid_scheme.scheme'] },
];

/** Lists of names with free text, which the directory joins into one entry, and the answers derived from them. */
const choices: readonly { list: string; answer?: string; url?: string; others?: string }[] = [
  { list: 'bibjson.editorial.review_process' },
  {
    list: 'bibjson.preservation.service',
    answer: 'bibjson.preservation.has_preservation',
    url: 'bibjson.preservation.url',
    others: 'bibjson.preservation.national_library',
  },
  {
    list: 'bibjson.deposit_policy.service',
    answer: 'bibjson.deposit_policy.has_policy',
    url: 'bibjson.deposit_policy.url',
  },
  { list: 'bibjson.pid_scheme.scheme', answer: 'bibjson.pid_scheme.has_pid_scheme' },
];

function asKept(record: DraftRecord, kind: ApplicationKind): DraftRecord {
  let kept = toFlat(record);
  const read = (path: string) => getAt(kept, path);
  const set = (path: string, value: Json) => {
    kept = setAt(kept, path, value);
  };
  const drop = (path: string) => {
    kept = removeAt(kept, path);
  };
  if (kind === 'update') keptOfJournal.forEach(drop);
  for (const { answer, values } of dependents)
    if (serviceBoolean(read(answer)) === false) values.forEach(drop);
  for (const { list, answer, url, others } of choices) {
    const words = wordsOf(read(list));
    set(list, words);
    const isEmpty = words.length === 0 && (others === undefined || wordsOf(read(others)).length === 0);
    // The directory derives the answer from the list.
    if (answer) drop(answer);
    if (url && isEmpty) drop(url);
  }
  const languages = read('bibjson.language');
  if (Array.isArray(languages))
    set(
      'bibjson.language',
      languages.filter((one) => serviceLanguage(String(one)) !== 'dropped'),
    );
  const charges = read('bibjson.apc.max');
  if (Array.isArray(charges))
    set(
      'bibjson.apc.max',
      charges.filter((one) => isGiven(getAt(one, 'currency'))),
    );
  const keywords = read('bibjson.keywords');
  if (Array.isArray(keywords)) {
    const split = keywords.filter(isGiven).flatMap((one) => String(one).split(','));
    set(
      'bibjson.keywords',
      split.map((one) => one.trim()),
    );
  }
  const display = storedDisplay(read(licenceDisplayPath)) ?? 'No';
  set(licenceDisplayPath, [display]);
  if (display === 'No') drop('bibjson.article.license_display_example_url');
  return kept;
}

/** Returns single words, because the directory joins free text with blanks. */
function wordsOf(value: Json | undefined): string[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter((entry) => isGiven(entry) && !reserved.includes(entry))
    .flatMap((entry) => String(entry).split(/\s/u))
    .filter((word) => word !== '');
}

/** Entries of the directory's form that it does not store (reference/directory-api-addenda.md, multiple choices). */
const reserved: readonly Json[] = ['none', 'other', 'national_library'];
