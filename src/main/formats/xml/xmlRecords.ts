import { SaxesParser } from 'saxes';
import { type Message, msg, sentences } from '../../../shared/message.ts';
import type { RecordTrace } from '../reader.ts';
import { maxRecordBytes, megabytes, type ReadItem, type ReadProblem } from '../readRecord.ts';
import type { BadLines } from './badLines.ts';
import { ownReferences, PlainXml } from './plainXml.ts';
import { RecordSource } from './recordSource.ts';
import { entities, markBareAmpersands, markReferences, showUnknown, withoutMarks } from './xmlEntities.ts';
import type { XmlFormat } from './xmlFormat.ts';
import { localName, resolved, startTag, type XmlElement } from './xmlTree.ts';

/** Size limits: for one record, and for data around records, which are part of every record in it. */
const recordLimits = { text: maxRecordBytes, elements: 200_000 };
const contextLimits = { text: 50_000, elements: 5_000 };
const noAttributes = new Map<string, string>();

/** Attributes of one element. */
const maxAttributes = 500;
/** Characters in one text, attribute or comment: the parser adds a piece for each special character. */
const maxUnreported = 5_000_000;
/** Characters parsed at a time: after broken XML the rest of them is searched again. */
const pieceLength = 1 << 14;

/** Thrown out of the parser, which is not used after that; `again` is a start tag that was read too early. */
class Stop extends Error {
  readonly again: string;
  constructor(again = '') {
    super('stop');
    this.again = again;
  }
}

/** The Base64 text of an embedded file, which is not kept. */
const embedded = /^[A-Za-z0-9+/=\s]+/;

/**
 * Maps each record in pieces of decoded XML. Document types are never fetched, and their declarations are not applied.
 * After broken XML it continues at the next record.
 */
export class XmlRecords {
  readonly #format: XmlFormat;
  /** Finds where reading can continue after broken XML. */
  readonly #nextPart: RegExp;
  /** Reads the XML until something else than plain elements and texts stands in it. */
  #plain: PlainXml | null = null;
  /** Begun when it is needed, which it is not for most files. */
  #begun: SaxesParser | null = null;
  /** Characters given to the parser so far: between two pieces its own position is not reliable. */
  #written = 0;
  /** Characters since the parser's last event, which it holds in memory. */
  #untold = 0;
  /** Line of the file at which the text of the current parser starts. */
  #firstLine: number;
  #items: ReadItem[] = [];
  #isOver = false;
  #root: string | null = null;
  #count = 0;

  /** Open elements around records by their full names, and those inside the part being read. */
  #around: string[] = [];
  #within: XmlElement[] = [];
  /** The address to which relative ones refer in each of the elements around records; empty if none is stated. */
  #bases: string[] = [];
  /** The elements around the last record: a wrong end tag closes others before it is noticed. */
  #aroundLast: string[] = [];
  #skipped = 0;
  #size = { text: 0, elements: 0 };
  #attributes = 0;
  #context = new Map<string, XmlElement>();
  #inGroup = 0;
  #groupLine = 1;

  /** The problem while the next part is searched for, and the end of the text searched so far. */
  #lost: ReadProblem | null = null;
  #tail = '';
  /** The end of a piece that cannot be read without the next one. */
  #held = '';
  readonly #badLines: BadLines;

  /** null: nobody wants to see the source of a record. */
  readonly #source: RecordSource | null;

  /** References to unknown entities in the record that is read. */
  #unknown = new Set<string>();

  /** `badLines` gets the lines of a text before the text, whose first line is `firstLine`. */
  constructor(format: XmlFormat, badLines: BadLines, firstLine: number, trace: RecordTrace | null = null) {
    this.#format = format;
    this.#source = trace && new RecordSource(trace);
    this.#firstLine = firstLine;
    this.#badLines = badLines;
    const names = [...format.records, ...format.context, ...format.groups, ...format.resumeAt].join('|');
    this.#nextPart = new RegExp(`<([\\w.-]+:)?(${names})(?=[\\s/>])`);
    // The source of a record is found by the places of the parser.
    if (trace === null)
      this.#plain = new PlainXml(
        {
          open: (name, attributes) => this.#open(name, attributes),
          close: () => this.#close(),
          text: (text) => this.#text(text),
        },
        format.isStrict ? ownReferences : entities,
        !format.isStrict,
      );
  }

  /** Takes the next piece of the text; returns the records and problems that it completes. */
  feed(text: string): ReadItem[] {
    for (let at = 0; at < text.length; at += pieceLength) this.#take(text.slice(at, at + pieceLength));
    return this.#items.splice(0);
  }

  #take(text: string): void {
    const whole = this.#held + text;
    const end = whole.length - (/(?:&[^;]{0,44}|[\r\ud800-\udbff])$/.exec(whole)?.[0].length ?? 0);
    this.#held = whole.slice(end);
    this.#read(whole.slice(0, end));
  }

  #read(text: string): void {
    const marks = this.#format.isStrict ? markBareAmpersands(text) : markReferences(text);
    let rest: string | null = this.#lost ? this.#resume(this.#tail + marks) : marks;
    while (rest !== null && rest !== '' && !this.#isOver) rest = this.#write(rest);
  }

  finish(): ReadItem[] {
    this.#read(this.#held);
    if (this.#plain && !this.#isOver) {
      let rest = this.#handOver(this.#plain);
      while (rest !== null && rest !== '' && !this.#isOver) rest = this.#write(rest);
    }
    if (this.#lost) {
      this.#lost.message = sentences([this.#lost.message, msg('import.read.restLost')]);
      this.#items.push(this.#lost);
    } else if (!this.#isOver) {
      const record = this.#openRecord();
      if (record)
        this.#report(++this.#count, record.line, msg('import.read.recordCutOff', { line: this.#line() }));
      else if (this.#root === null) this.#report(null, null, msg('import.read.noXml'));
      else if (!this.#isWhole()) this.#report(null, this.#line(), msg('import.read.endsEarly'));
      else if (this.#count === 0 && this.#items.length === 0)
        this.#report(null, null, msg('import.read.noRecords'));
    }
    const bad = this.#badLines.stray;
    if (bad !== undefined) this.#report(null, bad, msg('import.read.badBytes', { line: bad }));
    this.#isOver = true;
    return this.#items.splice(0);
  }

  #line(): number {
    return this.#firstLine + (this.#plain ?? this.#parser).line - 1;
  }

  #report(index: number | null, line: number | null, message: Message): void {
    this.#items.push({ index, line, message });
  }

  /** The record that is being read, if it is not data around records. */
  #openRecord(): XmlElement | undefined {
    const part = this.#within[0];
    return part && this.#format.records.has(part.name) ? part : undefined;
  }

  #isWhole(): boolean {
    if (this.#around.length + this.#within.length + this.#skipped > 0) return false;
    try {
      this.#parser.close();
      return true;
    } catch (error) {
      if (error instanceof Stop) return false;
      throw error;
    }
  }

  /** Returns the rest of the text to read with a new parser, or null. */
  #write(text: string): string | null {
    const rest = this.#skipped > 0 ? this.#withoutEmbedded(text) : text;
    return this.#plain ? this.#writePlain(this.#plain, rest) : this.#writeParsed(rest);
  }

  #writePlain(plain: PlainXml, text: string): string | null {
    plain.add(text);
    try {
      if (plain.read(Number.POSITIVE_INFINITY) !== 'other') return null;
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      if (this.#isOver) return null;
      this.#firstLine = this.#line();
      this.#plain = null;
      return this.#resume(error.again + plain.rest);
    }
    return this.#handOver(plain);
  }

  /** Gives the parser what is not plain; returns the rest of it to read with a new one, or null. */
  #handOver(plain: PlainXml): string | null {
    this.#firstLine = this.#line();
    this.#plain = null;
    this.#startParser(plain.known);
    return this.#writeParsed(plain.rest);
  }

  #writeParsed(rest: string): string | null {
    this.#source?.beginPiece(rest);
    try {
      if (this.#untold > maxUnreported) this.#failTooLarge(maxUnreported);
      this.#untold += rest.length;
      this.#parser.write(rest);
      this.#written += rest.length;
      this.#source?.endPiece();
      return null;
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      if (this.#isOver) return null;
      this.#firstLine = this.#line();
      return this.#resume(error.again + rest.slice(Math.max(0, this.#parsed)));
    }
  }

  /** The parser would hold the whole text of an element in memory. */
  #withoutEmbedded(text: string): string {
    const base64 = embedded.exec(text)?.[0] ?? '';
    // If it does not end in this piece, the text may also belong to a start tag.
    if (base64.length < pieceLength / 2) return text;
    this.#firstLine += countLines(base64);
    return text.slice(base64.length);
  }

  /** Continues reading at the next part that can be read, inside the elements that it needs around it. */
  #resume(text: string): string | null {
    const found = this.#nextPart.exec(text);
    const skipped = found ? text.slice(0, found.index) : text.slice(0, Math.max(0, text.length - 64));
    this.#firstLine += countLines(skipped);
    this.#tail = text.slice(skipped.length);
    if (!found) return null;
    if (this.#lost) this.#items.push(this.#lost);
    this.#lost = null;
    const [, prefix = '', name = ''] = found;
    this.#around = this.#aroundPart(name, prefix);
    this.#bases = this.#around.map((_, at) => this.#bases[at] ?? '');
    this.#root ??= localName(this.#around[0] ?? name);
    this.#within = [];
    this.#skipped = 0;
    this.#startParser(this.#around.map((around) => `<${around}>`).join(''));
    return this.#tail;
  }

  /** A new parser, which goes on inside open elements. */
  #startParser(open: string): SaxesParser {
    const parser = new SaxesParser({ xmlns: false });
    parser.write(open);
    this.#written = open.length;
    this.#listen(parser);
    this.#begun = parser;
    return parser;
  }

  /** How much of the piece that it reads the parser has read. */
  get #parsed(): number {
    return this.#parser.position - this.#written;
  }

  get #parser(): SaxesParser {
    return this.#begun ?? this.#startParser('');
  }

  /** The path of the format, else the elements around the previous record. */
  #aroundPart(name: string, prefix: string): string[] {
    const { path, groups, resumeAt } = this.#format;
    const isInGroup = !groups.has(name) && !resumeAt.includes(name);
    if (path.length > 0) return [...path, ...(isInGroup ? groups : [])].map((around) => prefix + around);
    const last = this.#aroundLast;
    const group = last.findIndex((around) => groups.has(localName(around)));
    return last.slice(0, isInGroup || group < 0 ? last.length : group);
  }

  #listen(parser: SaxesParser): void {
    this.#untold = 0;
    this.#attributes = 0;
    const { isStrict } = this.#format;
    if (!isStrict) parser.ENTITIES = entities;
    const counted =
      <T>(take: (what: T) => void) =>
      (what: T) => {
        this.#untold = 0;
        take(what);
      };
    parser.on(
      'opentag',
      counted((tag) => this.#open(tag.name, tag.attributes)),
    );
    parser.on(
      'closetag',
      counted(() => this.#close()),
    );
    parser.on(
      'text',
      counted((text) => this.#text(text)),
    );
    parser.on(
      'cdata',
      counted((text) => this.#text(withoutMarks(text))),
    );
    parser.on(
      'comment',
      counted(() => undefined),
    );
    parser.on(
      'attribute',
      counted(() => {
        if (++this.#attributes > maxAttributes)
          this.#fail(msg('import.read.tooManyAttributes', { line: this.#line() }));
      }),
    );
    parser.on('doctype', (text) => {
      if (isStrict && /[[\]]|<!|ENTITY/.test(text))
        this.#refuse(this.#line() - countLines(text), msg('import.read.documentType'));
    });
    parser.on('error', (error) => this.#fail(this.#describeError(error.message)));
  }

  #describeError(message: string): Message {
    const line = this.#line();
    if (message.endsWith('undefined entity.')) return msg('import.read.unknownEntity', { line });
    return msg('import.read.brokenXml', { line, detail: message.replace(/^[\d:\s]+|\.$/g, '') });
  }

  #refuse(line: number, message: Message): never {
    this.#isOver = true;
    this.#report(null, line, message);
    throw new Stop();
  }

  /** Gives up the record, or the part around records that is being read. */
  #fail(message: Message, again = ''): never {
    const record = this.#openRecord();
    this.#lost = { index: record ? ++this.#count : null, line: record?.line ?? this.#line(), message };
    if (record) this.#inGroup++;
    throw new Stop(again);
  }

  #text(text: string): void {
    const element = this.#within.at(-1);
    if (!element || this.#skipped > 0) return;
    this.#grow('text', text.length);
    element.children.push(showUnknown(text, this.#unknown));
  }

  /** Gives up a part larger than any record or journal: it would stay in memory or be in every record. */
  #grow(kind: 'text' | 'elements', by: number): void {
    this.#size[kind] += by;
    if (this.#size[kind] > (this.#openRecord() ? recordLimits : contextLimits)[kind])
      this.#failTooLarge(maxRecordBytes);
  }

  #failTooLarge(most: number): never {
    this.#fail(
      this.#openRecord()
        ? msg('import.read.recordTooLarge', { size: megabytes(most) })
        : msg('import.read.journalTooLarge', { line: this.#line() }),
    );
  }

  #open(fullName: string, attributes: Record<string, string>): void {
    this.#attributes = 0;
    const { roots, limits, records, context, groups, skipped, parentOfOthers } = this.#format;
    const name = localName(fullName);
    if (this.#root === null) {
      this.#root = name;
      if (roots && !roots.has(name)) this.#refuse(this.#line(), msg('import.read.otherXml', { name }));
    }
    if (this.#around.length + this.#within.length + this.#skipped >= limits.depth)
      this.#fail(msg('import.read.tooDeep', { line: this.#line(), depth: limits.depth }));
    if (this.#within.length > 0) this.#openWithin(name, fullName, attributes);
    else if (this.#skipped > 0) this.#skipped++;
    else if (records.has(name) || context.has(name)) {
      this.#size = { text: 0, elements: 0 };
      this.#unknown = new Set();
      this.#aroundLast = [...this.#around];
      this.#within.push(this.#withBase(this.#element(name, attributes)));
      if (records.has(name)) this.#source?.begin(this.#line(), this.#parsed);
    } else if (!groups.has(name) && localName(this.#around.at(-1) ?? '') === parentOfOthers) {
      this.#report(++this.#count, this.#line(), msg('import.read.notAnArticle', { name }));
      this.#skipped = 1;
    } else if (skipped.has(name)) this.#skipped = 1;
    else {
      this.#around.push(fullName);
      this.#bases.push(resolved((attributes['xml:base'] ?? '').trim(), this.#base));
      if (groups.has(name)) this.#openGroup(this.#element(name, attributes));
    }
  }

  get #base(): string {
    return this.#bases.at(-1) ?? '';
  }

  /** The record with the base that is stated around it. */
  #withBase(element: XmlElement): XmlElement {
    if (this.#base === '') return element;
    const own = resolved(element.attributes.get('base') ?? '', this.#base);
    return { ...element, attributes: new Map([...element.attributes, ['base', own]]) };
  }

  #openWithin(name: string, fullName: string, attributes: Record<string, string>): void {
    const { records, groups, skipped, counted, ordinaryIn } = this.#format;
    const part = this.#within[0]!.name;
    const isOrdinary = ordinaryIn.get(name)?.includes(this.#within.at(-1)!.name) === true;
    const isSecond = groups.has(name) || (records.has(name) && (name === part || !records.has(part)));
    // An element of another format says so by its prefix or its namespace.
    if (isSecond && !(isOrdinary && (fullName !== name || 'xmlns' in attributes)))
      this.#fail(msg('import.read.noEnd', { line: this.#line() }), startTag(fullName, attributes));
    const isCounted = counted.has(name);
    if (this.#skipped === 0 || isCounted) {
      this.#grow('elements', 1);
      const element = this.#element(name, attributes);
      this.#within.at(-1)!.children.push(element);
      if (!isCounted && (isOrdinary || !skipped.has(name))) {
        this.#within.push(element);
        return;
      }
    }
    this.#skipped++;
  }

  #openGroup(group: XmlElement): void {
    this.#context.clear();
    this.#context.set(group.name, group);
    this.#inGroup = 0;
    this.#groupLine = this.#line();
  }

  #element(name: string, attributes: Record<string, string>): XmlElement {
    const names = Object.keys(attributes);
    // Most elements have no attributes.
    const found = names.length === 0 ? noAttributes : new Map<string, string>();
    for (const key of names) {
      // Declarations of namespaces are no values.
      if (key === 'xmlns' || key.startsWith('xmlns:')) continue;
      const value = showUnknown(attributes[key]!, this.#unknown);
      const local = localName(key);
      // Without its prefix, the name may be that of another attribute.
      const isOther = local !== key && (local in attributes || found.has(local));
      found.set(isOther ? key : local, value);
    }
    return { name, attributes: found, children: [], line: this.#line() };
  }

  #close(): void {
    const { records, groups, emptyGroup } = this.#format;
    if (this.#skipped > 0) {
      this.#skipped--;
      return;
    }
    const element = this.#within.pop();
    if (element) {
      if (this.#within.length > 0) return;
      if (records.has(element.name)) this.#endRecord(element);
      else this.#context.set(element.name, element);
      return;
    }
    this.#bases.pop();
    if (groups.has(localName(this.#around.pop() ?? '')) && this.#inGroup === 0 && emptyGroup)
      this.#report(null, this.#groupLine, emptyGroup);
  }

  #endRecord(record: XmlElement): void {
    const { line } = record;
    const bad = this.#badLines.takeFrom(line, this.#line());
    if (bad !== undefined) {
      this.#inGroup++;
      this.#report(++this.#count, line, msg('import.read.badBytes', { line: bad }));
      return;
    }
    const reading = this.#source?.isBefore(line) ? null : this.#format.read(record, this.#context);
    if (reading === null) return;
    this.#source?.end(this.#parsed);
    this.#inGroup++;
    const place = { index: ++this.#count, line };
    if ('message' in reading) this.#report(place.index, line, reading.message);
    else
      this.#items.push({
        ...reading,
        notes: [...reading.notes, ...this.#unknownNotes(reading.notes)],
        ...place,
      });
  }

  /** Those of the texts of an article are named already. */
  #unknownNotes(notes: readonly Message[]): Message[] {
    if (this.#unknown.size === 0) return [];
    const key = 'import.note.unknownEntities';
    const named = notes.flatMap((note) => (note.key === key ? (note.params?.names as string[]) : []));
    const names = [...this.#unknown].filter((name) => !named.includes(name)).slice(0, 10);
    return names.length === 0 ? [] : [msg(key, { names })];
  }
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
