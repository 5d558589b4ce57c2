import type { Message } from '../../../shared/message.ts';
import { maxTextRecord } from '../readRecord.ts';

/** A part of a BibTeX file that begins with `@`. */
export interface BibtexBlock {
  /** In lower case, such as `article` or `string`. */
  type: string;
  /** The text between its braces or parentheses. */
  body: string;
  line: number;
  guess: Message | null;
  /** Why it is incomplete: it has no end, ends before its last field, or is too large. */
  fault: 'unclosed' | 'closedEarly' | 'tooLarge' | null;
}

interface Open {
  type: string;
  line: number;
  close: '}' | ')';
  depth: number;
  isQuoted: boolean;
  parts: string[];
  length: number;
  guess: Message | null;
}

const header = /(?<![\w.@])@[ \t]*([a-z]+)[ \t]*([{(])/gi;
/** The beginning of an entry on a line of its own, which no value contains. */
const headerLine =
  /^[ \t]*@[ \t]*(?!comment|preamble|string)[a-z]+[ \t]*[{(][ \t]*(?:[^\s{}(),="#%]+[ \t]*)?(?:,|$)/i;
/** The same anywhere in a line; used only after an entry without an end. */
const innerHeader =
  /@[ \t]*(?:article|book|booklet|collection|in[a-z]+|manual|[a-z]*thesis|misc|online|proceedings|report|techreport|unpublished)[ \t]*[{(][ \t]*[^\s{}(),="#%@]+[ \t]*,/gi;
const bracket = /[{}"()]/g;
const strayField = /^[\s,]*[a-z][\w-]*\s*=\s*(?:[{"]|\d)/i;

/**
 * Cuts a BibTeX file, line by line, into its blocks. What follows a block that has no end is searched for the next.
 */
export class BibtexBlocks {
  #open: Open | null = null;
  /** The last block, which is broken if fields follow it. */
  #last: BibtexBlock | null = null;
  #blocks: BibtexBlock[] = [];
  /** The end of a line that may be the beginning of a header. */
  #carry = '';
  /** True while text that an unclosed block had swallowed is searched again. */
  #isRecovering = false;
  /** The line that was last searched for an inner header, and the place of the next one in it. */
  #searched = { text: '', found: -1 };

  /** Takes the next line; returns the blocks that are complete. */
  feed(text: string, line: number, guess: Message | null): BibtexBlock[] {
    if (this.#open && this.#open.type !== 'comment' && headerLine.test(text)) this.#giveUp('unclosed');
    const whole = this.#carry + text;
    this.#carry = '';
    this.#scan(whole, line, guess);
    return this.#blocks.splice(0);
  }

  /** The remaining blocks at the end of the file. */
  finish(): BibtexBlock[] {
    const swallowed = this.#open;
    if (swallowed) {
      this.#giveUp('unclosed');
      if (!this.#isRecovering) {
        this.#isRecovering = true;
        for (const [at, text] of swallowed.parts.join('').split('\n').entries())
          this.#scan(text, swallowed.line + at, swallowed.guess);
        if (this.#open) this.#giveUp('unclosed');
      }
    }
    this.#release();
    return this.#blocks.splice(0);
  }

  #scan(text: string, line: number, guess: Message | null): void {
    let at = 0;
    while (at < text.length || this.#open) {
      if (this.#open) {
        this.#open.guess ??= guess;
        const end = this.#within(this.#open, text, at);
        if (end < 0) return;
        at = end;
      } else {
        const next = this.#begin(text, at, line);
        if (next < 0) return;
        at = next;
      }
    }
  }

  /** The place after the next header on the line, or -1. */
  #begin(text: string, from: number, line: number): number {
    // A line that begins with a percent sign is a comment.
    if (from === 0 && /^\s*%/.test(text)) return -1;
    header.lastIndex = from;
    const found = header.exec(text);
    const between = text.slice(from, found?.index);
    if (this.#last && strayField.test(between)) this.#last.fault ??= 'closedEarly';
    if (!found) {
      this.#carry = /(?<![\w.@])@(?:[ \t]*[a-z]{1,30})?[ \t]*$/i.exec(between)?.[0] ?? '';
      return -1;
    }
    const type = found[1]!.toLowerCase();
    const isComment = type === 'comment';
    // A comment without an end would hide the rest of the file.
    if (isComment && this.#isRecovering) return header.lastIndex;
    this.#release();
    const close = found[2] === '{' ? '}' : ')';
    this.#open = { type, line, close, depth: 0, isQuoted: false, parts: [], length: 0, guess: null };
    return header.lastIndex;
  }

  /** Follows the open block to its end on this line; -1 if it does not end here. */
  #within(open: Open, text: string, from: number): number {
    const inner = this.#isRecovering ? this.#innerHeaderAfter(text, from) : -1;
    bracket.lastIndex = from;
    for (let found = bracket.exec(text); found; found = bracket.exec(text)) {
      if (inner >= 0 && found.index > inner) break;
      if (!this.#isEnd(open, found[0])) continue;
      this.#keep(open, text.slice(from, found.index));
      this.#release();
      const { type, line, guess } = open;
      this.#last = {
        type,
        body: open.parts.join(''),
        line,
        guess,
        fault: isTooLarge(open) ? 'tooLarge' : null,
      };
      this.#open = null;
      return found.index + 1;
    }
    if (inner >= 0) {
      this.#giveUp('unclosed');
      return inner;
    }
    this.#keep(open, `${text.slice(from)}\n`);
    return -1;
  }

  #innerHeaderAfter(text: string, from: number): number {
    if (this.#searched.text !== text || (this.#searched.found >= 0 && this.#searched.found < from)) {
      innerHeader.lastIndex = from;
      this.#searched = { text, found: innerHeader.exec(text)?.index ?? -1 };
    }
    return this.#searched.found;
  }

  #isEnd(open: Open, sign: string): boolean {
    if (sign === '{') open.depth++;
    else if (sign === '}') {
      if (open.depth === 0) return open.close === '}';
      open.depth--;
    } else if (open.close === ')' && open.depth === 0) {
      if (sign === '"') open.isQuoted = !open.isQuoted;
      return sign === ')' && !open.isQuoted;
    }
    return false;
  }

  #keep(open: Open, text: string): void {
    open.length += text.length;
    if (!isTooLarge(open)) open.parts.push(text);
  }

  #giveUp(fault: BibtexBlock['fault']): void {
    const open = this.#open;
    if (!open) return;
    this.#release();
    const { type, line, guess } = open;
    // Comments contain no data that could be lost.
    if (type !== 'comment') this.#blocks.push({ type, body: '', line, guess, fault });
    this.#open = null;
  }

  #release(): void {
    if (this.#last) this.#blocks.push(this.#last);
    this.#last = null;
  }
}

function isTooLarge({ length }: Open): boolean {
  return length > maxTextRecord;
}
