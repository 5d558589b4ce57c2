import type { Writer } from './write/writer.ts';

/** The writer of each format; its module is loaded when it is used. */
export const writers = {
  json: async () => (await import('./write/writeJson.ts')).writeJson,
  jsonl: async () => (await import('./write/writeJsonLines.ts')).writeJsonLines,
  'doaj-xml': async () => (await import('./write/writeDoajXml.ts')).writeDoajXml,
  ris: async () => (await import('./write/writeRis.ts')).writeRis,
  bibtex: async () => (await import('./write/writeBibtex.ts')).writeBibtex,
  csl: async () => (await import('./write/writeCsl.ts')).writeCsl,
  csv: async () => (await import('./write/writeCsv.ts')).writeCsv,
  xlsx: async () => (await import('./write/writeXlsx.ts')).writeXlsx,
} satisfies Record<string, () => Promise<Writer>>;

export type ExportFormat = keyof typeof writers;

export const exportFormats = Object.keys(writers) as ExportFormat[];
