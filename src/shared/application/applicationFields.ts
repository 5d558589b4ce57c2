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

/** The fields of `bibjson` that the user fills in, in the order of the form; lists as a whole. */
export const formFields = [
  'bibjson.title',
  'bibjson.alternative_title',
  'bibjson.ref.journal',
  'bibjson.pissn',
  'bibjson.eissn',
  'bibjson.boai',
  'bibjson.ref.oa_statement',
  'bibjson.oa_start',
  'bibjson.keywords',
  'bibjson.language',
  'bibjson.publisher.name',
  'bibjson.publisher.country',
  'bibjson.institution.name',
  'bibjson.institution.country',
  'bibjson.license',
  'bibjson.ref.license_terms',
  'bibjson.article.license_display',
  'bibjson.article.license_display_example_url',
  'bibjson.copyright.author_retains',
  'bibjson.copyright.url',
  'bibjson.editorial.review_process',
  'bibjson.editorial.review_url',
  'bibjson.plagiarism.detection',
  'bibjson.plagiarism.url',
  'bibjson.ref.aims_scope',
  'bibjson.editorial.board_url',
  'bibjson.ref.author_instructions',
  'bibjson.publication_time_weeks',
  'bibjson.apc.has_apc',
  'bibjson.apc.max',
  'bibjson.apc.url',
  'bibjson.waiver.has_waiver',
  'bibjson.waiver.url',
  'bibjson.other_charges.has_other_charges',
  'bibjson.other_charges.url',
  'bibjson.preservation.has_preservation',
  'bibjson.preservation.service',
  'bibjson.preservation.national_library',
  'bibjson.preservation.url',
  'bibjson.deposit_policy.has_policy',
  'bibjson.deposit_policy.service',
  'bibjson.deposit_policy.url',
  'bibjson.pid_scheme.has_pid_scheme',
  'bibjson.pid_scheme.scheme',
] as const;

/** Members that only the directory sets; it drops sent values, in new applications too (reference/directory-api.md 5.2, 5.5). */
export const systemFields = [
  'bibjson.subject',
  'bibjson.labels',
  'bibjson.replaces',
  'bibjson.is_replaced_by',
  'bibjson.discontinued_date',
] as const;

/** Fields that an Update Request never changes in either dialect: the journal's own values stay. */
export const journalFields = [
  'bibjson.title',
  'bibjson.alternative_title',
  'bibjson.pissn',
  'bibjson.eissn',
] as const;

/** The two halves of `admin.contact`. */
export const contactFields = ['admin.contact.name', 'admin.contact.email'] as const;
