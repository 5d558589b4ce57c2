import { describe } from '../../shared/i18n/i18n.ts';
import { isMessage } from '../../shared/message.ts';

/** Members that may be a message or null; scripts get an empty text for null. */
const optionalMessages = new Set(['message', 'help', 'why', 'fix', 'problem', 'unasked', 'from']);

/** Data for JSON output: every message in it is replaced by its text in the current language. */
export function worded(value: unknown): unknown {
  if (isMessage(value)) return describe(value);
  if (Array.isArray(value)) return value.map(worded);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    member === null && optionalMessages.has(name) ? '' : worded(member),
  ]);
  return Object.fromEntries(members);
}
