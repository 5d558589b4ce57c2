import type { ImportFormat } from '../../../shared/draft/fileFormats.ts';
import type { JsonMembers } from '../format.ts';
import { inOrder } from '../formats.ts';
import { isByLine } from '../json/isByLine.ts';

/** The format of a file that begins with a brace or bracket: by the members of its first record, then by its lines. */
export function detectJson(text: string, isAll: boolean, fileName: string): ImportFormat {
  const format = formatOf(firstMembers(text));
  if (format !== null) return format;
  return !text.startsWith('[') && isByLine(text, isAll, fileName) ? 'jsonl' : 'json';
}

/** The format that claims a record; null for article JSON. */
function formatOf(members: ReadonlyMap<string, string>): ImportFormat | null {
  if (members.has('bibjson')) return null;
  const record: JsonMembers = {
    has: (...names) => names.some((name) => members.has(name)),
    first: (name) => members.get(name),
  };
  const answers = inOrder.map(([id, { isJson }]) => ({ id, answer: isJson?.(record) ?? 'no' }));
  const found =
    answers.find(({ answer }) => answer === 'yes') ?? answers.find(({ answer }) => answer === 'maybe');
  return found?.id ?? null;
}

/** Members that contain the record, or the list of records, of a response. */
const wrappers = new Set('message items references data attributes results hits _source'.split(' '));
const deepest = 200;

/**
 * The members of the first record in a text that may break off anywhere, each with the first character of its value:
 * those of the first object and of the objects that it wraps.
 */
function firstMembers(text: string): Map<string, string> {
  const members = new Map<string, string>();
  const token = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+)/y;
  /** The open brackets. A list counts until its first entry is over, and an object if it is that entry or wraps one. */
  const open: { isList: boolean; counts: boolean }[] = [];
  let key: string | null = null;
  let last = '';
  for (let found = token.exec(text); found !== null && open.length < deepest; found = token.exec(text)) {
    const sign = found[1]!;
    const around = open.at(-1) ?? { isList: true, counts: true };
    if (sign === ':') key = last.slice(1, -1);
    else if (sign === ',') {
      if (around.isList) around.counts = false;
      key = null;
    } else if (sign === '}' || sign === ']') {
      open.pop();
      if (open.length === 0) return members;
      key = null;
    } else {
      if (key !== null && around.counts && !members.has(key)) members.set(key, sign[0]!);
      if (sign === '{' || sign === '[') {
        const isEntered = around.isList || (key !== null && wrappers.has(key));
        open.push({ isList: sign === '[', counts: around.counts && isEntered });
        key = null;
      }
    }
    last = sign;
  }
  return members;
}
