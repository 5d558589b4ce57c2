import { expect, type Page } from '@playwright/test';
import { getAt, setAt } from '../../src/shared/draft/fieldPath.ts';
import { speak } from '../../src/shared/i18n/i18n.ts';
import { expectAccessible } from './accessible.ts';
import { call, fullTest, test } from './colophon.ts';
import { bar, countsOf, currentEntry, placeOf } from './fixingMode.ts';
import { walkByTab } from './focusWalk.ts';
import { chatterOf, listen } from './heard.ts';
import { pressUntil } from './pressUntil.ts';
import { button, named, numbers, openScreen, t } from './screen.ts';
import { watchCalls } from './watchCalls.ts';

// Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
test.use({ bypassCSP: true });

test.afterEach(() => speak('en'));

const accountId = 'sandbox';
const yearField = (page: Page) => page.locator('[data-field="bibjson.oa_start"] input');
const yearOf = async (page: Page, id: number) =>
  getAt((await call(page, 'applications.get', { id })).record, 'bibjson.oa_start');

/** Drafts of Update Requests for the first journals, each with the year given for it; returns their ids. */
async function propose(page: Page, years: readonly number[]): Promise<number[]> {
  const { journals } = await call(page, 'journals.refresh', { accountId });
  const ids: number[] = [];
  for (const [index, year] of years.entries()) {
    const { id, version, record } = await call(page, 'applications.create', {
      accountId,
      journalId: journals[index]!.id,
    });
    await call(page, 'applications.save', { id, version, record: setAt(record, 'bibjson.oa_start', year) });
    ids.push(id);
  }
  return ids;
}

fullTest(
  'Update Requests are fixed one after another by keyboard, in the order of their list, and undone together',
  async ({ page }) => {
    const ids = await propose(page, [98, 2013, 99, 97]);
    const [first, , third, fourth] = ids as [number, number, number, number];
    await openScreen(page, '#/update-requests');
    await expect(page.getByRole('grid').locator('[data-row]')).toHaveCount(4);
    const heard = await listen(page);

    await test.step('one key starts it at the first error of the first request that has one', async () => {
      await page.keyboard.press('Alt+x');
      await expect(placeOf(page, 1, 3)).toBeVisible();
      await expect(currentEntry(page)).toContainText(t('frame.updateRequests'));
      await expect(yearField(page)).toBeFocused();
      await expect(yearField(page)).toHaveValue('97');
      await expect
        .poll(async () => (await heard()).map(({ text }) => text))
        .toContain(t('fixing.record', { place: '1', total: '3' }));
    });

    await test.step('a request that still has an error stays, and a fixed one is saved and marked', async () => {
      await page.keyboard.press('Control+Enter');
      await expect(bar(page)).toContainText(t('fixing.remains.errors', { count: 1, n: 1 }));
      await expect(yearField(page)).toBeFocused();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('2017');
      await page.keyboard.press('Control+Enter');
      await expect(placeOf(page, 2, 3)).toBeVisible();
      await expect(yearField(page)).toHaveValue('99');
      expect(await yearOf(page, fourth)).toBe(2017);
      const rows = named(page, 'grid', 'fixing.list').locator('[data-row]');
      await expect(rows.nth(0)).toContainText(t('fixing.mark.fixed'));
      await expect(rows.nth(1)).toContainText(t('fixing.mark.left'));
    });

    await test.step('a request is skipped, and visited again after a reload', async () => {
      await page.keyboard.press('F8');
      await expect(placeOf(page, 3, 3)).toBeVisible();
      await page.reload();
      await expect(placeOf(page, 3, 3)).toBeVisible();
      await expect(yearField(page)).toBeFocused();
      await page.keyboard.press('Shift+F8');
      await expect(placeOf(page, 2, 3)).toBeVisible();
      await expect(bar(page)).toContainText(t('fixing.mark.skipped'));
      await page.keyboard.press('F8');
      await expect(placeOf(page, 3, 3)).toBeVisible();
    });

    await test.step('the summary undoes the fixes and leads back to the list', async () => {
      await expect(yearField(page)).toBeFocused();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('2018');
      await page.keyboard.press('Control+Enter');
      const summary = named(page, 'region', 'fixing.summary');
      await expect(summary.getByRole('heading', { name: t('fixing.over') })).toBeFocused();
      expect(await numbers(summary)).toEqual(countsOf(2, 1));
      expect(await yearOf(page, first)).toBe(2018);
      await pressUntil(page, 'Tab', button(page, 'fixing.undo'));
      await page.keyboard.press('Enter');
      await expect(page.getByText(t('fixing.undone'))).toBeVisible();
      // The summary says so once the last of the fixes is undone.
      await expect
        .poll(() => Promise.all([first, third, fourth].map((id) => yearOf(page, id))))
        .toEqual([98, 99, 97]);
      const back = named(summary, 'link', 'fixing.toList');
      await pressUntil(page, 'Shift+Tab', back);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/#\/update-requests$/);
    });
  },
);

fullTest(
  'fixing Update Requests is accessible, in English and French, and offers to continue after it was left',
  async ({ page }) => {
    const answered = watchCalls(page);
    await propose(page, [98, 99, 97]);
    await openScreen(page, '#/update-requests');
    await expect(page.getByRole('grid').locator('[data-row]')).toHaveCount(3);
    await page.keyboard.press('Control+a');
    await button(page, 'fixing.start').click();
    await expect(placeOf(page, 1, 3)).toBeVisible();
    await expect(yearField(page)).toBeFocused();
    await expectAccessible(page, 'fixing mode with Update Requests');
    const walk = await walkByTab(page);
    expect(walk.faults).toEqual([]);
    expect(walk.stops.length).toBeGreaterThan(10);

    const heard = await listen(page);
    await button(bar(page), 'fixing.next').click();
    await expect(bar(page)).toContainText(t('fixing.again'));
    await button(bar(page), 'fixing.skip').click();
    await expect(placeOf(page, 2, 3)).toBeVisible();
    expect(chatterOf(await heard())).toEqual([]);

    await openScreen(page, '#/drafts');
    await answered();
    await expect(button(page, 'fixing.continue')).toHaveCount(0);
    await openScreen(page, '#/update-requests');
    await expect(button(page, 'fixing.continue')).toBeVisible();
    await expectAccessible(page, 'a fixing mode of Update Requests to continue');
    await button(page, 'fixing.continue').click();
    await expect(placeOf(page, 2, 3)).toBeVisible();
    await expect(yearField(page)).toBeFocused();
    await call(page, 'app.changeSettings', { language: 'fr' });
    await speak('fr');
    await expect(placeOf(page, 2, 3)).toBeVisible();
    await expectAccessible(page, 'fixing mode with Update Requests in French');
  },
);
