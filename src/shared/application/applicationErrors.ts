import { readWords } from '../directory/directoryWords.ts';
import type { DraftRecord } from '../draft/draft.ts';
import { fieldLabel } from '../draft/fieldLabel.ts';
import { getAt } from '../draft/fieldPath.ts';
import type { Finding } from '../finding.ts';
import { literal, type Message, msg } from '../message.ts';
import { ofPack } from '../rulePack/rulePack.ts';
import { asStoredText } from '../text/pythonText.ts';
import { acceptedFields } from './acceptedFields.ts';
import { checkApplication } from './applicationRules.ts';
import type { ApplicationContext } from './rules/applicationContext.ts';
import type { ApplicationFindingCode } from './rules/codes.ts';

/** One problem that the directory found in an application. */
export interface ApplicationProblem {
  /** The path of the field, as in a finding; empty if it cannot be determined. */
  path: string;
  /** Our message and help if we have a rule for it; else the directory's own wording. */
  message: Message;
  help: Message | null;
  /** The directory's wording for this field, without HTML. */
  words: string;
}

/**
 * Parses a refusal (400) of an application: form messages in one string, without a separator between a field's last
 * message and the next field's name, and messages about structure, some without a field (reference/directory-api.md
 * 5.3, 5.4, addenda). `record` as sent gives the exact paths. Empty for other texts.
 */
export function readApplicationErrors(
  text: string,
  sent?: { record: DraftRecord; context: ApplicationContext },
): ApplicationProblem[] {
  const { words } = readWords(text);
  const ours = sent
    ? checkApplication(sent.record, sent.context).filter((finding) => finding.severity === 'error')
    : [];
  const form = /^The following validation errors were received:\s*([\s\S]*)$/.exec(words);
  if (form) return splitMessages(form[1]!).flatMap((said) => explainField(said, ours, sent?.record));
  const named = readStructure(words, ours, sent?.record);
  if (named === null) return [];
  const found = ours.find((finding) => finding.path === named);
  return [
    found
      ? { path: found.path, message: found.message, help: found.help, words }
      : {
          path: named,
          message: literal(words),
          help: named === '' ? null : inField(named, sent?.record),
          words,
        },
  ];
}

/** Paths for names of the form that do not identify the field. */
const fieldsByName: Record<string, string> = {
  publisher_name: 'bibjson.publisher.name',
  publisher_country: 'bibjson.publisher.country',
  institution_name: 'bibjson.institution.name',
  institution_country: 'bibjson.institution.country',
  'apc_charges.apc_currency.apc_max': 'bibjson.apc.max',
  'apc_charges.apc_currency': 'bibjson.apc.max',
  'apc_charges.apc_max': 'bibjson.apc.max',
  'bibjson.apc.max.currency': 'bibjson.apc.max',
  'bibjson.apc.max.price': 'bibjson.apc.max',
  'bibjson.license.type': 'bibjson.license',
  'bibjson.license.url': 'bibjson.ref.license_terms',
  'bibjson.other_charges_url': 'bibjson.other_charges.url',
};

/** Lists in the directory's messages that have a question above them in our form. */
const questions: Record<string, string> = {
  'bibjson.preservation.service': 'bibjson.preservation.has_preservation',
  'bibjson.deposit_policy.service': 'bibjson.deposit_policy.has_policy',
  'bibjson.pid_scheme.scheme': 'bibjson.pid_scheme.has_pid_scheme',
};

/** Every name that the form uses for a field; a name is followed by a colon, with or without a blank before it. */
const namePattern = ofPack(() => {
  const paths = acceptedFields().map(({ path }) => path.replaceAll('[]', ''));
  const names = [...new Set([...Object.keys(fieldsByName), ...paths])]
    .filter((name) => !/^(?:id|admin|bibjson)$/.test(name))
    .sort((a, b) => b.length - a.length);
  return new RegExp(
    `(${names.map((name) => name.replaceAll('.', '\\.')).join('|')}|bibjson(?:\\.\\w+)+) ?: `,
    'g',
  );
});

interface Said {
  name: string;
  words: string;
}

function splitMessages(text: string): Said[] {
  const marks = [...text.matchAll(namePattern())];
  if (marks.length === 0) return [{ name: '', words: text.trim() }];
  return marks.map((mark, index) => ({
    name: mark[1]!,
    words: tidy(text.slice(mark.index + mark[0].length, marks[index + 1]?.index)),
  }));
}

/** The messages of one field without the empty object that the form adds to some. */
function tidy(text: string): string {
  return text
    .split('; ')
    .map((part) => part.trim())
    .filter((part) => part !== '{}' && part !== '')
    .join('; ');
}

/** One problem for each of our findings in the field that the directory names. */
function explainField(
  { name, words }: Said,
  ours: readonly Finding[],
  record: DraftRecord | undefined,
): ApplicationProblem[] {
  const path = Object.hasOwn(fieldsByName, name) ? fieldsByName[name]! : name;
  const question = Object.hasOwn(questions, path) ? questions[path] : undefined;
  const found = ours.filter(
    (finding) => finding.path === path || finding.path === question || isInside(finding.path, path),
  );
  if (found.length > 0)
    return found.map(({ path: exact, message, help }) => ({ path: exact, message, help, words }));
  return [{ path, message: literal(words), help: path === '' ? null : inField(path, record), words }];
}

function inField(path: string, record: DraftRecord | undefined): Message {
  return msg('directory.applicationRefusal.inField', { field: fieldLabel(path, record) });
}

function isInside(inner: string, outer: string): boolean {
  return inner.startsWith(outer) && /^[.[]/.test(inner.slice(outer.length));
}

/** The field of a message about structure; null for other messages. */
function readStructure(
  words: string,
  ours: readonly Finding[],
  record: DraftRecord | undefined,
): string | null {
  for (const { pattern, path } of structure) {
    const found = pattern.exec(words);
    if (found) return path(found);
  }
  const value = /^Value '([\s\S]*)' is not permitted at '\.(\w+)'/.exec(words);
  if (value) return allowedField(value[2]!, value[1]!, record);
  const coerce = /^Coerce with '<function ([\w.<>]+?)(?: at [^>]*)?>' failed on '([\s\S]*)' of type/.exec(
    words,
  );
  if (coerce) return findCulprit(coerce[1]!, coerce[2]!, ours, record);
  const rule = rules.find(({ pattern }) => pattern.test(words));
  if (!rule) return null;
  return ours.find(({ code }) => rule.codes.includes(code as ApplicationFindingCode))?.path ?? rule.path;
}

const structure: { pattern: RegExp; path: (found: RegExpExecArray) => string }[] = [
  {
    pattern: /^Field '([^']+)' is (?:required but not present|not permitted) at '\[root\]([^']*?)\.?'/,
    path: ([, name, parent]) => (parent ? `${parent}.${name}` : name!),
  },
  { pattern: /^Expect(?:ed|ing) (?:a )?(?:dict|list) at '\[root\]([^']*)' but/, path: ([, path]) => path! },
  { pattern: /^current_journal cannot be changed/, path: () => 'admin.current_journal' },
];

/** Messages without a path, with our equivalent rules. */
const rules: { pattern: RegExp; path: string; codes: ApplicationFindingCode[] }[] = [
  { pattern: /^Metadata contains <script> tag/, path: '', codes: ['script-tag'] },
  {
    pattern: /^You must specify at least one of bibjson\.pissn/,
    path: 'bibjson.pissn',
    codes: ['journal-issn-missing', 'journal-issns-equal', 'journal-issn-zeros'],
  },
  {
    pattern: /^Print ISSN and Online ISSN should be different/,
    path: 'bibjson.eissn',
    codes: ['journal-issns-equal', 'journal-issn-zeros'],
  },
  { pattern: /^You must specify the journal homepage/, path: 'bibjson.ref.journal', codes: [] },
  {
    pattern: /^In this context bibjson\.copyright\.url is required/,
    path: 'bibjson.copyright.url',
    codes: [],
  },
  {
    pattern: /^In this context bibjson\.plagiarism\.url is required/,
    path: 'bibjson.plagiarism.url',
    codes: [],
  },
  { pattern: /^bibjson\.keywords may only contain/, path: 'bibjson.keywords', codes: [] },
];

/** The message contains only a dot and the last name of the path. */
function allowedField(name: string, value: string, record: DraftRecord | undefined): string {
  const path = acceptedFields().find((field) => field.path.endsWith(`.${name}`))?.path ?? '';
  const list = getAt(record, path);
  const index = Array.isArray(list) ? list.findIndex((entry) => asStoredText(entry) === value) : -1;
  return index < 0 ? path : `${path}[${index}]`;
}

/** Our rules for the kind of value that a function of the directory reads. */
const kinds: [RegExp, ApplicationFindingCode][] = [
  [/^to_bool/, 'boolean-unreadable'],
  [/^intify/, 'number-unreadable'],
  [/^date_str/, 'application-date-unreadable'],
  [/^to_isolang/, 'language-unknown'],
  [/^to_currency_code/, 'currency-unknown'],
];

/** The message has the kind and the value, not the field: finds the field by our finding of that kind for that value. */
function findCulprit(
  name: string,
  value: string,
  ours: readonly Finding[],
  record: DraftRecord | undefined,
): string {
  const code = kinds.find(([pattern]) => pattern.test(name))?.[1];
  const same = ours.filter((finding) => finding.code === code);
  const exact = same.find(({ path }) => asStoredText(getAt(record, path) ?? null) === value);
  return (exact ?? same[0])?.path ?? '';
}
