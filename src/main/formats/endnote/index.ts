import type { Format } from '../format.ts';

/** The XML of EndNote. */
export const endnoteXml: Format<'endnote-xml'> = {
  isXml: (root) =>
    ['xml', 'records', 'record'].includes(root.name) && root.contains('ref-type', 'rec-number', 'source-app'),
  read: async () => (await import('./readEndnote.ts')).readEndnote,
};

/** The tags of Refer and EndNote. */
export const enw: Format<'enw'> = {
  mark: /^%(?:0 [A-Z]|[ATJ] [^\n]{1,1000}\n%[A-Z\d@!+&] )/m,
  read: async () => (await import('./readRefer.ts')).readRefer,
};
