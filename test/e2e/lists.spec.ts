import { expect, type Locator, type Page } from '@playwright/test';
import { article } from './articles.ts';
import { addDrafts, call, fullTest, test } from './colophon.ts';
import { button, goTo, openScreen, pressEscape, t } from './screen.ts';

const heading = (page: Page, name: string): Locator => page.getByRole('columnheader', { name, exact: true });
/** Hidden elements count, since the open menu of columns hides everything else. */
const headings = (page: Page): Locator => page.locator('[role="grid"] th');
const titles = (page: Page): Locator => page.getByRole('grid').locator('[data-row] td:nth-child(2)');
const widthOf = async (one: Locator): Promise<number> => (await one.boundingBox())?.width ?? 0;

test('a list is sorted and its columns are arranged by keyboard and by pointer, and both are remembered', async ({
  page,
}) => {
  await addDrafts(page, [article(1), article(2)]);
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  await openScreen(page, '#/journals');
  const title = heading(page, t('journals.column.title'));
  const publisher = heading(page, t('journals.column.publisher'));
  await expect(title).toHaveAttribute('aria-sort', 'ascending');
  await expect(titles(page)).toHaveCount(4);
  // The list has its final shape.
  await expect(publisher).toBeVisible();
  const byTitle = await titles(page).allInnerTexts();

  await test.step('the headings are above the first row; Enter sorts, and Enter again reverses the order', async () => {
    await page.locator('[data-row="0"]').focus();
    await page.keyboard.press('ArrowUp');
    await expect(title.getByRole('button')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(title).toHaveAttribute('aria-sort', 'descending');
    await expect(titles(page)).toHaveText(byTitle.toReversed());
    await page.keyboard.press('End');
    const drafts = heading(page, t('journals.column.drafts'));
    await expect(drafts.getByRole('button')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(drafts).toHaveAttribute('aria-sort', 'descending');
    await expect(titles(page).first()).toHaveText('Annals of Imaginary Cartography');
  });

  await test.step('Shift with an arrow makes a column wider, and so does dragging its edge', async () => {
    await page.keyboard.press('ArrowLeft');
    await expect(publisher.getByRole('button')).toBeFocused();
    const before = await widthOf(publisher);
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => widthOf(publisher)).toBe(Math.round(before + 16));
    const grip = (await page.locator('[data-grip="title"]').boundingBox())!;
    await page.mouse.move(grip.x + 4, grip.y + 8);
    await page.mouse.down();
    await page.mouse.move(grip.x - 96, grip.y + 8, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => widthOf(title)).toBeLessThan(grip.x - 96);
    await expect(heading(page, t('journals.column.drafts'))).toHaveAttribute('aria-sort', 'descending');
  });

  const columns = button(page, 'grid.columns');
  await test.step('a column is hidden, and one is moved', async () => {
    await columns.click();
    await page.getByRole('checkbox', { name: t('journals.column.publisher') }).click();
    await expect(headings(page).filter({ hasText: t('journals.column.publisher') })).toHaveCount(0);
    await button(page, 'grid.earlier', { label: t('journals.column.issns') }).click();
    await expect(headings(page).nth(2)).toHaveText(t('journals.column.issns'));
    await pressEscape(page);
    await expect(columns).toBeFocused();
  });

  await test.step('a new window has the same columns, until they are reset', async () => {
    const kept = await widthOf(title);
    const second = async () => (await call(page, 'app.settings', {})).lists.journals?.order?.[1];
    await expect.poll(second).toBe('issns');
    await page.reload();
    await expect(headings(page).nth(2)).toHaveText(t('journals.column.issns'));
    await expect(publisher).toHaveCount(0);
    await expect.poll(() => widthOf(title)).toBe(kept);
    await columns.click();
    await button(page, 'grid.reset').click();
    await expect(headings(page).filter({ hasText: t('journals.column.publisher') })).toBeVisible();
    const stored = async () => (await call(page, 'app.settings', {})).lists.journals?.order;
    await expect.poll(stored).toBeUndefined();
  });
});

fullTest('a title from right to left that is cut shows its beginning', async ({ page }) => {
  const title = 'تاريخ الخرائط الخيالية في البحر الأبيض المتوسط: دراسة مقارنة في المصادر والمناهج';
  await addDrafts(page, [article(1, { title })]);
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const cell = page.getByRole('grid').locator('[dir="auto"]').filter({ hasText: title });
    await expect
      .poll(() =>
        cell.evaluate((element) => {
          const range = document.createRange();
          const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()!;
          range.setStart(text, 0);
          range.setEnd(text, 1);
          const first = range.getBoundingClientRect();
          const { left, right } = element.getBoundingClientRect();
          return element.scrollWidth > element.clientWidth && first.left >= left && first.right <= right;
        }),
      )
      .toBe(true);
  }
});

test('in a narrow window the bars of a list take one line each, and the status bar is in view at 200 %', async ({
  page,
}) => {
  await addDrafts(page, [article(1, { title: undefined }), article(2)]);
  const heightOf = (name: string) =>
    page
      .locator(name)
      .filter({ visible: true })
      .first()
      .evaluate((bar) => bar.getBoundingClientRect().height);
  for (const language of ['en', 'fr'] as const) {
    await call(page, 'app.changeSettings', { language });
    await page.locator(`html[lang="${language}"]`).waitFor();
    for (const width of [480, 640, 900]) {
      await page.setViewportSize({ width, height: 400 });
      for (const screen of ['drafts?finding=title-missing', 'journals', 'update-requests']) {
        await goTo(page, `#/${screen}`);
        await expect.poll(() => heightOf('[data-region="list"] h1 >> xpath=..'), screen).toBeLessThan(48);
      }
      await goTo(page, '#/drafts?finding=title-missing');
      await expect.poll(() => heightOf('fieldset:has([role="group"])')).toBeLessThan(48);
      await expect(page.locator('[data-region="status"]')).toBeInViewport({ ratio: 1 });
    }
  }
});

test('a ready-made list has a heading and no chips; a search within it has chips', async ({ page }) => {
  await addDrafts(page, [article(1), article(2)]);
  await page.getByRole('link', { name: new RegExp(`^${t('frame.list.ready')}`) }).click();
  await expect(page.getByRole('heading', { name: t('frame.list.ready'), level: 1 })).toBeVisible();
  const chips = page.getByRole('group', { name: t('drafts.chips') });
  await expect(chips).toHaveCount(0);
  await expect(button(page, 'drafts.clearFilters')).toHaveCount(0);
  await page.getByRole('searchbox', { name: t('frame.searchIn.drafts') }).fill('Sheet');
  await expect(chips).toBeVisible();
});

test('the first range of another list begins at its first row', async ({ page }) => {
  const records = [1, 2, 3, 4].map((number) => article(number));
  await addDrafts(page, [...records, article(5, { title: 'A coast' })]);
  const row = (place: number) => page.getByRole('grid').locator(`[data-row="${place}"]`);
  const rows = page.getByRole('grid').locator('[data-row]');
  const selected = page.getByRole('grid').locator('[aria-selected="true"]');
  await expect(rows).toHaveCount(5);
  await row(3).getByRole('checkbox').click();
  await expect(selected).toHaveCount(1);
  await page.getByRole('searchbox', { name: t('frame.searchIn.drafts') }).fill('bound');
  await expect(rows).toHaveCount(4);
  await expect(selected).toHaveCount(0);
  await row(1).click({ modifiers: ['Shift'] });
  await expect(selected).toHaveCount(2);
  await expect(row(0)).toHaveAttribute('aria-selected', 'true');
  await expect(row(1)).toHaveAttribute('aria-selected', 'true');
});
