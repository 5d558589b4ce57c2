import { expect, type Page } from '@playwright/test';
import { sendNow } from '../helpers/confirm.ts';
import { article } from './articles.ts';
import { addDrafts, asker, call, sandboxOf, test } from './colophon.ts';
import { button, draftRow, named, t } from './screen.ts';

const dialog = (page: Page) => named(page, 'dialog', 'send.title');
const added = (count: number) => t('plan.since.draftsAdded', { count });

/** Selects all drafts of the list. */
async function selectAll(page: Page): Promise<void> {
  await page.getByRole('grid').getByRole('row').nth(1).focus();
  await page.keyboard.press('Control+a');
}

test('the send dialog sends what it shows, not what arrives while it is open', async ({ page }) => {
  const sandbox = await sandboxOf(page);
  await sandbox.noLimit();
  await addDrafts(page, [article(1), article(2)]);
  await expect(draftRow(page, 'Sheet ')).toHaveCount(2);
  await selectAll(page);
  await button(page, 'drafts.send').click();
  const send = button(dialog(page), 'send.goCount', { count: 2, n: '2' });
  await expect(send).toBeEnabled();
  await expect(dialog(page).getByRole('progressbar')).toHaveCount(0);
  // As an import, a colleague or another window does.
  await addDrafts(page, [article(3), article(4), article(5)]);
  await send.click();
  await expect(page.locator('[data-region="upload"]')).toBeVisible();
  await expect(page.getByText(added(3)).last()).toBeVisible();
  await expect.poll(async () => (await sandbox.added()).length).toBe(2);
  const [upload] = await call(page, 'uploads.list', {});
  await expect.poll(async () => (await call(page, 'uploads.get', { id: upload!.id })).state).toBe('done');
  expect(await sandbox.added()).toHaveLength(2);
});

test('deleting, from the directory and permanently, is about what the dialog shows', async ({
  page,
  colophon,
}) => {
  const sandbox = await sandboxOf(page);
  await sandbox.noLimit();
  const sent = async (numbers: readonly number[]) => {
    const ids = await addDrafts(
      page,
      numbers.map((number) => article(number)),
    );
    const how = { accountId: 'sandbox', selection: { ids }, includeUnchanged: false, name: '' };
    const { id } = await sendNow(asker(page), how);
    await expect
      .poll(async () => {
        const { state, idsMissing } = await call(page, 'uploads.get', { id });
        return state === 'done' && idsMissing === 0;
      })
      .toBe(true);
    return ids;
  };
  const ids = await sent([1, 2]);
  await expect(draftRow(page, 'Sheet ')).toHaveCount(2);
  await selectAll(page);
  await button(page, 'drafts.more').click();
  await named(page, 'menuitem', 'deletion.button').click();
  const asked = page.getByRole('alertdialog');
  await asked.getByRole('textbox').fill('2');
  await sent([3]);
  await button(asked, 'deletion.confirm', { count: 2, n: '2' }).click();
  await expect(page.getByRole('dialog').getByText(added(1))).toBeVisible();
  await expect.poll(async () => (await sandbox.added()).length).toBe(1);
  await button(page.getByRole('dialog'), 'common.close').click();

  const trash = (some: number[]) =>
    call(page, 'drafts.trash', { accountId: 'sandbox', selection: { ids: some } });
  await trash([ids[0]!]);
  await page.getByRole('link', { name: t('frame.list.trash') }).click();
  await expect(draftRow(page, 'Sheet ')).toHaveCount(1);
  await selectAll(page);
  await button(page, 'drafts.purge').click();
  await expect(asked.getByRole('listitem')).toHaveCount(1);
  await asked.getByRole('textbox').fill('1');
  await trash([ids[1]!]);
  await button(asked, 'drafts.purgeDialog.confirm').click();
  await expect(page.locator('[data-region="notices"]')).toContainText(added(1));
  expect(colophon.rows('SELECT id FROM drafts WHERE trashed_at IS NOT NULL')).toEqual([{ id: ids[1] }]);
});
