import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectReadable } from './accessible.ts';
import { article } from './articles.ts';
import { breakCalls } from './broken.ts';
import { addDrafts, type Colophon, call, fullTest, test } from './colophon.ts';
import { pressUntil } from './pressUntil.ts';
import { button, draftRow, named, numbers, t } from './screen.ts';

// Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
test.use({ bypassCSP: true });

const dialog = (page: Page) => named(page, 'dialog', 'copy.title');

const titles = (colophon: Colophon, account: string) =>
  colophon.rows<{ title: string }>(
    'SELECT title FROM drafts WHERE account_id = ? AND trashed_at IS NULL ORDER BY title',
    account,
  );

fullTest(
  'drafts are copied from the sandbox to another account and taken back, by keyboard',
  async ({ page, colophon }) => {
    await addDrafts(page, [article(1), article(2), article(3)]);
    const accounts = await call(page, 'accounts.list', {});
    const { base } = accounts.find(({ kind }) => kind === 'sandbox')!;
    const real = { name: 'Acme Press', base, dialect: '3.0.1', rate: 2, username: '' } as const;
    const { id: other } = await call(page, 'accounts.create', real);
    await call(page, 'drafts.create', { accountId: other, record: article(2) });
    const before = titles(colophon, 'sandbox');

    await expect(draftRow(page, 'Sheet ')).toHaveCount(3);
    await page.getByRole('grid').getByRole('row').nth(1).focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(t('copy.button').slice(0, 20));
    await expect(page.getByRole('option', { selected: true })).toContainText(t('commands.name.copy-drafts'));
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('radio', { name: 'Acme Press', exact: true })).toBeChecked();
    await expect
      .poll(() => numbers(dialog(page)))
      .toEqual({ [t('copy.fresh')]: '2', [t('copy.known')]: '1' });
    await expectAccessible(page, 'copying drafts to another account');
    const go = button(dialog(page), 'copy.go', { count: 2, n: '2' });
    await pressUntil(page, 'Tab', go);
    const repair = await breakCalls(page, /^edits\.copy$/);
    await page.keyboard.press('Enter');
    await expectReadable(page, 'a copy that fails', dialog(page).getByRole('alert').first());
    await repair();
    await pressUntil(page, 'Tab', go);
    await page.keyboard.press('Enter');
    const notices = page.locator('[data-region="notices"]');
    await expect(notices).toContainText(t('copy.done', { count: 2, n: '2', account: 'Acme Press' }));
    expect(titles(colophon, other)).toEqual(before);
    expect(titles(colophon, 'sandbox')).toEqual(before);
    const copies = colophon.rows<object>(
      `SELECT DISTINCT sync, remote_id, import_id FROM drafts WHERE account_id = ?`,
      other,
    );
    expect(copies).toEqual([{ sync: 'never', remote_id: null, import_id: null }]);

    await notices
      .getByRole('button', { name: t('undo.undo') })
      .first()
      .click();
    await expect.poll(() => titles(colophon, other).length).toBe(1);
    expect(titles(colophon, 'sandbox')).toEqual(before);
  },
);

fullTest('without another account, it says where to add one', async ({ page }) => {
  await addDrafts(page, [article(1)]);
  await expect(draftRow(page, 'Sheet 1')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type(t('copy.button').slice(0, 20));
  await expect(page.getByRole('option', { selected: true })).toContainText(t('commands.name.copy-drafts'));
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText(t('copy.noAccount'));
  await expectAccessible(page, 'copying drafts without another account');
});

test('a draft of another account is opened in that account', async ({ page }) => {
  await addDrafts(page, [article(1)]);
  const accounts = await call(page, 'accounts.list', {});
  const { base } = accounts.find(({ kind }) => kind === 'sandbox')!;
  const real = { name: 'Acme Press', base, dialect: '3.0.1', rate: 2, username: '' } as const;
  const { id: accountId } = await call(page, 'accounts.create', real);
  const { id } = await call(page, 'drafts.create', { accountId, record: article(2) });
  await expect(draftRow(page, 'Sheet 1')).toBeVisible();
  await page.evaluate((to) => {
    location.hash = to;
  }, `#/drafts/${id}`);
  await expect(page.locator('[id="field-bibjson.title"]')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Acme Press' }).first()).toBeVisible();
  await expect(draftRow(page, 'Sheet 2')).toBeVisible();
  await expect(draftRow(page, 'Sheet 1')).toHaveCount(0);
});
