import type { Writer } from './writer.ts';

/** The writer of each format; its module is loaded when it is used. */
export const writers = {
  jsonl: async () => (await import('./writeJsonLines.ts')).writeJsonLines,
} satisfies Record<string, () => Promise<Writer>>;

export type ExportFormat = keyof typeof writers;

export const exportFormats = Object.keys(writers) as ExportFormat[];
