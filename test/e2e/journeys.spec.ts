import { expect, type Page } from '@playwright/test';
import { sampleRefused } from '../helpers/samples.ts';
import { article } from './articles.ts';
import { addDrafts, call, fullTest, test } from './colophon.ts';
import { box, suggested } from './compliance.ts';
import { button, field, named, pressEscape, t } from './screen.ts';

const accountId = 'sandbox';
const cartography = 'Annals of Imaginary Cartography';
const rail = (page: Page) => named(page, 'navigation', 'frame.navigation');
const upload = (page: Page) => page.locator('[data-region="upload"]');
const goBy = (page: Page, name: string) => rail(page).getByRole('link', { name }).first().click();
const journalRow = (page: Page) => page.getByRole('grid').getByRole('row').filter({ hasText: cartography });

/** Runs a journey and requires this number of clicks; what is typed is no click. */
async function inClicks(page: Page, count: number, journey: () => Promise<void>): Promise<void> {
  const clicks = () => page.evaluate(() => Number(document.documentElement.dataset.clicks ?? 0));
  const before = await clicks();
  await journey();
  expect((await clicks()) - before).toBe(count);
}

fullTest('the everyday journeys take few clicks', async ({ page }) => {
  page.setDefaultTimeout(60_000);
  await page.evaluate(() =>
    document.addEventListener(
      'pointerdown',
      () => {
        const { dataset } = document.documentElement;
        dataset.clicks = String(Number(dataset.clicks ?? 0) + 1);
      },
      true,
    ),
  );
  const { title, doi } = sampleRefused;

  await test.step('the sample volume is imported, checked and sent', () =>
    inClicks(page, 4, async () => {
      await button(page.getByRole('main'), 'drafts.first.sample').click();
      await button(page, 'import.accept', { count: 30, n: '30' }).click();
      await button(page, 'drafts.sendAll').click();
      await button(named(page, 'dialog', 'send.title'), 'send.goCount', { count: 24, n: '24' }).click();
      await expect(upload(page).getByText(t('uploads.ended.done'))).toBeVisible();
    }));

  await test.step('a refused article is corrected and sent again', () =>
    inClicks(page, 3, async () => {
      await upload(page)
        .getByRole('link', { name: t('uploads.openFieldOf', { title }) })
        .click();
      await field(page, 'doi').fill(doi);
      await page.goBack();
      await button(upload(page), 'uploads.sendFixedCount', { count: 1, n: '1' }).click();
      await button(page.getByRole('dialog'), 'uploads.confirm.again.go', { count: 1, n: '1' }).click();
    }));

  await test.step('the errors of a list are fixed, and the fixed articles sent', () =>
    inClicks(page, 4, async () => {
      await goBy(page, t('frame.drafts'));
      await button(page, 'fixing.start').click();
      const bar = named(page, 'toolbar', 'fixing.title');
      await expect(bar).toBeVisible();
      const summary = named(page, 'region', 'fixing.summary');
      while (!(await summary.isVisible())) {
        const shown = async () => (await bar.allTextContents())[0] ?? null;
        const place = await shown();
        await page.keyboard.press('Control+Enter');
        // If nothing was offered, the record stays: somebody has to type, later.
        const moved = expect.poll(shown, { timeout: 5_000 }).not.toBe(place);
        await moved.catch(() => page.keyboard.press('F8'));
      }
      await page.getByRole('button', { name: /^Check and send/ }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Send \d+ article/ })
        .click();
    }));

  await test.step('a change is proposed to a journal and sent', () =>
    inClicks(page, 5, async () => {
      await goBy(page, t('frame.journals'));
      await journalRow(page).click();
      await button(page, 'journals.record.propose').click();
      await field(page, 'homepage').fill('https://new.example.org/annals');
      await button(page, 'application.send').click();
      await button(page.getByRole('dialog'), 'application.review.send').click();
      await expect(page.getByText(t('applicationLife.event.readBack'))).toBeVisible();
    }));

  await test.step('the directory is asked whether requests were decided', () =>
    inClicks(page, 2, async () => {
      await goBy(page, t('frame.updateRequests'));
      await button(page, 'requests.refresh').first().click();
    }));

  await test.step('an author asks whether a journal complies with a funder', () =>
    inClicks(page, 4, async () => {
      await goBy(page, t('frame.journals'));
      await journalRow(page).click();
      await button(page, 'journals.record.compliance').click();
      await box(page, 'funder').fill('wellc');
      await suggested(page);
      await page.keyboard.press('Enter');
      await button(page, 'complianceScreen.ask').click();
    }));

  await test.step('an article of a journal is begun', () =>
    inClicks(page, 3, async () => {
      await goBy(page, t('frame.journals'));
      await journalRow(page).click();
      await button(page, 'drafts.newArticle').click();
      await field(page, 'title').fill('A new article');
      await expect(page.getByRole('heading', { name: 'A new article' })).toBeVisible();
    }));

  await test.step('a word is replaced in the titles of all drafts', () =>
    inClicks(page, 4, async () => {
      await goBy(page, t('frame.drafts'));
      await page.getByRole('columnheader').getByRole('checkbox').click();
      await button(page, 'edits.open').click();
      const dialog = page.getByRole('alertdialog');
      await named(dialog, 'textbox', 'edits.find').fill('maps');
      await named(dialog, 'textbox', 'edits.with').fill('charts');
      await dialog.getByRole('button', { name: /^Change \d+ draft/ }).click();
    }));

  await test.step('a change that was made before is taken back', () =>
    inClicks(page, 2, async () => {
      await button(page, 'frame.history.button').click();
      await page.getByRole('dialog').getByRole('button', { name: /^Undo/ }).first().click();
    }));

  await pressEscape(page);
  const [extra] = await addDrafts(page, [article(1)]);
  await call(page, 'drafts.trash', { accountId, selection: { ids: [extra!] } });
  await test.step('a draft is restored from the trash', () =>
    inClicks(page, 3, async () => {
      await goBy(page, t('frame.list.trash'));
      // Until the trash arrives, the list before stays, in which nothing can be selected any more.
      await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2');
      await page.getByRole('grid').getByRole('row').nth(1).getByRole('checkbox').click();
      await button(page, 'drafts.restore').click();
      await expect(page.getByRole('grid')).toHaveCount(0);
    }));

  await test.step('an article is found at the directory and becomes a draft', () =>
    inClicks(page, 4, async () => {
      await goBy(page, t('frame.directory'));
      await page.getByRole('radio', { name: t('search.kind.article') }).check();
      await named(page, 'textbox', 'search.query').fill('buttons');
      await page.keyboard.press('Enter');
      await page.locator('[data-row="0"]').click();
      await button(page, 'search.take').click();
      await expect(page).toHaveURL(/#\/drafts\/\d+/);
    }));

  await test.step('a year of a journal is compared with the drafts', () =>
    inClicks(page, 2, async () => {
      await goBy(page, t('frame.compare'));
      await named(page, 'combobox', 'comparisons.journal').fill('imaginary');
      await page.keyboard.press('Enter');
      await button(page, 'comparisons.start').click();
    }));
});
