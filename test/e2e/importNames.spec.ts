import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { call, test } from './colophon.ts';
import { goTo, t } from './screen.ts';

// Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
test.use({ bypassCSP: true });

async function give(page: Page, name: string, content: string): Promise<void> {
  await goTo(page, '#/drafts');
  const buffer = Buffer.from(content);
  await page.locator('#import-files').setInputFiles({ name, mimeType: 'text/plain', buffer });
}

const rows = (page: Page) => page.getByRole('list', { name: t('import.rows') }).locator('li[aria-posinset]');
const one = { count: 1, n: '1' };

test('the order of names and texts that were decoded twice are chosen for a whole import', async ({
  page,
}) => {
  const ris = 'TY  - JOUR\nTI  - BodenqualitÃ¤t in StÃ¤dten\nAU  - 王, 阳\nER  - \n';
  await give(page, 'soil.ris', ris);
  await expect(rows(page).filter({ hasText: 'Bodenqualität in Städten' })).not.toHaveCount(0);
  const twice = page.getByRole('region', { name: t('import.decodedTwice.label', one) });
  await expect(twice.locator('del')).toHaveText('BodenqualitÃ¤t in StÃ¤dten');
  await expect(twice.locator('ins')).toHaveText('Bodenqualität in Städten');
  const order = page.getByLabel(t('import.choices.names', one));
  await expect(order.locator('option')).toHaveText([
    t('import.choices.namesOf.usual', { name: '王阳' }),
    t('import.choices.namesOf.family', { name: '王阳' }),
    t('import.choices.namesOf.given', { name: '阳 王' }),
  ]);
  await expectAccessible(page, 'names and texts decoded twice of an import');

  const box = twice.getByRole('checkbox', { name: t('import.decodedTwice.correct') });
  await box.focus();
  await page.keyboard.press('Space');
  await expect(rows(page).filter({ hasText: 'BodenqualitÃ¤t in StÃ¤dten' })).not.toHaveCount(0);
  await expect(box).not.toBeChecked();
  await expect(box).toBeFocused();
  const chosen = page.waitForResponse('**/call/imports.choose');
  await order.selectOption('given');
  await chosen;
  // The file is read again, after which the rows are new, and no record is open.
  await expect(page.locator('fieldset[aria-busy]')).toHaveAttribute('aria-busy', 'false');
  await rows(page).getByRole('button').first().click();
  await expect(page.getByRole('region', { name: t('import.pane.article') }).getByText('阳 王')).toBeVisible();
});

test('the second ISSN and the title come from the record of the journal, said once', async ({ page }) => {
  const { journals } = await call(page, 'journals.refresh', { accountId: 'sandbox' });
  const { title, pissn, eissn } = journals.find((journal) => journal.pissn && journal.eissn)!;
  const record = (at: number) =>
    `TY  - JOUR\nTI  - Soil ${at}\nAU  - Okoro, Ada\nPY  - 2024\nSN  - ${eissn}\nDO  - 10.5555/${at}\nER  - \n`;
  await give(page, 'soil.ris', [1, 2, 3].map(record).join(''));
  const remarks = page.getByRole('region', { name: t('import.remarks.label') });
  const all = (text: string) => t('import.remarks.all', { count: 3, n: '3', text });
  await expect(remarks.getByText(all(t('import.note.journalIssn', { issn: pissn, title })))).toBeVisible();
  await expect(remarks.getByText(all(t('import.note.journalTitle', { title })))).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText(t('finding.issn-other-missing.kind'))).toHaveCount(0);
  await rows(page).getByRole('button').first().click();
  const article = page.getByRole('region', { name: t('import.pane.article') });
  await expect(article.getByText(pissn!, { exact: true })).toBeVisible();
});
