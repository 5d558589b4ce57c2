import { create } from 'zustand';
import type { CallInput } from '../../../shared/contract/contract.ts';

/** The records to export. */
export interface ExportRequest {
  source: CallInput<'exports.write'>['source'];
  count: number;
  /** An import that was not accepted yet. */
  isPreview?: boolean;
}

/** The import or upload whose table is returned with its problems. */
export interface ReturnRequest {
  returned: CallInput<'exports.tables'>['source'];
}

export const useExporting = create<{ request: ExportRequest | ReturnRequest | null }>(() => ({
  request: null,
}));

/** Asks for the format of an export, or for the rows of a table that is returned, on any screen. */
export function openExport(request: ExportRequest | ReturnRequest): void {
  useExporting.setState({ request });
}

export function closeExport(): void {
  useExporting.setState({ request: null });
}
