import { toFlat } from '../../../shared/application/application.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt, joinPath } from '../../../shared/draft/fieldPath.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { type RecordValue, readers, type ValueKind } from './recordValues.ts';

export const sectionNames = [
  'about',
  'publisher',
  'openAccess',
  'licences',
  'copyright',
  'editorial',
  'fees',
  'preservation',
  'deposit',
  'identifiers',
  'directory',
  'other',
] as const;
export type SectionName = (typeof sectionNames)[number];

export interface RecordField {
  path: string;
  label: string;
  /** Empty: the record has no value. */
  values: readonly RecordValue[];
}

export interface RecordSection {
  name: SectionName;
  fields: readonly RecordField[];
}

interface Fact {
  path: string;
  section: SectionName;
  kind: ValueKind;
  /** Left out where there is no value; all others then say so. */
  isOptional?: boolean;
  /** Its label stands under `journals.field`; all others are named as in the form. */
  label?: string;
}

/** Every field of a journal record (reference/directory-api.md 5.2, 6), in the order of the page. */
const facts: readonly Fact[] = [
  { path: 'bibjson.title', section: 'about', kind: 'text' },
  { path: 'bibjson.alternative_title', section: 'about', kind: 'text', isOptional: true },
  { path: 'bibjson.pissn', section: 'about', kind: 'text' },
  { path: 'bibjson.eissn', section: 'about', kind: 'text' },
  { path: 'bibjson.ref.journal', section: 'about', kind: 'address' },
  { path: 'bibjson.language', section: 'about', kind: 'languages' },
  { path: 'bibjson.keywords', section: 'about', kind: 'list' },
  { path: 'bibjson.subject', section: 'about', kind: 'subjects', label: 'subject' },
  {
    path: 'bibjson.replaces',
    section: 'about',
    kind: 'list',
    isOptional: true,
    label: 'replaces',
  },
  {
    path: 'bibjson.is_replaced_by',
    section: 'about',
    kind: 'list',
    isOptional: true,
    label: 'isReplacedBy',
  },
  {
    path: 'bibjson.discontinued_date',
    section: 'about',
    kind: 'date',
    isOptional: true,
    label: 'discontinued',
  },
  { path: 'bibjson.publisher.name', section: 'publisher', kind: 'text' },
  { path: 'bibjson.publisher.country', section: 'publisher', kind: 'country' },
  { path: 'bibjson.institution.name', section: 'publisher', kind: 'text', isOptional: true },
  { path: 'bibjson.institution.country', section: 'publisher', kind: 'country', isOptional: true },
  { path: 'bibjson.boai', section: 'openAccess', kind: 'yesNo' },
  { path: 'bibjson.oa_start', section: 'openAccess', kind: 'year' },
  { path: 'bibjson.ref.oa_statement', section: 'openAccess', kind: 'address' },
  { path: 'bibjson.license', section: 'licences', kind: 'licences' },
  { path: 'bibjson.ref.license_terms', section: 'licences', kind: 'address' },
  { path: 'bibjson.article.license_display', section: 'licences', kind: 'licenceDisplay' },
  {
    path: 'bibjson.article.license_display_example_url',
    section: 'licences',
    kind: 'address',
    isOptional: true,
  },
  { path: 'bibjson.copyright.author_retains', section: 'copyright', kind: 'yesNo' },
  { path: 'bibjson.copyright.url', section: 'copyright', kind: 'address' },
  { path: 'bibjson.editorial.review_process', section: 'editorial', kind: 'reviews' },
  { path: 'bibjson.editorial.review_url', section: 'editorial', kind: 'address' },
  { path: 'bibjson.editorial.board_url', section: 'editorial', kind: 'address' },
  { path: 'bibjson.plagiarism.detection', section: 'editorial', kind: 'yesNo' },
  { path: 'bibjson.plagiarism.url', section: 'editorial', kind: 'address', isOptional: true },
  { path: 'bibjson.ref.aims_scope', section: 'editorial', kind: 'address' },
  { path: 'bibjson.ref.author_instructions', section: 'editorial', kind: 'address' },
  { path: 'bibjson.publication_time_weeks', section: 'editorial', kind: 'weeks' },
  { path: 'bibjson.apc.has_apc', section: 'fees', kind: 'yesNo' },
  { path: 'bibjson.apc.max', section: 'fees', kind: 'prices', isOptional: true },
  { path: 'bibjson.apc.url', section: 'fees', kind: 'address' },
  { path: 'bibjson.waiver.has_waiver', section: 'fees', kind: 'yesNo' },
  { path: 'bibjson.waiver.url', section: 'fees', kind: 'address', isOptional: true },
  { path: 'bibjson.other_charges.has_other_charges', section: 'fees', kind: 'yesNo' },
  { path: 'bibjson.other_charges.url', section: 'fees', kind: 'address', isOptional: true },
  { path: 'bibjson.preservation.has_preservation', section: 'preservation', kind: 'yesNo' },
  { path: 'bibjson.preservation.service', section: 'preservation', kind: 'list', isOptional: true },
  { path: 'bibjson.preservation.national_library', section: 'preservation', kind: 'list', isOptional: true },
  { path: 'bibjson.preservation.url', section: 'preservation', kind: 'address', isOptional: true },
  { path: 'bibjson.deposit_policy.has_policy', section: 'deposit', kind: 'yesNo' },
  { path: 'bibjson.deposit_policy.service', section: 'deposit', kind: 'list', isOptional: true },
  { path: 'bibjson.deposit_policy.url', section: 'deposit', kind: 'address', isOptional: true },
  {
    path: 'bibjson.deposit_policy.is_registered',
    section: 'deposit',
    kind: 'yesNo',
    isOptional: true,
    label: 'depositRegistered',
  },
  { path: 'bibjson.pid_scheme.has_pid_scheme', section: 'identifiers', kind: 'yesNo' },
  { path: 'bibjson.pid_scheme.scheme', section: 'identifiers', kind: 'list', isOptional: true },
  { path: 'admin.in_doaj', section: 'directory', kind: 'yesNo', isOptional: true, label: 'inDirectory' },
  { path: 'admin.ticked', section: 'directory', kind: 'yesNo', isOptional: true, label: 'ticked' },
  { path: 'bibjson.labels', section: 'directory', kind: 'labels', isOptional: true, label: 'labels' },
  {
    path: 'admin.last_full_review',
    section: 'directory',
    kind: 'date',
    isOptional: true,
    label: 'lastFullReview',
  },
  { path: 'created_date', section: 'directory', kind: 'date', isOptional: true, label: 'created' },
  { path: 'last_updated', section: 'directory', kind: 'date', isOptional: true, label: 'lastUpdated' },
  {
    path: 'last_manual_update',
    section: 'directory',
    kind: 'date',
    isOptional: true,
    label: 'lastManualUpdate',
  },
  { path: 'id', section: 'directory', kind: 'text', isOptional: true, label: 'id' },
];

/** Members that say nothing to a person: the kind of the stored record, and the identifiers that stand flat beside them. */
const silent = new Set(['es_type', 'bibjson.identifier']);

/** A journal record of the directory, in either shape, as sections of fields in words; what no field shows is in the last one. */
export function journalSections(record: DraftRecord): RecordSection[] {
  const flat = toFlat(record);
  return sectionNames
    .map((name) => ({ name, fields: name === 'other' ? otherFields(flat) : fieldsOf(name, flat) }))
    .filter(({ fields }) => fields.length > 0);
}

/** How a field of the record is called here. */
function recordLabel(path: string): string {
  const label = facts.find((fact) => fact.path === path)?.label;
  return label === undefined ? fieldText(path) : t(`journals.field.${label}`);
}

function fieldsOf(name: SectionName, record: DraftRecord): RecordField[] {
  return facts
    .filter(({ section }) => section === name)
    .map(({ path, kind, isOptional }) => ({ path, isOptional, values: readers[kind](getAt(record, path)) }))
    .filter(({ isOptional, values }) => !isOptional || values.length > 0)
    .map(({ path, values }) => ({ path, label: recordLabel(path), values }));
}

/** What the directory gave beside all that it is known to give: shown as it is, so that nothing is hidden. */
function otherFields(record: DraftRecord): RecordField[] {
  const known = new Set(facts.map(({ path }) => path));
  const holders = new Set(facts.flatMap(({ path }) => holdersOf(path)));
  const found: RecordField[] = [];
  const walk = (value: unknown, path: string) => {
    if (silent.has(path) || (known.has(path) && isShown(path, value))) return;
    if (holders.has(path) && isObject(value)) {
      for (const [name, member] of Object.entries(value)) walk(member, joinPath(path, name));
      return;
    }
    const inWords = isTextOrTexts(value) ? readers.list(value) : [];
    const values = inWords.length > 0 ? inWords : readers.json(value);
    if (values.length > 0) found.push({ path, label: path, values });
  };
  for (const [name, member] of Object.entries(record)) walk(member, joinPath('', name));
  return found;
}

/** Whether the field's own way of reading finds something in the value; else the value is of an unknown shape. */
function isShown(path: string, value: unknown): boolean {
  const fact = facts.find((one) => one.path === path);
  return fact !== undefined && (readers.json(value).length === 0 || readers[fact.kind](value).length > 0);
}

function holdersOf(path: string): string[] {
  const names = path.split('.');
  return names.slice(0, -1).map((_, at) => names.slice(0, at + 1).join('.'));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTextOrTexts(value: unknown): boolean {
  const all = Array.isArray(value) ? value : [value];
  return all.every((entry) => typeof entry === 'string' || typeof entry === 'number');
}
