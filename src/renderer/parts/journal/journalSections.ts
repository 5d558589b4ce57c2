import { toFlat } from '../../../shared/application/application.ts';
import {
  type ApplicationControl,
  applicationFields,
  type FieldFact,
} from '../../../shared/application/applicationFields.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { isObject } from '../../../shared/json.ts';
import { holdersOf, otherValues } from '../form/comparison/otherValues.ts';
import { type RecordValue, readers, type ValueKind } from './recordValues.ts';

const sectionNames = [
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
type SectionName = (typeof sectionNames)[number];

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
  kind: ValueKind;
  /** Omitted if it has no value; other fields say that it is missing. */
  isOptional?: boolean;
  /** Key of its label under `journals.field`; other fields are named as in the form. */
  label?: string;
}

const kinds: Record<ApplicationControl, ValueKind> = {
  ...{ text: 'text', issn: 'text', url: 'address', number: 'weeks', question: 'yesNo', country: 'country' },
  ...{ languages: 'languages', keywords: 'list', names: 'list', choices: 'list' },
  ...{ licences: 'licences', licenceDisplay: 'licenceDisplay', prices: 'prices' },
};

/** A field of the form as the page shows it. */
function factOf({ path, control, unit, when, isOptional }: FieldFact): Fact {
  const kind = path === 'bibjson.editorial.review_process' ? 'reviews' : (unit ?? kinds[control]);
  return { path, kind, isOptional: isOptional === true || when !== undefined };
}

/** What only the directory sets, in the order of the page. */
const setThere: Partial<Record<SectionName, readonly Fact[]>> = {
  about: [
    { path: 'bibjson.subject', kind: 'subjects', label: 'subject' },
    { path: 'bibjson.replaces', kind: 'list', isOptional: true, label: 'replaces' },
    { path: 'bibjson.is_replaced_by', kind: 'list', isOptional: true, label: 'isReplacedBy' },
    { path: 'bibjson.discontinued_date', kind: 'date', isOptional: true, label: 'discontinued' },
  ],
  deposit: [
    {
      path: 'bibjson.deposit_policy.is_registered',
      kind: 'yesNo',
      isOptional: true,
      label: 'depositRegistered',
    },
  ],
  directory: [
    { path: 'admin.in_doaj', kind: 'yesNo', isOptional: true, label: 'inDirectory' },
    { path: 'admin.ticked', kind: 'yesNo', isOptional: true, label: 'ticked' },
    { path: 'bibjson.labels', kind: 'labels', isOptional: true, label: 'labels' },
    { path: 'admin.last_full_review', kind: 'date', isOptional: true, label: 'lastFullReview' },
    { path: 'created_date', kind: 'date', isOptional: true, label: 'created' },
    { path: 'last_updated', kind: 'date', isOptional: true, label: 'lastUpdated' },
    { path: 'last_manual_update', kind: 'date', isOptional: true, label: 'lastManualUpdate' },
    { path: 'id', kind: 'text', isOptional: true, label: 'id' },
  ],
};

/** Every field of a journal record (reference/directory-api.md 5.2, 6), in the order of the page. */
function factsOf(name: SectionName): readonly Fact[] {
  const asked = applicationFields.filter(({ section }) => section === name);
  return [...asked.map(factOf), ...(setThere[name] ?? [])];
}

const facts = sectionNames.flatMap(factsOf);

/** Members that mean nothing to the user: the kind of the stored record, and identifiers that have fields of their own. */
const hidden = new Set(['es_type', 'bibjson.identifier']);

/** A journal record of the directory, in either shape, as sections of labelled values; the last one has the values without a field. */
export function journalSections(record: DraftRecord): RecordSection[] {
  const flat = toFlat(record);
  return sectionNames
    .map((name) => ({ name, fields: name === 'other' ? otherFields(flat) : fieldsOf(name, flat) }))
    .filter(({ fields }) => fields.length > 0);
}

function fieldsOf(name: SectionName, record: DraftRecord): RecordField[] {
  return factsOf(name).flatMap(({ path, kind, isOptional, label }) => {
    const values = readers[kind](getAt(record, path));
    if (isOptional && values.length === 0) return [];
    return [{ path, label: label === undefined ? fieldText(path) : t(`journals.field.${label}`), values }];
  });
}

/** Everything else in the record, as it is, so that nothing is hidden. */
function otherFields(record: DraftRecord): RecordField[] {
  const holders = new Set(holdersOf(facts.map(({ path }) => path)));
  const others = otherValues(record, (path, value) => {
    if (hidden.has(path) || isShown(path, value)) return 'field';
    return holders.has(path) && isObject(value) ? 'parts' : 'not';
  });
  return others.flatMap(({ path, value }) => {
    const texts = isTextOrTexts(value) ? readers.list(value) : [];
    const values = texts.length > 0 ? texts : readers.json(value);
    return values.length > 0 ? [{ path, label: path, values }] : [];
  });
}

/** Returns true if the value has a field that can show it; otherwise its shape is unknown. */
function isShown(path: string, value: DraftRecord[string]): boolean {
  const fact = facts.find((one) => one.path === path);
  return fact !== undefined && (readers.json(value).length === 0 || readers[fact.kind](value).length > 0);
}

function isTextOrTexts(value: unknown): boolean {
  const all = Array.isArray(value) ? value : [value];
  return all.every((entry) => typeof entry === 'string' || typeof entry === 'number');
}
