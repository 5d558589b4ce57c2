import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { speak } from '../../src/shared/i18n/i18n.ts';
import { expectAccessible } from './accessible.ts';
import { article, cartography, doi } from './articles.ts';
import { addDrafts, call, firstWorld, fullTest, sandboxOf, test } from './colophon.ts';
import { button, goTo, named, openScreen, storedRecord, t } from './screen.ts';
import { numbersFrom, storedArticle, storedId } from './storedArticles.ts';

test.afterEach(() => speak('en'));

const query = (page: Page) => named(page, 'textbox', 'search.query');
const findings = (page: Page) => page.locator('form [data-severity]');
const found = (page: Page) => page.locator('[data-found]');
const row = (page: Page, words: string) => page.getByRole('grid').getByRole('row').filter({ hasText: words });
const pane = (page: Page) => page.locator('[data-region="record"]');

async function openSearch(page: Page, kind: 'journal' | 'article' | 'application'): Promise<void> {
  await goTo(page, '#/search');
  await page.getByRole('radio', { name: t(`search.kind.${kind}`) }).check();
}

async function search(page: Page, text: string): Promise<void> {
  await query(page).fill(text);
  await query(page).press('Enter');
}

/** Searches that the sandbox received, as they were sent; with `kind`, those of one kind. */
async function searches(page: Page, kind = ''): Promise<string[]> {
  const requests = await (await sandboxOf(page)).requests();
  return requests
    .filter(({ path }) => path.includes(`/search/${kind}`))
    .map(({ path }) => decodeURIComponent(path.split('/search/')[1]!));
}

/** Adds `count` articles of the Annals to the sandbox's initial records. */
async function addStored(page: Page, count: number): Promise<void> {
  const more = numbersFrom(1, count).map((number) => storedArticle(number));
  await (await sandboxOf(page)).world({ ...firstWorld, articles: [...firstWorld.articles, ...more] });
}

const disabled = [
  { name: 'a wildcard', text: 'title:jour*', part: 'jour*', says: /wildcard/, instead: 'title:jour' },
  {
    name: 'a mark for any letter',
    text: 'bibjson.title:te?t',
    part: 'te?t',
    says: /question mark/,
    instead: null,
  },
  {
    name: 'a question',
    text: 'what is a map?',
    part: 'map?',
    says: /question mark/,
    instead: 'what is a map\\?',
  },
  { name: 'a pattern', text: 'title:/maps/', part: '/maps/', says: /pattern/, instead: null },
  {
    name: 'similar words',
    text: 'title:maps~2',
    part: 'maps~2',
    says: /similar words/,
    instead: 'title:maps',
  },
  {
    name: 'words near each other',
    text: '"old maps"~3',
    part: '~3',
    says: /near each other/,
    instead: '"old maps"',
  },
];

test('disabled syntax is named and marked while it is typed, and never sent; the suggested query works', async ({
  page,
}) => {
  await openSearch(page, 'article');
  /** How many searches the user has sent; Colophon's own questions ask for pages of 1 or 100. */
  const sent = async () =>
    (await searches(page, 'articles')).filter((one) => /[?&]pageSize=25(&|$)/.test(one)).length;
  for (const { name, text, part, says, instead } of disabled) {
    await test.step(name, async () => {
      const before = await sent();
      await query(page).fill(text);
      const finding = findings(page).and(page.locator('[data-severity="error"]')).filter({ hasText: says });
      await expect(finding).toBeVisible();
      await expect(page.locator('[data-marked] mark').filter({ hasText: part })).toBeVisible();
      await expect(query(page)).toHaveAttribute('aria-invalid', 'true');
      await expect(query(page)).toHaveAccessibleDescription(says);
      await query(page).press('Enter');
      await button(page, 'search.run').click();
      await expect(page.locator('[data-sent]')).toHaveText(t('search.notSent'));
      await expect(named(page, 'region', 'search.results')).toHaveAttribute('aria-busy', 'false');
      expect(await sent()).toBe(before);

      await page
        .getByRole('button', { name: /^Use this instead:/ })
        .first()
        .click();
      if (instead !== null) await expect(query(page)).toHaveValue(instead);
      await expect(query(page)).toBeFocused();
      await expect(query(page)).not.toHaveAttribute('aria-invalid');
      await query(page).press('Enter');
      await expect.poll(sent).toBe(before + 1);
    });
  }
  const sandbox = await sandboxOf(page);
  // A search has no status before its answer.
  const refused = async () =>
    (await sandbox.requests()).filter(
      ({ path, status }) => path.includes('/search/articles') && status !== 200,
    );
  await expect.poll(refused).toEqual([]);
});

fullTest(
  'a query that the directory would silently change has a warning, and can be sent unchanged',
  async ({ page }) => {
    await openSearch(page, 'article');
    await query(page).fill(`title:sheet issn:${cartography.pissn}`);
    await expect(findings(page)).toHaveCount(1);
    await expect(findings(page)).toHaveAttribute('data-severity', 'warning');
    await expect(query(page)).not.toHaveAttribute('aria-invalid');
    await button(page, 'search.showPartOf', { part: 'issn:' }).click();
    const marked = () =>
      query(page).evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd]);
    await expect.poll(marked).toEqual([12, 17]);
    await query(page).press('Enter');
    await expect(page.getByRole('heading', { name: t('search.nothing.title') })).toBeVisible();
    await page.getByRole('button', { name: /^Use this instead:/ }).click();
    await expect(query(page)).toHaveValue(`title:sheet AND issn:${cartography.pissn}`);

    // A plain and an escaped slash are the same query.
    await search(page, 'doi:10.5555/jose.2023.001');
    await expect(page.locator('[data-sent]')).toContainText('doi:10.5555\\/jose.2023.001');
    await expect(found(page)).toContainText('1 article');
    await search(page, 'doi:10.5555\\/jose.2023.001');
    await expect(page.locator('[data-sent]')).toContainText('doi:10.5555\\/jose.2023.001');
    await expect(found(page)).toContainText('1 article');
  },
);

test('the builder writes the text of the query and reads it back, by keyboard', async ({ page }) => {
  await openSearch(page, 'article');
  await button(page, 'search.builder.show').focus();
  await page.keyboard.press('Enter');
  const builder = named(page, 'region', 'search.builder.title');
  const line = (place: number) => builder.getByRole('group', { name: t('search.builder.row', { place }) });
  await named(line(1), 'combobox', 'search.builder.field').selectOption('title');
  await line(1).getByRole('textbox').fill('version control');
  await button(builder, 'search.builder.add').press('Enter');
  await named(line(2), 'combobox', 'search.builder.field').selectOption('created_date');
  await line(2)
    .getByLabel(/: from$/)
    .fill('2020-01-01');
  await line(2)
    .getByLabel(/: up to$/)
    .fill('2024-12-31');
  await line(2)
    .getByRole('checkbox', { name: t('search.builder.not') })
    .press('Space');
  await expect(query(page)).toHaveValue(
    'title:(version control) AND NOT created_date:[2020-01-01 TO 2024-12-31]',
  );
  await builder.getByRole('radio', { name: t('search.builder.any') }).check();
  await expect(query(page)).toHaveValue(/ OR /);

  await query(page).fill('issn:2577-3569 AND bibjson.year.exact:2023');
  await expect(named(line(1), 'combobox', 'search.builder.field')).toHaveValue('issn');
  await expect(line(2).getByRole('textbox')).toHaveValue('2023');
  await query(page).fill('(a OR b) AND (c OR d)');
  await expect(builder).toContainText(t('search.builder.tooMuch'));
});

fullTest('paging ends at the limit of 1,000 records, which is explained beforehand', async ({ page }) => {
  await addStored(page, 1210);
  await openSearch(page, 'article');
  await search(page, `issn:${cartography.pissn} AND bibjson.year.exact:2026`);
  await expect(found(page)).toContainText(/1,210 articles · results 1 to 25, page 1 of 40 \(\d+(\.\d)? s\)/);
  await expect(page.locator('[data-wall]')).toContainText(
    t('search.wall.what', { n: '1,000', total: '1,210', pages: '40' }),
  );
  await named(page, 'combobox', 'search.pager.size').selectOption('100');
  await expect(found(page)).toContainText('page 1 of 10');
  await button(page, 'search.pager.last').click();
  await expect(found(page)).toContainText('results 901 to 1,000, page 10 of 10');
  await expect(button(page, 'search.pager.next')).toBeDisabled();
  await button(page, 'search.pager.previous').click();
  await expect(found(page)).toContainText('page 9 of 10');

  await named(page, 'combobox', 'search.sort.label').selectOption('title');
  await expect(found(page)).toContainText('page 1 of 10');
  await expect(page.locator('[data-row="0"]')).toContainText('Sheet 1 of');
  await button(page, 'search.sort.asc').click();
  await expect(page.locator('[data-row="0"]')).toContainText('Sheet 999 of');

  // Only visible rows are rendered, but the keys move through all of them.
  expect(await page.locator('[data-row]').count()).toBeLessThan(60);
  await page.locator('[data-row="0"]').focus();
  await page.keyboard.press('End');
  await expect(page.locator('[data-row="99"]')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(pane(page).getByRole('heading', { level: 2 })).toBeVisible();
  // The daily question whether the directory refuses wildcards may come in between, and is refused.
  const requests = (await (await sandboxOf(page)).requests()).filter(
    ({ path }) => !path.includes('/journals/zz*'),
  );
  expect(requests.filter(({ status }) => status >= 400)).toEqual([]);
});

test('an article is imported as a draft with its pages, and compared with an existing draft', async ({
  page,
  colophon,
}) => {
  await addStored(page, 4);
  const [here] = await addDrafts(page, [article(2, { title: 'Sheet 2 as it should have been called' })]);
  await openSearch(page, 'article');
  await search(page, `issn:${cartography.pissn} AND bibjson.year.exact:2026`);
  await expect(found(page)).toContainText('4 articles');
  await expect(row(page, 'Sheet 2')).toContainText(t('search.here.article'));

  await row(page, 'Sheet 2').click();
  await button(pane(page), 'search.compare.show').click();
  const table = named(pane(page), 'table', 'search.compare.table');
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table.getByRole('row', { name: /^Title/ })).toContainText('as it should have been called');
  await expect(button(pane(page), 'search.take')).toHaveCount(0);

  await row(page, 'Sheet 3').click();
  await expect(pane(page)).toContainText('3–10');
  await button(pane(page), 'search.take').click();
  await expect(page).toHaveURL(/#\/drafts\/\d+/);
  const id = Number(/drafts\/(\d+)/.exec(page.url())![1]);
  expect(id).not.toBe(here);
  expect(storedRecord(colophon, id).bibjson).toMatchObject({
    title: 'Sheet 3 of an atlas that was never bound',
    journal: { start_page: '3', end_page: '10', volume: '14' },
  });
  expect(colophon.rows('SELECT sync, remote_id FROM drafts WHERE id = ?', id)).toEqual([
    { sync: 'sent', remote_id: storedId(3) },
  ]);

  // The results are as before; the remaining articles are imported together.
  await page.goBack();
  await expect(row(page, 'Sheet 3')).toContainText(t('search.here.article'));
  await page.getByRole('grid').locator('[data-row="0"]').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await button(page, 'search.takePicked').click();
  await expect(page.getByText(t('search.taken', { count: 2, n: '2' })).last()).toBeVisible();
  expect(colophon.rows('SELECT count(*) AS n FROM drafts')).toEqual([{ n: 4 }]);
});

fullTest(
  'a search is saved, counted again, renamed, run and removed; recent searches are listed',
  async ({ page }) => {
    await openSearch(page, 'journal');
    await search(page, 'title:annals');
    await expect(found(page)).toContainText('1 journal');
    const aside = named(page, 'region', 'search.saved.both');
    await expect(aside.getByRole('button', { name: /^title:annals/ })).toBeVisible();

    await button(page, 'search.save.open').click();
    const dialog = page.getByRole('dialog');
    await button(dialog, 'search.save.submit').click();
    await expect(dialog).toContainText(t('search.save.missing'));
    await dialog.getByRole('textbox').fill('Our annals');
    await dialog.getByRole('textbox').press('Enter');
    const entry = aside.getByRole('listitem').filter({ hasText: 'Our annals' });
    await expect(entry).toBeVisible();
    await button(aside, 'search.saved.countAll').click();
    await expect(entry).toContainText('1');
    // It was run once and counted once, nothing more.
    const asked = async () =>
      (await searches(page, 'journals')).filter((one) => one.startsWith('journals/title:annals')).length;
    await expect.poll(asked).toBe(2);

    const menu = async (key: string) => {
      await entry.getByRole('button', { name: /^More for/ }).click();
      await named(page, 'menuitem', key).click();
    };
    await menu('search.saved.rename');
    await dialog.getByRole('textbox').fill('Our annals, renamed');
    await dialog.getByRole('textbox').press('Enter');
    await expect(entry).toContainText('Our annals, renamed');

    await openSearch(page, 'article');
    await query(page).fill('something else');
    await entry.getByRole('button', { name: /^Our annals/ }).click();
    await expect(query(page)).toHaveValue('title:annals');
    await expect(page.getByRole('radio', { name: t('search.kind.journal') })).toBeChecked();
    await expect(found(page)).toContainText('1 journal');

    await menu('search.saved.remove');
    await expect(entry).toHaveCount(0);
    await button(page, 'search.saved.undo').click();
    await expect(entry).toBeVisible();
  },
);

fullTest('results are exported as a table and as records', async ({ page }) => {
  await addStored(page, 30);
  await openSearch(page, 'article');
  await search(page, `issn:${cartography.pissn} AND bibjson.year.exact:2026`);
  await expect(found(page)).toContainText('30 articles');
  const file = async (key: string) => {
    await button(page, 'search.export').click();
    const downloading = page.waitForEvent('download');
    await named(page, 'menuitem', key).click();
    const download = await downloading;
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
  };
  const csv = await file('search.exportCsv');
  expect(csv.name).toMatch(/\.csv$/);
  expect(csv.text.trim().split('\r\n')).toHaveLength(31);
  expect(csv.text).toContain(doi(30));
  await expect(page.getByText(t('search.exported', { count: 30, n: '30' })).last()).toBeVisible();
  const json = await file('search.exportJson');
  const { records } = JSON.parse(json.text) as { records: { id: string }[] };
  expect(records.map(({ id }) => id).sort()).toEqual(numbersFrom(1, 30).map(storedId));
});

fullTest(
  'a journal leads to a new Update Request; an own application is opened, and fetched first if it is unknown',
  async ({ page }) => {
    await openSearch(page, 'journal');
    await page.getByRole('button', { name: 'username:sandbox' }).click();
    await row(page, cartography.title).click();
    await expect(pane(page)).toContainText(cartography.eissn);
    await expect(pane(page).getByRole('link', { name: t('search.openThere') })).toHaveAttribute(
      'target',
      '_blank',
    );
    await button(pane(page), 'journals.record.propose').click();
    await expect(page).toHaveURL(/#\/update-requests\/\d+/);
    await page.goBack();
    await button(pane(page), 'journals.record.propose').click();
    const existing = named(page, 'dialog', 'journals.existing.title');
    await button(existing, 'journals.existing.open').click();
    await expect(page).toHaveURL(/#\/update-requests\/\d+/);

    await openSearch(page, 'application');
    await search(page, 'title:harbour');
    await page.locator('[data-row="0"]').focus();
    await page.keyboard.press('Enter');
    await expect(pane(page)).toBeFocused();
    await expect(pane(page)).toContainText(t('search.application.unknown'));
    await button(pane(page), 'search.application.refresh').click();
    await expect(page).toHaveURL(/#\/update-requests\/\d+/);
  },
);

fullTest(
  'a search that fails shows the reason, keeps the query, and can be tried again',
  async ({ page }) => {
    const sandbox = await sandboxOf(page);
    await openSearch(page, 'article');
    const match = { method: 'GET', path: 'search/articles/title', times: 1 };
    await sandbox.fault({ kind: 'status', status: 500, body: 'broken', match });
    await search(page, 'title:"version control"');
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(query(page)).toHaveValue('title:"version control"');
    await sandbox.noMoreFaults();
    await button(page.getByRole('alert'), 'common.tryAgain').click();
    await expect(found(page)).toContainText('1 article');
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
);

test.describe('accessibility', () => {
  // Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
  test.use({ bypassCSP: true });

  fullTest(
    'the search: empty, with findings, with the builder, its results, a record, no results',
    async ({ page }) => {
      await addStored(page, 1100);
      await addDrafts(page, [article(2, { title: 'Another title' })]);
      await openSearch(page, 'article');
      await expectAccessible(page, 'before the search');
      await query(page).fill('title:jour* issn:1234-5679');
      await expect(findings(page)).toHaveCount(2);
      await expectAccessible(page, 'a query with findings');
      await query(page).fill(`issn:${cartography.pissn} AND NOT created_date:[2020-01-01 TO 2021-01-01]`);
      await button(page, 'search.builder.show').click();
      await expectAccessible(page, 'the query builder');
      await button(page, 'search.builder.hide').click();
      await search(page, `issn:${cartography.pissn} AND bibjson.title:"Sheet 2"`);
      await row(page, 'Sheet 2 of').click();
      await button(pane(page), 'search.compare.show').click();
      await expect(pane(page).getByRole('table')).toBeVisible();
      await expectAccessible(page, 'an article beside its draft');
      await button(page, 'drafts.closeRecord').click();
      await expect(page.getByRole('grid').locator('[tabindex="0"]')).toBeFocused();
      await search(page, `issn:${cartography.pissn}`);
      await expect(page.locator('[data-wall]')).toBeVisible();
      await page
        .getByRole('checkbox', { name: t('search.pickOne') })
        .first()
        .click();
      await expectAccessible(page, 'results with a selected article');
      await search(page, 'title:nowhereatall');
      await expect(page.getByRole('heading', { name: t('search.nothing.title') })).toBeVisible();
      await expectAccessible(page, 'nothing found');
      await openSearch(page, 'journal');
      await search(page, 'title:annals');
      await row(page, cartography.title).click();
      await expectAccessible(page, 'a journal');
    },
  );
});

for (const language of ['en', 'fr'] as const)
  fullTest(`the example in the query field is not cut in a narrow window (${language})`, async ({ page }) => {
    await call(page, 'app.changeSettings', { language });
    await speak(language);
    await page.setViewportSize({ width: 320, height: 800 });
    await openScreen(page, '#/search');
    const field = query(page);
    await field.fill((await field.getAttribute('placeholder')) ?? '');
    const hidden = await field.evaluate((one) => one.scrollWidth - one.clientWidth);
    expect(hidden).toBeLessThanOrEqual(0);
  });
