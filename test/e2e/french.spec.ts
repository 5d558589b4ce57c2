import { expect } from '@playwright/test';
import { speak } from '../../src/shared/i18n/i18n.ts';
import english from '../../src/shared/i18n/locales/main.en.json' with { type: 'json' };
import french from '../../src/shared/i18n/locales/main.fr.json' with { type: 'json' };
import { expectAccessible } from './accessible.ts';
import { article } from './articles.ts';
import { addDrafts, call, test } from './colophon.ts';
import { button, goTo, openScreen, t } from './screen.ts';

// Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
test.use({ bypassCSP: true });

test.afterEach(() => speak('en'));

test('French is chosen in the settings and used at once by every window and by the main process', async ({
  page,
  context,
}) => {
  await addDrafts(page, [article(1, { title: undefined }), article(2), article(3)]);
  const other = await context.newPage();
  await other.goto(new URL('#/drafts', page.url()).href);
  await expect(other.getByText(t('drafts.column.sync')).first()).toBeVisible();
  await openScreen(page, '#/settings');
  const choice = page.getByRole('radiogroup', { name: t('settings.appearance.language') });
  await choice.getByText('Français').click();
  await speak('fr');

  // This window changes in place, without a reload.
  await expect(page.getByRole('heading', { name: 'Réglages', level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page).toHaveTitle(/^Réglages/);
  await expect(page.getByRole('radio', { name: 'Français' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Français' })).toBeFocused();
  await expect(page.getByRole('link', { name: t('frame.journals') })).toBeVisible();
  await expectAccessible(page, 'the settings in French');

  // The other window, its list and the texts in it.
  const row = other.getByRole('row').filter({ hasText: 'Sans titre' });
  await expect(row).toContainText('1 erreur');
  await expect(button(other, 'drafts.newArticle')).toBeVisible();

  // Numbers, and texts from the main process.
  await goTo(page, '#/drafts');
  await button(page, 'drafts.sendAll').click();
  const plan = page.getByRole('dialog', { name: 'Vérifier et envoyer' });
  await expect(plan).toContainText(/1,4\sko/);
  await expect(plan).toContainText('Saisissez le titre.');
  await plan.getByRole('button', { name: 'Annuler', exact: true }).click();
  await expect(plan).toHaveCount(0);
  await expectAccessible(page, 'the drafts in French');
  // The main process words only its own pages, such as the one for an unknown address.
  const textFromMain = async () => (await page.request.get(new URL('/nothing-here', page.url()).href)).text();
  await expect.poll(textFromMain).toContain(french.shell.noPage.message);

  // With “Match system”, the browser's language is used.
  await call(page, 'app.changeSettings', { language: 'system' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect.poll(textFromMain).toContain(english.shell.noPage.message);
});
