import type { DraftRecord } from '../draft/draft.ts';
import { getAt } from '../draft/fieldPath.ts';
import { isEmpty } from '../json.ts';
import { displaysLicence } from './licenceDisplay.ts';

/** Sections in the order of the directory's own form; `contact` and `other` are shown only with content. */
export const applicationSections = [
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
export type SectionName = (typeof applicationSections)[number];

/** The control that edits a field. */
export type ApplicationControl =
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

interface Row {
  /** Of the record; it is shown, compared and reverted as a whole. */
  path: string;
  /** Keys under `field` of its name, and of the name of one entry of its list. */
  label: string;
  entry?: string;
  control: ApplicationControl;
  /** What a number counts. */
  unit?: 'year' | 'weeks';
  /** Key of its help text under `application.hint`. */
  hint?: string;
  /** The form shows it if this holds or if it has a value. */
  when?: (record: DraftRecord) => boolean;
  /** A journal may have none. A field with `when` may have none either. */
  isOptional?: true;
  /** An Update Request never changes it in either dialect: the journal's own value stays. */
  isKept?: true;
}

const isYes = (path: string) => (record: DraftRecord) => getAt(record, path) === true;
const hasEntries =
  (...paths: string[]) =>
  (record: DraftRecord) =>
    paths.some((path) => !isEmpty(getAt(record, path)));

/**
 * Every field of an application that the user fills in (reference/directory-api.md 5.2), in the order of the form. From a
 * row follow its name, the form, what an Update Request keeps and changes, how values are compared, and the page of a
 * journal.
 */
const bySection = {
  openAccess: [
    { path: 'bibjson.boai', label: 'boai', control: 'question', hint: 'boai' },
    { path: 'bibjson.oa_start', label: 'oaStart', unit: 'year', control: 'number', hint: 'oaStart' },
    { path: 'bibjson.ref.oa_statement', label: 'oaStatement', control: 'url', hint: 'oaStatement' },
  ],
  about: [
    { path: 'bibjson.title', label: 'title', isKept: true, control: 'text', hint: 'title' },
    {
      path: 'bibjson.alternative_title',
      label: 'alternativeTitle',
      isKept: true,
      isOptional: true,
      control: 'text',
      hint: 'optional',
    },
    { path: 'bibjson.ref.journal', label: 'homepage', control: 'url' },
    { path: 'bibjson.pissn', label: 'pissn', isKept: true, control: 'issn', hint: 'issn' },
    { path: 'bibjson.eissn', label: 'eissn', isKept: true, control: 'issn', hint: 'issn' },
    { path: 'bibjson.keywords', label: 'keywords', control: 'keywords', hint: 'keywords' },
    {
      path: 'bibjson.language',
      label: 'languages',
      entry: 'language',
      control: 'languages',
      hint: 'language',
    },
  ],
  publisher: [
    { path: 'bibjson.publisher.name', label: 'publisherName', control: 'text' },
    { path: 'bibjson.publisher.country', label: 'publisherCountry', control: 'country', hint: 'country' },
    {
      path: 'bibjson.institution.name',
      label: 'institutionName',
      isOptional: true,
      control: 'text',
      hint: 'institution',
    },
    {
      path: 'bibjson.institution.country',
      label: 'institutionCountry',
      isOptional: true,
      control: 'country',
      hint: 'optional',
    },
  ],
  licences: [
    { path: 'bibjson.license', label: 'licences', entry: 'licence', control: 'licences', hint: 'licence' },
    { path: 'bibjson.ref.license_terms', label: 'licenceTerms', control: 'url' },
    {
      path: 'bibjson.article.license_display',
      label: 'licenceDisplay',
      entry: 'licenceDisplay',
      control: 'licenceDisplay',
      hint: 'licenceDisplay',
    },
    {
      path: 'bibjson.article.license_display_example_url',
      label: 'licenceExample',
      control: 'url',
      when: (record) => displaysLicence(record) === true,
    },
  ],
  copyright: [
    {
      path: 'bibjson.copyright.author_retains',
      label: 'authorRetains',
      control: 'question',
      hint: 'authorRetains',
    },
    { path: 'bibjson.copyright.url', label: 'copyrightTerms', control: 'url' },
  ],
  editorial: [
    {
      path: 'bibjson.editorial.review_process',
      label: 'review',
      entry: 'review',
      control: 'choices',
      hint: 'review',
    },
    { path: 'bibjson.editorial.review_url', label: 'reviewPolicy', control: 'url' },
    { path: 'bibjson.plagiarism.detection', label: 'plagiarism', control: 'question' },
    {
      path: 'bibjson.plagiarism.url',
      label: 'plagiarismPolicy',
      control: 'url',
      when: isYes('bibjson.plagiarism.detection'),
    },
    { path: 'bibjson.ref.aims_scope', label: 'aimsScope', control: 'url' },
    { path: 'bibjson.editorial.board_url', label: 'board', control: 'url' },
    { path: 'bibjson.ref.author_instructions', label: 'instructions', control: 'url' },
    {
      path: 'bibjson.publication_time_weeks',
      label: 'weeks',
      unit: 'weeks',
      control: 'number',
      hint: 'weeks',
    },
  ],
  fees: [
    { path: 'bibjson.apc.has_apc', label: 'hasApc', control: 'question' },
    {
      path: 'bibjson.apc.max',
      label: 'charges',
      entry: 'charge',
      control: 'prices',
      hint: 'apcMax',
      when: isYes('bibjson.apc.has_apc'),
    },
    { path: 'bibjson.apc.url', label: 'apcPage', control: 'url', hint: 'apcUrl' },
    { path: 'bibjson.waiver.has_waiver', label: 'hasWaiver', control: 'question' },
    {
      path: 'bibjson.waiver.url',
      label: 'waiverPolicy',
      control: 'url',
      when: isYes('bibjson.waiver.has_waiver'),
    },
    { path: 'bibjson.other_charges.has_other_charges', label: 'hasOtherCharges', control: 'question' },
    {
      path: 'bibjson.other_charges.url',
      label: 'otherChargesPage',
      control: 'url',
      when: isYes('bibjson.other_charges.has_other_charges'),
    },
  ],
  preservation: [
    {
      path: 'bibjson.preservation.has_preservation',
      label: 'hasPreservation',
      control: 'question',
      hint: 'preservation',
    },
    {
      path: 'bibjson.preservation.service',
      label: 'preservationServices',
      entry: 'preservationService',
      control: 'choices',
      hint: 'other',
      when: isYes('bibjson.preservation.has_preservation'),
    },
    {
      path: 'bibjson.preservation.national_library',
      label: 'libraries',
      entry: 'library',
      control: 'names',
      hint: 'library',
      when: isYes('bibjson.preservation.has_preservation'),
    },
    {
      path: 'bibjson.preservation.url',
      label: 'preservationPolicy',
      control: 'url',
      when: hasEntries('bibjson.preservation.service', 'bibjson.preservation.national_library'),
    },
  ],
  deposit: [
    { path: 'bibjson.deposit_policy.has_policy', label: 'hasDeposit', control: 'question', hint: 'deposit' },
    {
      path: 'bibjson.deposit_policy.service',
      label: 'depositServices',
      entry: 'depositService',
      control: 'choices',
      hint: 'other',
      when: isYes('bibjson.deposit_policy.has_policy'),
    },
    {
      path: 'bibjson.deposit_policy.url',
      label: 'depositPolicy',
      control: 'url',
      when: hasEntries('bibjson.deposit_policy.service'),
    },
  ],
  identifiers: [
    { path: 'bibjson.pid_scheme.has_pid_scheme', label: 'hasPid', control: 'question' },
    {
      path: 'bibjson.pid_scheme.scheme',
      label: 'schemes',
      entry: 'scheme',
      control: 'choices',
      hint: 'other',
      when: isYes('bibjson.pid_scheme.has_pid_scheme'),
    },
  ],
  contact: [
    { path: 'admin.contact.name', label: 'contactName', control: 'text' },
    { path: 'admin.contact.email', label: 'contactEmail', control: 'text' },
  ],
} as const satisfies Partial<Record<SectionName, readonly Row[]>>;

export interface FieldFact extends Row {
  section: SectionName;
}

export const applicationFields: readonly FieldFact[] = applicationSections.flatMap((section) => {
  const rows: Partial<Record<SectionName, readonly Row[]>> = bySection;
  return (rows[section] ?? []).map((row) => ({ section, ...row }));
});

type ApplicationRow = (typeof bySection)[keyof typeof bySection][number];
export type ApplicationPath = ApplicationRow['path'];
type ContactPath = (typeof bySection.contact)[number]['path'];

/** The two halves of `admin.contact`. */
export const contactFields: readonly ContactPath[] = bySection.contact.map(({ path }) => path);

/** The fields of `bibjson`. */
export const formFields = applicationFields.flatMap(({ path, section }) =>
  section === 'contact' ? [] : [path as Exclude<ApplicationPath, ContactPath>],
);

/** Fields that an Update Request never changes. */
export const journalFields = applicationFields.flatMap(({ path, isKept }) => (isKept ? [path] : []));
