import type { Refusal } from '../../shared/draft/draft.ts';
import { type Language, language, languages, t, words } from '../../shared/i18n/words.ts';

/**
 * The same sentence in the language that is spoken now. What became of a record is stored as the words that were said of
 * it; here they are known again by the catalogue of the language they were said in, and said anew with the values that
 * they hold. What is none of our sentences stays as it is, such as the directory's own words.
 */
export function reword(text: string): string {
  if (text === '' || text.length > longest) return text;
  for (const one of languages) {
    const found = one === language() ? null : recognise(one, text);
    if (found) return found;
  }
  return text;
}

/** A refusal in the language that is spoken now; the directory's own words stay. */
export function rewordRefusal(refusal: Refusal): Refusal {
  return { ...refusal, message: reword(refusal.message), help: reword(refusal.help) };
}

/** Longer than any sentence of ours with its values, in characters. */
const longest = 4_000;
/** A template with fewer letters of its own would know again what it never said. */
const fewestLetters = 10;

/** A sentence of the catalogue: what stands between its placeholders, and their names. */
interface Template {
  key: string;
  literals: string[];
  names: string[];
}

interface Index {
  plain: Map<string, string>;
  /** Keys of the labels of fields. */
  labels: Map<string, string>;
  /** By their first character, those with the most of their own first; under '' those that begin with a value. */
  templates: Map<string, Template[]>;
}

const made = new Map<Language, Index>();

function recognise(from: Language, text: string): string | null {
  const index = indexOf(from);
  const key = index.plain.get(text);
  if (key !== undefined) return say(key, {}, from);
  const templates = [...(index.templates.get(text[0]!) ?? []), ...(index.templates.get('') ?? [])];
  for (const template of templates) {
    const values = valuesIn(template, text);
    const said = values && say(template.key, values, from);
    if (said) return said;
  }
  return null;
}

/** What stands at the placeholders; null where the text is not made of the template. Each value is as short as can be, so that no text takes long. */
function valuesIn({ literals, names }: Template, text: string): Record<string, string> | null {
  const [first = ''] = literals;
  const last = literals.at(-1)!;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return null;
  const values: Record<string, string> = {};
  let from = first.length;
  for (const [at, name] of names.entries()) {
    const isLast = at === names.length - 1;
    const to = isLast ? text.length - last.length : text.indexOf(literals[at + 1]!, from);
    if (to < from || (values[name] ?? text.slice(from, to)) !== text.slice(from, to)) return null;
    values[name] = text.slice(from, to);
    from = to + literals[at + 1]!.length;
  }
  return values;
}

const plural = /_(zero|one|many|other)$/;

function say(found: string, values: Record<string, string>, from: Language): string | null {
  const form = plural.exec(found)?.[1];
  const key = found.replace(plural, '');
  const params = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, valueIn(name, value, from)]),
  );
  const written = countIn(values.count ?? (form === undefined ? undefined : values.n));
  const meant = form === undefined ? undefined : ({ zero: 0, one: 1 }[form] ?? 2);
  const count = written ?? meant;
  if (count === undefined) return words.exists(key) ? t(key, params) : null;
  return words.exists(key, { count }) ? t(key, { ...params, count }) : null;
}

/** `1,240` and `1 240` as 1240. */
function countIn(text: string | undefined): number | undefined {
  const digits = text?.replace(/[\s,.’']/g, '') ?? '';
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}

/** Values that are words of ours, unlike titles and names. */
const worded = ['why', 'message', 'reason', 'what', 'issns', 'slot', 'parts', 'place'];
const labelled = ['field', 'question', 'list'];

function valueIn(name: string, value: string, from: Language): string {
  if (labelled.includes(name)) return labelOf(value, from);
  return worded.includes(name) ? (recognise(from, value) ?? value) : value;
}

/** `Author 2, ORCID`: labels with their places. */
function labelOf(text: string, from: Language): string {
  const { labels } = indexOf(from);
  const parts = text.split(', ').map((part) => {
    const whole = labels.get(part);
    if (whole !== undefined) return t(whole);
    const [, label = '', place = ''] = /^(.+?)( \d+)$/.exec(part) ?? [];
    const key = labels.get(label);
    return key === undefined ? part : `${t(key)}${place}`;
  });
  return parts.join(', ');
}

/** The sentences of a language, made when they are first asked for. */
function indexOf(from: Language): Index {
  const known = made.get(from);
  if (known) return known;
  const index: Index = { plain: new Map(), labels: new Map(), templates: new Map() };
  for (const [key, sentence] of sentencesOf(words.getResourceBundle(from, 'translation'))) {
    if (key.startsWith('field.')) index.labels.set(sentence, key);
    const literals = sentence.split(/\{\{\w+\}\}/);
    const names = [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!);
    if (lettersIn(literals) < fewestLetters) continue;
    if (names.length === 0) index.plain.set(sentence, index.plain.get(sentence) ?? key);
    else {
      const start = literals[0]!.charAt(0);
      index.templates.set(start, [...(index.templates.get(start) ?? []), { key, literals, names }]);
    }
  }
  for (const templates of index.templates.values()) {
    templates.sort((a, b) => lettersIn(b.literals) - lettersIn(a.literals));
  }
  // Words that are not there yet (`loadWords`) may still come.
  if (words.hasResourceBundle(from, 'translation')) made.set(from, index);
  return index;
}

function lettersIn(literals: readonly string[]): number {
  return literals.join('').length;
}

function sentencesOf(tree: unknown, path = ''): [string, string][] {
  if (typeof tree === 'string') return [[path, tree]];
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([name, part]) =>
    sentencesOf(part, path === '' ? name : `${path}.${name}`),
  );
}
