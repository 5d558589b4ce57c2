import { type Members, own } from '../../json.ts';
import { undecodedTwice } from '../../text/decodedTwice.ts';
import {
  hasMarkup,
  hasMathCode,
  isAllCaps,
  plainMath,
  sentenceCase,
  stripMarkup,
} from '../../text/plainText.ts';
import { asStoredText, stripText } from '../../text/pythonText.ts';
import { areInTwoLanguages } from '../../text/textLanguages.ts';
import { type Report, removeFix, setFix } from './report.ts';

/** Reports on title and abstract. */
export function checkTitleAndAbstract(bibjson: Members, report: Report): void {
  const title = own(bibjson, 'title');
  if (title === undefined) report.add('title-missing', 'bibjson.title');
  else if (title === null || (typeof title === 'string' && stripText(title) === '')) {
    report.add('title-empty', 'bibjson.title');
  } else if (checkText(title, 'bibjson.title', report)) checkTitle(title, report);
  const abstract = own(bibjson, 'abstract');
  if (typeof abstract === 'string' && abstract !== '' && stripText(abstract) === '') {
    report.add('text-blank', 'bibjson.abstract', undefined, removeFix('bibjson.abstract'));
  } else if (checkText(abstract, 'bibjson.abstract', report)) {
    checkCode(abstract, 'bibjson.abstract', report);
    if (typeof title === 'string' && areInTwoLanguages(title, abstract))
      report.add('languages-differ', 'bibjson.abstract');
  }
}

/** Reports script tags, and values that would be converted to text; true for a text. */
export function checkText(value: unknown, path: string, report: Report): value is string {
  if (typeof value === 'string') {
    if (value.includes('<script>'))
      report.add('script-tag', path, undefined, plainFix(path, stripMarkup(value)));
    checkGarbled(value, path, report);
    return true;
  }
  if (value === undefined || value === null || typeof value === 'number') return false;
  const stored = asStoredText(value);
  if (stored.includes('<script>')) report.add('script-tag', path);
  report.add('not-text', path, { stored: shorten(stored) });
  return false;
}

/** Reports a text that was decoded twice. */
export function checkGarbled(text: string, path: string, report: Report): void {
  const meant = undecodedTwice(text);
  if (meant === null) return;
  const params = { text: shorten(meant) };
  report.add('text-garbled', path, params, setFix('use', path, meant, { value: params.text }));
}

/** The first words of a text, to identify it in a message. */
export function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function checkTitle(title: string, report: Report): void {
  const hasCode = checkCode(title, 'bibjson.title', report);
  if (!hasCode && /^\s|\s$|[\r\n\t]| {2}/.test(title)) {
    const tidy = title.replace(/\s+/g, ' ').trim();
    report.add('text-spaces', 'bibjson.title', undefined, setFix('tidySpaces', 'bibjson.title', tidy));
  }
  if (isAllCaps(title)) {
    const fix = setFix('sentenceCase', 'bibjson.title', sentenceCase(title));
    report.add('title-caps', 'bibjson.title', undefined, fix);
  }
}

/** Reports mathematics and markup in a text; returns true if there is any. */
function checkCode(text: string, path: string, report: Report): boolean {
  if (text.includes('<script>')) return true;
  if (hasMathCode(text)) {
    const plain = plainMath(text);
    report.add('text-math', path, undefined, codeFix(path, text, plain));
    return true;
  }
  if (!hasMarkup(text)) return false;
  report.add('text-markup', path, undefined, codeFix(path, text, stripMarkup(text)));
  return true;
}

/** No fix if there is no plain text, or none but the text itself. */
function codeFix(path: string, text: string, plain: string | null) {
  return plain === null || plain === '' || plain === text ? undefined : plainFix(path, plain);
}

function plainFix(path: string, plain: string) {
  return setFix('plainText', path, plain, { plain: shorten(plain) });
}
