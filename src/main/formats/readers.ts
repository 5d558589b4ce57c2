import type { ImportFormat } from '../../shared/draft/importing.ts';
import type { Reader } from './reader.ts';

/** The reader of each format; its module is loaded when a file of the format is read. */
export const readers: Record<ImportFormat, () => Promise<Reader>> = {
  json: async () => (await import('./json/readJson.ts')).jsonReader({ byLine: false }),
  jsonl: async () => (await import('./json/readJson.ts')).jsonReader({ byLine: true }),
  csv: async () => (await import('./tables/csv/readTextTable.ts')).readTextTable,
  tsv: async () => (await import('./tables/csv/readTextTable.ts')).readTextTable,
  csl: async () => (await import('./json/readJson.ts')).readCsl,
  'crossref-json': async () => (await import('./json/readJson.ts')).readCrossrefJson,
  xlsx: async () => (await import('./tables/xlsx/readXlsx.ts')).readXlsx,
  ris: async () => (await import('./ris/readRis.ts')).readRis,
  bibtex: async () => (await import('./bibtex/readBibtex.ts')).readBibtex,
  crossref: async () => (await import('./crossref/readCrossref.ts')).readCrossref,
  'jats-zip': async () => (await import('./jats/readJatsZip.ts')).readJatsZip,
  oai: async () => (await import('./oai/readOai.ts')).readOai,
  jats: async () => (await import('./jats/readJats.ts')).readJats,
  'doaj-xml': async () => (await import('./doajXml/readDoajXml.ts')).readDoajXml,
  'ojs-native': async () => (await import('./ojs/readOjs.ts')).readOjs,
  pubmed: async () => (await import('./pubmed/readPubmed.ts')).readPubmed,
  datacite: async () => (await import('./datacite/readDatacite.ts')).readDatacite,
};
