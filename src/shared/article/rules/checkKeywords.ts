import { fieldLabel } from '../../draft/fieldLabel.ts';
import { asStoredText, stripText } from '../../text/pythonText.ts';
import { isJoinedKeyword, splitKeywords } from '../keywords.ts';
import { shorten } from './checkTexts.ts';
import { fixOf, type Report, removeFix, setFix } from './report.ts';
import { isGiven } from './values.ts';

const list = 'bibjson.keywords';

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
  for (const [index, keyword] of value.entries()) {
    if (keyword !== null) checkKeyword(keyword, index, value, seen, report);
  }
  if (seen.size > 6) report.add('keywords-many', list, { count: seen.size });
}

function checkKeyword(
  keyword: unknown,
  index: number,
  all: unknown[],
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
  if (keyword === '<script>') report.add('script-tag', path, undefined, removeFix(path));
  else if (keyword === '') report.add('keyword-empty', path, undefined, removeFix(path));
  else if (stripText(keyword) === '') report.add('keyword-blank', path, undefined, removeFix(path));
  else {
    const folded = keyword.trim().toLowerCase();
    if (seen.has(folded)) report.add('keyword-twice', path, { keyword: shorten(keyword) }, removeFix(path));
    seen.add(folded);
    if (isJoinedKeyword(keyword)) reportJoined(keyword, path, all, report);
  }
}

function reportJoined(keyword: string, path: string, all: unknown[], report: Report): void {
  const count = splitKeywords(keyword).length;
  const isSplittable = all.every((one) => typeof one === 'string');
  const split = isSplittable ? [...new Set((all as string[]).flatMap(splitKeywords))] : null;
  report.add(
    'keywords-joined',
    path,
    { count, keyword: shorten(keyword) },
    split ? fixOf('splitKeywords', [{ path: list, value: split }], { count: split.length }) : undefined,
  );
}
