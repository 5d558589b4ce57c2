import type { Format } from '../format.ts';

/** The directory's article XML. */
export const doajXml: Format<'doaj-xml'> = {
  isXml: ({ name, contains }) =>
    name === 'records' ||
    // Systems wrap the records in elements of their own.
    ((name === 'record' || contains('record')) &&
      contains('journalTitle', 'fullTextUrl', 'publisherRecordId')),
  read: async () => (await import('./doajXmlArticle.ts')).readDoajXml,
  write: async () => (await import('./writeDoajXml.ts')).writeDoajXml,
};
