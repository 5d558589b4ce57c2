import { ofPack } from '../rulePack/rulePack.ts';

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
export const acceptedFields = ofPack(({ vocabularies }): readonly AcceptedField[] =>
  vocabularies.applicationFields.map(({ path, kind, coerce, contains, allowed, required }) => ({
    path,
    kind,
    coerce: coerce ?? null,
    hasObjects: contains === 'object',
    allowed: allowed ?? null,
    isRequired: required ?? false,
  })),
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
