import { expect, type Page } from '@playwright/test';
import { readArticle } from '../../src/shared/article/article.ts';
import { article, cartography } from './articles.ts';
import { addDrafts, type Colophon, call, test } from './colophon.ts';
import { bar, countsOf, placeOf } from './fixingMode.ts';
import { button, field, goTo, named, numbers, openScreen, storedRecord, t } from './screen.ts';

const issn = (type: 'pissn' | 'eissn', id = cartography[type]) => ({ type, id });
const doiEntry = (number: number) => ({ type: 'doi', id: `10.5555/sheet.${number}` });
const withIssns = (number: number, issns: readonly object[]) =>
  article(number, { identifier: [doiEntry(number), ...issns] });
const oneIssn = (number: number) => withIssns(number, [issn('eissn')]);
const joined = (number: number) => article(number, { keywords: ['maps, margins, tides'] });
const bareOrcid = (number: number) =>
  article(number, {
    author: [{ name: 'Ines Okafor', affiliation: 'Lost Coasts', orcid_id: '0000-0002-1825-0097' }],
  });
const issnsOf = (colophon: Colophon, id: number) => {
  const { pissn, eissn } = readArticle(storedRecord(colophon, id));
  return { pissn, eissn };
};
const both = { pissn: cartography.pissn, eissn: cartography.eissn };

async function startFixing(page: Page, records: number): Promise<void> {
  await goTo(page, '#/drafts');
  await expect(page.getByRole('row')).toHaveCount(records + 1);
  await page.keyboard.press('Alt+x');
}

async function showSummary(page: Page) {
  const summary = named(page, 'region', 'fixing.summary');
  await expect(summary.getByRole('heading', { name: t('fixing.over') })).toBeFocused();
  return summary;
}

test('one key applies each offered fix and goes on to the next record, in every field', async ({
  page,
  colophon,
}) => {
  const swapped = withIssns(2, [issn('pissn', cartography.eissn), issn('eissn', cartography.pissn)]);
  // Before the drafts, which would be checked again in the background.
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  const ids = await addDrafts(page, [bareOrcid(1), joined(3), oneIssn(4), swapped]);
  await startFixing(page, 4);
  for (let place = 1; place <= 4; place++) {
    await expect(placeOf(page, place, 4)).toBeVisible();
    await expect(page.locator('form :focus')).toBeVisible();
    await page.keyboard.press('Control+Enter');
  }
  expect(await numbers(await showSummary(page))).toEqual(countsOf(4, 0));
  expect(readArticle(storedRecord(colophon, ids[0]!)).authors[0]!.orcid_id).toBe(
    'https://orcid.org/0000-0002-1825-0097',
  );
  expect(storedRecord(colophon, ids[1]!).bibjson.keywords).toEqual(['maps', 'margins', 'tides']);
  expect(issnsOf(colophon, ids[2]!)).toEqual(both);
  expect(issnsOf(colophon, ids[3]!)).toEqual(both);
});

test('a record fixed with its own button is fixed, whichever key leaves it', async ({ page }) => {
  await addDrafts(page, [joined(1), joined(2)]);
  await startFixing(page, 2);
  for (const [place, key] of [
    [1, 'Control+Enter'],
    [2, 'F8'],
  ] as const) {
    await expect(placeOf(page, place, 2)).toBeVisible();
    await button(page, 'fix.splitKeywords', { count: 3 }).click();
    await expect(page.locator('form :focus')).toBeVisible();
    await page.keyboard.press(key);
  }
  expect(await numbers(await showSummary(page))).toEqual(countsOf(2, 0));
});

test('a keyword that was typed and not added is stored when a record is skipped', async ({
  page,
  colophon,
}) => {
  const ids = await addDrafts(page, [joined(1), joined(2)]);
  await startFixing(page, 2);
  await expect(placeOf(page, 1, 2)).toBeVisible();
  // The form gives the focus to the first problem.
  await expect(page.locator('form :focus')).toBeVisible();
  await named(page, 'textbox', 'article.keywords.label').pressSequentially('coasts');
  await page.keyboard.press('F8');
  await expect(placeOf(page, 2, 2)).toBeVisible();
  const keywords = () => ids.flatMap((id) => storedRecord(colophon, id).bibjson.keywords);
  await expect.poll(keywords).toContain('coasts');
});

test('the key leads from one problem of a record to the next, and a fix that was not looked at is not made', async ({
  page,
  colophon,
}) => {
  const [id] = await addDrafts(page, [article(1, { title: undefined, keywords: ['maps, margins, tides'] })]);
  await startFixing(page, 1);
  await expect(field(page, 'title')).toBeFocused();
  await page.keyboard.type('A title');
  await page.keyboard.press('Control+Enter');
  await expect(bar(page)).toContainText(
    t('fixing.againFixes', { fix: t('fix.splitKeywords', { count: 3 }) }),
  );
  expect(storedRecord(colophon, id!).bibjson.keywords).toEqual(['maps, margins, tides']);
  await page.keyboard.press('Control+Enter');
  expect(await numbers(await showSummary(page))).toEqual(countsOf(1, 0));
  expect(storedRecord(colophon, id!).bibjson.keywords).toEqual(['maps', 'margins', 'tides']);
});

test('what a bulk edit fixes is marked as fixed, and the fixed records are checked and sent', async ({
  page,
}) => {
  await addDrafts(page, [joined(1), joined(2), joined(3), article(4, { title: 'THE LAST SHEET OF ALL' })]);
  await startFixing(page, 4);
  await expect(placeOf(page, 1, 4)).toBeVisible();
  await page.keyboard.press('F8');
  await button(page, 'edits.fixAll', { count: 3, n: '3' }).click();
  await button(page.getByRole('alertdialog'), 'edits.apply', { count: 3, n: '3' }).click();
  const summary = await showSummary(page);
  expect(await numbers(summary)).toEqual(countsOf(3, 1));
  await button(summary, 'fixing.send', { count: 3, n: '3' }).click();
  await expect(page.getByRole('dialog')).toContainText('3');
});

test('drafts with errors come before those with warnings, or alone', async ({ page }) => {
  await addDrafts(page, [
    article(1, { title: undefined }),
    joined(2),
    article(3, { title: undefined }),
    joined(4),
  ]);
  await startFixing(page, 4);
  const rows = named(page, 'grid', 'fixing.list').getByRole('row');
  await expect(rows).toHaveCount(4);
  for (const [index, readiness] of (['incomplete', 'incomplete', 'warnings', 'warnings'] as const).entries())
    await expect(rows.nth(index)).toContainText(
      t(`common.readinessCount.${readiness}`, { count: 1, n: '1' }),
    );

  await openScreen(page, '#/drafts');
  await button(page, 'drafts.more').click();
  await named(page, 'menuitem', 'fixing.errorsOnly', { count: 2, n: '2' }).click();
  await expect(placeOf(page, 1, 2)).toBeVisible();
});
