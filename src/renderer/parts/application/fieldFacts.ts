import { isUpdateRequest } from '../../../shared/application/application.ts';
import type { Dialect } from '../../../shared/directory/account.ts';
import { dialects } from '../../../shared/directory/dialects.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { isWithin, type Place } from '../form/place.ts';
import { isEmpty } from '../form/values.ts';

/** Sections in the order of the directory's own form; `contact` and `other` only where there is something in them. */
export const sections = [
  'openAccess',
  'about',
  'publisher',
  'licences',
  'copyright',
  'editorial',
  'fees',
  'preservation',
  'deposit',
  'identifiers',
  'contact',
  'other',
] as const;
export type Section = (typeof sections)[number];

/** The control that edits a field. */
export type Control =
  | 'text'
  | 'url'
  | 'issn'
  | 'number'
  | 'question'
  | 'country'
  | 'languages'
  | 'keywords'
  | 'names'
  | 'choices'
  | 'licences'
  | 'licenceDisplay'
  | 'prices';

/** One field of the form: a path of the record that is shown, compared and taken back as a whole. */
export interface FieldFact {
  path: string;
  section: Section;
  control: Control;
  /** Key of its help text under `application.hint`. */
  hint?: string;
  /** Shown only where this holds, or where there is a value. */
  when?: (record: DraftRecord) => boolean;
}

const isYes = (path: string) => (record: DraftRecord) => getAt(record, path) === true;
const hasEntries =
  (...paths: string[]) =>
  (record: DraftRecord) =>
    paths.some((path) => !isEmpty(getAt(record, path)));

/** Every field of an application that a person fills in (reference/directory-api.md 5.2), in the order of the form. */
export const fieldFacts: readonly FieldFact[] = [
  { path: 'bibjson.boai', section: 'openAccess', control: 'question', hint: 'boai' },
  {
    path: 'bibjson.oa_start',
    section: 'openAccess',
    control: 'number',
    hint: 'oaStart',
  },
  { path: 'bibjson.ref.oa_statement', section: 'openAccess', control: 'url', hint: 'oaStatement' },
  { path: 'bibjson.title', section: 'about', control: 'text', hint: 'title' },
  { path: 'bibjson.alternative_title', section: 'about', control: 'text', hint: 'optional' },
  { path: 'bibjson.ref.journal', section: 'about', control: 'url' },
  { path: 'bibjson.pissn', section: 'about', control: 'issn', hint: 'issn' },
  { path: 'bibjson.eissn', section: 'about', control: 'issn', hint: 'issn' },
  { path: 'bibjson.keywords', section: 'about', control: 'keywords', hint: 'keywords' },
  { path: 'bibjson.language', section: 'about', control: 'languages', hint: 'language' },
  { path: 'bibjson.publisher.name', section: 'publisher', control: 'text' },
  { path: 'bibjson.publisher.country', section: 'publisher', control: 'country', hint: 'country' },
  { path: 'bibjson.institution.name', section: 'publisher', control: 'text', hint: 'institution' },
  { path: 'bibjson.institution.country', section: 'publisher', control: 'country', hint: 'optional' },
  { path: 'bibjson.license', section: 'licences', control: 'licences', hint: 'licence' },
  { path: 'bibjson.ref.license_terms', section: 'licences', control: 'url' },
  {
    path: 'bibjson.article.license_display',
    section: 'licences',
    control: 'licenceDisplay',
    hint: 'licenceDisplay',
  },
  {
    path: 'bibjson.article.license_display_example_url',
    section: 'licences',
    control: 'url',
    when: (record) => displaysLicence(record) === true,
  },
  {
    path: 'bibjson.copyright.author_retains',
    section: 'copyright',
    control: 'question',
    hint: 'authorRetains',
  },
  { path: 'bibjson.copyright.url', section: 'copyright', control: 'url' },
  { path: 'bibjson.editorial.review_process', section: 'editorial', control: 'choices', hint: 'review' },
  { path: 'bibjson.editorial.review_url', section: 'editorial', control: 'url' },
  {
    path: 'bibjson.plagiarism.detection',
    section: 'editorial',
    control: 'question',
  },
  {
    path: 'bibjson.plagiarism.url',
    section: 'editorial',
    control: 'url',
    when: isYes('bibjson.plagiarism.detection'),
  },
  { path: 'bibjson.ref.aims_scope', section: 'editorial', control: 'url' },
  { path: 'bibjson.editorial.board_url', section: 'editorial', control: 'url' },
  { path: 'bibjson.ref.author_instructions', section: 'editorial', control: 'url' },
  { path: 'bibjson.publication_time_weeks', section: 'editorial', control: 'number', hint: 'weeks' },
  { path: 'bibjson.apc.has_apc', section: 'fees', control: 'question' },
  {
    path: 'bibjson.apc.max',
    section: 'fees',
    control: 'prices',
    hint: 'apcMax',
    when: isYes('bibjson.apc.has_apc'),
  },
  { path: 'bibjson.apc.url', section: 'fees', control: 'url', hint: 'apcUrl' },
  { path: 'bibjson.waiver.has_waiver', section: 'fees', control: 'question' },
  {
    path: 'bibjson.waiver.url',
    section: 'fees',
    control: 'url',
    when: isYes('bibjson.waiver.has_waiver'),
  },
  {
    path: 'bibjson.other_charges.has_other_charges',
    section: 'fees',
    control: 'question',
  },
  {
    path: 'bibjson.other_charges.url',
    section: 'fees',
    control: 'url',
    when: isYes('bibjson.other_charges.has_other_charges'),
  },
  {
    path: 'bibjson.preservation.has_preservation',
    section: 'preservation',
    control: 'question',
    hint: 'preservation',
  },
  {
    path: 'bibjson.preservation.service',
    section: 'preservation',
    control: 'choices',
    hint: 'other',
    when: isYes('bibjson.preservation.has_preservation'),
  },
  {
    path: 'bibjson.preservation.national_library',
    section: 'preservation',
    control: 'names',
    hint: 'library',
    when: isYes('bibjson.preservation.has_preservation'),
  },
  {
    path: 'bibjson.preservation.url',
    section: 'preservation',
    control: 'url',
    when: hasEntries('bibjson.preservation.service', 'bibjson.preservation.national_library'),
  },
  {
    path: 'bibjson.deposit_policy.has_policy',
    section: 'deposit',
    control: 'question',
    hint: 'deposit',
  },
  {
    path: 'bibjson.deposit_policy.service',
    section: 'deposit',
    control: 'choices',
    hint: 'other',
    when: isYes('bibjson.deposit_policy.has_policy'),
  },
  {
    path: 'bibjson.deposit_policy.url',
    section: 'deposit',
    control: 'url',
    when: hasEntries('bibjson.deposit_policy.service'),
  },
  {
    path: 'bibjson.pid_scheme.has_pid_scheme',
    section: 'identifiers',
    control: 'question',
  },
  {
    path: 'bibjson.pid_scheme.scheme',
    section: 'identifiers',
    control: 'choices',
    hint: 'other',
    when: isYes('bibjson.pid_scheme.has_pid_scheme'),
  },
  { path: 'admin.contact.name', section: 'contact', control: 'text' },
  { path: 'admin.contact.email', section: 'contact', control: 'text' },
];

const byPath = new Map(fieldFacts.map((fact) => [fact.path, fact]));

/** The field that shows a path such as a finding names, `bibjson.apc.max[1].price` for example; null where no field does. */
export function factOf(path: string): FieldFact | null {
  return byPath.get(path) ?? fieldFacts.find((fact) => isWithin(path, fact.path)) ?? null;
}

/** Where the form shows a path; what has no field of its own is among the other values. A group of fields leads to its first. */
export function placeOf(path: string): Place {
  const fact = factOf(path);
  if (fact) return { section: fact.section, field: path === fact.path ? path : fieldWithin(path, fact) };
  const member = path === '' ? undefined : fieldFacts.find((one) => one.path.startsWith(`${path}.`));
  if (member && path !== 'bibjson' && path !== 'admin')
    return { section: member.section, field: member.path };
  return { section: 'other', field: path };
}

/** The fields of a section. */
export function factsOf(section: Section): readonly FieldFact[] {
  return fieldFacts.filter((fact) => fact.section === section);
}

/** Whether a field matters for this record as it stands: nothing asks for it, or it has a value that somebody should see. */
export function isRelevant(fact: FieldFact, record: DraftRecord, dialect: Dialect): boolean {
  if (!isEmpty(getAt(record, fact.path))) return true;
  if (fact.section === 'contact') return dialects[dialect].contact === 'required' && !isUpdateRequest(record);
  return !fact.when || fact.when(record);
}

/** Whether the licence stands in the articles, as the directory reads the answer: `Display` alone is no answer to its question; null: not answered. */
export function displaysLicence(record: DraftRecord): boolean | null {
  const value = getAt(record, 'bibjson.article.license_display');
  if (!Array.isArray(value) || value.length === 0) return null;
  if (value.includes('Embed')) return true;
  return value.includes('No') ? false : null;
}

/** Rows of prices have controls of their own; everything else is one control. */
function fieldWithin(path: string, fact: FieldFact): string {
  if (fact.control !== 'prices') return fact.path;
  const row = /^(.*\[\d+\])(?:\.(currency|price))?$/.exec(path);
  return row ? `${row[1]}.${row[2] ?? 'currency'}` : fact.path;
}
