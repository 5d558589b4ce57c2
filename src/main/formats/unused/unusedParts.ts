import { listed, type Message, msg } from '../../../shared/message.ts';
import { maxNamed } from '../sourceArticle.ts';
import { takeEmails } from '../text/emails.ts';
import { steers } from './shapes.ts';
import type { PartRules, Shape, SourcePart } from './sourcePart.ts';
import { UsedTexts } from './usedTexts.ts';

interface Unused {
  /** Names of parts (`import.part`), each once. */
  parts: Message[];
  /** The same with the values of those that have no name of their own. */
  values: Message[];
}

/** Parts with the rules of their format. */
interface Parts {
  parts: readonly SourcePart[];
  rules: PartRules;
}

/**
 * Names what a record left out: the parts that its reader dropped, and each value of its origin that is neither among
 * the used values nor in notes.
 */
export function namedParts({
  origin,
  dropped = [],
  used,
  notes,
}: {
  origin: Parts | null;
  dropped?: readonly Message[];
  used: readonly unknown[];
  notes: readonly Message[];
}): { parts: Message[]; notes: Message[] } {
  const texts = new UsedTexts();
  texts.add(used);
  texts.addMessages(notes);
  const unused = origin ? unusedParts(origin.parts, origin.rules, texts) : { parts: [], values: [] };
  const parts = eachOnce([...unused.parts, ...dropped]);
  const values = eachOnce([...unused.values, ...dropped]);
  return { parts, notes: values.length === 0 ? [] : [msg('import.note.dropped', { parts: values })] };
}

/** Notes with a single one that names what is not imported. */
export function joinedDropped(notes: readonly Message[]): Message[] {
  const isDropped = ({ key }: Message) => key === 'import.note.dropped';
  const parts = notes.filter(isDropped).flatMap(({ params }) => (params?.parts ?? []) as Message[]);
  if (parts.length === 0) return [...notes];
  return [
    ...notes.filter((note) => !isDropped(note)),
    msg('import.note.dropped', { parts: eachOnce(parts) }),
  ];
}

function eachOnce(parts: readonly Message[]): Message[] {
  if (parts.length < 2) return [...parts];
  return [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
}

const maxExcerpt = 60;
const maxValues = 8;
/** After so many missing values no more are looked for: a note cannot name them anyway. */
const maxMissing = 500;

interface Lost {
  name: string;
  text: string;
  /** The name of the part that it is in, if that has one. */
  label?: Message;
}

/** The values in the parts of a record that are neither in the article nor in remarks. */
function unusedParts(parts: readonly SourcePart[], rules: PartRules, used: UsedTexts): Unused {
  const search = new Search(rules, used);
  for (const part of parts) search.lookInside(part);
  const { lost } = search;
  if (lost.length === 0) {
    const dropped = [...search.dropped.values()];
    return { parts: dropped, values: dropped };
  }
  const labels = new Set(lost.flatMap(({ label }) => (label ? [JSON.stringify(label)] : [])));
  const dropped = [...search.dropped].filter(([key]) => !labels.has(key)).map(([, part]) => part);
  const groups = [...Map.groupBy(lost, ({ name, label }) => (label ? JSON.stringify(label) : name)).values()];
  const shown = groups.slice(0, Math.max(0, maxNamed - dropped.length));
  const more = groups.length - shown.length;
  const rest = more > 0 ? [msg('import.part.more', { count: more })] : [];
  const nameOf = ([{ name, label }]: readonly [Lost, ...Lost[]]) =>
    label ?? msg('import.part.other', { name });
  return {
    parts: [...dropped, ...shown.map((group) => nameOf(group as [Lost, ...Lost[]])), ...rest],
    values: [
      ...dropped,
      ...shown.map((group) =>
        msg('import.part.values', { part: nameOf(group as [Lost, ...Lost[]]), values: valuesOf(group) }),
      ),
      ...rest,
    ],
  };
}

/** The first values, each once, with a sign that there are more. */
function valuesOf(group: readonly Lost[]): Message {
  const texts = [...new Set(group.map(({ text }) => text))].filter((text) => text !== '');
  return listed('; ', [...texts.slice(0, maxValues), ...(texts.length > maxValues ? ['…'] : [])]);
}

class Search {
  readonly #rules: RulesByName;
  readonly #used: UsedTexts;
  readonly dropped = new Map<string, Message>();
  readonly lost: Lost[] = [];
  /** The number of values that were found in the article. */
  #found = 0;
  #missing = 0;
  /** Characters that may still be joined: an element inside others would be joined once for each. */
  #left = 5_000_000;

  constructor(rules: PartRules, used: UsedTexts) {
    this.#rules = rulesByName(rules);
    this.#used = used;
  }

  /** Finds what is lost in the record itself, which is no part. */
  lookInside(record: SourcePart): void {
    this.#attributes(record);
    this.#children(record, undefined, false);
  }

  #drop(part: Message): void {
    const key = JSON.stringify(part);
    if (!this.dropped.has(key)) this.dropped.set(key, part);
  }

  #part(part: SourcePart, parent: SourcePart, outer: Shape | undefined, isPiece: boolean): void {
    const { dropped, named, shapes } = this.#rules;
    const rule = dropped.of(part, parent);
    const drop = typeof rule === 'function' ? rule(part) : rule;
    if (drop !== undefined) {
      if (drop === null || !hasContent(part)) return;
      if (drop === 'value')
        this.lost.push({ name: part.name, text: excerpt(this.#withoutEmails(textIn(part)), 0) });
      else this.#drop(drop);
      return;
    }
    const [before, from] = [this.#found, this.lost.length];
    this.#attributes(part);
    this.#content(part, shapes.of(part, parent) ?? outer, isPiece);
    if (this.lost.length === from) return;
    const lost = this.lost.splice(from);
    const name = named.of(part, parent);
    if (name !== undefined) {
      const label = typeof name === 'function' ? name(part) : name;
      this.lost.push(...lost.map((one) => ({ label, ...one })));
      return;
    }
    // Of a part without any value in the article, the whole is named.
    const isAlone =
      lost.length > 1 && this.#found === before && lost.every(({ label }) => label === undefined);
    const first = lost.slice(0, 5).map(({ text }) => text);
    if (isAlone) this.lost.push({ name: part.name, text: excerpt(first.join(' '), 0) });
    else this.lost.push(...lost);
  }

  #content(part: SourcePart, shape: Shape | undefined, isPiece: boolean): void {
    const { children } = part;
    if (children.length === 0) return;
    if (children.every((child) => typeof child === 'string')) {
      this.#text(part.name, children.length === 1 ? children[0]! : children.join(''), shape, isPiece);
      return;
    }
    if (shape === undefined && isRunningText(part)) {
      // A text with elements in it is first looked for as a whole.
      const whole = this.#left > 0 ? textIn(part) : '';
      this.#left -= whole.length;
      if (whole !== '' && this.#used.firstMissing(whole, false) < 0) {
        this.#found++;
        this.#attributesWithin(part);
        return;
      }
    }
    this.#children(part, shape, isPiece);
  }

  #children(part: SourcePart, shape: Shape | undefined, isPiece: boolean): void {
    const isMixed = isPiece || isRunningText(part);
    for (const child of part.children)
      if (typeof child === 'string') this.#text(part.name, child, shape, isMixed);
      else this.#part(child, part, shape, isMixed);
  }

  #text(name: string, text: string, shape: Shape | undefined, isPiece: boolean): void {
    if (this.#missing >= maxMissing) return;
    const plain = text.trim();
    const rest = plain === '' ? true : (shape?.(plain) ?? false);
    if (rest === true) return;
    const sought = this.#withoutEmails(rest === false ? text : rest);
    const at = this.#used.firstMissing(sought, isPiece);
    if (at >= 0) {
      this.#missing++;
      this.lost.push({ name, text: excerpt(sought, at) });
    } else this.#found++;
  }

  /** E-mail addresses are named, but not repeated. */
  #withoutEmails(text: string): string {
    if (!text.includes('@')) return text;
    const { text: plain, found } = takeEmails(text);
    if (found.some((email) => this.#used.firstMissing(email, false) >= 0))
      this.#drop(msg('import.part.emails'));
    return found.length === 0 ? text : plain;
  }

  #attributesWithin(part: SourcePart): void {
    for (const child of part.children) {
      if (typeof child === 'string') continue;
      this.#attributes(child);
      this.#attributesWithin(child);
    }
  }

  #attributes(part: SourcePart): void {
    if (part.attributes.size === 0 || this.#missing >= maxMissing) return;
    const { shapes, named } = this.#rules;
    for (const [name, text] of part.attributes) {
      const value = text.trim();
      if (value === '' || steers(value)) continue;
      const shape = shapes.byName?.get(`${part.name}@${name}`) ?? shapes.byName?.get(`@${name}`);
      if (shape?.(value) === true) continue;
      const sought = this.#withoutEmails(value);
      const at = this.#used.firstMissing(sought, false);
      if (at < 0) continue;
      const known = named.byName?.get(`@${name}`);
      const label = typeof known === 'function' ? known(part) : known;
      this.#missing++;
      this.lost.push({ name: `${part.name} ${name}`, text: excerpt(sought, at), ...(label && { label }) });
    }
  }
}

/** Rules of one kind; some have the name of the parent, too. */
class NamedRules<T> {
  readonly byName: ReadonlyMap<string, T> | undefined;
  /** The names that have a rule only inside certain parts; there are few, and joining names takes time. */
  readonly #withParent: ReadonlySet<string>;

  constructor(rules: ReadonlyMap<string, T> | undefined) {
    this.byName = rules;
    const keys = [...(rules?.keys() ?? [])].filter((key) => key.includes('/'));
    this.#withParent = new Set(keys.map((key) => key.slice(key.indexOf('/') + 1)));
  }

  of(part: SourcePart, parent: SourcePart): T | undefined {
    if (this.byName === undefined) return undefined;
    const name = part.kind ?? part.name;
    const ofParent = this.#withParent.has(name) ? this.byName.get(`${parent.name}/${name}`) : undefined;
    return ofParent === undefined ? this.byName.get(name) : ofParent;
  }
}

type RulesByName = { [Kind in keyof PartRules]-?: NamedRules<RuleIn<PartRules[Kind]>> };
type RuleIn<Rules> = Rules extends ReadonlyMap<string, infer Rule> ? Rule : never;

const known = new WeakMap<PartRules, RulesByName>();

/** Each format has the same rules for all of its records. */
function rulesByName(rules: PartRules): RulesByName {
  let found = known.get(rules);
  if (!found) {
    found = {
      dropped: new NamedRules(rules.dropped),
      named: new NamedRules(rules.named),
      shapes: new NamedRules(rules.shapes),
    };
    known.set(rules, found);
  }
  return found;
}

function hasContent(part: SourcePart): boolean {
  return (
    part.attributes.size > 0 ||
    part.children.some((child) => (typeof child === 'string' ? child.trim() !== '' : hasContent(child)))
  );
}

/** Whether a part is a text with marked up pieces, and not a list of parts. */
function isRunningText({ children }: SourcePart): boolean {
  return children.some((child) => (typeof child === 'string' ? child.trim() !== '' : child.name === 'style'));
}

function textIn(part: SourcePart): string {
  return part.children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('');
}

/** The text around a place in it. */
function excerpt(text: string, at: number): string {
  const start = text.length <= maxExcerpt || at < maxExcerpt / 2 ? 0 : at - 20;
  const shown = text
    .slice(start, start + maxExcerpt)
    .replace(/\s+/g, ' ')
    .trim();
  return `${start > 0 ? '…' : ''}${shown}${start + maxExcerpt < text.length ? '…' : ''}`;
}
