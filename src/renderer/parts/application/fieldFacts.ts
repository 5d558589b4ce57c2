import { isUpdateRequest } from '../../../shared/application/application.ts';
import type { Dialect } from '../../../shared/directory/account.ts';
import { dialects } from '../../../shared/directory/dialects.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { isEmpty } from '../../../shared/json.ts';
import { isWithin, type Place } from '../form/place.ts';

/** Sections in the order of the directory's own form; `contact` and `other` are shown only with content. */
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

/** One field of the form: a path of the record that is shown, compared and reverted as a whole. */
export interface FieldFact {
  path: string;
  section: Section;
  control: Control;
  /** Key of its help text under `application.hint`. */
  hint?: string;
  /** The field is shown if this holds or if it has a value. */
  when?: (record: DraftRecord) => boolean;
}

const isYes = (path: string) => (record: DraftRecord) => getAt(record, path) === true;
const hasEntries =
  (...paths: string[]) =>
  (record: DraftRecord) =>
    paths.some((path) => !isEmpty(getAt(record, path)));

/** Every field of an application (reference/directory-api.md 5.2), in the order of the form. */
const factsBySection: Partial<Record<Section, readonly Omit<FieldFact, 'section'>[]>> = {
  openAccess: [
    { path: 'bibjson.boai', control: 'question', hint: 'boai' },
    { path: 'bibjson.oa_start', control: 'number', hint: 'oaStart' },
    { path: 'bibjson.ref.oa_statement', control: 'url', hint: 'oaStatement' },
  ],
  about: [
    { path: 'bibjson.title', control: 'text', hint: 'title' },
    { path: 'bibjson.alternative_title', control: 'text', hint: 'optional' },
    { path: 'bibjson.ref.journal', control: 'url' },
    { path: 'bibjson.pissn', control: 'issn', hint: 'issn' },
    { path: 'bibjson.eissn', control: 'issn', hint: 'issn' },
    { path: 'bibjson.keywords', control: 'keywords', hint: 'keywords' },
    { path: 'bibjson.language', control: 'languages', hint: 'language' },
  ],
  publisher: [
    { path: 'bibjson.publisher.name', control: 'text' },
    { path: 'bibjson.publisher.country', control: 'country', hint: 'country' },
    { path: 'bibjson.institution.name', control: 'text', hint: 'institution' },
    { path: 'bibjson.institution.country', control: 'country', hint: 'optional' },
  ],
  licences: [
    { path: 'bibjson.license', control: 'licences', hint: 'licence' },
    { path: 'bibjson.ref.license_terms', control: 'url' },
    { path: 'bibjson.article.license_display', control: 'licenceDisplay', hint: 'licenceDisplay' },
    {
      path: 'bibjson.article.license_display_example_url',
      control: 'url',
      when: (record) => displaysLicence(record) === true,
    },
  ],
  copyright: [
    { path: 'bibjson.copyright.author_retains', control: 'question', hint: 'authorRetains' },
    { path: 'bibjson.copyright.url', control: 'url' },
  ],
  editorial: [
    { path: 'bibjson.editorial.review_process', control: 'choices', hint: 'review' },
    { path: 'bibjson.editorial.review_url', control: 'url' },
    { path: 'bibjson.plagiarism.detection', control: 'question' },
    { path: 'bibjson.plagiarism.url', control: 'url', when: isYes('bibjson.plagiarism.detection') },
    { path: 'bibjson.ref.aims_scope', control: 'url' },
    { path: 'bibjson.editorial.board_url', control: 'url' },
    { path: 'bibjson.ref.author_instructions', control: 'url' },
    { path: 'bibjson.publication_time_weeks', control: 'number', hint: 'weeks' },
  ],
  fees: [
    { path: 'bibjson.apc.has_apc', control: 'question' },
    { path: 'bibjson.apc.max', control: 'prices', hint: 'apcMax', when: isYes('bibjson.apc.has_apc') },
    { path: 'bibjson.apc.url', control: 'url', hint: 'apcUrl' },
    { path: 'bibjson.waiver.has_waiver', control: 'question' },
    { path: 'bibjson.waiver.url', control: 'url', when: isYes('bibjson.waiver.has_waiver') },
    { path: 'bibjson.other_charges.has_other_charges', control: 'question' },
    {
      path: 'bibjson.other_charges.url',
      control: 'url',
      when: isYes('bibjson.other_charges.has_other_charges'),
    },
  ],
  preservation: [
    { path: 'bibjson.preservation.has_preservation', control: 'question', hint: 'preservation' },
    {
      path: 'bibjson.preservation.service',
      control: 'choices',
      hint: 'other',
      when: isYes('bibjson.preservation.has_preservation'),
    },
    {
      path: 'bibjson.preservation.national_library',
      control: 'names',
      hint: 'library',
      when: isYes('bibjson.preservation.has_preservation'),
    },
    {
      path: 'bibjson.preservation.url',
      control: 'url',
      when: hasEntries('bibjson.preservation.service', 'bibjson.preservation.national_library'),
    },
  ],
  deposit: [
    { path: 'bibjson.deposit_policy.has_policy', control: 'question', hint: 'deposit' },
    {
      path: 'bibjson.deposit_policy.service',
      control: 'choices',
      hint: 'other',
      when: isYes('bibjson.deposit_policy.has_policy'),
    },
    {
      path: 'bibjson.deposit_policy.url',
      control: 'url',
      when: hasEntries('bibjson.deposit_policy.service'),
    },
  ],
  identifiers: [
    { path: 'bibjson.pid_scheme.has_pid_scheme', control: 'question' },
    {
      path: 'bibjson.pid_scheme.scheme',
      control: 'choices',
      hint: 'other',
      when: isYes('bibjson.pid_scheme.has_pid_scheme'),
    },
  ],
  contact: [
    { path: 'admin.contact.name', control: 'text' },
    { path: 'admin.contact.email', control: 'text' },
  ],
};

export const fieldFacts: readonly FieldFact[] = sections.flatMap((section) =>
  (factsBySection[section] ?? []).map((fact) => ({ section, ...fact })),
);

const byPath = new Map(fieldFacts.map((fact) => [fact.path, fact]));

/** The field that shows a path, such as `bibjson.apc.max[1].price`; null if none does. */
export function factOf(path: string): FieldFact | null {
  return byPath.get(path) ?? fieldFacts.find((fact) => isWithin(path, fact.path)) ?? null;
}

/** The section and the field that show a path, for a group of fields its first; paths without a field are in the section `other`. */
export function placeOf(path: string): Place {
  const fact = factOf(path);
  if (fact) return { section: fact.section, field: path === fact.path ? path : fieldWithin(path, fact) };
  const member = path === '' ? undefined : fieldFacts.find((one) => one.path.startsWith(`${path}.`));
  if (member && path !== 'bibjson' && path !== 'admin')
    return { section: member.section, field: member.path };
  return { section: 'other', field: path };
}

export function factsOf(section: Section): readonly FieldFact[] {
  return fieldFacts.filter((fact) => fact.section === section);
}

/** Returns true if a field is shown for this record: it has a value, or its condition holds. */
export function isRelevant(fact: FieldFact, record: DraftRecord, dialect: Dialect): boolean {
  if (!isEmpty(getAt(record, fact.path))) return true;
  if (fact.section === 'contact') return dialects[dialect].contact === 'required' && !isUpdateRequest(record);
  return !fact.when || fact.when(record);
}

/**
 * Returns true if articles show their licence, as the directory reads it: `Display` alone is no answer. null:
 * unanswered.
 */
export function displaysLicence(record: DraftRecord): boolean | null {
  const value = getAt(record, 'bibjson.article.license_display');
  if (!Array.isArray(value) || value.length === 0) return null;
  if (value.includes('Embed')) return true;
  return value.includes('No') ? false : null;
}

/** Each row of prices has its own controls; any other field is one control. */
function fieldWithin(path: string, fact: FieldFact): string {
  if (fact.control !== 'prices') return fact.path;
  const row = /^(.*\[\d+\])(?:\.(currency|price))?$/.exec(path);
  return row ? `${row[1]}.${row[2] ?? 'currency'}` : fact.path;
}
