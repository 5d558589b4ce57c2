import { expect, test } from 'vitest';
import { exportUpload } from '../../../src/main/outbox/articles/exportUpload.ts';
import { t } from '../../../src/shared/i18n/i18n.ts';
import { literal } from '../../../src/shared/message.ts';
import { openArticleQueue } from '../../helpers/articleQueue.ts';

const refusal = {
  ...{ path: 'bibjson.title', code: 'x', message: literal('Too short'), help: null },
  ...{ words: 'The secret words', status: 400, reference: 'r-1', uploadId: 1, at: '2026-01-01T00:00:00Z' },
};

const empty = {
  ...{ position: '', place: '', title: '', doi: '', outcome: '', directoryId: '' },
  ...{ field: '', explanation: '', words: '', reference: '' },
};

/** An upload with an item for each of these rows. */
function uploadOf(rows: readonly Record<string, unknown>[]) {
  const { parts, queue, items, setItem } = openArticleQueue();
  const { uploads } = parts;
  const id = queue(rows.map((_, n) => n + 1));
  uploads.transaction(() => {
    for (const [n, item] of items(id).entries())
      if (Object.keys(rows[n]!).length > 0) setItem(item.id, rows[n]!);
  });
  return {
    id,
    uploads,
    write: (format: 'csv' | 'json') =>
      exportUpload(uploads, uploads.find(id)!, format, (text) => text.replaceAll('secret', '[key]')),
  };
}

test('writes a line for each record, with what became of it and why', async () => {
  const { id, uploads, write } = uploadOf([
    {
      state: 'done',
      outcome: 'created',
      remote_id: 'abc',
      doi: '10.1/a',
      place: JSON.stringify(literal('row 7')),
    },
    { state: 'done', outcome: 'overwrote' },
    { state: 'done' },
    { state: 'refused', refusal: JSON.stringify(refusal) },
    {},
  ]);
  const held = {
    draftId: 9,
    title: 'Held',
    reason: 'errors' as const,
    path: 'bibjson.year',
    message: literal('No year'),
  };
  // Only the first five hundred are stored.
  uploads.setLeftOut(id, { skipped: 2, heldBack: 4, list: [held] });
  const records = [
    {
      ...empty,
      position: 1,
      title: 'Article 1',
      place: 'row 7',
      doi: '10.1/a',
      outcome: 'created',
      directoryId: 'abc',
    },
    { ...empty, position: 2, title: 'Article 2', outcome: 'overwrote' },
    { ...empty, position: 3, title: 'Article 3', outcome: 'stored' },
    {
      ...{ ...empty, position: 4, title: 'Article 4', outcome: 'refused', field: 'bibjson.title' },
      ...{ explanation: 'Too short', words: 'The [key] words', reference: 'r-1' },
    },
    { ...empty, position: 5, title: 'Article 5', outcome: 'queued' },
    { ...empty, title: 'Held', field: 'bibjson.year', explanation: 'No year', outcome: 'heldBack' },
    { ...empty, explanation: t('uploads.leftOut.more', { count: 3, n: 3 }), outcome: 'heldBack' },
  ].map((line) => ({ ...line, outcome: t(`queue.outcome.${line.outcome}`) }));

  const json = await write('json');
  expect(json).toMatchObject({ name: `colophon-upload-${id}.json`, type: 'application/json' });
  const at = '2026-01-01T00:00:00.000Z';
  expect(JSON.parse(json.text)).toEqual({
    upload: {
      ...{ id, name: 'Spring', accountId: 'a', state: 'running' },
      ...{ createdAt: at, startedAt: at, finishedAt: null, heldBack: 4, skipped: 2 },
    },
    records,
  });

  const csv = await write('csv');
  expect(csv).toMatchObject({ name: `colophon-upload-${id}.csv`, type: 'text/csv' });
  const names = Object.keys(empty) as (keyof typeof empty)[];
  const lines = csv.text.slice(1).trimEnd().split('\r\n');
  expect(lines).toEqual([
    names.map((name) => t(`queue.column.${name}`)).join(','),
    ...records.map((line) => names.map((name) => line[name]).join(',')),
  ]);
});

test('writes the records of a large upload, each once', async () => {
  const { write } = uploadOf(Array.from({ length: 2_001 }, () => ({})));
  const { records } = JSON.parse((await write('json')).text);
  expect(records.map(({ position }: { position: number }) => position)).toEqual(
    Array.from({ length: 2_001 }, (_, n) => n + 1),
  );
});
