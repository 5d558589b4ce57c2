import { z } from 'zod';
import { caseLanguages, caseStyles } from '../../text/changeCase.ts';
import { clearableFields, textFields, valueFields } from './editFields.ts';

const text = z.string().max(2_000);
const list = z.enum(['authors', 'keywords']);

/** One change to many articles, as data. An article that it does not apply to stays as it is. */
export const bulkEditSchema = z.discriminatedUnion('do', [
  /** `onlyEmpty`: keeps existing values. */
  z.object({ do: z.literal('set'), field: z.enum(valueFields), value: text.min(1), onlyEmpty: z.boolean() }),
  z.object({ do: z.literal('clear'), field: z.enum(clearableFields) }),
  z.object({
    do: z.literal('setJournal'),
    pissn: z.string().max(20).nullable(),
    eissn: z.string().max(20).nullable(),
    onlyEmpty: z.boolean(),
  }),
  z.object({
    do: z.literal('keywords'),
    how: z.enum(['set', 'add', 'remove']),
    keywords: z.array(text.min(1)).min(1).max(100),
  }),
  /** `author`: a name, compared without case and spaces at its ends; empty: every author. */
  z.object({ do: z.literal('affiliation'), author: text, value: text, onlyEmpty: z.boolean() }),
  /** With `isRegex`, `find` is a regular expression of RE2, and `$1` in `with` stands for its first group. */
  z.object({
    do: z.literal('replace'),
    field: z.enum(['all', ...textFields]),
    find: z.string().min(1).max(1_000),
    with: z.string().max(10_000),
    isRegex: z.boolean(),
    isCaseSensitive: z.boolean(),
  }),
  /** With an empty `separator`, the usual ones are recognised. */
  z.object({ do: z.literal('split'), list, separator: z.string().max(20) }),
  z.object({ do: z.literal('join'), list, separator: z.string().min(1).max(20) }),
  z.object({
    do: z.literal('case'),
    field: z.enum(textFields),
    to: z.enum(caseStyles),
    language: z.enum(caseLanguages),
  }),
  z.object({ do: z.literal('trim'), field: z.enum(['all', ...textFields]) }),
  z.object({ do: z.literal('https') }),
  z.object({
    do: z.literal('replaceHost'),
    from: z.string().min(1).max(300),
    to: z.string().min(1).max(300),
  }),
  /** Applies the fix with this label to every finding with this code. */
  z.object({ do: z.literal('fix'), code: z.string().max(100), label: z.string().max(100) }),
]);
export type BulkEdit = z.infer<typeof bulkEditSchema>;
