import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { article } from './articles.ts';
import { addDrafts, call, fullTest, test } from './colophon.ts';
import { pressMenuItem } from './pressMenuItem.ts';
import { button, draftRow, goTo, named, pressEscape, t } from './screen.ts';

test.use({ bypassCSP: true });

const dialog = (page: Page) => named(page, 'dialog', 'links.title');

function linked(number: number, url: string) {
  return article(number, { link: [{ type: 'fulltext', url, content_type: 'HTML' }] });
}

fullTest('external sources are used only after they were switched on in Settings', async ({ page }) => {
  await addDrafts(page, [linked(1, 'https://gone.links.example/2')]);
  await expect(draftRow(page, 'Sheet 1 ')).toBeVisible();
  await button(page, 'drafts.more').click();
  await named(page, 'menuitem', 'links.button').click();
  await expect(dialog(page)).toContainText(t('sources.off.message'));
  await expectAccessible(page, 'checking links while it is off');
  await button(dialog(page), 'sources.off.open').press('Enter');
  await expect(named(page, 'heading', 'settings.sources.title')).toBeFocused();

  await test.step('the section is filled in by keyboard', async () => {
    await page.keyboard.press('Tab');
    const on = named(page, 'switch', 'settings.sources.on');
    await expect(on).toBeFocused();
    await page.keyboard.press('Space');
    await expect(on).toBeChecked();
    await page.keyboard.press('Tab');
    await expect(named(page, 'combobox', 'settings.sources.missing')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect.poll(async () => (await call(page, 'app.settings', {})).looksForMissing).toBe('weekly');
    // Shown only while Colophon looks for what is missing.
    const sends = named(page, 'switch', 'settings.sources.sends');
    await expect(sends).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(sends).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(named(page, 'combobox', 'settings.sources.links')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect.poll(async () => (await call(page, 'app.settings', {})).checksLinks).toBe('monthly');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(t('settings.sources.contact'))).toBeFocused();
    await page.keyboard.type('nobody');
    await page.keyboard.press('Enter');
    await expect(page.getByText(t('settings.sources.contactForm'))).toBeVisible();
    await page.getByLabel(t('settings.sources.contact')).fill('editor@press.example');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await call(page, 'app.settings', {})).sources)
      .toMatchObject({ isOn: true, contact: 'editor@press.example' });
    await expectAccessible(page, 'Settings, external sources');
  });
});

fullTest(
  'the links of the selected drafts are checked in the background, and found in list and form',
  async ({ page }) => {
    const { sources } = await call(page, 'app.settings', {});
    // Slow enough that the check still runs when its dialog is closed.
    await call(page, 'app.changeSettings', { sources: { ...sources, isOn: true, pause: 5 } });
    await addDrafts(page, [
      linked(1, 'https://gone.links.example/2'),
      linked(2, 'https://moved.links.example/4'),
      article(3, { link: [] }),
    ]);
    await expect(draftRow(page, 'Sheet ')).toHaveCount(3);
    await button(page, 'drafts.more').focus();
    await page.keyboard.press('Enter');
    await pressMenuItem(page, 'links.button');
    await expect(button(dialog(page), 'links.start')).toBeEnabled();
    await expectAccessible(page, 'checking links');
    await button(dialog(page), 'links.start').press('Enter');
    await expect(dialog(page).getByRole('progressbar')).toBeVisible();
    await pressEscape(page);
    await expect(dialog(page)).toHaveCount(0);

    const notice = page.locator('[data-region="notices"]');
    await expect(notice).toContainText(t('links.end.done', { count: 2, n: '2' }));
    await button(notice, 'links.showDrafts').press('Enter');
    await expect(draftRow(page, 'Sheet ')).toHaveCount(2);

    await test.step('the form has the finding with its date, and the fix', async () => {
      await draftRow(page, 'Sheet 2 ').press('Enter');
      const fix = page.getByRole('button', { name: /new\.links\.example/ }).first();
      await expect(fix).toBeVisible();
      await expectAccessible(page, 'a link that has moved');
      await fix.press('Enter');
      await expect(page.locator('input[value="https://new.links.example/4"]')).toBeVisible();
    });

    await test.step('the palette opens the results again', async () => {
      await goTo(page, '#/drafts');
      await page.keyboard.press('Control+K');
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
      await page.keyboard.type(t('commands.name.check-links'));
      await expect(page.getByRole('option', { selected: true })).toContainText(
        t('commands.name.check-links'),
      );
      await page.keyboard.press('Enter');
      await expect(button(dialog(page), 'links.start')).toBeEnabled();
      await button(dialog(page), 'links.start').click();
      await expect(
        dialog(page)
          .getByRole('status')
          .filter({ hasText: t('links.end.done', { count: 1, n: '1' }) }),
      ).toBeVisible();
      await expect(named(dialog(page), 'list', 'links.problems').getByRole('listitem')).toHaveCount(1);
      await expectAccessible(page, 'links that were checked');
    });
  },
);
