import type { Dialect } from '../articles/articleService.ts';
import {
  address,
  boolean,
  country,
  currency,
  date,
  integer,
  issn,
  language,
  lowerText,
  text,
} from './conversions.ts';
import type { Structure } from './structure.ts';

/** The differences of the documented version: the contact, and the form of the ISSNs (reference/dialects.md). */
export interface StructureChoice {
  dialect: Dialect;
  /** An Update Request accepts a contact of any shape and ignores it. */
  isUpdate: boolean;
  /** True if ISSNs were sent as a list of identifiers, as documented. */
  hasIdentifiers: boolean;
}

/** The required structure of a sent application (reference/directory-api.md 5.1 and 5.2, order as in the addenda). */
export function applicationStructure(choice: StructureChoice): Structure {
  return {
    required: ['admin', 'bibjson'],
    fields: { id: text, created_date: date, last_updated: date, last_manual_update: date },
    objects: { admin: adminStructure(choice), bibjson: bibjsonStructure(choice) },
  };
}

const ADMIN_FIELDS = { application_status: text, current_journal: text, date_applied: text, owner: text };

function adminStructure({ dialect, isUpdate }: StructureChoice): Structure {
  if (dialect === '4.0') return { fields: ADMIN_FIELDS };
  const fields = { ...ADMIN_FIELDS, in_directory: text, upload_id: text };
  if (isUpdate) return { fields: { ...fields, contact: text } };
  const contact = { required: ['name', 'email'], fields: { name: text, email: text } };
  return { required: ['contact'], fields, objects: { contact } };
}

// The order in which the service checks for keys is not the order of its fields (addenda 5.3).
const REQUIRED = [
  'copyright',
  'deposit_policy',
  'editorial',
  'eissn',
  'keywords',
  'language',
  'license',
  'ref',
  'pid_scheme',
  'pissn',
  'plagiarism',
  'preservation',
  'publication_time_weeks',
  'publisher',
  'oa_start',
  'other_charges',
  'waiver',
  'title',
];

function bibjsonStructure({ hasIdentifiers }: StructureChoice): Structure {
  const { lists, ...rest } = BIBJSON;
  if (!hasIdentifiers) return { ...BIBJSON, required: REQUIRED };
  const identifier = { required: ['type', 'id'], fields: { type: text, id: text } };
  const required = REQUIRED.filter((name) => name !== 'pissn' && name !== 'eissn');
  return { ...rest, lists: { identifier, ...lists }, required };
}

const answer = (name: string): Structure => ({ fields: { [name]: boolean, url: address } });

const BIBJSON: Structure = {
  fields: {
    alternative_title: text,
    boai: boolean,
    eissn: issn,
    pissn: issn,
    discontinued_date: date,
    publication_time_weeks: integer,
    title: text,
    oa_start: integer,
  },
  objects: {
    apc: { ...answer('has_apc'), lists: { max: { fields: { currency, price: integer } } } },
    article: {
      fields: { license_display_example_url: address },
      lists: { license_display: { ...text, allowed: ['Embed', 'Display', 'No'] } },
    },
    copyright: { ...answer('author_retains'), required: ['url'] },
    deposit_policy: {
      fields: { has_policy: boolean, is_registered: boolean, url: address },
      lists: { service: text },
    },
    editorial: {
      required: ['review_process', 'review_url'],
      fields: { review_url: address, board_url: address },
      lists: { review_process: text },
    },
    institution: { fields: { name: text, country } },
    other_charges: answer('has_other_charges'),
    pid_scheme: { fields: { has_pid_scheme: boolean }, lists: { scheme: text } },
    plagiarism: { ...answer('detection'), required: ['detection', 'url'] },
    preservation: { ...answer('has_preservation'), lists: { national_library: text, service: text } },
    publisher: { required: ['name'], fields: { name: text, country } },
    ref: {
      required: ['journal'],
      fields: {
        oa_statement: address,
        journal: address,
        aims_scope: address,
        author_instructions: address,
        license_terms: address,
      },
    },
    waiver: answer('has_waiver'),
  },
  lists: {
    language,
    is_replaced_by: issn,
    keywords: lowerText,
    license: { fields: { type: text, BY: boolean, NC: boolean, ND: boolean, SA: boolean, url: address } },
    replaces: issn,
    subject: { fields: { code: text, scheme: text, term: text } },
    labels: { ...text, allowed: ['s2o', 'mirror', 'ojc'] },
  },
};
