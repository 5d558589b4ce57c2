import { setImmediate } from 'node:timers/promises';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { csvText } from '../../../shared/text/csvText.ts';
import type { UploadItem } from '../../../shared/upload/upload.ts';
import type { UploadRow } from '../../store/uploads/uploadRows.ts';
import type { UploadStore } from '../../store/uploads/uploadStore.ts';

const pageSize = 1000;
const columns = [
  'position',
  'place',
  'title',
  'doi',
  'outcome',
  'directoryId',
  'field',
  'explanation',
  'words',
  'reference',
] as const;
type Line = Record<(typeof columns)[number], string | number>;

/** Returns the result of an upload as a file whose messages are redacted, with one line for each record, including those held back. */
export async function exportUpload(
  uploads: UploadStore,
  upload: UploadRow,
  format: 'csv' | 'json',
  redact: (text: string) => string,
): Promise<{ name: string; type: string; text: string }> {
  const lines: Line[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const { items } = uploads.items(upload.id, { states: [], offset, limit: pageSize });
    lines.push(...items.map((item) => toLine(item, redact)));
    if (items.length < pageSize) break;
    await setImmediate();
  }
  const leftOut = uploads.leftOut(upload.id);
  for (const { title, path, message } of leftOut) {
    lines.push({
      ...emptyLine,
      title,
      field: path,
      explanation: redact(describe(message)),
      outcome: t('queue.outcome.heldBack'),
    });
  }
  // Only the first ones are stored.
  const n = upload.heldBack - leftOut.length;
  if (n > 0)
    lines.push({
      ...emptyLine,
      explanation: t('uploads.leftOut.more', { count: n, n }),
      outcome: t('queue.outcome.heldBack'),
    });
  const name = `colophon-upload-${upload.id}.${format}`;
  if (format === 'json') {
    const { id, accountId, state, createdAt, startedAt, finishedAt, heldBack, skipped } = upload;
    const times = { createdAt, startedAt, finishedAt };
    const about = { id, name: upload.name, accountId, state, ...times, heldBack, skipped };
    const text = JSON.stringify({ upload: about, records: lines }, null, 2);
    return { name, type: 'application/json', text: text };
  }
  const heads = columns.map((column) => t(`queue.column.${column}`));
  const rows = lines.map((line) => columns.map((column) => String(line[column])));
  return { name, type: 'text/csv', text: csvText(heads, rows) };
}

const emptyLine = Object.fromEntries(columns.map((column) => [column, ''])) as Line;

function toLine(item: UploadItem & { doi: string }, redact: (text: string) => string): Line {
  const { refusal } = item;
  return {
    position: item.position,
    place: describe(item.from),
    title: item.title,
    doi: item.doi,
    outcome: t(`queue.outcome.${item.state === 'done' ? (item.outcome ?? 'stored') : item.state}`),
    directoryId: item.remoteId ?? '',
    field: refusal?.path ?? '',
    explanation: redact(describe(refusal?.message)),
    words: redact(refusal?.words ?? ''),
    reference: refusal?.reference ?? '',
  };
}
