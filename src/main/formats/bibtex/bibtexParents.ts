import type { BibtexEntry } from './bibtexEntry.ts';

/** Fields of a journal or an issue that an article takes from the entry that it refers to. */
const inherited =
  'journal journaltitle shortjournal volume number issue year month date issn eissn pissn'.split(' ');
/** Types whose title is the title of the journal or book that holds the articles. */
const containers = new Set([
  'periodical',
  'collection',
  'proceedings',
  'book',
  'mvcollection',
  'mvproceedings',
  'mvbook',
]);
/** Longer values are not journal data, and would be kept for each entry. */
const maxInheritedLength = 2_000;

/** The fields that entries of a file take from others, by `crossref` or BibLaTeX's `xdata`. */
export class BibtexParents {
  /** Each as JSON, which takes less memory and, unlike substrings, does not keep the whole entry's text alive. */
  readonly #parents = new Map<string, string>();

  /** Records what other entries may take from this one. */
  note({ type, key, fields }: BibtexEntry): void {
    if (key === '' || this.has(key)) return;
    const names = type === 'xdata' ? [...fields.keys()] : inherited;
    const given = new Map<string, string>();
    for (const name of names) {
      const value = fields.get(name);
      if (value !== undefined) given.set(name, value);
    }
    const title = fields.get('title');
    const isNamed = given.has('journaltitle') || given.has('journal');
    if (containers.has(type) && title !== undefined && !isNamed) given.set('journaltitle', title);
    const short = [...given].filter(([, value]) => value.length <= maxInheritedLength);
    this.#parents.set(Buffer.from(key.toLowerCase()).toString(), JSON.stringify(short));
  }

  has(key: string): boolean {
    return this.#parents.has(key.toLowerCase());
  }

  /** The key of an entry that this one refers to and that has not been noted, or null. */
  missing({ fields }: BibtexEntry): string | null {
    return keysIn(fields).find((key) => !this.has(key)) ?? null;
  }

  /** The entry, completed with fields of its parents and their parents. */
  complete(entry: BibtexEntry): BibtexEntry {
    const keys = keysIn(entry.fields);
    if (keys.length === 0) return entry;
    const fields = new Map(entry.fields);
    for (let at = 0; at < keys.length && at < 10; at++) {
      const parent = this.#parent(keys[at]!);
      const isDated = fields.has('date') || fields.has('year');
      for (const [name, value] of parent) if (isFree(fields, name, isDated)) fields.set(name, value);
      keys.push(...keysIn(parent).filter((key) => !keys.includes(key)));
    }
    return { ...entry, fields };
  }

  #parent(key: string): ReadonlyMap<string, string> {
    return new Map(JSON.parse(this.#parents.get(key.toLowerCase()) ?? '[]') as [string, string][]);
  }
}

/** An entry with its own date does not take the year or month of another. */
function isFree(fields: ReadonlyMap<string, string>, name: string, isDated: boolean): boolean {
  if (name === 'year' || name === 'month' || name === 'date')
    return !isDated && !(name === 'month' && fields.has('month'));
  if (name === 'journal' || name === 'journaltitle')
    return !fields.has('journal') && !fields.has('journaltitle');
  return !fields.has(name);
}

function keysIn(fields: ReadonlyMap<string, string>): string[] {
  return [fields.get('crossref') ?? '', fields.get('xdata') ?? '']
    .flatMap((list) => list.split(','))
    .map((key) => key.trim())
    .filter((key) => key !== '')
    .slice(0, 20);
}
