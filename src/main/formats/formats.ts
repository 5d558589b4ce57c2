import type { ImportFormat } from '../../shared/draft/fileFormats.ts';
import { bibtex } from './bibtex/index.ts';
import { crossref, crossrefJson } from './crossref/index.ts';
import { csl } from './csl/index.ts';
import { datacite } from './datacite/index.ts';
import { doajXml } from './doajXml/index.ts';
import { endnoteXml, enw } from './endnote/index.ts';
import type { Format } from './format.ts';
import { jats, jatsZip } from './jats/index.ts';
import { json, jsonl } from './json/index.ts';
import { oai } from './oai/index.ts';
import { ojsNative } from './ojs/index.ts';
import { nbib, pubmed } from './pubmed/index.ts';
import { refworks } from './refworks/index.ts';
import { ris } from './ris/index.ts';
import { csv, tsv } from './tables/csv/index.ts';
import { xlsx } from './tables/xlsx/index.ts';
import { webOfScience } from './webOfScience/index.ts';

/** Every format. The first one that recognises a file is its format: OAI-PMH wraps records of others, JATS has any root. */
export const formats: { readonly [Id in ImportFormat]: Format<Id> } = {
  json,
  jsonl,
  'crossref-json': crossrefJson,
  datacite,
  csl,
  crossref,
  oai,
  'endnote-xml': endnoteXml,
  'doaj-xml': doajXml,
  pubmed,
  jats,
  'ojs-native': ojsNative,
  xlsx,
  'jats-zip': jatsZip,
  ris,
  nbib,
  enw,
  refworks,
  'web-of-science': webOfScience,
  bibtex,
  csv,
  tsv,
};

/** The formats in that order. */
export const inOrder = Object.entries(formats) as [ImportFormat, Format][];
