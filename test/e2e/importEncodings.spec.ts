import { expect, type Page } from '@playwright/test';
import { encoded } from '../helpers/encoded.ts';
import { expectAccessible } from './accessible.ts';
import { fullTest, test } from './colophon.ts';
import { button, goTo, t } from './screen.ts';

// Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
test.use({ bypassCSP: true });

const record = (title: string) => `TY  - JOUR\nTI  - ${title}\nAU  - Nowak, Jan\nDO  - no doi\nER  - \n`;

async function give(page: Page, name: string, text: string): Promise<void> {
  await goTo(page, '#/drafts');
  const buffer = encoded(text, 'windows-1250');
  await page.locator('#import-files').setInputFiles({ name, mimeType: 'text/plain', buffer });
}

const rows = (page: Page) => page.getByRole('list', { name: t('import.rows') }).locator('li[aria-posinset]');
const remarks = (page: Page) => page.getByRole('region', { name: t('import.remarks.label') });

test('remarks about a file stand once above its rows, and its encoding is changed by keyboard', async ({
  page,
}) => {
  const titles = [
    'Łąki i pastwiska w Małopolsce',
    'Żywność a środowisko',
    'Gęstość zaludnienia miast śląskich',
  ];
  await give(page, 'polish.ris', titles.map(record).join(''));
  const guess = t('import.encoding.guess', { name: 'Windows-1250' });
  const all = (text: string) => t('import.remarks.all', { count: 3, n: '3', text });
  await expect(remarks(page).getByText(all(guess))).toBeVisible();
  await expect(remarks(page).getByText(all(t('import.note.notADoi', { text: 'no doi' })))).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).filter({ hasText: 'no doi' })).toHaveCount(0);
  await expectAccessible(page, 'remarks about the file of an import');

  await button(page, 'import.encoding.change').press('Enter');
  const dialog = page.getByRole('dialog');
  const first = dialog.getByRole('radio').first();
  await expect(first).toBeChecked();
  await expect(dialog.getByText('Gęstość zaludnienia miast śląskich')).not.toHaveCount(0);
  await expectAccessible(page, 'the encodings of a file');
  await first.focus();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio').nth(1)).toBeChecked();
  const second = await dialog.getByRole('radio').nth(1).getAttribute('value');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(remarks(page).getByText(all(t('import.encoding.user', { name: second })))).toBeVisible();
  await expect(rows(page).filter({ hasNotText: titles[0] })).toHaveCount(3);
  await expect(rows(page).filter({ hasText: titles[0] })).toHaveCount(0);
});

fullTest('a doubtful encoding is asked about once', async ({ page }) => {
  await give(page, 'short.ris', record('Ala ma kota i żaba'));
  const question = t('import.encoding.doubt', { name: 'Windows-1252' });
  await expect(remarks(page).getByText(question)).toBeVisible();
  await expectAccessible(page, 'a doubtful encoding');
  await button(page, 'import.encoding.change').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio').first()).toBeVisible();
  const more = dialog.getByRole('button', { name: /more encoding/ });
  if (await more.isVisible()) await more.click();
  await dialog.getByRole('radio', { name: 'Windows-1250' }).check();
  await dialog.getByRole('button', { name: t('import.encoding.use') }).click();
  await expect(rows(page).filter({ hasText: 'Ala ma kota i żaba' })).not.toHaveCount(0);
  await expect(page.getByText(question)).toBeHidden();
});
