import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { onlineIssnHeader, printIssnHeader } from '../../src/shared/journalFile/journalColumns.ts';
import { csvLines } from '../../src/shared/text/csvText.ts';
import { expectAccessible } from './accessible.ts';
import { call, fullTest, test } from './colophon.ts';
import { button, goTo, named, openScreen, t } from './screen.ts';

const title = 'Annals of Imaginary Cartography';
const education = 'Journal of Open Source Education';

const dialog = (page: Page): Locator => page.getByRole('alertdialog');
const inDialog = (page: Page, key: string, values: Record<string, unknown> = {}): Locator =>
  button(dialog(page), key, values);
const create = (page: Page, count: number): Locator =>
  inDialog(page, 'journals.many.create', { count, n: String(count) });

/** A file with a change of two journals, one of which the directory would refuse, and with a header in the wrong case. */
async function changedFile(page: Page) {
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  const { journals } = await call(page, 'journals.list', { accountId: 'sandbox' });
  const rows = [title, education].map((name, index) => {
    const journal = journals.find((one) => one.title === name)!;
    const cell = index === 0 ? 'https://new.example.org/about' : 'www.example.org';
    return [journal.pissn ?? '', journal.eissn ?? '', cell];
  });
  const text = csvLines([[printIssnHeader, onlineIssnHeader, 'journal url'], ...rows]);
  return { name: 'update.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
}

test('a Journal Update File is checked, corrected, and made into Update Requests', async ({
  page,
  colophon,
}) => {
  const file = await changedFile(page);
  await goTo(page, '#/journals');
  await expect(page.getByRole('grid').locator('[data-row]').first()).toBeVisible();

  await test.step('opened from Import, it is checked in Journals', async () => {
    await goTo(page, '#/drafts');
    await page.locator('#import-files').setInputFiles(file);
    await expect(dialog(page)).toBeVisible();
    const problems = dialog(page).getByRole('list', { name: t('journalFile.list') });
    await expect(problems.getByRole('listitem')).toHaveCount(1);
    await expect(problems).toContainText(
      '"journal url" has a mismatching case to the expected header "Journal URL".',
    );
    const changes = dialog(page).getByRole('list', { name: t('journals.many.list') });
    await expect(changes.getByRole('listitem')).toHaveCount(2);
    await expect(changes.getByRole('listitem').filter({ hasText: title })).toContainText(
      'https://new.example.org/about',
    );
    expect(colophon.rows('SELECT id FROM applications')).toEqual([]);
  });

  await test.step('a valid file with its rows is saved', async () => {
    const saved = page.waitForEvent('download');
    await inDialog(page, 'journalFile.saveCorrected').click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe('update-corrected.csv');
    const text = readFileSync(await download.path(), 'utf8');
    expect(text.split('\r\n')[0]).toBe(`\ufeffJournal URL,${printIssnHeader},${onlineIssnHeader}`);
    await expect(dialog(page)).toContainText(t('journalFile.corrected', { count: 1, n: '1' }));
  });

  await test.step('a journal is unticked, the other one gets a draft that can be undone', async () => {
    await dialog(page).getByRole('checkbox', { name: education, exact: true }).focus();
    await page.keyboard.press('Space');
    await create(page, 1).click();
    const review = page.getByRole('dialog');
    await button(review, 'application.review.notNow').click();
    const notices = page.locator('[data-region="notices"]');
    await expect(notices).toContainText(t('journals.many.made', { count: 1, n: '1' }));
    await expect(button(notices, 'undo.undo')).toBeVisible();
    expect(colophon.rows('SELECT title, kind FROM applications')).toEqual([{ title, kind: 'update' }]);
  });

  await test.step('a file is written from selected journals', async () => {
    // Sending them later leads to their list.
    await page.locator('#main[data-screen="update-requests"]').waitFor();
    await openScreen(page, '#/journals');
    await page.getByRole('grid').locator('[data-row]').first().focus();
    await page.keyboard.press('Control+a');
    await expect(
      page.getByRole('heading', { name: t('journals.picked', { count: 4, n: '4' }) }),
    ).toBeVisible();
    const saved = page.waitForEvent('download');
    await button(page, 'drafts.more').click();
    await named(page, 'menuitem', 'journalFile.write').click();
    const text = readFileSync(await (await saved).path(), 'utf8');
    expect(text).toContain(title);
    expect(text.trimEnd().split('\r\n')).toHaveLength(5);
  });
});

test.describe('accessibility', () => {
  test.use({ bypassCSP: true });

  fullTest('a Journal Update File with problems', async ({ page }) => {
    const file = await changedFile(page);
    const text = file.buffer.toString().replace('journal url', 'Journal URL');
    await openScreen(page, '#/journals');
    const choosing = page.waitForEvent('filechooser');
    await button(page, 'drafts.more').click();
    await named(page, 'menuitem', 'journalFile.open').click();
    await (await choosing).setFiles({ ...file, buffer: Buffer.from(text) });
    await expect(dialog(page)).toContainText(t('journalFile.wordsHelp'));
    await expectAccessible(page, 'a Journal Update File');
  });
});
