/** The export formats, with the extension and media type of their files. */
export const exportFileTypes = {
  json: { ending: 'json', type: 'application/json' },
  'doaj-xml': { ending: 'xml', type: 'application/xml' },
  csv: { ending: 'csv', type: 'text/csv' },
  xlsx: { ending: 'xlsx', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  ris: { ending: 'ris', type: 'application/x-research-info-systems' },
  bibtex: { ending: 'bib', type: 'application/x-bibtex' },
  csl: { ending: 'json', type: 'application/vnd.citationstyles.csl+json' },
} as const;

export type ExportFileFormat = keyof typeof exportFileTypes;
export const exportFileFormats = Object.keys(exportFileTypes) as [ExportFileFormat, ...ExportFileFormat[]];
