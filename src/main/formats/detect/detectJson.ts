import type { ImportFormat } from '../../../shared/draft/importing.ts';

/** The format of a file that begins with a brace or bracket: by the members of its first record, then by its lines. */
export function detectJson(text: string, isAll: boolean, fileName: string): ImportFormat {
  const format = formatOf(firstMembers(text));
  if (format !== null) return format;
  return !text.startsWith('[') && isByLine(text, isAll, fileName) ? 'jsonl' : 'json';
}

/** The format of a record by its members, each with the first character of its value; null for article JSON. */
function formatOf(members: ReadonlyMap<string, string>): ImportFormat | null {
  const has = (...names: string[]) => names.some((name) => members.has(name));
  if (has('bibjson')) return null;
  if (has('message-type') || members.get('title') === '[') return 'crossref-json';
  if (has('creators', 'titles')) return 'datacite';
  if (has('issued') || (has('type') && members.get('title') === '"')) return 'csl';
  // A record whose beginning is all we have, or that has no title.
  if (has('container-title', 'indexed', 'is-referenced-by-count'))
    return members.get('container-title') === '"' ? 'csl' : 'crossref-json';
  return has('type') && has('DOI', 'citation-key', 'page', 'volume') ? 'csl' : null;
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

/** Returns true if text follows a complete object on the first line, or a later one is not indented. */
export function isByLine(text: string, isAll: boolean, fileName: string): boolean {
  if (/\.(jsonl|ndjson|jsonlines)$/i.test(fileName)) return true;
  const lines = text.split('\n');
  if (!isAll || lines.at(-1)?.trim() === '') lines.pop();
  if (isAll && lines.filter((line) => line.trim() !== '').length < 2) return false;
  // The last entry of a list may be a whole line, too.
  if (['[', '{', ','].includes(lines[0]?.trimEnd().at(-1) ?? '')) return false;
  return lines.some((line) => line.startsWith('{') && isObject(line));
}

function isObject(line: string): boolean {
  if (!line.trimEnd().endsWith('}')) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
