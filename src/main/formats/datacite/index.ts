import type { Format } from '../format.ts';

/** DataCite's metadata, as XML or JSON. */
export const datacite: Format<'datacite'> = {
  isJson: ({ has }) => (has('creators', 'titles') ? 'yes' : 'no'),
  isXml: ({ name, attributes, contains }) =>
    ['resource', 'resources'].includes(name) &&
    (attributes.includes('datacite.org') || contains('titles', 'creators')),
  read: async () => (await import('./readDatacite.ts')).readDatacite,
};
