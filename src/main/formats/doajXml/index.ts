import type { Format } from '../format.ts';

/** The directory's article XML. */
export const doajXml: Format<'doaj-xml'> = {
  isXml: ({ name, contains }) =>
    name === 'records' || (name === 'record' && contains('journalTitle', 'fullTextUrl')),
  read: async () => (await import('./doajXmlArticle.ts')).readDoajXml,
  write: async () => (await import('./writeDoajXml.ts')).writeDoajXml,
};
