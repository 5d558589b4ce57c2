import { msg } from '../../../shared/message.ts';
import { taggedReader } from '../tagged/readTagged.ts';
import { taggedArticle, tagMeanings } from '../tagged/taggedArticle.ts';

const meanings = tagMeanings([
  ['type', 'RT'],
  ['title', 'T1'],
  ['abstract', 'AB'],
  ['keyword', 'K1'],
  ['author', 'A1'],
  ['editor', 'A2'],
  ['contributor', 'A3 A5 A6'],
  ['translator', 'A4'],
  ['journal', 'JF JO T2'],
  ['volume', 'VO'],
  ['number', 'IS'],
  ['startPage', 'SP'],
  ['endPage', 'OP'],
  ['issn', 'SN'],
  ['doi', 'DO'],
  ['date', 'FD YR'],
  ['address', 'UL LK'],
  ['language', 'LA'],
  [msg('import.part.addresses'), 'AD'],
  ['note', 'NO'],
  [msg('import.part.publisher'), 'PB'],
  [msg('import.part.place'), 'PP'],
  [msg('import.part.identifiers'), 'AN CN'],
  // The number of the reference, its medium, and where and when somebody found it.
  [null, 'ID SR DB DS RD SL LL IP'],
]);

const otherTags = new Set(
  'T3 T4 ED OT ST AV CL SF U1 U2 U3 U4 U5 U6 U7 U8 U9 WT WV WP CR CA RP NU VL PY C1 C2 C3 C4 C5 OL'.split(
    ' ',
  ),
);

/** Reads the tagged format of RefWorks. */
export const readRefworks = taggedReader({
  tagOf(line) {
    const [, tag = '', value = ''] = /^([A-Z][A-Z\d])(?:[ \t](.*))?$/s.exec(line) ?? [];
    return meanings.has(tag) || otherTags.has(tag) ? { tag, value } : null;
  },
  first: 'RT',
  last: null,
  article: (fields) =>
    taggedArticle(fields, { meanings, articleTypes: /^(?:journal|electronic article|magazine article)/i }),
});
