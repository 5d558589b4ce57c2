import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectReadable } from './accessible.ts';
import { breakCalls, changeAnswer } from './broken.ts';
import { fullTest, test } from './colophon.ts';
import { goTo, t } from './screen.ts';

// Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
test.use({ bypassCSP: true });

const ris = (title: string) => `TY  - JOUR\nTI  - ${title}\nAU  - Okoro, Ada\nN1  - of ${title}\nER  - \n`;

async function give(page: Page, name: string, content: string): Promise<void> {
  await goTo(page, '#/drafts');
  const buffer = Buffer.from(content);
  await page.locator('#import-files').setInputFiles({ name, mimeType: 'text/plain', buffer });
}

const rows = (page: Page) => page.getByRole('list', { name: t('import.rows') }).locator('li[aria-posinset]');
const pane = (page: Page, title: string) =>
  page.getByRole('region', { name: t('import.pane.label', { title }) });

test('a row opens the whole article beside its place in the file, by keyboard and pointer', async ({
  page,
}) => {
  await give(page, 'two.ris', ris('Soil') + ris('Mud'));
  const soil = rows(page).filter({ hasText: 'Soil' });
  await soil.focus();
  await page.keyboard.press('Enter');
  const opened = pane(page, 'Soil');
  await expect(opened).toBeFocused();
  const article = opened.getByRole('region', { name: t('import.pane.article') });
  await expect(article.getByText('Ada Okoro')).toBeVisible();
  const source = opened.getByRole('region', { name: t('import.pane.source') });
  await expect(source.getByText('N1 - of Soil')).toBeVisible();
  await expect(source.getByText('of Mud')).toBeHidden();
  await expectAccessible(page, 'a record of an import');

  await opened.getByRole('button', { name: t('import.pane.close') }).press('Enter');
  await expect(opened).toBeHidden();
  await expect(soil).toBeFocused();
  await page.getByRole('button', { name: 'Mud', exact: true }).click();
  await expect(pane(page, 'Mud').getByText('N1 - of Mud')).toBeVisible();

  // Without room beside it, the record takes the place of the list.
  await page.setViewportSize({ width: 900, height: 800 });
  await expect(rows(page).first()).toBeHidden();
  await pane(page, 'Mud')
    .getByRole('button', { name: t('import.pane.back') })
    .click();
  await expect(rows(page).filter({ hasText: 'Mud' })).toBeFocused();
});

fullTest('the cells of a row are shown with their headings', async ({ page }) => {
  await give(page, 'a.csv', 'Title,Authors,Remark\nSoil,Ada Okoro,<b>first</b>\nMud,Ada Okoro,\n');
  await page.getByRole('button', { name: t('import.map.go', { count: 2, n: '2' }) }).click();
  await page.getByRole('button', { name: 'Soil', exact: true }).click();
  const source = pane(page, 'Soil').getByRole('region', { name: t('import.pane.source') });
  await expect(source.getByRole('term')).toHaveText(['Title', 'Authors', 'Remark']);
  await expect(source.getByText('<b>first</b>')).toBeVisible();
  await expectAccessible(page, 'a row of a table that is imported');
});

fullTest('a record or a place that cannot be shown says so', async ({ page }) => {
  await give(page, 'one.ris', ris('Soil'));
  await changeAnswer(page, 'imports.source', () => null);
  await rows(page).filter({ hasText: 'Soil' }).focus();
  await page.keyboard.press('Enter');
  await expect(pane(page, 'Soil').getByText(t('import.pane.noSource'))).toBeVisible();
  await page.getByRole('button', { name: t('import.pane.close') }).click();
  await expect(rows(page).filter({ hasText: 'Soil' })).toBeFocused();
  await breakCalls(page, /^imports\.record$/);
  await page.keyboard.press('Enter');
  await expectReadable(page, 'a record of an import that cannot be loaded', page.getByRole('alert'));
});
