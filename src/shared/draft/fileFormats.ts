/** What every part of the program knows of a format; how it is recognised, read and written: `main/formats/<format>`. */
interface FileFormat {
  /** Its name, the same in every language, or the key of its name; formats with the same name are one kind in lists. */
  name: string | { key: string };
  /** The extensions of its files, without dots; written ones have the first. */
  endings: readonly [string, ...string[]];
  /** Its media types; written files have the first. */
  types: readonly [string, ...string[]];
  /** Whether it is written: `export` is also offered in the window, `convert` only on the command line. */
  writes: 'export' | 'convert' | null;
  /** True if its records are rows of a table. */
  isTable?: true;
}

const xml = ['application/xml', 'text/xml'] as const;

/** Every format that can be read, in the order in which they are listed. */
export const fileFormats = {
  json: { name: { key: 'formats.json' }, endings: ['json'], types: ['application/json'], writes: 'export' },
  jsonl: {
    name: { key: 'formats.json' },
    endings: ['jsonl', 'ndjson'],
    types: ['application/jsonl'],
    writes: 'convert',
  },
  'doaj-xml': { name: { key: 'formats.doaj-xml' }, endings: ['xml'], types: xml, writes: 'export' },
  jats: { name: 'JATS', endings: ['xml', 'nxml', 'jats'], types: xml, writes: null },
  'jats-zip': { name: 'JATS', endings: ['zip'], types: ['application/zip'], writes: null },
  crossref: { name: 'Crossref', endings: ['xml'], types: xml, writes: null },
  'crossref-json': { name: 'Crossref', endings: ['json'], types: ['application/json'], writes: null },
  'ojs-native': { name: 'OJS', endings: ['xml'], types: xml, writes: null },
  pubmed: { name: 'PubMed', endings: ['xml'], types: xml, writes: null },
  datacite: { name: 'DataCite', endings: ['xml', 'json'], types: xml, writes: null },
  oai: { name: 'OAI-PMH', endings: ['xml'], types: xml, writes: null },
  csv: {
    name: { key: 'formats.csv' },
    endings: ['csv', 'txt'],
    types: ['text/csv'],
    writes: 'export',
    isTable: true,
  },
  tsv: {
    name: { key: 'formats.csv' },
    endings: ['tsv', 'txt'],
    types: ['text/tab-separated-values'],
    writes: null,
    isTable: true,
  },
  xlsx: {
    name: { key: 'formats.xlsx' },
    endings: ['xlsx'],
    types: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    writes: 'export',
    isTable: true,
  },
  ris: { name: 'RIS', endings: ['ris'], types: ['application/x-research-info-systems'], writes: 'export' },
  nbib: { name: 'PubMed', endings: ['nbib', 'txt'], types: ['application/nbib'], writes: null },
  'endnote-xml': { name: 'EndNote', endings: ['xml'], types: xml, writes: null },
  enw: { name: 'EndNote', endings: ['enw'], types: ['application/x-endnote-refer'], writes: null },
  refworks: { name: 'RefWorks', endings: ['txt'], types: ['text/plain'], writes: null },
  'web-of-science': {
    name: 'Web of Science',
    endings: ['ciw', 'txt'],
    types: ['application/x-inst-for-scientific-info'],
    writes: null,
  },
  bibtex: { name: 'BibTeX', endings: ['bib'], types: ['application/x-bibtex'], writes: 'export' },
  csl: {
    name: 'CSL-JSON',
    endings: ['json'],
    types: ['application/vnd.citationstyles.csl+json'],
    writes: 'export',
  },
} as const satisfies Record<string, FileFormat>;

type Formats = typeof fileFormats;
export type ImportFormat = keyof Formats;
/** The formats that `convert` writes. */
export type WrittenFormat = {
  [Id in ImportFormat]: Formats[Id]['writes'] extends null ? never : Id;
}[ImportFormat];
/** The formats that the window offers for an export. */
export type ExportFormat = {
  [Id in ImportFormat]: Formats[Id]['writes'] extends 'export' ? Id : never;
}[ImportFormat];

export const importFormats = Object.keys(fileFormats) as [ImportFormat, ...ImportFormat[]];
export const writtenFormats = importFormats.filter(
  (id) => fileFormats[id].writes !== null,
) as WrittenFormat[];
export const exportFormats = importFormats.filter((id) => fileFormats[id].writes === 'export') as [
  ExportFormat,
  ...ExportFormat[],
];

/** Returns true for the formats whose records are rows of a table. */
export function isTable(format: ImportFormat): boolean {
  return 'isTable' in fileFormats[format];
}

/** What file dialogs offer: the extensions and media types of all formats. */
export function acceptedFiles(): string {
  const all: FileFormat[] = Object.values(fileFormats);
  const endings = all.flatMap((one) => one.endings.map((ending) => `.${ending}`));
  return [...new Set([...endings, ...all.flatMap(({ types }) => types)])].join(',');
}

/** The names of formats, each once, for lists in texts: of all of them, or of XML. */
export function formatNames(kind: 'all' | 'xml'): FileFormat['name'][] {
  const all: FileFormat[] = Object.values(fileFormats);
  const chosen = kind === 'all' ? all : all.filter(({ endings }) => endings.includes('xml'));
  return [...new Map(chosen.map(({ name }) => [JSON.stringify(name), name])).values()];
}
