import { create } from 'zustand';
import type { CallInput } from '../../shared/contract/contract.ts';

/** The records to export. */
export interface ExportRequest {
  source: CallInput<'exports.write'>['source'];
  count: number;
  /** An import that was not accepted yet. */
  isPreview?: boolean;
}

export const useExporting = create<{ request: ExportRequest | null }>(() => ({ request: null }));

/** Asks for the format of an export, on any screen. */
export function openExport(request: ExportRequest): void {
  useExporting.setState({ request });
}

export function closeExport(): void {
  useExporting.setState({ request: null });
}
