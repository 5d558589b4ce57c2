import type { Format } from '../format.ts';

/** The directory's article XML. */
export const doajXml: Format<'doaj-xml'> = {
  isXml: ({ name, contains }) =>
    name === 'records' ||
    (/^(?:record|import|articles)$/.test(name) &&
      contains('journalTitle', 'fullTextUrl', 'publisherRecordId')),
  read: async () => (await import('./doajXmlArticle.ts')).readDoajXml,
  write: async () => (await import('./writeDoajXml.ts')).writeDoajXml,
};
