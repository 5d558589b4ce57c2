import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { openUpdateRequest } from './applications.ts';
import { call, fullTest, test } from './colophon.ts';
import { button, goTo, named, pressEscape, t } from './screen.ts';

const cartography = 'aa170f10eed93a603e3bce8e267cab60';

const review = (page: Page): Locator => page.getByRole('dialog');

// Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
test.use({ bypassCSP: true });

const withEverything = (page: Page) =>
  openUpdateRequest(page, cartography, ({ admin, bibjson }) => ({
    admin: { ...admin, contact: { name: 'Ines Okafor', email: 'ines@example.org' } },
    bibjson: {
      ...bibjson,
      title: 'Annals of Cartography',
      house: 4,
      oa_start: 'rusty',
      institution: {},
      apc: { has_apc: true, max: [{ currency: 'EUR', price: 0 }], url: 'here' },
      license: [{ type: "Publisher's own license", BY: true }, { type: 'House' }],
      keywords: ['quality', 'maps'],
      preservation: { has_preservation: true, service: ['LOCKSS', 'Our server', 'Another'] },
    },
  }));

fullTest(
  'an Update Request is accessible: ignored values and errors, side by side, its dialogs',
  async ({ page }) => {
    await withEverything(page);
    await expectAccessible(page, 'with ignored values and errors');
    await button(page, 'application.ignored.writeAbout', { field: t('field.title') }).click();
    await expect(named(page, 'dialog', 'application.message.title')).toBeVisible();
    await expectAccessible(page, 'the message to the staff');
    await pressEscape(page);
    await button(page, 'application.send').click();
    await expect(review(page).getByRole('table')).toBeVisible();
    await expectAccessible(page, 'the review');
    await pressEscape(page);
    await page.getByTitle(t('article.check')).click();
    await button(page, 'application.sideBySide').click();
    await expectAccessible(page, 'checked, side by side');
  },
);

fullTest('an empty application is accessible', async ({ page }) => {
  const { id } = await call(page, 'applications.create', { accountId: 'sandbox', journalId: null });
  await goTo(page, `#/update-requests/${id}`);
  await page.getByTitle(t('article.check')).click();
  await expectAccessible(page, 'an empty application');
});
