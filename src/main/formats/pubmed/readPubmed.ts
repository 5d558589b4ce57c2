import { msg } from '../../../shared/message.ts';
import { articleOf } from '../articleOf.ts';
import type { Reader } from '../reader.ts';
import { readXml } from '../xml/readXml.ts';
import { ordinaryXml } from '../xml/xmlFormat.ts';
import { pubmedArticle } from './pubmedArticle.ts';

const pubmed = {
  ...ordinaryXml,
  roots: new Set(['ArticleSet', 'PubmedArticleSet', 'PubmedArticle', 'Article']),
  records: new Set(['Article', 'PubmedArticle', 'PubmedBookArticle']),
};

/** Reads PubMed XML: that of publishers and that of MEDLINE. */
export const readPubmed: Reader = (file, choices) =>
  readXml(file, {
    ...pubmed,
    read: (record) =>
      record.name === 'PubmedBookArticle'
        ? { message: msg('import.read.notAnArticle', { name: record.name }) }
        : articleOf(pubmedArticle(record), choices),
  });
