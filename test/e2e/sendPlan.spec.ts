import { expect, type Page } from '@playwright/test';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { expectAccessible } from './accessible.ts';

import { article, ladders } from './articles.ts';
import { addDrafts, call, firstWorld, fullTest, sandboxOf, test } from './colophon.ts';

import { pressUntil } from './pressUntil.ts';
import { button, draftRow, field, goTo, named, openScreen, pressEscape, t } from './screen.ts';

const dialog = (page: Page) => named(page, 'dialog', 'send.title');
const sendButton = (page: Page, key: string, count: number) =>
  button(dialog(page), key, { count, n: String(count) });

/** Opens the plan of sending a record from its form. */
async function openPlan(page: Page, id: number): Promise<void> {
  await goTo(page, `#/drafts/${id}`);
  await button(page, 'article.send').click();
  await expect(dialog(page)).toBeVisible();
}

test('a record that readers could hardly find is sent only after the user agrees, by keyboard', async ({
  page,
}) => {
  const sandbox = await sandboxOf(page);
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  const [id] = await addDrafts(page, [article(901, { title: 'Found by its title alone', year: '24' })]);
  await openPlan(page, id!);
  await expect(sendButton(page, 'send.goNone', 0)).toBeVisible();
  await expect(dialog(page)).toContainText(t('send.hardToFind.text'));
  const name = named(dialog(page), 'textbox', 'send.name');
  await expect(name).toHaveCount(0);
  await expectAccessible(page, 'a plan with records that are hard to find');
  const agree = dialog(page).getByRole('checkbox', {
    name: t('send.hardToFind.include', { count: 1, n: '1' }),
  });
  await pressUntil(page, 'Tab', agree);
  await page.keyboard.press('Space');
  await expect(name).toBeVisible();
  await sendButton(page, 'send.goCount', 1).click();
  await expect
    .poll(async () => (await sandbox.added()).map(({ bibjson }) => bibjson.title))
    .toEqual(['Found by its title alone']);
});

fullTest(
  'journals that were never fetched are fetched before the plan, and if that fails, the button says what was not checked',
  async ({ page }) => {
    const sandbox = await sandboxOf(page);
    const { base } = (await call(page, 'accounts.list', {}))[0]!;
    const account = { name: 'Invented Press', base, rate: 2, username: 'sandbox' };
    const { id: accountId } = await call(page, 'accounts.create', account);
    await call(page, 'accounts.setKey', { id: accountId, key: String(firstWorld.accounts[0]!.api_key) });
    await call(page, 'app.changeSettings', { accountId });
    await page.reload();
    const identifier = [
      { type: 'doi', id: '10.5555/elsewhere' },
      { type: 'pissn', id: ladders.pissn },
    ];
    const add = (record: DraftRecord) => call(page, 'drafts.create', { accountId, record });
    const { id: own } = await add(article(903));
    const { id: foreign } = await add(article(904, { identifier }));
    await sandbox.fault({ kind: 'status', status: 503, match: { path: 'search/journals' } });
    await openPlan(page, own);
    await expect(dialog(page)).toContainText(t('send.unchecked.journals'));
    await expect(sendButton(page, 'send.goUnchecked', 1)).toBeEnabled();
    await pressEscape(page);
    await sandbox.noMoreFaults();
    // Only the account's journals show that the directory would refuse this one.
    await openPlan(page, foreign);
    await expect(sendButton(page, 'send.goNone', 0)).toBeVisible();
    await expect(dialog(page)).not.toContainText(t('send.unchecked.journals'));
  },
);

test('without a key and journals, a list does not call an article ready, and the plan says what is missing', async ({
  page,
}) => {
  const { id: accountId } = await call(page, 'accounts.create', {
    name: 'Invented Press',
    base: 'http://127.0.0.1:9/api/v4/',
    dialect: '4.0',
    rate: 2,
    username: 'press',
  });
  const { id } = await call(page, 'drafts.create', { accountId, record: article(902) });
  await call(page, 'app.changeSettings', { accountId });
  await page.reload();
  await goTo(page, '#/drafts');
  await expect(draftRow(page, 'Sheet 902 of')).toContainText(t('common.readinessUnchecked'));
  await openPlan(page, id);
  await expect(dialog(page)).toContainText(t('send.unchecked.key'));
  await expect(dialog(page)).toContainText(t('send.unchecked.journals'));
  await expect(sendButton(page, 'send.goNoKey', 1)).toBeDisabled();
  await expectAccessible(page, 'a plan without a key and journals');
  await button(dialog(page), 'send.unchecked.journalsAction').press('Enter');
  await expect(page.locator('#main[data-screen="journals"]')).toBeVisible();
});

fullTest('a dialog closes with its screen, by Back and by another address', async ({ page }) => {
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  const [id] = await addDrafts(page, [article(903)]);
  await openScreen(page, '#/journals');
  await openScreen(page, `#/drafts/${id}`);
  await openPlan(page, id!);
  await page.goBack();
  await expect(page.locator('#main[data-screen="journals"]')).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goForward();
  await expect(field(page, 'title')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog')).toBeVisible();
  await openScreen(page, '#/journals');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

fullTest('an earlier filter of the list closes a dialog about the later one', async ({ page }) => {
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  await addDrafts(page, [article(904), article(905)]);
  await goTo(page, '#/drafts');
  await goTo(page, '#/drafts?text=905');
  await expect(page).toHaveURL(/text=905/);
  await expect(draftRow(page, 'Sheet 904 of')).toHaveCount(0);
  await page.getByRole('checkbox', { name: t('grid.pickAll', { count: 1 }) }).check();
  await page.keyboard.press('Alt+Enter');
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(draftRow(page, 'Sheet 904 of')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

fullTest('the preview of an import waits in the list while a dialog is open', async ({ page }) => {
  await addDrafts(page, [article(906)]);
  await goTo(page, '#/drafts');
  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog')).toBeVisible();
  const buffer = Buffer.from(JSON.stringify([article(907)]));
  await page
    .locator('#import-files')
    .setInputFiles({ name: 'sheets.json', mimeType: 'application/json', buffer });
  const review = page.getByRole('button', { name: t('import.look', { count: 1 }), includeHidden: true });
  await expect(review).toBeAttached();
  await expect(page.getByRole('dialog')).toBeVisible();
  await pressEscape(page);
  await review.click();
  await expect(page.locator('#main[data-screen="imports"]')).toBeVisible();
});
