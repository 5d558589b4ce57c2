import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { connectClient } from '../../src/renderer/state/data/client.ts';
import { storeAnswer } from '../../src/renderer/state/data/invalidation.ts';
import { forgetAll, queryClient } from '../../src/renderer/state/data/queries.ts';
import { acceptImports, useImports } from '../../src/renderer/state/dialogs/imports.ts';
import { useNotice } from '../../src/renderer/state/dialogs/notices.ts';
import type { ImportStatus } from '../../src/shared/draft/importing.ts';
import { AppError } from '../../src/shared/errors.ts';
import { literal } from '../../src/shared/message.ts';

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
