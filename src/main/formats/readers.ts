import type { ImportFormat } from '../../shared/draft/importing.ts';
import type { Reader } from './reader.ts';

/** The reader of each format; its module is loaded when a file of the format is read. */
export const readers: Record<ImportFormat, () => Promise<Reader>> = {
  json: async () => (await import('./readJson.ts')).jsonReader({ byLine: false }),
  jsonl: async () => (await import('./readJson.ts')).jsonReader({ byLine: true }),
  csv: async () => (await import('./tables/readTextTable.ts')).readTextTable,
  tsv: async () => (await import('./tables/readTextTable.ts')).readTextTable,
  csl: async () => (await import('./readJson.ts')).readCsl,
  'crossref-json': async () => (await import('./readJson.ts')).readCrossrefJson,
  xlsx: async () => (await import('./tables/readXlsx.ts')).readXlsx,
  ris: async () => (await import('./readRis.ts')).readRis,
  bibtex: async () => (await import('./readBibtex.ts')).readBibtex,
  crossref: async () => (await import('./readCrossref.ts')).readCrossref,
  'jats-zip': async () => (await import('./readJatsZip.ts')).readJatsZip,
  oai: async () => (await import('./readOai.ts')).readOai,
  jats: async () => (await import('./readJats.ts')).readJats,
  'doaj-xml': async () => (await import('./readDoajXml.ts')).readDoajXml,
  'ojs-native': async () => (await import('./readOjs.ts')).readOjs,
  pubmed: async () => (await import('./readPubmed.ts')).readPubmed,
  datacite: async () => (await import('./readDatacite.ts')).readDatacite,
};
