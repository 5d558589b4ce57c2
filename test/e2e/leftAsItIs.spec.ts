import { expect, type Page } from '@playwright/test';
import { openUpdateRequest } from './applications.ts';
import { article } from './articles.ts';
import { addDrafts, call, test } from './colophon.ts';
import { button, draftRow, field, goTo, named, openScreen, statusBar, storedRecord, t } from './screen.ts';

// What is looked at, moved or left without a change keeps its value and the focus.

const cartography = 'aa170f10eed93a603e3bce8e267cab60';
const authorBox = (page: Page, label: string, place: number) =>
  named(page, 'textbox', 'article.authors.of', { label: t(label), place });
const names = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `Author ${n + 1}` }));

test('a box that is clicked and left with Tab keeps its value, also if it has none', async ({ page }) => {
  await openUpdateRequest(page, cartography, (record) => record);
  const country = named(page, 'combobox', 'field.publisherCountry');
  await country.click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await country.press('Tab');
  await expect(country).toHaveValue('Netherlands');
  await country.click();
  await country.press('ArrowDown');
  await country.press('Tab');
  await expect(country).not.toHaveValue('Netherlands');

  await openScreen(page, '#/drafts');
  await button(page, 'drafts.newArticle').first().click();
  const journal = named(page, 'combobox', 'article.journal.label');
  await journal.click();
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await journal.press('Tab');
  await expect(journal).toHaveValue('');
  await journal.click();
  await journal.press('i');
  await journal.press('Backspace');
  await journal.press('Tab');
  await expect(journal).toHaveValue('');
});

test('a keyword that is opened and left keeps its commas', async ({ page, colophon }) => {
  const [id] = await addDrafts(page, [article(1, { keywords: ['2,4-D', 'weeds'] })]);
  await goTo(page, `#/drafts/${id}`);
  await button(page, 'article.keywords.edit', { keyword: '2,4-D' }).click();
  await page.keyboard.press('Enter');
  await expect(button(page, 'article.keywords.edit', { keyword: '2,4-D' })).toBeFocused();
  await field(page, 'year').fill('2024');
  await expect(statusBar(page)).toContainText(/Saved \d+:\d\d/);
  expect(storedRecord(colophon, id!).bibjson.keywords).toEqual(['2,4-D', 'weeds']);
});

test('an author that is moved or added keeps the focus, also behind those that are shown', async ({
  page,
  colophon,
}) => {
  const [id] = await addDrafts(page, [article(1, { author: names(60) })]);
  await goTo(page, `#/drafts/${id}`);
  const up = (name: string) => button(page, 'article.authors.up', { name });
  await up('Author 3').press('Enter');
  await expect(up('Author 3')).toBeFocused();
  await page.keyboard.press('Enter');
  const stored = () => (storedRecord(colophon, id!).bibjson.author as { name: string }[]).map((a) => a.name);
  await expect.poll(() => stored().slice(0, 3)).toEqual(['Author 3', 'Author 1', 'Author 2']);
  await authorBox(page, 'field.name', 60).press('Enter');
  await page.keyboard.type('Author 61');
  await expect.poll(() => stored().slice(-2)).toEqual(['Author 60', 'Author 61']);
});

test('text that is dragged out of the field of an author moves no author', async ({ page, colophon }) => {
  const [id] = await addDrafts(page, [article(1, { author: names(2) })]);
  await goTo(page, `#/drafts/${id}`);
  await authorBox(page, 'field.name', 1).press('Control+a');
  const drag = await page.evaluateHandle(() => new DataTransfer());
  await authorBox(page, 'field.name', 1).dispatchEvent('dragstart', { dataTransfer: drag });
  await authorBox(page, 'field.name', 2).dispatchEvent('drop', { dataTransfer: drag });
  await authorBox(page, 'field.affiliation', 1).fill('Delft');
  await expect
    .poll(() => storedRecord(colophon, id!).bibjson.author)
    .toEqual([{ name: 'Author 1', affiliation: 'Delft' }, { name: 'Author 2' }]);
  const place = page.getByTitle(t('article.authors.drag'));
  await place.nth(1).dragTo(place.nth(0));
  await expect(authorBox(page, 'field.name', 1)).toHaveValue('Author 2');
});

test('Enter within a title leaves the caret where it is', async ({ page }) => {
  const [id] = await addDrafts(page, [article(1, { title: 'One three' })]);
  await goTo(page, `#/drafts/${id}`);
  await field(page, 'title').press('Home');
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two ');
  await expect(field(page, 'title')).toHaveValue('One two three');
});

test('a field whose changes are shown stays while it is typed in', async ({ page }) => {
  await openUpdateRequest(page, cartography, (record) => record);
  const weeks = named(page, 'textbox', 'field.weeks');
  const before = await weeks.inputValue();
  await weeks.fill(`${before}1`);
  await button(page, 'application.changesOnly', { n: '1' }).click();
  await weeks.press('End');
  await weeks.press('Backspace');
  await expect(button(page, 'application.changesOnly', { n: '0' })).toBeVisible();
  await page.keyboard.type('2');
  await expect(weeks).toHaveValue(`${before}2`);
});

test('what Crossref proposes stays Crossref’s own after an edit', async ({ page }) => {
  const identifier = [
    { type: 'doi', id: '10.5555/jose.2023.001' },
    { type: 'eissn', id: '2577-3569' },
  ];
  await addDrafts(page, [article(1, { identifier, year: undefined, month: undefined })]);
  const { sources } = await call(page, 'app.settings', {});
  await call(page, 'app.changeSettings', { sources: { ...sources, isOn: true } });
  await draftRow(page, 'Sheet 1 ').press('Enter');
  await button(page, 'crossref.button').press('Enter');
  const table = named(page, 'table', 'crossref.table');
  await expect(table).toContainText(t('field.year'));
  await expect(table).not.toContainText(t('article.section.keywords'));
  const keywords = named(page, 'textbox', 'article.keywords.label');
  await keywords.fill('tides');
  await keywords.press('Enter');
  await expect(button(page, 'article.keywords.edit', { keyword: 'tides' })).toBeVisible();
  await expect(statusBar(page)).toContainText(/Saved \d+:\d\d/);
  await expect(table).not.toContainText(t('article.section.keywords'));
});
