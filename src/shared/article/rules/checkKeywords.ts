import { fieldLabel } from '../../draft/fieldLabel.ts';
import { isGiven } from '../../json.ts';
import { asStoredText, stripText } from '../../text/pythonText.ts';
import { isJoinedKeyword, joinedKeywords, splitKeywords } from '../keywords.ts';
import { checkGarbled, shorten } from './checkTexts.ts';
import { fixOf, type Report, removeFix, setFix } from './report.ts';

const list = 'bibjson.keywords';
/** The maximum total length of keywords that a fix may split. */
const maxSplitLength = 20_000;

/** Reports on the keywords. The directory accepts more than six today; older servers and other indexes cut or refuse them. */
export function checkKeywords(value: unknown, report: Report): void {
  if (!isGiven(value)) return;
  if (!Array.isArray(value)) {
    const words = typeof value === 'string' ? splitKeywords(value) : [];
    report.add(
      'not-a-list',
      list,
      { field: fieldLabel(list) },
      words.length > 0 ? setFix('splitKeywords', list, words, { count: words.length }) : removeFix(list),
    );
    return;
  }
  const seen = new Set<string>();
  let words: string[] | undefined;
  const split = () => {
    words ??= splitAll(value);
    return words;
  };
  for (const [index, keyword] of value.entries()) {
    if (keyword !== null) checkKeyword(keyword, index, split, seen, report);
  }
  if (seen.size > 6) report.add('keywords-many', list, { count: seen.size });
}

function checkKeyword(
  keyword: unknown,
  index: number,
  split: () => string[],
  seen: Set<string>,
  report: Report,
): void {
  const path = `${list}[${index}]`;
  if (typeof keyword !== 'string') {
    if (typeof keyword !== 'number')
      report.add('not-text', path, { stored: shorten(asStoredText(keyword)) }, removeFix(path));
    seen.add(asStoredText(keyword));
    return;
  }
  checkGarbled(keyword, path, report);
  if (keyword === '<script>') report.add('script-tag', path, undefined, removeFix(path));
  else if (keyword === '') report.add('keyword-empty', path, undefined, removeFix(path));
  else if (stripText(keyword) === '') report.add('keyword-blank', path, undefined, removeFix(path));
  else {
    const folded = keyword.trim().toLowerCase();
    if (seen.has(folded)) report.add('keyword-twice', path, { keyword: shorten(keyword) }, removeFix(path));
    seen.add(folded);
    if (isJoinedKeyword(keyword)) reportJoined(keyword, path, split, report);
  }
}

function reportJoined(keyword: string, path: string, split: () => string[], report: Report): void {
  const words = split();
  report.add(
    'keywords-joined',
    path,
    { count: joinedKeywords(keyword).length, keyword: shorten(keyword) },
    words.length > 0
      ? fixOf('splitKeywords', [{ path: list, value: words }], { count: words.length })
      : undefined,
  );
}

/** The keywords after splitting all of them; none if one is not text, or if they are too long to be part of every finding. */
function splitAll(keywords: readonly unknown[]): string[] {
  let length = 0;
  for (const keyword of keywords) {
    if (typeof keyword !== 'string') return [];
    length += keyword.length + 1;
    if (length > maxSplitLength) return [];
  }
  return [...new Set((keywords as string[]).flatMap(joinedKeywords))];
}
