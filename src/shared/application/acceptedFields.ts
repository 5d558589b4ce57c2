import vocabularies from '../../../resources/vocabularies.json' with { type: 'json' };

/** One field of an application that the directory accepts (reference/directory-api.md 5.1, 5.2); list entries are written `[]`. */
export interface AcceptedField {
  path: string;
  kind: 'field' | 'object' | 'list';
  /** The conversion of its value: `unicode`, `bool`, `integer`, `url`, …; for a list, of its entries. */
  coerce: string | null;
  /** For a list: true if its entries are objects. */
  hasObjects: boolean;
  allowed: readonly string[] | null;
  isRequired: boolean;
}

/** Every field of an application, in the order in which the directory reads them. */
export const acceptedFields: readonly AcceptedField[] = vocabularies.accepted_fields.application.map(
  (field) => ({
    path: field.path,
    kind: field.kind as AcceptedField['kind'],
    coerce: field.coerce ?? null,
    hasObjects: field.contains === 'object',
    allowed: field.allowed_values ?? null,
    isRequired: field.required,
  }),
);

/** Members that only the directory sets; it drops sent values, in new applications too (reference/directory-api.md 5.2, 5.5). */
export const systemFields = [
  'bibjson.subject',
  'bibjson.labels',
  'bibjson.replaces',
  'bibjson.is_replaced_by',
  'bibjson.discontinued_date',
] as const;
export type SystemPath = (typeof systemFields)[number];
