import { msg } from '../../../shared/message.ts';
import { taggedReader } from '../tagged/readTagged.ts';
import { taggedArticle, tagMeanings } from '../tagged/taggedArticle.ts';
import { articleTypes } from './articleTypes.ts';

const meanings = tagMeanings([
  ['type', '%0'],
  ['title', '%T'],
  ['abstract', '%X'],
  ['keyword', '%K'],
  ['author', '%A'],
  ['editor', '%E'],
  ['contributor', '%Y %?'],
  ['journal', '%J %B'],
  ['volume', '%V'],
  ['number', '%N'],
  ['pages', '%P'],
  ['articleNumber', '%]'],
  ['issn', '%@'],
  ['doi', '%R'],
  ['kind', '%9'],
  ['date', '%8 %D'],
  ['address', '%U'],
  ['file', '%>'],
  ['language', '%G'],
  [msg('import.part.addresses'), '%+'],
  ['note', '%Z %< %1 %3 %4'],
  [msg('import.part.publisher'), '%I'],
  [msg('import.part.place'), '%C'],
  [msg('import.part.identifiers'), '%M %L %2 %$'],
  // A label, a short title, and where and when somebody found the reference.
  [null, '%F %! %W %~ %[ %='],
]);

/** Reads the tags of Refer, which EndNote writes, too. */
export const readRefer = taggedReader({
  tagOf(line) {
    const [, tag, value = ''] = /^(%[^\s%a-z])(?:[ \t](.*))?$/s.exec(line) ?? [];
    return tag === undefined ? null : { tag, value };
  },
  first: '%0',
  last: null,
  article: (fields) => taggedArticle(fields, { meanings, articleTypes }),
});
