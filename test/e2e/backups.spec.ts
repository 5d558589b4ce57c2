import { renameSync } from 'node:fs';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { article } from './articles.ts';
import { addDrafts, call, test } from './colophon.ts';
import { button, draftRow, goTo, t } from './screen.ts';

test('a backup is made, viewed and restored, and every screen shows its data', async ({ page }) => {
  const [kept] = await addDrafts(page, [article(1)]);
  const { bibjson } = (await call(page, 'drafts.get', { id: kept! })).record as {
    bibjson: { title: string };
  };
  await goTo(page, '#/settings');
  await button(page, 'settings.backups.make').click();
  const list = page.getByRole('list', { name: t('settings.backups.list') });
  // Today's backup is made automatically, sooner or later.
  const made = list.getByRole('listitem').filter({ hasText: t('backups.reason.asked') });
  await expect(made).toHaveCount(1);
  await addDrafts(page, [{ bibjson: { title: 'Written after the backup' } }]);

  const look = made.getByRole('button');
  await look.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Written after the backup')).toBeVisible();
  await expect(
    dialog.getByRole('row', { name: new RegExp(`^${t('settings.backups.drafts')} 2 1 0 1 0`) }),
  ).toBeVisible();
  await expectAccessible(page, 'viewing a backup');
  const restore = button(dialog, 'settings.backups.restoreLoss');
  await expect(restore).toBeDisabled();
  await dialog.getByRole('checkbox').check();
  await restore.click();
  await expect(dialog).toHaveCount(0);
  // The data from before the restore are in a new backup.
  await expect(made).toHaveCount(1);
  await expect(list).toContainText(t('backups.reason.restore'));
  await goTo(page, '#/drafts');
  await expect(draftRow(page, bibjson.title)).toBeVisible();
  await expect(draftRow(page, 'Written after the backup')).toHaveCount(0);
});

test('a moved data folder is named when the window gets the focus, and no longer once it is back', async ({
  page,
  colophon: { data },
}) => {
  await goTo(page, '#/drafts');
  const message = page.getByRole('alert').filter({ hasText: t('error.folderGone.message') });
  // A browser that a test controls has the focus all the time.
  const focus = () => page.evaluate(() => window.dispatchEvent(new Event('focus')));
  const moved = `${data}-moved`;
  // Once it is moved, whatever notices it first may name it, such as the backup of the day.
  await expect(message).toHaveCount(0);
  renameSync(data, moved);
  try {
    await focus();
    await expect(message).toBeVisible();
    await expectAccessible(page, 'a data folder that was moved', { isAnswering: false });
  } finally {
    renameSync(moved, data);
  }
  await focus();
  await expect(message).toHaveCount(0);
});
