import { expect } from '@playwright/test';
import { helpTexts } from '../../src/renderer/frame/helpTexts.ts';
import { addTexts } from '../../src/shared/i18n/i18n.ts';
import helpEnglish from '../../src/shared/i18n/locales/help.en.json' with { type: 'json' };
import helpFrench from '../../src/shared/i18n/locales/help.fr.json' with { type: 'json' };
import { expectAccessible } from './accessible.ts';
import { call, fullTest, test } from './colophon.ts';
import { button, goTo, named, openScreen, pressEscape, t } from './screen.ts';

test.use({ bypassCSP: true });

test.beforeAll(() => addTexts(helpTexts));

test('help opens at the topic of the screen or of the focused part, can be searched, and links to other topics', async ({
  page,
}) => {
  const help = page.getByRole('dialog', { name: t('frame.help.title') });
  const topics = help.getByRole('navigation', { name: t('frame.help.topics') });
  const title = (topic: string) => named(help, 'heading', `help.${topic}.title`);

  await goTo(page, '#/search');
  await expect(named(page, 'textbox', 'search.query')).toBeVisible();
  await page.keyboard.press('F1');
  await expect(title('searchSyntax')).toBeVisible();
  await pressEscape(page);
  await expect(help).toHaveCount(0);

  await openScreen(page, '#/settings');
  await button(page, 'settings.backups.make').focus();
  await page.keyboard.press('F1');
  await expect(title('backups')).toBeVisible();
  await help.getByRole('searchbox', { name: t('frame.help.search') }).fill('orcid key keychain');
  await expect(help.getByRole('status')).toHaveText(t('frame.help.none'));
  await help.getByRole('searchbox', { name: t('frame.help.search') }).fill('sandbox keychain');
  await expect(help.getByRole('status')).toHaveText(t('frame.help.matches', { count: 1, n: '1' }));
  await button(topics, 'help.accounts.title').click();
  await expect(title('accounts')).toBeFocused();
  await expectAccessible(page, 'help');
  await button(help.getByRole('region'), 'help.compliance.title').click();
  await expect(title('compliance')).toBeVisible();
  await help.getByRole('link', { name: t('frame.help.openScreen') }).click();
  await expect(help).toHaveCount(0);
  await expect(page).toHaveURL(/#\/compliance\/check$/);
});

test('help over a dialog is about the dialog, names the keys that people chose, and gives the focus back', async ({
  page,
}) => {
  const help = page.getByRole('dialog', { name: t('frame.help.title') });
  const keys = help.getByLabel(t('frame.help.keys'), { exact: true });
  await call(page, 'app.changeSettings', { shortcuts: { 'go-settings': 'Alt+KeyJ' } });
  await openScreen(page, '#/settings');
  await button(page, 'settings.accounts.add').click();
  const account = page.getByRole('dialog', { name: t('settings.accounts.addTitle') });
  const field = account.getByRole('textbox').first();
  // The dialog gives the focus to one of its controls a moment after it is shown.
  await expect(account.locator(':focus')).toHaveCount(1);
  await field.focus();
  await page.keyboard.press('F1');
  await expect(named(help, 'heading', 'help.accounts.title')).toBeVisible();
  await expect(keys.getByRole('term')).toHaveText(['Alt J', t('frame.keys.closeDialog')]);
  await expectAccessible(page, 'help');
  await expect(help.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await expect(field).toBeFocused();
});

fullTest(
  'help is in the language of the window, whether it was opened before the language was chosen or after',
  async ({ page }) => {
    const shown = (words: string) =>
      page.getByRole('dialog').getByRole('heading', { name: words, exact: true });
    await page.keyboard.press('F1');
    await expect(shown(helpEnglish.help.drafts.title)).toBeVisible();
    await call(page, 'app.changeSettings', { language: 'fr' });
    await expect(shown(helpFrench.help.drafts.title)).toBeVisible();

    await page.reload();
    await page.locator('html[lang="fr"]').waitFor();
    // The language is set before anything is drawn or hears keys, the title only then.
    await expect(page).not.toHaveTitle('Colophon');
    await page.keyboard.press('F1');
    await expect(shown(helpFrench.help.drafts.title)).toBeVisible();
  },
);
