import { expect, type Page } from '@playwright/test';
import { getAt } from '../../src/shared/draft/fieldPath.ts';
import { speak } from '../../src/shared/i18n/i18n.ts';
import { sendNow } from '../helpers/confirm.ts';
import { expectAccessible } from './accessible.ts';
import { article, doi } from './articles.ts';
import { breakCalls } from './broken.ts';
import {
  addDrafts,
  asker,
  type Colophon,
  call,
  doiOf,
  firstWorld,
  fullTest,
  sandboxOf,
  test,
} from './colophon.ts';
import { bar, countsOf, currentEntry, placeOf } from './fixingMode.ts';
import { walkByTab } from './focusWalk.ts';
import { chatterOf, listen } from './heard.ts';
import { pressUntil } from './pressUntil.ts';
import { button, field, goTo, named, numbers, openScreen, storedRecord, t } from './screen.ts';

// Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
test.use({ bypassCSP: true });

test.afterEach(() => speak('en'));

const accountId = 'sandbox';
const titleField = (page: Page) => field(page, 'title');
const titleOf = (colophon: Colophon, id: number) => storedRecord(colophon, id).bibjson.title;
const untitled = (number: number) => article(number, { title: undefined });

/** Shows the incomplete drafts, latest change first. */
async function showIncomplete(page: Page): Promise<void> {
  await goTo(page, '#/drafts?readiness=incomplete');
}

test('incomplete records are fixed one after another by keyboard, in their original order, and undone together', async ({
  page,
  colophon,
}) => {
  const ids = await addDrafts(page, [untitled(1), article(2), untitled(3), untitled(4), untitled(5)]);
  const [first, , third, fourth, fifth] = ids as [number, number, number, number, number];
  await expect(page.getByRole('row')).toHaveCount(6);
  await showIncomplete(page);
  await expect(page.getByRole('row')).toHaveCount(5);
  const heard = await listen(page);

  await test.step('it starts with one key at the first finding of the first record', async () => {
    await page.keyboard.press('Alt+x');
    await expect(placeOf(page, 1, 4)).toBeVisible();
    await expect(currentEntry(page)).toContainText(t('frame.drafts'));
    await expect(titleField(page)).toBeFocused();
    await expect
      .poll(async () => (await heard()).map(({ text }) => text))
      .toContain(t('fixing.record', { place: '1', total: '4' }));
  });

  await test.step('a record that still has an error stays, until the key is pressed again', async () => {
    await page.keyboard.press('Control+Enter');
    await expect(bar(page)).toContainText(t('fixing.remains.errors', { count: 1, n: 1 }));
    await expect(placeOf(page, 1, 4)).toBeVisible();
    await expect(titleField(page)).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expect(placeOf(page, 2, 4)).toBeVisible();
  });

  await test.step('fixed records are saved and marked, and the order stays', async () => {
    await expect(titleField(page)).toBeFocused();
    await page.keyboard.type('The fourth sheet');
    await page.keyboard.press('Control+Enter');
    await expect(placeOf(page, 3, 4)).toBeVisible();
    await expect(titleField(page)).toHaveValue('');
    await expect(titleField(page)).toBeFocused();
    expect(titleOf(colophon, fourth)).toBe('The fourth sheet');
    const rows = named(page, 'grid', 'fixing.list').getByRole('row');
    await expect(rows.nth(0)).toContainText(t('fixing.mark.skipped'));
    await expect(rows.nth(1)).toContainText(t('fixing.mark.fixed'));
    await expect(rows.nth(2)).toContainText(t('fixing.mark.left'));
  });

  await test.step('back returns to the skipped record, and the mode survives a reload', async () => {
    await page.keyboard.press('Shift+F8');
    await page.keyboard.press('Shift+F8');
    await expect(placeOf(page, 1, 4)).toBeVisible();
    await expect(bar(page)).toContainText(t('fixing.mark.skipped'));
    await page.reload();
    await expect(placeOf(page, 1, 4)).toBeVisible();
    await expect(titleField(page)).toBeFocused();
    await page.keyboard.type('The fifth sheet');
    await page.keyboard.press('Control+Enter');
    await expect(placeOf(page, 3, 4)).toBeVisible();
  });

  await test.step('a record fixed in another window is marked when it is reached, a deleted one skipped', async () => {
    const { version } = await call(page, 'drafts.get', { id: first });
    await call(page, 'drafts.save', { id: first, version, record: article(1) });
    await page.keyboard.press('F8');
    const summary = named(page, 'region', 'fixing.summary');
    await expect(summary.getByRole('heading', { name: t('fixing.over') })).toBeFocused();
    expect(await numbers(summary)).toEqual(countsOf(3, 1));
  });

  await test.step('the summary undoes what was done in the mode, and only that', async () => {
    await pressUntil(page, 'Tab', button(page, 'fixing.undo'));
    await page.keyboard.press('Enter');
    await expect(page.getByText(t('fixing.undone'))).toBeVisible();
    await expect(page.locator('[data-region="notices"]')).toContainText(
      t('undo.undone.fix', { count: 2, n: '2' }),
    );
    for (const id of [third, fourth, fifth]) expect(titleOf(colophon, id)).toBeUndefined();
    expect(titleOf(colophon, first)).toBe('Sheet 1 of an atlas that was never bound');
  });

  await test.step('the skipped record can be visited again', async () => {
    await pressUntil(page, 'Shift+Tab', button(page, 'fixing.resumeSkipped', { count: 1, n: '1' }));
    await page.keyboard.press('Enter');
    await expect(placeOf(page, 3, 4)).toBeVisible();
    await expect(titleField(page)).toBeFocused();
  });
});

test('the refused records of an upload are fixed, and only these are sent again', async ({
  page,
  colophon,
}) => {
  const sandbox = await sandboxOf(page);
  // One record at the directory has the DOI, another the address, so the directory cannot decide between them.
  const linkOf = (number: number) => getAt(article(number), 'bibjson.link');
  const stored = [2, 3, 4].flatMap((number) => [
    article(number, { link: linkOf(number + 10) }),
    article(number + 20, { link: linkOf(number) }),
  ]);
  await sandbox.world({
    ...firstWorld,
    articles: stored.map((record, index) => ({ id: String(index).padStart(32, '0'), ...record })),
  });
  const ids = await addDrafts(page, [article(1), article(2), article(3), article(4)]);
  const upload = await sendNow(asker(page), {
    accountId,
    selection: { ids },
    includeUnchanged: false,
    name: 'March',
  });
  await openScreen(page, `#/uploads/${upload.id}`);
  await expect(page.getByText(t('uploads.ended.done'), { exact: true })).toBeVisible();
  const groups = named(page, 'list', 'uploads.groups').getByRole('listitem');
  await expect(groups).toHaveCount(1);
  await expect(groups.first()).toContainText(t('uploads.groupCount', { count: 3, n: '3' }));
  await expect(button(groups.first(), 'send.held.fix', { count: 3, n: '3' })).toBeVisible();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/call/drafts.get', async (route) => {
    await held;
    await route.continue();
  });
  await button(page, 'fixing.start').click();
  await expect(placeOf(page, 1, 3)).toBeVisible();
  await expect(currentEntry(page)).toContainText(t('frame.uploads'));

  await test.step('a record that was not changed since it was refused stays, even if it is still loading', async () => {
    await button(bar(page), 'fixing.next').click();
    release();
    await expect(bar(page)).toContainText(t('fixing.remains.refusal'));
  });
  await test.step('records are fixed or skipped', async () => {
    for (const number of [2, 4]) {
      const id = ids[number - 1]!;
      await expect(named(page, 'region', 'drafts.record')).toContainText(`Sheet ${number} `);
      const { version } = await call(page, 'drafts.get', { id });
      await call(page, 'drafts.save', { id, version, record: article(number + 30) });
      await button(bar(page), 'fixing.next').click();
      if (number === 2) {
        await expect(placeOf(page, 2, 3)).toBeVisible();
        await button(bar(page), 'fixing.skip').click();
        await expect(placeOf(page, 3, 3)).toBeVisible();
      }
    }
  });
  await test.step('Retry fixed sends these two, in the same upload', async () => {
    await button(page, 'fixing.retry', { count: 2, n: '2' }).click();
    await button(page.getByRole('dialog'), 'uploads.confirm.again.go', { count: 2, n: '2' }).click();
    const shown = page.locator('[data-region="upload"]');
    await expect
      .poll(() => numbers(shown))
      .toMatchObject({ [t('uploads.tile.created')]: '3', [t('uploads.tile.refused')]: '1' });
    await expect(shown.getByText(t('uploads.ended.done'), { exact: true })).toBeVisible();
    const before = stored.map((_, index) => String(index).padStart(32, '0'));
    const added = (await sandbox.articles()).filter(({ id }) => !before.includes(id));
    expect(added.map(doiOf).sort()).toEqual([doi(1), doi(32), doi(34)]);
    expect(colophon.rows('SELECT sync FROM drafts ORDER BY id')).toEqual([
      { sync: 'sent' },
      { sync: 'sent' },
      { sync: 'refused' },
      { sync: 'sent' },
    ]);
  });
});

fullTest('Next and Previous keep the order of the list while its records are changed', async ({ page }) => {
  await addDrafts(page, [untitled(1), untitled(2), untitled(3), untitled(4)]);
  await expect(page.getByRole('row')).toHaveCount(5);
  await showIncomplete(page);
  await expect(page.getByRole('row')).toHaveCount(5);
  await page.getByRole('row').nth(2).click();
  const record = named(page, 'region', 'drafts.record');
  const place = (number: number) =>
    record.getByText(t('drafts.place', { place: String(number), total: '4' }), { exact: true });
  const doiField = field(page, 'doi');
  await expect(doiField).toHaveValue(doi(3));
  await expect(place(2)).toBeVisible();

  await titleField(page).fill('The third sheet');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('row')).toHaveCount(4);
  await expect(place(2)).toBeVisible();
  await button(record, 'drafts.next').click();
  await expect(doiField).toHaveValue(doi(2));
  await expect(place(3)).toBeVisible();

  await page
    .getByRole('textbox', { name: t('field.keywords') })
    .first()
    .focus();
  await field(page, 'year').fill('2025');
  await page.keyboard.press('Control+s');
  // The record is now the first of the list.
  await expect(page.getByRole('row').nth(1)).toContainText('2025');
  await button(record, 'drafts.next').click();
  await expect(doiField).toHaveValue(doi(1));
  await button(record, 'drafts.previous').click();
  await expect(doiField).toHaveValue(doi(2));
  await button(record, 'drafts.previous').click();
  await expect(doiField).toHaveValue(doi(3));
  await button(record, 'drafts.previous').click();
  await expect(doiField).toHaveValue(doi(4));
  await expect(place(1)).toBeVisible();
});

fullTest(
  'the records with one finding are fixed from the finding itself: in an open record and in the facets',
  async ({ page }) => {
    const capitals = (number: number) => article(number, { title: `THE SHEET NUMBER ${number}` });
    const ids = await addDrafts(page, [capitals(1), untitled(2), capitals(3), article(4)]);
    await goTo(page, `#/drafts/${ids[0]}`);
    const start = button(page, 'fixing.these', { count: 2, n: '2' });
    await start.first().press('Enter');
    await expect(placeOf(page, 1, 2)).toBeVisible();
    await expect(titleField(page)).toBeFocused();
    // It is not offered again in fixing mode.
    await expect(start).toHaveCount(0);
    await titleField(page).fill('The sheet number three');
    await page.keyboard.press('Control+Enter');
    await expect(placeOf(page, 2, 2)).toBeVisible();

    await goTo(page, '#/drafts');
    await button(page, 'drafts.filters').click();
    const value = t('finding.title-caps.kind');
    await button(page, 'drafts.facet.fix', { count: 1, n: '1', value }).click();
    await expect(placeOf(page, 1, 1)).toBeVisible();
    await expect(titleField(page)).toHaveValue('THE SHEET NUMBER 1');
  },
);

fullTest(
  'fixing mode is accessible, in English and French, and offers to continue after it was left',
  async ({ page }) => {
    await addDrafts(page, [
      article(1, { title: undefined, year: '24' }),
      untitled(2),
      article(3, { keywords: ['maps, margins, tides'] }),
      article(4, { title: 'THE LAST SHEET OF ALL' }),
    ]);
    await expect(page.getByRole('row')).toHaveCount(5);
    await button(page, 'fixing.start').click();
    await expect(placeOf(page, 1, 4)).toBeVisible();
    // The form is complete once the first problem has the focus.
    await expect(page.locator('form :focus')).toBeVisible();
    await expectAccessible(page, 'fixing mode');
    const walk = await walkByTab(page);
    expect(walk.faults).toEqual([]);
    expect(walk.stops.length).toBeGreaterThan(10);

    const heard = await listen(page);
    await button(bar(page), 'fixing.next').click();
    await expect(bar(page)).toContainText(t('fixing.again'));
    await expectAccessible(page, 'a record with a problem left');
    await button(bar(page), 'fixing.skip').click();
    await expect(placeOf(page, 2, 4)).toBeVisible();
    expect(chatterOf(await heard())).toEqual([]);

    await goTo(page, '#/drafts');
    await expect(button(page, 'fixing.continue')).toBeVisible();
    await expectAccessible(page, 'a fixing mode to continue');
    await button(page, 'fixing.continue').click();
    await expect(placeOf(page, 2, 4)).toBeVisible();
    await expect(page.locator('form :focus')).toBeVisible();
    await call(page, 'app.changeSettings', { language: 'fr' });
    await speak('fr');
    await expect(placeOf(page, 2, 4)).toBeVisible();
    await expectAccessible(page, 'fixing mode in French');
    await button(bar(page), 'fixing.end').click();
    await expect(page.getByRole('heading', { name: t('fixing.over') })).toBeVisible();
    await expectAccessible(page, 'the summary of fixing mode in French');
    await call(page, 'app.changeSettings', { language: 'en' });
    await speak('en');
    await expect(page.getByRole('heading', { name: t('fixing.over') })).toBeVisible();
    await expectAccessible(page, 'the summary of fixing mode');

    await breakCalls(page, /^fixing\.records$/);
    await page.reload();
    await expectAccessible(page, 'records to fix that cannot be loaded');
    await breakCalls(page, /^fixing\.get$/);
    await page.reload();
    await expectAccessible(page, 'a fixing mode that cannot be loaded');
  },
);
