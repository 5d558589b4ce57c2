import { checkArticle } from '../article/articleRules.ts';
import type { FindingCode } from '../article/rules/codes.ts';
import { fieldLabel } from '../draft/fieldLabel.ts';
import type { Finding } from '../finding.ts';
import type { JournalCard } from '../journal/journal.ts';
import { type Message, msg } from '../message.ts';
import { stripEntities } from '../text/entities.ts';
import type { Dialect } from './account.ts';

/** The directory's response about a record (or a batch), and its meaning. */
export interface Explanation {
  /** Stable name of the reason; its texts are `directory.refusal.<code>` in locales/en.json. */
  code: RefusalCode;
  /** The field it concerns, as in a finding; empty if none is named. */
  path: string;
  message: Message;
  help: Message;
  /** The directory's own wording, without HTML and without the reference; may be empty. */
  words: string;
  /** The directory's reference code for its support; may be empty. */
  reference: string;
}

/** Facts about the refused record, with which the explanation names the field if the directory does not. */
export interface RefusalContext {
  record?: unknown;
  dialect?: Dialect;
  journals?: readonly JournalCard[] | null;
  now?: Date;
}

/**
 * Explains a response about articles (reference/directory-api.md 2.1 to 2.3, 4.4, 4.5, 7, 8.3, 8.4). `status` null:
 * the outcome of an accepted batch; `text`: its `error` or whole body.
 */
export function explainRefusal(
  status: number | null,
  text: string,
  context: RefusalContext = {},
): Explanation {
  const { words, reference } = readWords(text);
  const said = sentences.find(({ pattern }) => pattern.test(words));
  const code = said?.code ?? codeOf(status, words);
  const named = said?.path?.(said.pattern.exec(words)!) ?? '';
  const finding = context.record === undefined ? undefined : findCulprit(code, named, context);
  const path = finding?.path ?? named;
  const params = { words, status, field: fieldLabel(path, context.record) };
  return {
    code,
    path,
    // The same sentence as beside the field.
    message: finding?.message ?? msg(`directory.refusal.${code}.message`, params),
    help: finding?.help ?? helpFor(code, params, context),
    words,
    reference,
  };
}

/** Refusals about the journal. Choosing it again helps nobody if the list of journals says that it is the right one. */
const aboutJournal: ReadonlySet<RefusalCode> = new Set([
  'not-yours',
  'issn-unknown',
  'issns-no-match',
  'update-refused',
]);

/** Returns true if a refusal with this code may come from an old list of the account's journals. */
export function isAboutJournal(code: string): boolean {
  return (aboutJournal as ReadonlySet<string>).has(code);
}

function helpFor(
  code: RefusalCode,
  params: Message['params'],
  { record, journals }: RefusalContext,
): Message {
  const isRight = aboutJournal.has(code) && record !== undefined && (journals ?? null) !== null;
  return msg(isRight ? 'directory.rightJournal' : `directory.refusal.${code}.help`, params);
}

/** Long enough for a user, and short enough that a hostile response costs no time. */
const maxWordsLength = 4_000;

/** The directory's wording without HTML, at most four thousand characters, and the reference that it appends as `(ref: …)`. */
export function readWords(text: string): { words: string; reference: string } {
  const found = /\(ref: ([^()]{0,100})\)\s*$/.exec(text.slice(-200));
  const end = found ? text.length - found[0].length : text.length;
  const body = text.slice(0, Math.min(end, maxWordsLength));
  const isPage = /^\s*<(?:!doctype|html|head|body)\b/i.test(body);
  // Only the title of an error page is worth showing.
  const title = isPage ? (/<title[^>]*>([\s\S]*?)<\/title>/i.exec(body)?.[1] ?? '') : body;
  return { words: withoutForms(title), reference: found?.[1] ?? '' };
}

/** Removes only the tags that the directory's own forms use, so a sentence about a script tag stays intact. */
function withoutForms(text: string): string {
  return stripEntities(text.replace(/<\/?(?:a|b|br|em|i|li|p|small|span|strong|ul)\b[^>]*>/gi, ' '))
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:])/g, '$1')
    .trim();
}

/** Every known reason that the directory gives for articles. */
export const refusalCodes = [
  'field-missing',
  'value-unreadable',
  'not-an-object',
  'not-a-list',
  'script-tag',
  'issn-missing',
  'issns-equal',
  'orcid-form',
  'doi-form',
  'issn-unknown',
  'not-yours',
  'no-doi-or-url',
  'issns-too-many',
  'issns-no-match',
  'journal-withdrawn',
  'before-open-access',
  'duplicate-ambiguous',
  'identifier-changed',
  'update-refused',
  'batch-duplicates',
  'batch-ambiguous',
  'batch-refused',
  'batch-unreadable',
  'upload-unknown',
  'not-json',
  'key-refused',
  'version-retired',
  'no-route',
  'not-found',
  'not-allowed',
  'maintenance',
  'slow-down',
  'too-large',
  'redirected',
  'crashed',
  'gateway',
  'no-words',
  'unknown',
] as const;
type RefusalCode = (typeof refusalCodes)[number];

interface Sentence {
  pattern: RegExp;
  code: RefusalCode;
  path?: (found: RegExpExecArray) => string;
}

const sentences: Sentence[] = [
  {
    pattern: /^Field '([^']+)' is required but not present at '(?:root|([^']*?)\.?)'/,
    code: 'field-missing',
    path: ([, name, parent]) => (parent ? `${parent}.${name}` : name!),
  },
  { pattern: /^Schema exception at '([^']+)'/, code: 'value-unreadable', path: ([, path]) => path! },
  { pattern: /^Found '([^']+)' = /, code: 'not-an-object', path: ([, path]) => path! },
  { pattern: /^Expecting list at (\S+) but/, code: 'not-a-list', path: ([, path]) => path! },
  { pattern: /^Metadata contains <script> tag/, code: 'script-tag' },
  {
    pattern: /^You must specify at least one (?:of )?P/,
    code: 'issn-missing',
    path: () => 'bibjson.identifier',
  },
  {
    pattern: /ISSN and (?:online |E-)ISSN should be different/i,
    code: 'issns-equal',
    path: () => 'bibjson.identifier',
  },
  { pattern: /^Invalid ORCID/, code: 'orcid-form', path: () => 'bibjson.author' },
  { pattern: /^Invalid DOI format/, code: 'doi-form', path: () => 'bibjson.identifier' },
  { pattern: /^No journal found to attach/, code: 'issn-unknown', path: () => 'bibjson.identifier' },
  {
    pattern: /^It is not possible to create an article/,
    code: 'not-yours',
    path: () => 'bibjson.identifier',
  },
  { pattern: /^The article must have a DOI/, code: 'no-doi-or-url', path: () => 'bibjson.link' },
  { pattern: /^Too many ISSNs/, code: 'issns-too-many', path: () => 'bibjson.identifier' },
  { pattern: /^ISSNs provided don't match/, code: 'issns-no-match', path: () => 'bibjson.identifier' },
  {
    pattern: /withdrawn from DOAJ|has been withdrawn/,
    code: 'journal-withdrawn',
    path: () => 'bibjson.identifier',
  },
  {
    pattern: /publication date before the 'OA start date'/,
    code: 'before-open-access',
    path: () => 'bibjson.year',
  },
  { pattern: /^The article matched multiple/, code: 'duplicate-ambiguous', path: () => 'bibjson.identifier' },
  {
    pattern: /DOI or Fulltext URL has been changed/,
    code: 'identifier-changed',
    path: () => 'bibjson.identifier',
  },
  { pattern: /^Article update failed/, code: 'update-refused', path: () => 'bibjson.identifier' },
  { pattern: /have duplicate identifiers/, code: 'batch-duplicates' },
  { pattern: /matched multiple articles as duplicates/, code: 'batch-ambiguous' },
  { pattern: /articles failed to ingest/, code: 'batch-refused' },
  { pattern: /^Unanticipated error when importing/, code: 'batch-unreadable' },
  { pattern: /^upload_id is invalid/, code: 'upload-unknown' },
  { pattern: /was not valid JSON/, code: 'not-json' },
  { pattern: /^An API Key is required/i, code: 'key-refused' },
  { pattern: /^Version \d+ is no longer supported/, code: 'version-retired' },
  { pattern: /^No endpoint at /, code: 'no-route' },
  { pattern: /essential maintenance/, code: 'maintenance' },
];

/** The meaning of the status alone. */
function codeOf(status: number | null, words: string): RefusalCode {
  if (status === null) return words === '' ? 'no-words' : 'unknown';
  if (status >= 300 && status < 400) return 'redirected';
  if (status === 401) return 'key-refused';
  if (status === 403 && (words === '' || words.startsWith('403'))) return 'not-allowed';
  if (status === 404) return 'not-found';
  if (status === 413) return 'too-large';
  if (status === 429) return 'slow-down';
  if (status === 503) return 'maintenance';
  if (status === 502 || status === 504) return 'gateway';
  if (status >= 500) return 'crashed';
  return words === '' ? 'no-words' : 'unknown';
}

/** Our own errors that are equivalent to a refusal. */
const sameAs: Partial<Record<RefusalCode, readonly FindingCode[]>> = {
  'script-tag': ['script-tag'],
  'issn-missing': ['issn-missing'],
  'issns-equal': ['issns-equal'],
  'orcid-form': ['orcid-form'],
  'doi-form': ['doi-form'],
  'issn-unknown': ['issn-unknown', 'issn-form'],
  'not-yours': ['issn-not-yours', 'issn-shared', 'issn-partly-unknown', 'issn-form', 'issns-too-many'],
  'no-doi-or-url': ['no-doi-or-url'],
  'issns-too-many': ['issns-too-many'],
  'issns-no-match': ['issns-swapped', 'issn-wrong-slot', 'issns-of-two-journals', 'journal-twice'],
  'journal-withdrawn': ['journal-withdrawn'],
  'before-open-access': ['year-refused'],
};

/** Our finding that names the field, more precisely than the directory does. */
function findCulprit(code: RefusalCode, named: string, context: RefusalContext): Finding | undefined {
  const errors = checkArticle(context.record, {
    dialect: context.dialect ?? '4.0',
    journals: context.journals ?? null,
    now: context.now ?? new Date(),
    // The refusal itself says that the server has this rule.
    profile: { oaStart: code === 'before-open-access' },
  }).filter((finding) => finding.severity === 'error');
  const same = sameAs[code];
  return errors.find((finding) =>
    same ? same.includes(finding.code as FindingCode) : finding.path === named && named !== '',
  );
}
