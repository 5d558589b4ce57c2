import sentences from '../../../../resources/sentencesUntil7.json' with { type: 'json' };
import {
  literal,
  type Message,
  type MessageParam,
  msg,
  sentences as several,
} from '../../../shared/message.ts';

/** The message of a sentence of version 7 or older, in either language; other texts become literals. */
export function recogniseSentence(text: string): Message {
  return whole(text) ?? inParts(text) ?? literal(text);
}

/** Like `recogniseSentence`, for a text that can only be one of these keys, however short their texts are. */
export function recogniseOneOf(text: string, keys: RegExp): Message {
  for (const index of indexes()) {
    const candidates = [...index.plain, ...index.templates].filter(({ key }) => keys.test(key));
    for (const template of candidates.sort(mostTextFirst)) {
      const found = match(template, text, index);
      if (found) return found;
    }
  }
  return literal(text);
}

/** Longer than any sentence with its values. */
const maxLength = 4_000;
/** A template with fewer letters outside its placeholders would match unrelated texts. */
const minLetters = 10;
/** Sentences that follow one another in one text. */
const maxParts = 8;

interface Template {
  key: string;
  /** The text between the placeholders. */
  pieces: string[];
  names: string[];
}

interface Index {
  plain: Template[];
  templates: Template[];
  byText: Map<string, string>;
  /** Templates by first letter ('' for those that begin with a value), those with the longest texts first. */
  byStart: Map<string, Template[]>;
  /** Keys of field labels, by their text. */
  labels: Map<string, string>;
}

let made: Index[] | null = null;

/** Built at first use: only databases of old versions need them. */
function indexes(): Index[] {
  made ??= [indexOf(0), indexOf(1)];
  return made;
}

function indexOf(language: 0 | 1): Index {
  const index: Index = { plain: [], templates: [], byText: new Map(), byStart: new Map(), labels: new Map() };
  for (const [key, texts] of Object.entries(sentences as Record<string, string[]>)) {
    const text = texts[language] ?? '';
    if (text === '') continue;
    if (key.startsWith('field.')) index.labels.set(text, key);
    const template = {
      key,
      pieces: text.split(/\{\{[\w, ]+\}\}/),
      names: [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name!),
    };
    const ownText = template.pieces.join('');
    const isLong = ownText.length >= minLetters || ownText.includes('→');
    if (template.names.length === 0) {
      index.plain.push(template);
      if (isLong && !index.byText.has(text)) index.byText.set(text, key);
    } else {
      index.templates.push(template);
      const start = template.pieces[0]!.charAt(0);
      if (isLong) index.byStart.set(start, [...(index.byStart.get(start) ?? []), template]);
    }
  }
  for (const list of index.byStart.values()) list.sort(mostTextFirst);
  return index;
}

/** The template with the most fixed text is the least likely to match by chance. */
function mostTextFirst(a: Template, b: Template): number {
  return b.pieces.join('').length - a.pieces.join('').length;
}

function whole(text: string): Message | null {
  if (text === '' || text.length > maxLength) return null;
  for (const index of indexes()) {
    const key = index.byText.get(text);
    if (key !== undefined) return toMessage(key, {}, index);
    for (const start of [text[0]!, '']) {
      for (const template of index.byStart.get(start) ?? []) {
        const found = match(template, text, index);
        if (found) return found;
      }
    }
  }
  return null;
}

/** Several sentences in one text, all of them known. */
function inParts(text: string, most = maxParts): Message | null {
  if (most < 2 || text.length > maxLength) return null;
  for (const { index } of [...text.matchAll(/[.!?…»] (?=\S)/g)].reverse()) {
    const first = whole(text.slice(0, index + 1));
    if (!first) continue;
    const rest = text.slice(index + 2);
    const second = whole(rest) ?? inParts(rest, most - 1);
    if (second) return several([first, second]);
  }
  return null;
}

function match({ key, pieces, names }: Template, text: string, index: Index): Message | null {
  const values = valuesIn(pieces, names, text);
  return values && toMessage(key, values, index);
}

/** The text at each placeholder, as short as possible; null if the text does not match the pieces. */
function valuesIn(
  pieces: readonly string[],
  names: readonly string[],
  text: string,
): Record<string, string> | null {
  const [first = ''] = pieces;
  const last = pieces.at(-1)!;
  if (names.length === 0) return text === first ? {} : null;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return null;
  const values: Record<string, string> = {};
  let from = first.length;
  for (const [at, name] of names.entries()) {
    const isLast = at === names.length - 1;
    const to = isLast ? text.length - last.length : text.indexOf(pieces[at + 1]!, from);
    if (to < from || (values[name] ?? text.slice(from, to)) !== text.slice(from, to)) return null;
    values[name] = text.slice(from, to);
    from = to + pieces[at + 1]!.length;
  }
  // French uses spaces where English has none, so a value that ends with one comes from the other language.
  return Object.values(values).every((value) => value === value.trim()) ? values : null;
}

const plural = /_(zero|one|two|few|many|other)$/;

function toMessage(found: string, values: Record<string, string>, index: Index): Message {
  const form = plural.exec(found)?.[1];
  const key = found.replace(plural, '');
  const params: Record<string, MessageParam> = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, paramOf(name, value, index)]),
  );
  const written = asCount(values.count ?? (form === undefined ? undefined : values.n));
  const count = written ?? (form === undefined ? undefined : ({ zero: 0, one: 1 }[form] ?? 2));
  if (count !== undefined) params.count = count;
  return Object.keys(params).length === 0 ? msg(key) : msg(key, params);
}

/** `1,240` and `1 240` as 1240. */
function asCount(text: string | undefined): number | undefined {
  const digits = text?.replace(/[\s,.’']/g, '') ?? '';
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}

/** Values that are texts of Colophon, unlike titles and names. */
const worded = new Set(
  'why message reason what issns slot place by words size route from to title'.split(' '),
);
/** Short texts that only appear inside other texts. */
const inner =
  /^(?:applicationLife\.(?:what|untitled)|issns|field|queue\.(?:duplicate\.by|untitled)|import\.(?:part|megabytes)|compliance\.(?:route|value))\b/;
const labels = new Set(['field', 'question', 'list']);

function paramOf(name: string, value: string, index: Index): MessageParam {
  if (labels.has(name)) return labelOf(value, index) ?? value;
  if (name === 'fields') return listOf(value, (part) => labelOf(part, index));
  if (name === 'parts') return listOf(value, knownText);
  return worded.has(name) ? (knownText(value) ?? value) : value;
}

/** A text of any length, inside another sentence. */
function knownText(text: string): Message | null {
  const found = whole(text) ?? inParts(text);
  if (found) return found;
  const known = recogniseOneOf(text, inner);
  return known.key === 'literal' ? null : known;
}

function listOf(text: string, read: (part: string) => Message | null): MessageParam {
  const parts = text.split(', ').map(read);
  return parts.every((part) => part !== null) ? parts : text;
}

/** `Author 2, ORCID`: labels with their positions. */
function labelOf(text: string, index: Index): Message | null {
  const direct = index.labels.get(text);
  if (direct !== undefined) return msg(direct);
  const [, label = '', place = '', member] = /^(.+?) (\d+)(?:, (.+))?$/.exec(text) ?? [];
  const key = index.labels.get(label);
  if (key === undefined) return null;
  const entry = msg('fieldPlace.numbered', { label: msg(key), place: Number(place) });
  if (member === undefined) return entry;
  const memberKey = index.labels.get(member);
  return msg('fieldPlace.member', { entry, member: memberKey ? msg(memberKey) : literal(member) });
}
