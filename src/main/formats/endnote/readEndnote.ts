import { msg } from '../../../shared/message.ts';
import { articleOf } from '../article/articleOf.ts';
import type { Reader } from '../reader.ts';
import { withParts } from '../sourceArticle.ts';
import type { TaggedField } from '../tagged/readTagged.ts';
import { taggedArticle, tagMeanings } from '../tagged/taggedArticle.ts';
import { readXml } from '../xml/readXml.ts';
import { ordinaryXml } from '../xml/xmlFormat.ts';
import { attributeOf, elementsOf, linesOf, type XmlElement } from '../xml/xmlTree.ts';
import { articleTypes } from './articleTypes.ts';

/** What the elements of a record mean: each by its name, or by that of its group. */
const meanings = tagMeanings([
  ['type', 'ref-type'],
  ['title', 'title'],
  ['abstract', 'abstract'],
  ['keyword', 'keywords'],
  ['author', 'authors'],
  ['group', 'corporate-author'],
  ['editor', 'secondary-authors'],
  ['contributor', 'tertiary-authors subsidiary-authors'],
  ['translator', 'translated-authors'],
  ['journal', 'full-title secondary-title alt-title abbr-1'],
  ['volume', 'volume'],
  ['number', 'number issue'],
  ['pages', 'pages'],
  ['articleNumber', 'custom7'],
  ['issn', 'isbn issn'],
  ['doi', 'electronic-resource-num'],
  ['kind', 'work-type'],
  ['date', 'date year'],
  ['address', 'related-urls web-urls'],
  ['pdf', 'pdf-urls'],
  ['file', 'text-urls'],
  ['language', 'language'],
  [msg('import.part.addresses'), 'auth-address'],
  ['note', 'notes research-notes'],
  [msg('import.part.publisher'), 'publisher'],
  [msg('import.part.place'), 'pub-location'],
  [msg('import.part.identifiers'), 'accession-num call-num custom2 custom6'],
  // Keys and files of the program, a short title, and where and when somebody found the reference.
  [
    msg('import.part.technical'),
    'database source-app rec-number foreign-keys short-title label remote-database-name remote-database-provider ' +
      'access-date modified-date added-date image-urls abbr-2 abbr-3',
  ],
]);

/** Groups of parts with names of their own, and those whose parts are all the same. */
const groups = new Set(['contributors', 'titles', 'periodical', 'alt-periodical', 'dates', 'urls']);

/** Reads the XML of EndNote. */
export const readEndnote: Reader = (file, choices) =>
  readXml(file, {
    ...ordinaryXml,
    roots: new Set(['xml', 'records', 'record']),
    records: new Set(['record']),
    read: (record) => {
      const article = taggedArticle(fieldsOf(record), { meanings, articleTypes });
      return articleOf(
        withParts(
          { ...article, ...(article.origin && { origin: { ...article.origin, parts: [] } }) },
          record,
        ),
        choices,
      );
    },
  });

/** The fields of a record; those of a group are in it one after another. */
function fieldsOf(element: XmlElement): TaggedField[] {
  return elementsOf(element).flatMap((part): TaggedField[] => {
    if (groups.has(part.name)) return fieldsOf(part);
    if (part.name === 'pub-dates') return elementsOf(part).map((date) => field('date', date));
    if (part.name === 'ref-type')
      return [{ tag: part.name, value: attributeOf(part, 'name') || linesOf(part).join(' ') }];
    const inner = elementsOf(part).filter(({ name }) => name !== 'style');
    if (inner.length === 0) return [field(part.name, part)];
    return inner.map((one) =>
      field(attributeOf(one, 'corp-name') === '' ? part.name : 'corporate-author', one),
    );
  });
}

function field(tag: string, element: XmlElement): TaggedField {
  return { tag, value: linesOf(styled(element)).join('\n') };
}

/** With the elements of JATS for text above and below the line. */
function styled(element: XmlElement): XmlElement {
  const face = element.name === 'style' ? attributeOf(element, 'face') : '';
  const name = /superscript/.test(face) ? 'sup' : /subscript/.test(face) ? 'sub' : element.name;
  return {
    ...element,
    name,
    children: element.children.map((child) => (typeof child === 'string' ? child : styled(child))),
  };
}
