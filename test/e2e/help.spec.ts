import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { test } from './colophon.ts';
import { goTo, t } from './screen.ts';

test.use({ bypassCSP: true });

test('help opens at the topic of the screen or of the focused part, can be searched, and links to other topics', async ({
  page,
}) => {
  const help = page.getByRole('dialog', { name: t('frame.help.title') });
  const topics = help.getByRole('navigation', { name: t('frame.help.topics') });
  const title = (topic: string) => help.getByRole('heading', { name: t(`help.${topic}.title`), exact: true });

  await goTo(page, '#/search');
  await expect(page.getByRole('textbox', { name: t('search.query'), exact: true })).toBeVisible();
  await page.keyboard.press('F1');
  await expect(title('searchSyntax')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);

  await goTo(page, '#/settings');
  await page.getByRole('button', { name: t('settings.backups.make'), exact: true }).focus();
  await page.keyboard.press('F1');
  await expect(title('backups')).toBeVisible();
  await help.getByRole('searchbox', { name: t('frame.help.search') }).fill('orcid key keychain');
  await expect(help.getByRole('status')).toHaveText(t('frame.help.none'));
  await help.getByRole('searchbox', { name: t('frame.help.search') }).fill('key keychain');
  await expect(help.getByRole('status')).toHaveText(t('frame.help.matches', { count: 1, n: '1' }));
  await topics.getByRole('button', { name: t('help.accounts.title'), exact: true }).click();
  await expect(title('accounts')).toBeFocused();
  await expectAccessible(page, 'help');
  await help
    .getByRole('region')
    .getByRole('button', { name: t('help.compliance.title'), exact: true })
    .click();
  await help.getByRole('link', { name: t('frame.help.openScreen') }).click();
  await expect(help).toHaveCount(0);
  await expect(page).toHaveURL(/#\/compliance\/check$/);
});
