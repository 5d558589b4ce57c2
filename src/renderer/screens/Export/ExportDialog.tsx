import { useState } from 'react';
import type { DialogProps, ExportRequest } from '../../state/dialogs/dialogs.ts';
import { AskExport } from './AskExport.tsx';
import { AskReturned } from './AskReturned.tsx';
import { ExportSummary } from './ExportSummary.tsx';
import type { FinishedExport } from './useExport.ts';

/**
 * Exports records to a file: asks for the format, shows the progress, and then what is not in the file. Or returns a
 * table with the problems of its rows.
 */
export function ExportDialog({ request, onClose }: DialogProps<'export'>) {
  if ('returned' in request) return <AskReturned request={request} onClose={onClose} />;
  return <ExportRecords request={request} onClose={onClose} />;
}

function ExportRecords({ request, onClose }: { request: ExportRequest; onClose: () => void }) {
  const [finished, setFinished] = useState<FinishedExport | null>(null);
  return finished ? (
    <ExportSummary result={finished} onClose={onClose} />
  ) : (
    <AskExport request={request} onFinished={setFinished} onClose={onClose} />
  );
}
