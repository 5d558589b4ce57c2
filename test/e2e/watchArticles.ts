import { expect, type Page } from '@playwright/test';
import { sendNow } from '../helpers/confirm.ts';
import { article } from './articles.ts';
import { addDrafts, asker, call, firstWorld, sandboxOf } from './colophon.ts';
import { numbersFrom, storedArticle } from './storedArticles.ts';

const accountId = 'sandbox';

/** Articles that the directory has had for long, each with its draft as it was sent, and Colophon's first look at them. */
export async function watchArticles(
  page: Page,
  last: number,
  changesOf: (number: number) => Record<string, unknown> = () => ({}),
) {
  const sandbox = await sandboxOf(page);
  const numbers = numbersFrom(1, last);
  await sandbox.noLimit();
  await sandbox.world({
    ...firstWorld,
    articles: numbers.map((number) => storedArticle(number, changesOf(number))),
  });
  // A look does not see what search does not show yet; the next one, a day later, would.
  await sandbox.promptSearch();
  await call(page, 'journals.refresh', { accountId });
  const ids = await addDrafts(
    page,
    numbers.map((number) => article(number, changesOf(number))),
  );
  const { id } = await sendNow(asker(page), {
    accountId,
    selection: { ids },
    includeUnchanged: false,
    name: 'As they were',
  });
  await expect.poll(async () => (await call(page, 'uploads.get', { id })).state).toBe('done');
  await look(page, { isInventory: true });
  return { sandbox, ids };
}

/** Has Colophon look, and waits until it has. */
export async function look(page: Page, { isInventory = false } = {}): Promise<void> {
  // A look that began before, of the program's own accord, would take the place of this one.
  const isRunning = async () => (await call(page, 'watch.state', { accountId })).progress !== null;
  await expect.poll(isRunning, { timeout: 60_000 }).toBe(false);
  const { lookedAt } = await call(page, 'watch.state', { accountId });
  await call(page, 'watch.start', { accountId, isInventory });
  const now = async () => {
    const state = await call(page, 'watch.state', { accountId });
    expect(state.problem).toBeNull();
    return state.progress === null && state.lookedAt !== lookedAt;
  };
  await expect.poll(now, { timeout: 60_000 }).toBe(true);
}
