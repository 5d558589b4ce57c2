import { msg } from '../../../shared/message.ts';
import type { SourceArticle } from '../sourceArticle.ts';
import type { TaggedField } from '../tagged/readTagged.ts';
import { taggedArticle, tagMeanings } from '../tagged/taggedArticle.ts';
import { oneLine, plainText } from '../text/plainText.ts';

export const risMeanings = tagMeanings([
  ['type', 'TY'],
  ['title', 'TI T1'],
  ['abstract', 'AB'],
  ['summary', 'N2'],
  ['keyword', 'KW'],
  ['author', 'AU A1'],
  ['editor', 'ED'],
  ['contributor', 'A2 A3 A4'],
  ['journal', 'T2 JF JO JA J1 J2'],
  ['volume', 'VL'],
  ['number', 'IS'],
  ['startPage', 'SP'],
  ['endPage', 'EP'],
  ['articleNumber', 'C7'],
  ['issn', 'SN'],
  ['doi', 'DO'],
  ['identifier', 'M3'],
  ['kind', 'PT DT C3'],
  ['date', 'Y1 PY DA'],
  ['address', 'UR'],
  ['pdf', 'L1'],
  ['file', 'L2'],
  ['language', 'LA'],
  [msg('import.part.addresses'), 'AD'],
  ['note', 'N1'],
  [null, 'ID ER'],
]);

/** `MGZN` is a magazine. */
const articleTypes = /^(?:JOUR|EJOUR|MGZN)$/i;

/** The article of a RIS record: its fields in the order of the file (reference/import-formats.md 3 and 4.10). */
export function risArticle(fields: readonly TaggedField[]): SourceArticle {
  const all = (...tags: string[]) =>
    tags.flatMap((tag) => fields.filter((field) => field.tag === tag).map(({ value }) => value));
  const first = (...tags: string[]) => all(...tags).find((value) => value.trim() !== '') ?? '';
  const isIssueInM1 = first('IS') === '' && isIssue(first('M1'));
  // Where the journal stands in JF, as EBSCO writes it, T2 may be a second title of the article.
  const hasOtherTitle =
    first('JF') !== '' && first('T2') !== '' && !isSameTitle(first('T2'), all('JF', 'JO', 'JA', 'J1', 'J2'));
  const article = taggedArticle(
    isIssueInM1 ? fields.map((field) => (field.tag === 'M1' ? { ...field, tag: 'IS' } : field)) : fields,
    { meanings: risMeanings, articleTypes, isKeywordWhole: true },
  );
  return {
    ...article,
    ...(hasOtherTitle && { journal: plainText(first('JF')) }),
    notes: [
      ...article.notes,
      ...(hasOtherTitle ? [msg('import.note.secondTitle', { title: oneLine(first('T2')) })] : []),
      // The directory's own export sorts the authors (portality/crosswalks/article_ris.py).
      ...(article.links.some(({ url }) => /^https?:\/\/(?:www\.)?doaj\.org\//i.test(url))
        ? [msg('import.note.authorsSorted')]
        : []),
    ],
  };
}

/** EndNote writes the issue of an electronic article as M1, where others write anything. */
function isIssue(text: string): boolean {
  return /^(?:no\.?\s*)?\d{1,4}(?:[-\u2013/]\d{1,4})?$/i.test(text.trim());
}

/** True if one of the others is the title or its abbreviation: `Int. J. Soil` for `International Journal of Soils`. */
function isSameTitle(title: string, others: readonly string[]): boolean {
  return others.some((other) => abbreviates(other, title) || abbreviates(title, other));
}

function abbreviates(short: string, long: string): boolean {
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = wordsOf(long);
  let at = 0;
  return wordsOf(short).every((start) => {
    while (at < words.length && !words[at]!.startsWith(start)) at++;
    return at++ < words.length;
  });
}
