import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { fullTest } from './colophon.ts';
import { t } from './screen.ts';

const tray = (page: Page) => page.getByRole('list', { name: t('import.tray'), exact: true });
const button = (page: Page, key: string) => tray(page).getByRole('button', { name: t(key), exact: true });

async function importUnreadable(page: Page, name: string): Promise<void> {
  await page
    .locator('#import-files')
    .setInputFiles({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from('No articles are in this file.'),
    });
}

fullTest(
  'failed imports take one line, say why on demand, and stay away when they are dismissed',
  async ({ page }) => {
    await importUnreadable(page, 'first.json');
    await expect(tray(page)).toContainText(t('import.failedCount', { count: 1, name: 'first.json' }));
    await importUnreadable(page, 'second.json');
    await expect(tray(page)).toContainText(t('import.failedCount', { count: 2, n: '2' }));
    await expect(tray(page).getByRole('listitem')).toHaveCount(1);

    await button(page, 'import.failedDetails').press('Enter');
    const reasons = page.getByRole('list', { name: t('import.failedList'), exact: true });
    await expect(reasons.getByRole('listitem')).toHaveCount(2);
    await expect(reasons).toContainText('second.json');
    await expectAccessible(page, 'failed imports');

    await button(page, 'common.dismiss').press('Enter');
    await expect(tray(page)).toHaveCount(0);
    await page.reload();
    await page.locator('#main[data-screen]').waitFor();
    await importUnreadable(page, 'third.json');
    await expect(tray(page)).toContainText(t('import.failedCount', { count: 1, name: 'third.json' }));
  },
);
