import { expect, onTestFinished, test, vi } from 'vitest';
import { chooseColumns, chooseWidth } from '../../../../src/renderer/parts/grid/columnChoice.ts';
import { connectClient } from '../../../../src/renderer/state/data/client.ts';
import { storeAnswer } from '../../../../src/renderer/state/data/invalidation.ts';
import { getSettings } from '../../../../src/renderer/state/data/session.ts';
import type { Answer } from '../../../../src/shared/contract/contract.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { literal } from '../../../../src/shared/message.ts';
import type { Settings } from '../../../../src/shared/settings.ts';

test('a choice of columns that cannot be saved is taken back', async () => {
  vi.stubGlobal('document', { querySelector: () => null });
  onTestFinished(() => void vi.unstubAllGlobals());
  const answers: ((saved: boolean) => Promise<void>)[] = [];
  const invoke = async (_: string, input: unknown): Promise<Answer> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    answers.push(async (saved) => {
      resolve(saved);
      await new Promise((done) => setTimeout(done));
    });
    if (await promise) return { ok: true, value: { ...getSettings(), ...(input as Partial<Settings>) } };
    return { ok: false, error: new AppError('storage', literal('The disk is full.')).toWire() };
  };
  onTestFinished(connectClient({ invoke, subscribe: () => () => {} }));
  const widths = () => getSettings()?.lists.drafts?.widths;
  storeAnswer('app.settings', {}, () => ({ lists: {} }) as Settings);

  chooseWidth('drafts', 'title', 200);
  expect(widths()).toEqual({ title: 200 });
  await answers[0]!(false);
  expect(widths()).toBeUndefined();

  chooseWidth('drafts', 'title', 200);
  chooseWidth('drafts', 'title', 300);
  await answers[1]!(true);
  expect(widths()).toEqual({ title: 300 });
  chooseColumns('drafts', { hidden: ['doi'] });
  await answers[2]!(false);
  expect(getSettings()?.lists.drafts).toMatchObject({ hidden: [], widths: { title: 200 } });
});
