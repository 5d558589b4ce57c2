import { SaxesParser } from 'saxes';
import { type Message, msg, sentences } from '../../shared/message.ts';
import type { Choices } from './articleOf.ts';
import { type CrossrefContext, crossrefArticle } from './crossrefArticle.ts';
import { maxDepth, maxRecordBytes, megabytes, type ReadItem, type ReadProblem } from './readRecord.ts';
import { localName, type XmlElement } from './xmlTree.ts';

/** Size limits: for one article, and for the data of a journal or an issue, which is part of every article in it. */
const mostOfArticle = { text: maxRecordBytes, elements: 200_000 };
const mostOfJournal = { text: 50_000, elements: 5_000 };
const mostAttributes = 500;
/** Characters in one text, attribute or comment: the parser adds a piece for each special character. */
const mostUntold = 5_000_000;
/** Characters parsed at a time: after broken XML the rest of them is searched again. */
const pieceLength = 1 << 14;

/** Thrown out of the parser, which is not used any more after that; `again` is a start tag that was read too early. */
class Stop extends Error {
  readonly again: string;
  constructor(again = '') {
    super('stop');
    this.again = again;
  }
}

/**
 * A `&` that starts no reference is an error there, but the parser would search all following text for its end. A
 * marker that no reference can contain stops it; in CDATA, where `&` is allowed, it is removed again.
 */
const bareAmpersand = /&(?![\w.:-]{1,40};|#\d{1,7};|#x[\da-fA-F]{1,6};)/g;
const marked = '&\ue000;';

const deposits = [
  'book',
  'conference',
  'dissertation',
  'report-paper',
  'standard',
  'database',
  'sa_component',
  'peer_review',
  'posted_content',
  'pending_publication',
  'grant',
];
const nextPart = new RegExp(
  `<([\\w.-]+:)?(journal(?:_metadata|_issue|_article)?|${deposits.join('|')})(?=[\\s>])`,
);

/**
 * Maps each article in pieces of a decoded Crossref deposit (4.3 to 5.x). Refuses a document type with declarations,
 * so entities cannot expand or refer to outside files. After broken XML it continues at the next article.
 */
export class CrossrefRecords {
  #parser = new SaxesParser({ xmlns: false });
  /** Characters given to the parser so far: between two pieces its own position is not reliable. */
  #written = 0;
  /** Characters since the parser's last event, which it holds in memory. */
  #untold = 0;
  /** Line of the file at which the text of the current parser starts. */
  #firstLine = 1;
  #items: ReadItem[] = [];
  #isOver = false;
  #root: string | null = null;
  #count = 0;

  /** Open elements around articles by their full names, and those inside the part being read. */
  #around: string[] = [];
  #within: XmlElement[] = [];
  #skipped = 0;
  #size = { text: 0, elements: 0 };
  #attributes = 0;
  #context: CrossrefContext = { metadata: undefined, issue: undefined };
  #inJournal = 0;
  #journalLine = 1;

  /** The problem while the next part is searched for, and the end of the text searched so far. */
  #lost: ReadProblem | null = null;
  #tail = '';
  /** The end of a piece, which cannot be read without the next one. */
  #held = '';
  #badLines: number[] = [];
  readonly #toldLines = new Set<number>();

  readonly #issnKinds: Choices['issnKinds'];

  constructor(issnKinds: Choices['issnKinds']) {
    this.#issnKinds = issnKinds;
    this.#listen();
  }

  /** Lines whose bytes could not be decoded; set before the text that contains them. */
  markBadLines(lines: readonly number[]): void {
    this.#badLines.push(...lines);
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
    const marks = text.replace(bareAmpersand, marked);
    let rest: string | null = this.#lost ? this.#resume(this.#tail + marks) : marks;
    while (rest !== null && rest !== '' && !this.#isOver) rest = this.#write(rest);
  }

  finish(): ReadItem[] {
    this.#read(this.#held);
    if (this.#lost) {
      this.#lost.message = sentences([this.#lost.message, msg('import.read.restLost')]);
      this.#items.push(this.#lost);
    } else if (!this.#isOver) {
      const article = this.#within[0]?.name === 'journal_article' ? this.#within[0] : undefined;
      if (article)
        this.#tell(++this.#count, article.line, msg('import.read.recordCutOff', { line: this.#line() }));
      else if (this.#root === null) this.#tell(null, null, msg('import.read.noXml'));
      else if (!this.#isWhole()) this.#tell(null, this.#line(), msg('import.read.endsEarly'));
      else if (this.#count === 0 && this.#items.length === 0)
        this.#tell(null, null, msg('import.read.noRecords'));
    }
    const bad = this.#badLines.find((line) => !this.#toldLines.has(line));
    if (bad !== undefined) this.#tell(null, bad, msg('import.read.badBytes', { line: bad }));
    this.#isOver = true;
    return this.#items.splice(0);
  }

  #line(): number {
    return this.#firstLine + this.#parser.line - 1;
  }

  #tell(index: number | null, line: number | null, message: Message): void {
    this.#items.push({ index, line, message });
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
    try {
      if (this.#untold > mostUntold) this.#failTooLarge(mostUntold);
      this.#untold += text.length;
      this.#parser.write(text);
      this.#written += text.length;
      return null;
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      if (this.#isOver) return null;
      this.#firstLine = this.#line();
      return this.#resume(error.again + text.slice(Math.max(0, this.#parser.position - this.#written)));
    }
  }

  /** Continues reading at the next journal or article inside elements with the required names. */
  #resume(text: string): string | null {
    const found = nextPart.exec(text);
    const skipped = found ? text.slice(0, found.index) : text.slice(0, Math.max(0, text.length - 64));
    this.#firstLine += countLines(skipped);
    this.#tail = text.slice(skipped.length);
    if (!found) return null;
    if (this.#lost) this.#items.push(this.#lost);
    this.#lost = null;
    const prefix = found[1] ?? '';
    this.#around = [`${prefix}doi_batch`, `${prefix}body`];
    if (found[2]!.startsWith('journal_')) this.#around.push(`${prefix}journal`);
    this.#within = [];
    this.#skipped = 0;
    this.#parser = new SaxesParser({ xmlns: false });
    const start = this.#around.map((name) => `<${name}>`).join('');
    this.#parser.write(start);
    this.#written = start.length;
    this.#listen();
    return this.#tail;
  }

  #listen(): void {
    const parser = this.#parser;
    this.#untold = 0;
    const told =
      <T>(take: (what: T) => void) =>
      (what: T) => {
        this.#untold = 0;
        take(what);
      };
    parser.on(
      'opentag',
      told((tag) => this.#open(tag.name, tag.attributes)),
    );
    parser.on(
      'closetag',
      told(() => this.#close()),
    );
    parser.on(
      'text',
      told((text) => this.#text(text)),
    );
    parser.on(
      'cdata',
      told((text) => this.#text(text.replaceAll(marked, '&'))),
    );
    parser.on(
      'comment',
      told(() => undefined),
    );
    parser.on(
      'attribute',
      told(() => {
        if (++this.#attributes > mostAttributes)
          this.#fail(msg('import.read.tooManyAttributes', { line: this.#line() }));
      }),
    );
    parser.on('doctype', (text) => {
      if (/[[\]]|<!|ENTITY/.test(text))
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
    this.#tell(null, line, message);
    throw new Stop();
  }

  /** Gives up the article, or the part around articles that is being read. */
  #fail(message: Message, again = ''): never {
    const article = this.#within[0]?.name === 'journal_article' ? this.#within[0] : undefined;
    this.#lost = { index: article ? ++this.#count : null, line: article?.line ?? this.#line(), message };
    if (article) this.#inJournal++;
    throw new Stop(again);
  }

  #text(text: string): void {
    const element = this.#within.at(-1);
    if (!element) return;
    this.#grow('text', text.length);
    element.children.push(text);
  }

  /** Gives up a part larger than any article or journal: it would stay in memory or be in every article. */
  #grow(kind: 'text' | 'elements', by: number): void {
    this.#size[kind] += by;
    const isArticle = this.#within[0]?.name === 'journal_article';
    if (this.#size[kind] <= (isArticle ? mostOfArticle : mostOfJournal)[kind]) return;
    this.#failTooLarge(maxRecordBytes);
  }

  #failTooLarge(most: number): never {
    const isArticle = this.#within[0]?.name === 'journal_article';
    this.#fail(
      isArticle
        ? msg('import.read.recordTooLarge', { size: megabytes(most) })
        : msg('import.read.journalTooLarge', { line: this.#line() }),
    );
  }

  #open(fullName: string, attributes: Record<string, string>): void {
    this.#attributes = 0;
    const name = localName(fullName);
    if (this.#root === null) {
      this.#root = name;
      if (name !== 'doi_batch') this.#refuse(this.#line(), msg('import.read.otherXml', { name }));
    }
    if (this.#around.length + this.#within.length + this.#skipped >= maxDepth)
      this.#fail(msg('import.read.tooDeep', { line: this.#line(), depth: maxDepth }));
    const parent = this.#within.at(-1);
    if (parent) {
      if (name === 'journal_article' || name === 'journal')
        this.#fail(msg('import.read.noEnd', { line: this.#line() }), `<${fullName}>`);
      this.#grow('elements', 1);
      const element = this.#element(name, attributes);
      // Only the number of references is reported.
      if (parent.name !== 'citation') parent.children.push(element);
      this.#within.push(element);
    } else if (this.#skipped > 0) this.#skipped++;
    else if (name === 'journal_metadata' || name === 'journal_issue' || name === 'journal_article') {
      this.#size = { text: 0, elements: 0 };
      this.#within.push(this.#element(name, attributes));
    } else if (name !== 'journal' && localName(this.#around.at(-1) ?? '') === 'body') {
      this.#tell(++this.#count, this.#line(), msg('import.read.notAnArticle', { name }));
      this.#skipped = 1;
    } else {
      this.#around.push(fullName);
      if (name === 'journal') this.#openJournal();
    }
  }

  #openJournal(): void {
    this.#context = { metadata: undefined, issue: undefined };
    this.#inJournal = 0;
    this.#journalLine = this.#line();
  }

  #element(name: string, attributes: Record<string, string>): XmlElement {
    const entries = Object.entries(attributes).map(([key, value]) => [localName(key), value] as const);
    return { name, attributes: new Map(entries), children: [], line: this.#line() };
  }

  #close(): void {
    const element = this.#within.pop();
    if (element) {
      if (this.#within.length > 0) return;
      if (element.name === 'journal_metadata') this.#context = { metadata: element, issue: undefined };
      else if (element.name === 'journal_issue') this.#context = { ...this.#context, issue: element };
      else this.#endArticle(element);
    } else if (this.#skipped > 0) this.#skipped--;
    else if (localName(this.#around.pop() ?? '') === 'journal' && this.#inJournal === 0)
      this.#tell(null, this.#journalLine, msg('import.read.noArticles'));
  }

  #endArticle(article: XmlElement): void {
    this.#inJournal++;
    const index = ++this.#count;
    const { line } = article;
    const last = this.#line();
    const bad = this.#badLines.filter((one) => one >= line && one <= last);
    if (bad.length > 0) {
      for (const one of bad) this.#toldLines.add(one);
      this.#tell(index, line, msg('import.read.badBytes', { line: bad[0] }));
    } else this.#items.push({ ...crossrefArticle(article, this.#context, this.#issnKinds), index, line });
  }
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
