import { expect, type Page } from '@playwright/test';
import { sendNow } from '../helpers/confirm.ts';
import { article } from './articles.ts';
import { addDrafts, asker, call, test } from './colophon.ts';
import { button, field, goTo, named, t } from './screen.ts';

const accountId = 'sandbox';
const rail = (page: Page) => named(page, 'navigation', 'frame.navigation');
const current = (page: Page) => rail(page).locator('[aria-current="page"]');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const openRow = (page: Page) => page.getByRole('grid').locator('tr[aria-current="true"]');

test('Drafts leads to all drafts from every screen', async ({ page }) => {
  await addDrafts(page, [article(1), article(2, { title: undefined })]);
  await goTo(page, '#/drafts?readiness=incomplete');
  await expect(page.getByRole('row')).toHaveCount(2);
  await goTo(page, '#/journals');
  await expect(heading(page, t('frame.journals'))).toBeVisible();
  await rail(page)
    .getByRole('link', { name: t('frame.drafts') })
    .first()
    .click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await goTo(page, '#/drafts?readiness=incomplete');
  await expect(page.getByRole('row')).toHaveCount(2);
  await goTo(page, '#/journals');
  await page.keyboard.press('Alt+1');
  await expect(page.getByRole('row')).toHaveCount(3);
});

test('a list that is done says so, and what is in the way of the others', async ({ page }) => {
  const [first, second] = await addDrafts(page, [article(1), article(2, { title: undefined })]);
  await sendNow(asker(page), { accountId, selection: { ids: [first!] }, includeUnchanged: false, name: 'A' });
  await expect.poll(async () => (await call(page, 'drafts.get', { id: first! })).sync).toBe('sent');
  await rail(page)
    .getByRole('link', { name: t('frame.list.ready') })
    .click();
  await expect(page.getByText(t('drafts.emptyList.ready'), { exact: true })).toBeVisible();
  await button(page, 'drafts.emptyList.show', { count: 1, n: '1' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await call(page, 'drafts.trash', { accountId, selection: { ids: [second!] } });
  await rail(page)
    .getByRole('link', { name: t('frame.list.ready') })
    .click();
  await expect(page.getByText(t('drafts.emptyList.sent'), { exact: true })).toBeVisible();
});

test('the open record is marked and in view, wherever it was opened from, and Escape closes it', async ({
  page,
}) => {
  const ids = await addDrafts(
    page,
    Array.from({ length: 620 }, (_, at) => article(at + 1)),
  );
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(ids.length + 1));
  await goTo(page, `#/drafts/${ids[5]}`);
  await expect(openRow(page)).toBeInViewport();
  await expect(openRow(page)).toContainText('Sheet 6 ');
  await field(page, 'doi').focus();
  await page.keyboard.press('Escape');
  await expect(named(page, 'region', 'drafts.record')).toHaveCount(0);
  await expect(page.locator('[role="grid"] tr:focus')).toContainText('Sheet 6 ');

  // With the focus in the list, a selection goes first.
  await page.locator('[role="grid"] tr:focus').click({ position: { x: 300, y: 10 } });
  await expect(named(page, 'region', 'drafts.record')).toHaveCount(1);
  await page.keyboard.press('Space');
  await expect(page.getByRole('row', { selected: true })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { selected: true })).toHaveCount(0);
  await expect(named(page, 'region', 'drafts.record')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(named(page, 'region', 'drafts.record')).toHaveCount(0);
});

test('a saved list has one active entry and its own heading', async ({ page }) => {
  await addDrafts(page, [article(1), article(2, { title: undefined })]);
  await call(page, 'drafts.saveList', {
    accountId,
    name: 'My broken ones',
    filter: { readiness: ['incomplete'] },
  });
  await rail(page)
    .getByRole('link', { name: /My broken ones/ })
    .click();
  await expect(heading(page, 'My broken ones')).toBeVisible();
  await expect(current(page)).toHaveCount(1);
  await expect(current(page)).toContainText('My broken ones');
});
