import { useState } from 'react';
import type { ExportRequest } from '../../state/exporting.ts';
import { AskExport } from './AskExport.tsx';
import { ExportSummary } from './ExportSummary.tsx';
import type { FinishedExport } from './useExport.ts';

/** Exports records to a file: asks for the format, shows the progress, and then what is not in the file. */
export function ExportDialog({ request, onClose }: { request: ExportRequest; onClose: () => void }) {
  const [finished, setFinished] = useState<FinishedExport | null>(null);
  return finished ? (
    <ExportSummary result={finished} onClose={onClose} />
  ) : (
    <AskExport request={request} onFinished={setFinished} onClose={onClose} />
  );
}
