import type { Format, XmlRoot } from '../format.ts';

/** The native XML of OJS; JATS, which has the same roots, is asked before. */
export const ojsNative: Format<'ojs-native'> = {
  isXml: ({ name }) => ['article', 'articles', 'issue', 'issues'].includes(name),
  read: async () => (await import('./readOjs.ts')).readOjs,
};

/** Returns true if the file itself says so. */
export function isOjs({ attributes, prolog }: XmlRoot): boolean {
  return attributes.includes('pkp.sfu.ca') || prolog.includes('pkp.sfu.ca');
}
