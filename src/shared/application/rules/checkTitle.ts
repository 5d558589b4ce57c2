import { shorten } from '../../article/rules/checkTexts.ts';
import { setFix } from '../../article/rules/report.ts';
import { hasMarkup, hasMathCode, isAllCaps, sentenceCase, stripMarkup } from '../../text/plainText.ts';
import { asStoredText, stripText } from '../../text/pythonText.ts';
import type { ApplicationReport } from './applicationReport.ts';

/** Reports on the two titles of a new application; an Update Request keeps the journal's own. */
export function checkTitles(report: ApplicationReport): void {
  const title = storeText('bibjson.title', report);
  if (title === '' && !report.isBroken('bibjson.title')) report.add('journal-title-missing', 'bibjson.title');
  if (isAllCaps(title))
    report.add(
      'title-caps',
      'bibjson.title',
      undefined,
      setFix('sentenceCase', 'bibjson.title', sentenceCase(title)),
    );
  checkCode('bibjson.title', title, report);
  checkCode('bibjson.alternative_title', storeText('bibjson.alternative_title', report), report);
}

/** Records and returns the text that the directory stores at `path`: trimmed, other values as their Python text. */
export function storeText(path: string, report: ApplicationReport): string {
  const value = report.at(path);
  const text = value === undefined ? '' : stripText(asStoredText(value));
  report.store(path, text === '' ? undefined : text);
  return text;
}

function checkCode(path: string, text: string, report: ApplicationReport): void {
  if (text.includes('<script>')) return;
  if (hasMathCode(text)) report.add('text-math', path);
  else if (hasMarkup(text)) {
    const plain = stripMarkup(text);
    const fix =
      plain === '' || plain === text
        ? undefined
        : setFix('plainText', path, plain, { plain: shorten(plain) });
    report.add('text-markup', path, undefined, fix);
  }
}
