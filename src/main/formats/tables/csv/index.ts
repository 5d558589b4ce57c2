import type { Format } from '../../format.ts';

/** Tables as text, with any separator but the tabulator. */
export const csv: Format<'csv'> = {
  hasSeparator: (sign) => sign !== '\t',
  read: async () => (await import('./readTextTable.ts')).readTextTable,
  write: async () => (await import('./writeCsv.ts')).writeCsv,
};

export const tsv: Format<'tsv'> = {
  hasSeparator: (sign) => sign === '\t',
  read: async () => (await import('./readTextTable.ts')).readTextTable,
};
