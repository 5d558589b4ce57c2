import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { article } from './articles.ts';
import { addDrafts, call, sandboxOf, test } from './colophon.ts';
import { pressUntil } from './pressUntil.ts';
import { draftRow, goTo, t } from './screen.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: t('send.title'), exact: true });
const sendButton = (page: Page, key: string, count: number) =>
  dialog(page).getByRole('button', { name: t(key, { count, n: String(count) }), exact: true });

/** Opens the plan of sending a record from its form. */
async function openPlan(page: Page, id: number): Promise<void> {
  await goTo(page, `#/drafts/${id}`);
  await page.getByRole('button', { name: t('article.send'), exact: true }).click();
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
  const name = dialog(page).getByRole('textbox', { name: t('send.name'), exact: true });
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
  await call(page, 'settings.set', { accountId });
  await page.reload();
  await goTo(page, '#/drafts');
  await expect(draftRow(page, 'Sheet 902 of')).toContainText(t('common.readinessUnchecked'));
  await openPlan(page, id);
  await expect(dialog(page)).toContainText(t('send.unchecked.key'));
  await expect(dialog(page)).toContainText(t('send.unchecked.journals'));
  await expect(sendButton(page, 'send.goNoKey', 1)).toBeDisabled();
  await expectAccessible(page, 'a plan without a key and journals');
  await dialog(page)
    .getByRole('button', { name: t('send.unchecked.journalsAction'), exact: true })
    .press('Enter');
  await expect(page.locator('#main[data-screen="journals"]')).toBeVisible();
});
