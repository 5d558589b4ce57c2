import { editableFields } from '../../../shared/article/articleFields.ts';
import { contentTypes } from '../../../shared/article/contentTypes.ts';
import type { BulkEdit } from '../../../shared/article/edits/bulkEdit.ts';
import {
  clearableFields,
  type TextField,
  textFields,
  valueFields,
} from '../../../shared/article/edits/editFields.ts';
import { splitKeywords } from '../../../shared/article/keywords.ts';
import type { Journal } from '../../../shared/contract/journals.ts';
import type { CaseLanguage, CaseStyle } from '../../../shared/text/changeCase.ts';

/** The operations that users choose from, by the heading in the list. */
export const operations = {
  values: ['set', 'clear', 'setJournal', 'affiliation', 'addKeywords', 'removeKeywords', 'setKeywords'],
  texts: ['replace', 'case', 'trim'],
  lists: ['split', 'join'],
  links: ['https', 'replaceHost'],
} as const;
export type Operation = (typeof operations)[keyof typeof operations][number] | 'fix';

/** The user's input for every operation, so that nothing is lost when they choose another one. */
export interface EditInput {
  operation: Operation;
  /** The field of each operation that has one. */
  fields: Readonly<Record<FieldOperation, string>>;
  value: string;
  onlyEmpty: boolean;
  journal: Journal | null;
  keywords: string;
  author: string;
  affiliation: string;
  find: string;
  with: string;
  isRegex: boolean;
  isCaseSensitive: boolean;
  to: CaseStyle;
  language: CaseLanguage;
  list: 'authors' | 'keywords';
  separator: string;
  joiner: string;
  from: string;
  host: string;
  /** The fix that the dialog was opened for. */
  fix: Extract<BulkEdit, { do: 'fix' }> | null;
}

/** The fields that each operation works on; operations without a choice are missing. */
export const fieldsOf = {
  set: valueFields,
  clear: clearableFields,
  replace: ['all', ...textFields],
  case: editableFields('case'),
  trim: ['all', ...textFields],
} as const satisfies Partial<Record<Operation, readonly string[]>>;
export type FieldOperation = keyof typeof fieldsOf;

export function hasField(operation: Operation): operation is FieldOperation {
  return operation in fieldsOf;
}

export function firstInput(fix: EditInput['fix']): EditInput {
  return {
    operation: fix ? 'fix' : 'replace',
    fields: { set: 'volume', clear: 'keywords', replace: 'title', case: 'title', trim: 'all' },
    value: '',
    onlyEmpty: false,
    journal: null,
    keywords: '',
    author: '',
    affiliation: '',
    find: '',
    with: '',
    isRegex: false,
    isCaseSensitive: true,
    to: 'sentence',
    language: '',
    list: 'keywords',
    separator: '',
    joiner: '; ',
    from: '',
    host: '',
    fix,
  };
}

/** The values that a field to set can have; null: any text. */
export function fixedValues({ fields: { set } }: EditInput): readonly string[] | null {
  return set === 'linkType' ? ['fulltext'] : set === 'contentType' ? contentTypes : null;
}

/** The edit that an input describes; null while it is incomplete. */
export function toEdit(input: EditInput): BulkEdit | null {
  const { onlyEmpty } = input;
  switch (input.operation) {
    case 'set': {
      const field = input.fields.set as (typeof valueFields)[number];
      const value = input.value.trim();
      const isOffered = fixedValues(input)?.includes(value) ?? value !== '';
      return isOffered ? { do: 'set', field, value, onlyEmpty } : null;
    }
    case 'clear':
      return { do: 'clear', field: input.fields.clear as (typeof clearableFields)[number] };
    case 'setJournal': {
      if (!input.journal) return null;
      const { pissn, eissn } = input.journal;
      return { do: 'setJournal', pissn, eissn, onlyEmpty };
    }
    case 'affiliation':
      return { do: 'affiliation', author: input.author.trim(), value: input.affiliation.trim(), onlyEmpty };
    case 'addKeywords':
      return toKeywords(input, 'add');
    case 'removeKeywords':
      return toKeywords(input, 'remove');
    case 'setKeywords':
      return toKeywords(input, 'set');
    case 'replace': {
      const { find, isRegex, isCaseSensitive } = input;
      const field = input.fields.replace as TextField | 'all';
      return find === '' ? null : { do: 'replace', field, find, with: input.with, isRegex, isCaseSensitive };
    }
    case 'case':
      return { do: 'case', field: input.fields.case as TextField, to: input.to, language: input.language };
    case 'trim':
      return { do: 'trim', field: input.fields.trim as TextField | 'all' };
    case 'split':
      return { do: 'split', list: input.list, separator: input.separator };
    case 'join':
      return input.joiner === '' ? null : { do: 'join', list: input.list, separator: input.joiner };
    case 'https':
      return { do: 'https' };
    case 'replaceHost': {
      const [from, to] = [input.from.trim(), input.host.trim()];
      return from === '' || to === '' ? null : { do: 'replaceHost', from, to };
    }
    case 'fix':
      return input.fix;
  }
}

function toKeywords({ keywords }: EditInput, how: 'add' | 'remove' | 'set'): BulkEdit | null {
  const list = splitKeywords(keywords);
  return list.length === 0 ? null : { do: 'keywords', how, keywords: list };
}
