import type { Format } from '../format.ts';

/** Saved answers of OAI-PMH repositories. */
export const oai: Format<'oai'> = {
  isXml({ name, contains }) {
    if (['OAI-PMH', 'ListRecords', 'GetRecord', 'dc'].includes(name)) return true;
    return ['records', 'record'].includes(name) && contains('header', 'metadata');
  },
  read: async () => (await import('./readOai.ts')).readOai,
};
