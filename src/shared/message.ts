/**
 * A sentence for the user as data: the key of its text in `locales/*.json` and the values that the text mentions.
 * `describe` (i18n) words it; nothing else turns it into text, and nobody decides anything by its text.
 */
export interface Message {
  readonly key: string;
  readonly params?: MessageParams;
}
export type MessageParams = Readonly<Record<string, MessageParam>>;
/** A list is written with commas. */
export type MessageParam = string | number | Message | readonly MessageParam[] | null | undefined;

export function msg(key: string, params?: MessageParams): Message {
  return params ? { key, params } : { key };
}

/** Text that is nobody's translation: the directory's own wording, a title, a path. */
export function literal(text: string): Message {
  return { key: 'literal', params: { text } };
}

/** A list written with `separator` between its entries; inside other messages a plain list is written with commas. */
export function listed(separator: string, list: readonly MessageParam[]): Message {
  return { key: 'listed', params: { separator, list } };
}

/** Several sentences one after the other. */
export function sentences(list: readonly Message[]): Message {
  return list.length === 1 ? list[0]! : listed(' ', list);
}

export function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('key' in value)) return false;
  return (
    typeof value.key === 'string' && Object.keys(value).every((name) => name === 'key' || name === 'params')
  );
}

/** The message with each text among its values cut to `longest` letters. */
export function shortenMessage(message: Message, longest: number): Message {
  const { key, params } = message;
  if (!params) return message;
  const values = Object.entries(params).map(([name, value]) => [name, shortenParam(value, longest)]);
  return { key, params: Object.fromEntries(values) };
}

function shortenParam(value: MessageParam, longest: number): MessageParam {
  if (typeof value === 'string') return value.length > longest ? `${value.slice(0, longest)}…` : value;
  if (isMessage(value)) return shortenMessage(value, longest);
  return isList(value) ? value.map((entry) => shortenParam(entry, longest)) : value;
}

/** `Array.isArray` does not recognise a read-only list. */
export function isList(value: MessageParam): value is readonly MessageParam[] {
  return Array.isArray(value);
}

/** Returns true if both say the same. */
export function isSameMessage(a: Message | null, b: Message | null): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
