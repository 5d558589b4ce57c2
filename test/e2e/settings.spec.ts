import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { test } from './colophon.ts';
import { goTo, t } from './screen.ts';

const heading = (page: Page, section: string) =>
  page.getByRole('heading', { level: 2, name: t(`settings.${section}.title`), exact: true });
const sections = (page: Page) => page.getByRole('navigation', { name: t('settings.sections'), exact: true });
const marked = (page: Page) => sections(page).locator('[aria-current]');

test('the sections of the settings are reached by keyboard, and by their addresses', async ({ page }) => {
  await goTo(page, '#/settings');
  await expect(marked(page)).toHaveText(t('settings.accounts.title'));
  await sections(page)
    .getByRole('link', { name: t('settings.backups.title'), exact: true })
    .press('Enter');
  await expect(heading(page, 'backups')).toBeFocused();
  await expect(heading(page, 'backups')).toBeInViewport();
  await expect(page).toHaveURL(/#\/settings\/backups$/);
  await expect(marked(page)).toHaveText(t('settings.backups.title'));

  // The last section cannot be scrolled to the upper edge.
  await sections(page)
    .getByRole('link', { name: t('settings.about.title'), exact: true })
    .press('Enter');
  await expect(heading(page, 'about')).toBeFocused();
  await expect(marked(page)).toHaveText(t('settings.about.title'));
  await page.goBack();
  await expect(heading(page, 'backups')).toBeFocused();
  await expect(marked(page)).toHaveText(t('settings.backups.title'));

  await heading(page, 'accounts').scrollIntoViewIfNeeded();
  await expect(marked(page)).toHaveText(t('settings.accounts.title'));
  await page.reload();
  await expect(heading(page, 'backups')).toBeInViewport();
});

test('in a narrow window the sections are a choice that keeps the focus', async ({ page }) => {
  await page.setViewportSize({ width: 480, height: 800 });
  await goTo(page, '#/settings');
  const choice = page.getByRole('combobox', { name: t('settings.sections'), exact: true });
  await choice.focus();
  await choice.selectOption({ label: t('settings.funders.title') });
  await expect(heading(page, 'funders')).toBeInViewport();
  await expect(choice).toBeFocused();
  await expect(page).toHaveURL(/#\/settings\/funders$/);
});

test.describe('accessibility', () => {
  // Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
  test.use({ bypassCSP: true });

  test('a section of the settings', async ({ page }) => {
    await goTo(page, '#/settings/appearance');
    await expect(heading(page, 'appearance')).toBeFocused();
    await expectAccessible(page, 'a section of the settings');
  });
});
