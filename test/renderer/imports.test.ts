import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { connectClient } from '../../src/renderer/state/data/client.ts';
import { storeAnswer } from '../../src/renderer/state/data/invalidation.ts';
import { forgetAll, queryClient } from '../../src/renderer/state/data/queries.ts';
import {
  acceptImport,
  acceptImports,
  addFiles,
  tickRecords,
  useImports,
} from '../../src/renderer/state/dialogs/imports.ts';
import { useNotice } from '../../src/renderer/state/dialogs/notices.ts';
import type { ImportStatus } from '../../src/shared/draft/importing.ts';
import { AppError } from '../../src/shared/errors.ts';
import { literal, msg } from '../../src/shared/message.ts';

const preview = (id: number) =>
  ({
    id,
    accountId: 'a',
    state: 'preview',
    created: 2,
    updated: 1,
    shown: '1',
    message: null,
  }) as Partial<ImportStatus> as ImportStatus;

afterEach(() => {
  queryClient.clear();
  useNotice.setState({ notice: null });
  useImports.setState({ files: [] });
  vi.unstubAllGlobals();
});

test('an import that cannot become drafts is reported, and the next one is accepted', async () => {
  vi.stubGlobal('document', { querySelector: () => null });
  const full = literal('The disk is full.');
  onTestFinished(
    connectClient({
      async invoke(_name, input) {
        const { id } = input as { id: number };
        const over = id === 1 ? { state: 'preview', message: full } : { state: 'accepted' };
        setTimeout(() => {
          // An event from before the acceptance may come late.
          storeAnswer('imports.get', { id }, () => preview(id));
          storeAnswer('imports.get', { id }, () => ({ ...preview(id), ...over }) as ImportStatus);
        });
        return { ok: true, value: { ...preview(id), state: 'accepting' } };
      },
      subscribe: () => () => undefined,
    } as Parameters<typeof connectClient>[0]),
  );
  const shown = [preview(1), preview(2)];
  for (const one of shown) storeAnswer('imports.get', { id: one.id }, () => one);
  expect(await acceptImports(shown)).toEqual({ created: 2, updated: 1, ids: [2] });
  expect(useNotice.getState().notice).toMatchObject({ kind: 'error', error: { problem: full } });
  expect(useImports.getState().isAccepting).toBe(false);
});

test('an import that another database does not have is reported', async () => {
  vi.stubGlobal('document', { querySelector: () => null });
  const gone = new AppError('not_found', literal('This import no longer exists.'));
  onTestFinished(
    connectClient({
      async invoke(name) {
        if (name === 'imports.get') return { ok: false, error: gone.toWire() };
        setTimeout(forgetAll);
        return { ok: true, value: { ...preview(1), state: 'accepting' } };
      },
      subscribe: () => () => undefined,
    } as Parameters<typeof connectClient>[0]),
  );
  storeAnswer('imports.get', { id: 1 }, () => preview(1));
  await expect(acceptImports([preview(1)])).rejects.toMatchObject({ problem: gone.problem });
  expect(useImports.getState().isAccepting).toBe(false);
});

test('an import is accepted as it is after the latest ticks, also if their event has not come', async () => {
  const accepted: unknown[] = [];
  onTestFinished(
    connectClient({
      async invoke(name, input) {
        if (name === 'imports.tick')
          return { ok: true, value: { status: { ...preview(1), shown: '2' }, count: 3 } };
        accepted.push(input);
        return { ok: true, value: { ...preview(1), state: 'accepting' } };
      },
      subscribe: () => () => undefined,
    } as Parameters<typeof connectClient>[0]),
  );
  storeAnswer('imports.get', { id: 1 }, () => preview(1));
  expect(await tickRecords({ id: 1, filter: { show: 'all' }, isTicked: false })).toBe(3);
  await acceptImport(preview(1));
  expect(accepted).toEqual([{ id: 1, shown: '2' }]);
});

/** What is said of a file that cannot be read. */
const unreadable = (name: string) => ({
  code: 'unreadable_file',
  problem: msg('import.failed', { name, message: msg('import.state.failed') }),
});

test('a table that was moved after it was chosen is named, and not imported', async () => {
  vi.stubGlobal('document', { querySelector: () => null });
  const file = new File(['Title,DOI'], 'articles.csv');
  const gone = () => Promise.reject(new DOMException('It was moved.', 'NotReadableError'));
  file.slice = () => Object.assign(new Blob(), { text: gone });
  await addFiles([file]);
  expect(useNotice.getState().notice).toMatchObject({ kind: 'error', error: unreadable('articles.csv') });
  expect(useImports.getState().files).toEqual([]);
});

test('of files that are sent together, the one that cannot be read is named', async () => {
  vi.stubGlobal('FileReader', FailingReader);
  queryClient.setQueryData(['app.settings', {}], { accountId: 'a' });
  queryClient.setQueryData(['accounts.list', {}], [{ id: 'a' }]);
  const written: unknown[] = [];
  onTestFinished(
    connectClient({
      async invoke(name, input) {
        if (name === 'imports.write') written.push(input);
        return { ok: true, value: { ...preview(3), state: 'receiving' } };
      },
      subscribe: () => () => undefined,
    } as Parameters<typeof connectClient>[0]),
  );
  await addFiles([new File(['one'], 'one.json'), new File(['moved'], 'two.json')]);
  await expect.poll(() => useImports.getState().files[0]?.state).toBe('failed');
  expect(useImports.getState().files[0]?.error).toMatchObject(unreadable('two.json'));
  expect(written).toEqual([]);
});

/** Reads what does not say that it was moved, as a browser does. */
class FailingReader {
  result: string | null = null;
  error: DOMException | null = null;
  onload = () => undefined;
  onerror = () => undefined;

  readAsDataURL(piece: Blob): void {
    void piece.text().then((text) => {
      if (text.includes('moved')) {
        this.error = new DOMException('It was moved.', 'NotReadableError');
        this.onerror();
      } else {
        this.result = `data:;base64,${btoa(text)}`;
        this.onload();
      }
    });
  }
}
