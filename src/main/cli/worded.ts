import { describe } from '../../shared/i18n/describe.ts';
import { isMessage } from '../../shared/message.ts';

/** Members that hold a message or nothing; scripts read an empty text for nothing. */
const optionalMessages = new Set(['message', 'help', 'why', 'fix', 'problem', 'unasked', 'from']);

/** Data as the command line prints it in JSON: every message inside in the current language. */
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
