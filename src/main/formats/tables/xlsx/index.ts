import type { Format } from '../../format.ts';

/** Excel workbooks. */
export const xlsx: Format<'xlsx'> = {
  isZip: (has) => has('xl/workbook\\.xml'),
  read: async () => (await import('./readXlsx.ts')).readXlsx,
  write: async () => (await import('./writeXlsx.ts')).writeXlsx,
};
