import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { speak } from '../../src/shared/i18n/i18n.ts';
import { expectAccessible, expectReadable, resize } from './accessible.ts';
import { article } from './articles.ts';
import { breakCalls } from './broken.ts';
import { addDrafts, call, fullTest, test } from './colophon.ts';
import { pressUntil } from './pressUntil.ts';
import { button, draftRow, goTo, named, pressEscape, t } from './screen.ts';

// Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
test.use({ bypassCSP: true });
test.afterEach(() => speak('en'));

const rows = (page: Page): Locator => page.getByRole('grid').locator('[data-row]');
const chips = (page: Page): Locator => page.getByRole('group', { name: t('drafts.chips') });
const facet = (page: Page, name: string): Locator => named(page, 'region', `drafts.facet.name.${name}`);
const value = (page: Page, name: string, words: string): Locator =>
  facet(page, name).getByRole('listitem').filter({ hasText: words });
const include = (of: Locator): Locator => of.getByRole('button').first();
const exclude = (of: Locator): Locator => of.getByRole('button').last();
const openPanel = (page: Page): Promise<void> => button(page, 'drafts.filters').click();

/** Five drafts: three with the keyword maps, one of them of 2019 and one without an abstract; two with neither. */
async function addFive(page: Page): Promise<number[]> {
  return addDrafts(page, [
    article(1, { keywords: ['maps'], year: '2019' }),
    article(2, { keywords: ['maps', 'Łódź'], year: '2024' }),
    article(3, { keywords: ['maps'], year: '2024', abstract: undefined }),
    article(4, { keywords: undefined, year: '2024' }),
    article(5, { keywords: ['tides'], year: undefined }),
  ]);
}

test('values of facets are included and excluded, and their counts add up', async ({ page, colophon }) => {
  const ids = await addFive(page);
  await goTo(page, '#/drafts');
  await expect(rows(page)).toHaveCount(5);
  await openPanel(page);
  await facet(page, 'keyword')
    .getByRole('button', { name: t('drafts.facet.name.keyword') })
    .click();
  await expect(value(page, 'keyword', 'maps')).toContainText('3');
  await expect(value(page, 'keyword', t('drafts.facet.none.keyword'))).toContainText('1');

  await include(value(page, 'keyword', 'maps')).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(value(page, 'keyword', 'tides')).toContainText('1');
  await expect(value(page, 'missing', t('drafts.facet.missingField.abstract'))).toContainText('1');
  await include(value(page, 'keyword', 'tides')).click();
  await expect(rows(page)).toHaveCount(4);
  await exclude(value(page, 'missing', t('drafts.facet.missingField.abstract'))).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(chips(page).getByRole('button')).toHaveCount(3);
  await expectAccessible(page, 'the drafts with facets');

  await button(page, 'drafts.clearFilters').click();
  await expect(rows(page)).toHaveCount(5);
  await exclude(value(page, 'keyword', 'maps')).click();
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole('checkbox', { name: t('grid.pickAll', { count: 2 }) }).click();
  await button(page, 'drafts.trash').click();
  await expect(page.getByText(t('drafts.trashed', { count: 2, n: '2' })).first()).toBeVisible();
  const trashed = colophon.rows<{ id: number }>('SELECT id FROM drafts WHERE trashed = 1 ORDER BY id');
  expect(trashed.map(({ id }) => id)).toEqual([ids[3], ids[4]]);
});

test('the filters begin with readiness, and findings with errors', async ({ page }) => {
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  const filledIn = { publisher: 'Institute for Lost Coasts' };
  await addDrafts(page, [
    ...[1, 2, 3].map((number) => article(number, { journal: { number: '1', ...filledIn } })),
    article(4, { journal: { number: '1', ...filledIn }, year: 'soon' }),
    article(5, {
      identifier: [
        { type: 'doi', id: '10.5555/sheet.5' },
        { type: 'pissn', id: '1734-6216' },
      ],
    }),
  ]);
  await goTo(page, '#/drafts');
  await expect(rows(page)).toHaveCount(5);
  await openPanel(page);
  const headings = page.getByRole('heading', { level: 2 }).filter({ has: page.locator('[aria-expanded]') });
  await expect(headings.first()).toHaveText(t('drafts.facet.name.readiness'));
  await expect(value(page, 'readiness', t('common.readiness.incomplete')).first()).toBeVisible();
  const listed = facet(page, 'finding').getByRole('listitem');
  await expect(listed.first()).toContainText(t('finding.issn-unknown.kind'));
  const kinds = await listed.allInnerTexts();
  const at = (code: string) => kinds.findIndex((text) => text.includes(t(`finding.${code}.kind`)));
  expect(at('ignored-journal')).toBeGreaterThan(at('year-form'));
  expect(at('year-form')).toBeGreaterThan(0);
});

fullTest('facets and the box of all rows work by keyboard alone', async ({ page }) => {
  await addFive(page);
  await goTo(page, '#/drafts');
  const toggle = button(page, 'drafts.filters');
  await pressUntil(page, 'Tab', toggle);
  await page.keyboard.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  const year = facet(page, 'year').getByRole('button', { name: t('drafts.facet.name.year') });
  await pressUntil(page, 'Tab', year);
  await page.keyboard.press('Enter');
  await expect(include(value(page, 'year', '2024'))).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(include(value(page, 'year', '2024'))).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(include(value(page, 'year', '2019'))).toBeFocused();
  await page.keyboard.press('Space');
  await expect(rows(page)).toHaveCount(1);
  await expect(include(value(page, 'year', '2019'))).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(exclude(value(page, 'year', '2019'))).toBeFocused();
  await page.keyboard.press('Space');
  await expect(rows(page)).toHaveCount(4);

  await pressUntil(page, 'Tab', page.locator('[data-row="0"]'));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  const all = page.getByRole('checkbox', { name: t('grid.pickAll', { count: 4 }) });
  await expect(all).toBeFocused();
  await page.keyboard.press('Space');
  await expect(all).toBeChecked();
  await expect(page.getByText(t('drafts.picked', { count: 4, n: '4' })).first()).toBeVisible();
});

test('a list is shared by its address, and back and forward lead through its filters', async ({ page }) => {
  await addFive(page);
  await goTo(page, '#/drafts');
  await openPanel(page);
  await facet(page, 'year')
    .getByRole('button', { name: t('drafts.facet.name.year') })
    .click();
  await include(value(page, 'year', '2024')).click();
  await expect(page).toHaveURL(/#\/drafts\?year=2024$/);
  await exclude(value(page, 'missing', t('drafts.facet.missingField.abstract'))).click();
  await expect(page).toHaveURL(/#\/drafts\?not.missing=abstract&year=2024$/);
  await expect(rows(page)).toHaveCount(2);
  const shared = page.url();
  await page.goBack();
  await expect(rows(page)).toHaveCount(3);
  await page.goBack();
  await expect(rows(page)).toHaveCount(5);
  await page.goForward();
  await expect(rows(page)).toHaveCount(3);

  await page.goto('about:blank');
  await page.goto(shared);
  await expect(rows(page)).toHaveCount(2);
  await expect(chips(page).getByRole('button')).toHaveCount(2);
  await rows(page).first().click();
  await expect(page).toHaveURL(/#\/drafts\/\d+\?not.missing=abstract&year=2024$/);

  await page.evaluate(() => window.location.assign('#/drafts?year=2019&colour=red&readiness=odd'));
  await expect(page.getByText(t('drafts.badAddress', { names: 'colour, readiness' })).first()).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/#\/drafts\?year=2019$/);
});

fullTest('a filter is saved as a list, renamed, removed and restored', async ({ page, colophon }) => {
  await addFive(page);
  await goTo(page, '#/drafts?keyword=maps');
  await expect(rows(page)).toHaveCount(3);
  await button(page, 'drafts.saved.save').click();
  await expectAccessible(page, 'saving a list');
  await expect(page.getByRole('textbox', { name: t('drafts.saved.name') })).toBeFocused();
  await page.keyboard.type('Maps of the coast');
  await page.keyboard.press('Enter');
  const rail = page.getByRole('navigation', { name: t('frame.navigation') });
  const list = rail.getByRole('link', { name: /^Maps of the coast/ });
  await expect(list).toContainText('3');
  await expect(list).toHaveAttribute('aria-current', 'page');
  await expect(rail.locator('[aria-current]')).toHaveCount(1);
  const stored = () =>
    colophon.rows<{ name: string; filter: string }>('SELECT name, filter FROM draft_lists');
  expect(stored().map(({ name, filter }) => ({ name, ...JSON.parse(filter) }))).toEqual([
    { name: 'Maps of the coast', keyword: ['maps'], trashed: false },
  ]);
  await addDrafts(page, [article(6, { keywords: ['maps'] })]);
  await expect(list).toContainText('4');

  const menu = rail.getByRole('button', { name: t('drafts.saved.more', { name: 'Maps of the coast' }) });
  await menu.click();
  await page.getByRole('menuitem', { name: t('drafts.saved.rename') }).click();
  await page.getByRole('textbox', { name: t('drafts.saved.name') }).fill('Charts');
  await page.keyboard.press('Enter');
  const renamed = rail.getByRole('link', { name: /^Charts/ });
  await expect(renamed).toBeVisible();
  await button(page, 'drafts.clearFilters').click();
  await expect(rows(page)).toHaveCount(6);
  await renamed.click();
  await expect(rows(page)).toHaveCount(4);

  await rail.getByRole('button', { name: t('drafts.saved.more', { name: 'Charts' }) }).click();
  await page.getByRole('menuitem', { name: t('drafts.saved.remove') }).click();
  await expect(renamed).toHaveCount(0);
  expect(stored()).toEqual([]);
  // The list may leave before the result is told, which is what the keys undo.
  const removed = t('drafts.saved.removed', { name: 'Charts' });
  await expect(page.locator('[data-region="notices"]')).toContainText(removed);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(renamed).toBeVisible();
  expect(stored()).toHaveLength(1);
});

fullTest(
  'a saved list with filters of another version says so and is not shown',
  async ({ page, colophon }) => {
    await addFive(page);
    await goTo(page, '#/drafts?keyword=maps');
    await expect(rows(page)).toHaveCount(3);
    for (const [name, filter] of [
      ['Glorious', { readiness: ['glorious'] }],
      ['Coloured', { keyword: ['maps'], colour: ['red'] }],
    ] as const) {
      await call(page, 'drafts.saveList', { accountId: 'sandbox', name, filter: {} });
      const db = new Database(join(colophon.data, 'colophon.db'));
      db.prepare('UPDATE draft_lists SET filter = ? WHERE name = ?').run(JSON.stringify(filter), name);
      db.close();
    }
    await page.reload();
    const rail = page.getByRole('navigation', { name: t('frame.navigation') });
    for (const name of ['Glorious', 'Coloured']) {
      const list = rail.getByRole('link', { name: new RegExp(`^${name}`) });
      await expect(list).toContainText(t('drafts.saved.unknown'));
      await list.press('Enter');
      await expect(page.locator('[data-region="notices"]')).toContainText(
        t('drafts.saved.unknownText', { name }),
      );
    }
    await expect(rows(page)).toHaveCount(3);
    await expect(page).toHaveURL(/#\/drafts\?keyword=maps$/);
    await expectAccessible(page, 'saved lists of another version');
    await rail.getByRole('button', { name: t('drafts.saved.more', { name: 'Coloured' }) }).click();
    await page.getByRole('menuitem', { name: t('drafts.saved.remove') }).click();
    await expect(rail.getByRole('link', { name: /^Coloured/ })).toHaveCount(0);
  },
);

fullTest('optional columns are chosen, show their values and sort the list', async ({ page }) => {
  await addDrafts(page, [
    article(1, { journal: { volume: '10', number: '2' } }),
    article(2, { journal: { volume: '9' } }),
    article(3, { title: undefined, journal: {} }),
  ]);
  await goTo(page, '#/drafts');
  await button(page, 'grid.columns').click();
  for (const column of ['doi', 'issue', 'finding', 'sent'])
    await named(page, 'checkbox', `drafts.column.${column}`).click();
  await button(page, 'common.close').click();
  const untitled = draftRow(page, t('common.untitled'));
  await expect(untitled).toContainText(t('finding.title-missing.message'));
  await page
    .getByRole('columnheader', { name: t('drafts.column.issue') })
    .getByRole('button')
    .click();
  await expect(rows(page)).toHaveText([/Enter the Title/, /9/, /10\(2\)/]);
  await page
    .getByRole('columnheader', { name: t('drafts.column.finding') })
    .getByRole('button')
    .click();
  await expect(rows(page).last()).toContainText(t('finding.title-missing.message'));
  await expectAccessible(page, 'the drafts with all columns');
  await page
    .getByRole('columnheader', { name: t('drafts.column.authors') })
    .getByRole('button')
    .press('Enter');
  await expect(page).toHaveURL(/sort=authors/);
  await expect(rows(page)).toHaveCount(3);
  await call(page, 'app.changeSettings', { language: 'fr' });
  await speak('fr');
  await expect(draftRow(page, 'Sans titre')).toContainText(t('finding.title-missing.message'));
});

fullTest('facets are a dialog in a narrow window, in French too', async ({ page }) => {
  await addFive(page);
  // The checks of accessibility end in a wide window, where the dialog is not needed.
  const openDialog = async () => {
    await resize(page, { width: 480, height: 800 });
    await openPanel(page);
  };
  await goTo(page, '#/drafts');
  await openDialog();
  const dialog = page.getByRole('dialog', { name: t('drafts.filters') });
  await expect(dialog).toBeVisible();
  await button(dialog, 'drafts.facet.name.keyword').click();
  await include(value(page, 'keyword', 'maps')).click();
  await expectAccessible(page, 'the facets in a narrow window');
  await expect(dialog).toHaveCount(0);
  await openDialog();
  const repair = await breakCalls(page, /drafts\.facetValues/);
  await button(dialog, 'drafts.facet.name.host').click();
  await expectReadable(page, 'facets that cannot be counted', dialog);
  await repair();
  await call(page, 'app.changeSettings', { language: 'fr' });
  await speak('fr');
  await openDialog();
  const inFrench = page.getByRole('dialog', { name: 'Filtres' });
  await expect(inFrench.getByRole('button', { name: 'Site des liens' })).toBeVisible();
  await pressEscape(page);
  await expect(inFrench).toHaveCount(0);
  await expect(rows(page)).toHaveCount(3);
});
