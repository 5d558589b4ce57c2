import type { MessagePort } from 'node:worker_threads';
import type { SourceFile } from '../formats/reader.ts';
import type { WorkbookParts } from '../formats/tables/tableRow.ts';
import { workbookParts } from '../formats/tables/xlsx/workbookParts.ts';
import { type CheckedBatch, type CheckOrder, checkRecords } from './checkRecords.ts';
import { openPart } from './openPart.ts';
import { sendBatches, takeBatches } from './threadBatches.ts';

type Range = NonNullable<SourceFile['range']>;

/** What a thread that reads and checks is started with, and one that unpacks a workbook for it. */
export type CheckingStart =
  | { role: 'check'; checks: CheckOrder; file: string }
  | { role: 'unpack'; range: Range };

/** From this many bytes on, a workbook is unpacked in a thread of its own, beside the one that reads its articles. */
const unpackFrom = 4_000_000;

/** Like `checkRecords`, but in a separate thread of the worker `file`, which serves the order with `serveChecking`. */
export function checkInThread(file: URL, checks: CheckOrder): AsyncGenerator<CheckedBatch> {
  return takeBatches(file, { role: 'check', checks, file: file.href } satisfies CheckingStart);
}

/** Like `workbookParts`, but in a separate thread of the worker `file`; null: the workbook is too small for that. */
export function unpackInThread(file: URL, range: Range): WorkbookParts | null {
  if (range.size < unpackFrom) return null;
  return takeBatches(file, { role: 'unpack', range } satisfies CheckingStart);
}

/** Runs in the thread. */
export function serveChecking(port: MessagePort, start: CheckingStart): Promise<void> {
  if (start.role === 'check') {
    const file = new URL(start.file);
    return sendBatches(
      port,
      checkRecords(start.checks, (range) => unpackInThread(file, range)),
    );
  }
  const { range } = start;
  return sendBatches(port, workbookParts({ range, bytes: openPart(range.path, range.start, range.size) }));
}
