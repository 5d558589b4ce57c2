/** A sentence as data: its key in `locales/*.json` and its values. Only `describe` (i18n) makes it text. */
export interface Message {
  readonly key: string;
  readonly params?: MessageParams;
}
export type MessageParams = Readonly<Record<string, MessageParam>>;
/** Lists are written with commas. */
export type MessageParam = string | number | Message | readonly MessageParam[] | null | undefined;

export function msg(key: string, params?: MessageParams): Message {
  return params ? { key, params } : { key };
}

/** Text that is not translated: the directory's own wording, a title, a path. */
export function literal(text: string): Message {
  return { key: 'literal', params: { text } };
}

/** A list with `separator` between its entries; a plain list in another message is written with commas. */
export function listed(separator: string, list: readonly MessageParam[]): Message {
  return { key: 'listed', params: { separator, list } };
}

/** Several consecutive sentences. */
export function sentences(list: readonly Message[]): Message {
  return list.length === 1 ? list[0]! : listed(' ', list);
}

export function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('key' in value)) return false;
  return (
    typeof value.key === 'string' && Object.keys(value).every((name) => name === 'key' || name === 'params')
  );
}

/** The message with each text among its values shortened to `maxLength` characters. */
export function shortenMessage(message: Message, maxLength: number): Message {
  const { key, params } = message;
  if (!params) return message;
  const values = Object.entries(params).map(([name, value]) => [name, shortenParam(value, maxLength)]);
  return { key, params: Object.fromEntries(values) };
}

function shortenParam(value: MessageParam, maxLength: number): MessageParam {
  if (typeof value === 'string') return value.length > maxLength ? `${value.slice(0, maxLength)}…` : value;
  if (isMessage(value)) return shortenMessage(value, maxLength);
  return isList(value) ? value.map((entry) => shortenParam(entry, maxLength)) : value;
}

/** `Array.isArray` does not recognise a read-only list. */
export function isList(value: MessageParam): value is readonly MessageParam[] {
  return Array.isArray(value);
}

/** Returns true if both are the same message. */
export function isSameMessage(a: Message | null, b: Message | null): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
