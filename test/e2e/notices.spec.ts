import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { article } from './articles.ts';
import { addDrafts, call, test } from './colophon.ts';
import { button, draftRow, goTo, named, t } from './screen.ts';

const accountId = 'sandbox';
const notices = (page: Page) => page.locator('[data-region="notices"]');
/** Longer than a message stays. */
const later = 9000;

async function makeBackup(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(t('commands.name.make-backup'));
  const found = page.locator('[aria-modal="true"]').getByRole('option', { selected: true });
  await expect(found).toContainText(t('commands.name.make-backup'));
  await page.keyboard.press('Enter');
  await expect(notices(page)).toContainText(t('commands.backupMade'));
}

/** Lets the page act on where the pointer is, before its clock is moved on. */
async function heedPointer(page: Page): Promise<void> {
  for (let frames = 0; frames < 3; frames++) await page.evaluate(() => new Promise(requestAnimationFrame));
}

test('a result leaves after a while, unless it is looked at, and the history keeps it', async ({ page }) => {
  await page.clock.install();
  await page.reload();
  await addDrafts(page, [article(1), article(2)]);
  await expect(draftRow(page, 'Sheet ')).toHaveCount(2);
  await makeBackup(page);
  await named(notices(page), 'button', 'common.dismiss').hover();
  await heedPointer(page);
  await page.clock.runFor(later);
  await expect(notices(page)).toContainText(t('commands.backupMade'));
  await page.mouse.move(300, 700);
  await page.clock.runFor(later);
  await expect(notices(page)).not.toContainText(t('commands.backupMade'));

  await draftRow(page, 'Sheet 1 ').getByRole('checkbox').click();
  await named(page, 'button', 'drafts.trash').click();
  await expect(notices(page)).toContainText(t('drafts.trashed', { count: 1, n: '1' }));
  await page.mouse.move(300, 700);
  await page.clock.runFor(later);
  await expect(notices(page)).not.toContainText(t('drafts.trashed', { count: 1, n: '1' }));

  await button(page, 'frame.history.button').click();
  const history = page.getByRole('dialog', { name: t('history.title') });
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await expect(history).toContainText(t('commands.backupMade'));
  await expectAccessible(page, 'the history');
  const what = t('undo.what.trash', { count: 1, n: '1' });
  await named(history, 'button', 'history.takeBackOne', { what }).click();
  await expect(history).toContainText(t('undo.undone.trash', { count: 1, n: '1' }));
  await named(history, 'button', 'drafts.openTrash').click();
  await expect(history).toHaveCount(0);
  await expect(page).toHaveURL(/trash/);
});

test('a result that had the focus makes way for the next one after a press on an empty place', async ({
  page,
}) => {
  await addDrafts(page, [article(1), article(2)]);
  await expect(draftRow(page, 'Sheet ')).toHaveCount(2);
  await draftRow(page, 'Sheet 1 ').getByRole('checkbox').click();
  await named(page, 'button', 'drafts.trash').click();
  await named(notices(page), 'button', 'undo.undo').focus();
  await page.locator('[data-region="status"]').click({ position: { x: 2, y: 2 } });
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await makeBackup(page);
});

test('a result does not stay in the former language, and a question waits for its answer', async ({
  page,
}) => {
  await page.clock.install();
  await page.reload();
  const [id] = await addDrafts(page, [article(1)]);
  await call(page, 'drafts.trash', { accountId, selection: { ids: [id!] } });
  await goTo(page, '#/journals');
  await page.locator('main').focus();
  await page.keyboard.press('Control+z');
  const undo = named(notices(page), 'button', 'undo.takeBack');
  await expect(undo).toBeVisible();
  await page.clock.runFor(later);
  await expect(undo).toBeVisible();
  await undo.click();
  await expect(notices(page)).toContainText(t('undo.undone.trash', { count: 1, n: '1' }));
  await page.locator('main').focus();
  await call(page, 'app.changeSettings', { language: 'fr' });
  await expect(page.getByRole('navigation').first()).toContainText('Revues');
  await expect(notices(page)).toBeEmpty();
});
