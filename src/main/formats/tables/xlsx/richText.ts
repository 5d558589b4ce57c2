import { levelEnd, lowerSign, raiseSign, settleScripts } from '../../../../shared/text/scripts.ts';

/**
 * Puts the text of a cell together from its runs (ECMA-376, 18.4): what stands above or below the line is written as in
 * every format, and phonetic hints are left out.
 */
export class RichText {
  #text = '';
  /** The signs of the level on which the run stands, and of the one on which the text ends. */
  #level = '';
  #ended = '';
  #hasLevels = false;
  #isText = false;
  #isPhonetic = false;

  open(name: string, attributes: Record<string, string>): void {
    if (name === 't') this.#isText = !this.#isPhonetic;
    else if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 'r') this.#level = '';
    else if (name === 'vertAlign')
      this.#level = { superscript: raiseSign, subscript: lowerSign }[attributes.val ?? ''] ?? '';
  }

  text(text: string): void {
    if (!this.#isText) return;
    // Programs divide what stands on one level into several runs.
    if (this.#level !== this.#ended) this.#step(this.#level);
    this.#text += text;
  }

  close(name: string): void {
    if (name === 't') this.#isText = false;
    else if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'r') this.#level = '';
  }

  #step(level: string): void {
    if (this.#ended !== '') this.#text += levelEnd;
    this.#text += level;
    this.#ended = level;
    this.#hasLevels = true;
  }

  /** The text so far; the next one is that of another cell. */
  take(): string {
    if (this.#text === '') return '';
    if (this.#ended !== '') this.#step('');
    const text = this.#hasLevels ? settleScripts(this.#text) : this.#text;
    this.#text = '';
    this.#level = '';
    this.#hasLevels = false;
    return text;
  }
}
