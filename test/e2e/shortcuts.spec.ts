import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { call, fullTest, test } from './colophon.ts';
import { button, goTo, named, t } from './screen.ts';

test.use({ bypassCSP: true });

fullTest(
  'shortcuts are changed, refused with the reason, reassigned from another command and reset',
  async ({ page }) => {
    const importName = t('commands.name.import');
    const change = button(page, 'settings.shortcuts.changeOf', { name: importName });
    const line = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    const shortcuts = async () => (await call(page, 'app.settings', {})).shortcuts;
    const dialog = named(page, 'dialog', 'settings.shortcuts.dialog', { name: importName });
    const keys = named(dialog, 'textbox', 'settings.shortcuts.keys');

    // The browser reports file dialogs only some time after the first listener is added, so it is added long before.
    let fileDialogs = 0;
    page.on('filechooser', () => {
      fileDialogs += 1;
    });

    await expect(page.getByRole('heading', { name: t('drafts.first.title') })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.type(t('commands.name.go-shortcuts'));
    const found = page.locator('[aria-modal="true"]').getByRole('option', { selected: true });
    await expect(found).toContainText(t('commands.name.go-shortcuts'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: t('settings.shortcuts.title') })).toBeFocused();
    await expect(line(importName)).toContainText('Alt I');

    await change.click();
    await keys.press('b');
    await expect(dialog.getByText(t('settings.shortcuts.refused.plain'))).toBeVisible();
    await keys.press('Control+t');
    await expect(dialog.getByText(t('settings.shortcuts.refused.browser'))).toBeVisible();
    await keys.press('Alt+3');
    const journals = t('commands.name.go-journals');
    await expect(dialog.getByText(t('settings.shortcuts.taken', { other: journals }))).toBeVisible();
    await expectAccessible(page, 'the shortcut of a command');
    await button(dialog, 'settings.shortcuts.take', { other: journals }).click();
    await expect(line(importName)).toContainText('Alt 3');
    await expect(change).toBeFocused();
    await expect.poll(shortcuts).toEqual({ import: 'Alt+Digit3' });

    await page.keyboard.press('Alt+3');
    await expect.poll(() => fileDialogs).toBe(1);
    await expect(page).toHaveURL(/#\/settings\/shortcuts$/);

    await button(page, 'settings.shortcuts.resetOf', { name: importName }).click();
    await expect(line(importName)).toContainText('Alt I');
    await expect.poll(shortcuts).toEqual({});
    await goTo(page, '#/drafts');
    await page.keyboard.press('Alt+3');
    await expect(page).toHaveURL(/#\/journals$/);
  },
);
