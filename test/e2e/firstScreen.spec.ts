import { expect, test } from '@playwright/test';
import { circularScripts, measureBundle } from '../helpers/bundle.ts';
import { startColophon, watchFaults } from './colophon.ts';
import { goTo, t } from './screen.ts';

test('the list of drafts needs less than 350 kB of compressed scripts', () => {
  const { firstScreen, total, files } = measureBundle();
  expect(firstScreen, JSON.stringify(files, null, 1)).toBeLessThan(350_000);
  // The other screens are in separate files.
  expect(total).toBeGreaterThan(firstScreen);
});

test('no script of the window imports itself through others', () => {
  expect(circularScripts()).toEqual([]);
});

test('a screen whose file cannot be loaded says so, and is shown as soon as it can be', async ({ page }) => {
  const colophon = await startColophon();
  try {
    const faults = watchFaults(page);
    const settings = /\/assets\/Settings-[^/]*\.js$/;
    await page.route(settings, (route) => route.abort());
    await page.goto(colophon.address());
    await expect(page.locator('[data-region="list"]')).toBeVisible();
    await goTo(page, '#/settings');
    const message = page.getByRole('alert').filter({ hasText: t('frame.missing.message') });
    await expect(message).toContainText(t('frame.missing.fix'));
    await expect(page.locator('#main')).toBeFocused();

    await page.getByRole('button', { name: t('common.tryAgain'), exact: true }).click();
    await expect(message).toBeVisible();
    await page.unroute(settings);
    await page.getByRole('button', { name: t('common.tryAgain'), exact: true }).click();
    await expect(page.locator('#settings-title')).toBeVisible();
    await expect(message).toBeHidden();
    expect(faults).toEqual([]);
  } finally {
    await colophon.end();
  }
});
