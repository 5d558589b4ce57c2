import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { call, fullTest, test } from './colophon.ts';
import { pressMenuItem } from './pressMenuItem.ts';
import { button, draftRow, named, openScreen, pressEscape, t } from './screen.ts';

test.use({ bypassCSP: true });

const dialog = (page: Page) => named(page, 'dialog', 'harvest.title');

async function openHarvest(page: Page): Promise<void> {
  await button(page, 'drafts.more').focus();
  await page.keyboard.press('Enter');
  await pressMenuItem(page, 'harvest.button');
  await expect(dialog(page)).toBeVisible();
}

/** Switches the external sources on; returns once the window knows, since a dialog that is open would change. */
async function switchOn(page: Page): Promise<void> {
  const { sources } = await call(page, 'app.settings', {});
  await call(page, 'app.changeSettings', { sources: { ...sources, isOn: true } });
  await openScreen(page, '#/settings');
  await expect(named(page, 'switch', 'settings.sources.on')).toBeChecked();
  await openScreen(page, '#/drafts');
}

fullTest('a journal is harvested by keyboard into a preview, and again for its changes', async ({ page }) => {
  await openHarvest(page);
  await expect(dialog(page)).toContainText(t('sources.off.message'));
  await expectAccessible(page, 'harvesting while it is off');
  await pressEscape(page);
  await expect(dialog(page)).toHaveCount(0);
  await switchOn(page);

  await openHarvest(page);
  const address = named(dialog(page), 'textbox', 'harvest.address');
  await expect(address).toBeFocused();
  await expectAccessible(page, 'the address to harvest');
  await expect(address).toBeFocused();
  await page.keyboard.type('https://ojs.example/soil');
  await page.keyboard.press('Enter');

  await test.step('format, set and period are chosen', async () => {
    const format = named(dialog(page), 'combobox', 'harvest.format');
    await expect(format).toHaveValue('jats');
    await expectAccessible(page, 'the records to harvest');
    await named(dialog(page), 'combobox', 'harvest.set').selectOption('2577-3569');
    await button(dialog(page), 'harvest.start').press('Enter');
  });

  await test.step('the records are reviewed, and deleted ones named', async () => {
    const review = button(dialog(page), 'harvest.preview');
    await expect(review).toBeVisible();
    await expectAccessible(page, 'a finished harvest');
    await review.press('Enter');
    await expect(page.getByText(t('harvest.gone.text'))).toBeVisible();
    await expect(page.getByRole('button', { name: t('import.accept', { count: 5, n: '5' }) })).toBeVisible();
    await expectAccessible(page, 'a harvested import');
    await page.setViewportSize({ width: 480, height: 800 });
    const overlap = async () => {
      const gone = await page.getByRole('listitem').filter({ hasText: 'article/9999' }).boundingBox();
      const numbers = await page.locator('dl').first().boundingBox();
      return gone && numbers ? gone.y + gone.height - numbers.y : Number.POSITIVE_INFINITY;
    };
    await expect.poll(overlap, { message: 'the list is above the numbers' }).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: t('import.accept', { count: 5, n: '5' }) }).press('Enter');
    await expect(draftRow(page, 'Notebooks that grade themselves kindly')).toBeVisible();
  });

  await test.step('the next time only changes are fetched', async () => {
    await openHarvest(page);
    await expectAccessible(page, 'repositories that were harvested');
    await dialog(page)
      .getByRole('button', { name: t('harvest.againOf', { name: 'Open Journals of the sandbox' }) })
      .press('Enter');
    await expect(
      dialog(page)
        .getByRole('status')
        .filter({ hasText: t('harvest.end.done', { count: 0, n: '0' }) }),
    ).toBeVisible();
  });
});

fullTest('a harvest that fails says why', async ({ page }) => {
  await switchOn(page);
  await call(page, 'harvest.start', {
    accountId: 'sandbox',
    address: 'https://ojs-expires.example/oai',
    prefix: 'oai_dc',
    set: '',
    since: null,
    resumes: false,
    imports: true,
  });
  await openHarvest(page);
  await expect(
    dialog(page)
      .getByRole('status')
      .filter({ hasText: t('harvest.end.failed', { count: 15, n: '15' }) }),
  ).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page, 'a harvest that failed');
});
