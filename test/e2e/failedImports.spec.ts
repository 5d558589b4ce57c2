import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { acceptNow } from '../helpers/confirm.ts';
import { expectAccessible } from './accessible.ts';
import { article } from './articles.ts';
import { asker, call, fullTest } from './colophon.ts';
import { draftRow, goTo, named, t } from './screen.ts';

const tray = (page: Page) => named(page, 'list', 'import.tray');
const button = (page: Page, key: string) => named(tray(page), 'button', key);

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
    const reasons = named(page, 'list', 'import.failedList');
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

fullTest(
  'an accepted import that cannot be stored says why it waits, and is finished',
  async ({ page, colophon }) => {
    const file = Buffer.from(JSON.stringify([article(1), article(2)]));
    const files = { accountId: 'sandbox', name: 'articles.json', size: file.length };
    const { id } = await call(page, 'imports.open', files);
    await call(page, 'imports.write', { id, at: 0, piece: file.toString('base64') });
    await call(page, 'imports.read', { id });
    const stateOf = async () => (await call(page, 'imports.get', { id })).state;
    await expect.poll(stateOf).toBe('preview');
    const db = new Database(join(colophon.data, 'colophon.db'));
    db.exec(`CREATE TRIGGER full BEFORE UPDATE ON undo_steps WHEN new.state = 'done'
    BEGIN SELECT RAISE(ABORT, 'full'); END`);

    await goTo(page, `#/imports/${id}`);
    await acceptNow(asker(page), id);
    const reason = t('import.acceptWaits', { reason: '' }).trim();
    await expect(page.getByRole('status').filter({ hasText: reason })).toBeVisible();
    await expectAccessible(page, 'an import that waits for room');
    await named(page, 'button', 'drafts.back').press('Enter');
    await expect(tray(page)).toContainText(reason);
    await expect(draftRow(page, 'Sheet 2 of an atlas that was never bound')).toBeVisible();

    db.exec('DROP TRIGGER full');
    db.close();
    await expect.poll(stateOf).toBe('accepted');
    await expect(tray(page)).toHaveCount(0);
  },
);

fullTest('an import that could not become drafts says why above its preview', async ({ page, colophon }) => {
  const file = Buffer.from(JSON.stringify([article(1)]));
  const files = { accountId: 'sandbox', name: 'articles.json', size: file.length };
  const { id } = await call(page, 'imports.open', files);
  await call(page, 'imports.write', { id, at: 0, piece: file.toString('base64') });
  await call(page, 'imports.read', { id });
  await expect.poll(async () => (await call(page, 'imports.get', { id })).state).toBe('preview');
  const db = new Database(join(colophon.data, 'colophon.db'));
  db.exec(`CREATE TRIGGER full BEFORE UPDATE ON drafts WHEN new.staged = 0
    BEGIN SELECT RAISE(ABORT, 'full'); END`);

  await goTo(page, `#/imports/${id}`);
  await acceptNow(asker(page), id);
  const [why = ''] = t('import.acceptFailed', { reason: '|' }).split(' |');
  const message = page.getByRole('main').getByText(why);
  await expect(message).toBeVisible();
  await expectAccessible(page, 'an import that could not become drafts');

  db.exec('DROP TRIGGER full');
  db.close();
  await page.getByRole('button', { name: t('import.accept', { count: 1, n: '1' }) }).press('Enter');
  await expect.poll(async () => (await call(page, 'imports.get', { id })).state).toBe('accepted');
});
