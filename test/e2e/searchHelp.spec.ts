import { expect } from '@playwright/test';
import { article, cartography, doi } from './articles.ts';
import { addDrafts, call, test } from './colophon.ts';
import { button, goTo, named, openScreen } from './screen.ts';

test('a DOI among journals is looked for among articles with one button', async ({ page }) => {
  await openScreen(page, '#/search');
  await named(page, 'radio', 'search.kind.journal').check();
  await named(page, 'textbox', 'search.query').fill(doi(1));
  await button(page, 'search.among.article', { query: doi(1) }).click();
  await expect(named(page, 'radio', 'search.kind.article')).toBeChecked();
  await expect(button(page, 'search.among.article', { query: doi(1) })).toHaveCount(0);
  await expect(named(page, 'textbox', 'search.query')).toHaveValue(doi(1));
});

test('a licence among articles, which have none, is looked for among journals with one button', async ({
  page,
}) => {
  await openScreen(page, '#/search');
  await named(page, 'radio', 'search.kind.article').check();
  await named(page, 'textbox', 'search.query').fill('license:CC BY');
  const better = 'license:"CC BY"';
  await button(page, 'search.among.journal', { query: better }).click();
  await expect(named(page, 'radio', 'search.kind.journal')).toBeChecked();
  await expect(named(page, 'textbox', 'search.query')).toHaveValue(better);
  await expect(page.getByRole('grid').locator('[data-row]').first()).toBeVisible();
  await expect(page.locator('[data-severity]')).toHaveCount(0);
});

test('a comparison begins with a year that has articles, and the way back keeps the journal', async ({
  page,
}) => {
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  await addDrafts(page, [article(1, { year: '2019' }), article(2, { year: '2021' })]);
  await goTo(page, `#/comparisons?issn=${cartography.pissn}`);
  await expect(named(page, 'textbox', 'comparisons.year')).toHaveValue('2021');
  await button(page, 'comparisons.start').click();
  await named(page, 'link', 'comparisons.all').click();
  await expect(named(page, 'combobox', 'comparisons.journal')).toHaveValue(cartography.title);
  await expect(named(page, 'textbox', 'comparisons.year')).toHaveValue('2021');
});
