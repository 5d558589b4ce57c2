import type { Writer } from './writer.ts';

/** The writer of each format; its module is loaded when it is used. */
export const writers = {
  json: async () => (await import('./json/writeJson.ts')).writeJson,
  jsonl: async () => (await import('./json/writeJsonLines.ts')).writeJsonLines,
  'doaj-xml': async () => (await import('./doajXml/writeDoajXml.ts')).writeDoajXml,
  ris: async () => (await import('./ris/writeRis.ts')).writeRis,
  bibtex: async () => (await import('./bibtex/writeBibtex.ts')).writeBibtex,
  csl: async () => (await import('./csl/writeCsl.ts')).writeCsl,
  csv: async () => (await import('./tables/csv/writeCsv.ts')).writeCsv,
  xlsx: async () => (await import('./tables/xlsx/writeXlsx.ts')).writeXlsx,
} satisfies Record<string, () => Promise<Writer>>;

export type ExportFormat = keyof typeof writers;

export const exportFormats = Object.keys(writers) as ExportFormat[];
