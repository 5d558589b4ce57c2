import { isList, isMessage, type Message, type MessageParam } from '../message.ts';
import { type DisplayNameType, displayName } from './displayName.ts';
import { i18n, t } from './i18n.ts';

/** The text of a message in the current language, trimmed; empty for none. */
export function describe(message: Message | null | undefined): string {
  if (!message) return '';
  const { key, params } = message;
  if (!params) return t(key);
  if (key === 'literal') return String(params.text);
  if (key === 'displayName')
    return displayName(params.type as DisplayNameType, String(params.code), String(params.otherwise));
  if (params.otherwise !== undefined && !i18n.exists(key)) return String(params.otherwise);
  if (key === 'listed') return joined(params.list as readonly MessageParam[], String(params.separator));
  const values = Object.entries(params).map(([name, value]) => [name, describeParam(value)]);
  return t(key, Object.fromEntries(values)).trim();
}

function joined(list: readonly MessageParam[], separator: string): string {
  return list
    .map(describeParam)
    .filter((text) => text !== '' && text !== undefined)
    .join(separator);
}

function describeParam(value: MessageParam): string | number | undefined {
  if (isMessage(value)) return describe(value);
  if (isList(value)) return joined(value, ', ');
  return value ?? undefined;
}
