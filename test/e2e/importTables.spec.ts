import { expect, type Page } from '@playwright/test';
import { speak } from '../../src/shared/i18n/i18n.ts';
import { textWorkbook } from '../formats/tables/workbookOf.ts';
import { expectAccessible, expectReadable } from './accessible.ts';
import { breakCalls } from './broken.ts';
import { type Colophon, call, fullTest, test } from './colophon.ts';
import { button, goTo, t } from './screen.ts';

// Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
test.use({ bypassCSP: true });
test.afterEach(() => speak('en'));

const csv = [
  'Thema,DOI,Who,Appeared,Keywords,Place,Vol',
  'Soil of the delta,10.5555/soil,"Okoro, Ada/Lagos;Lin, Bo/Oslo",03/04/2024,mud/river,Lagos,007',
  'Water of the delta,10.5555/water,"Lin, Bo/Oslo",25/04/2024,rain,,12',
].join('\n');

async function give(page: Page, name: string, content: string | Buffer): Promise<void> {
  const buffer = Buffer.from(content);
  await page.locator('#import-files').setInputFiles({ name, mimeType: 'text/csv', buffer });
}

const fieldOf = (page: Page, name: string) =>
  page.getByLabel(t('import.map.fieldOf', { name }), { exact: true });
const goOn = (page: Page, count: number) => button(page, 'import.map.go', { count, n: String(count) });
const articles = (page: Page) => page.getByRole('region', { name: t('import.map.articles') });
const rows = (page: Page) =>
  page
    .getByRole('list', { name: t('import.rows') })
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox') });
const accept = (page: Page, count: number) => button(page, 'import.accept', { count, n: String(count) });

function storedRecords(colophon: Colophon): unknown[] {
  return colophon
    .rows<{ record: string }>('SELECT record FROM drafts WHERE staged = 0 ORDER BY import_position')
    .map(({ record }) => JSON.parse(record).bibjson);
}

test('the columns of a table get their fields by keyboard, and the mapping is used again', async ({
  page,
  colophon,
}) => {
  await goTo(page, '#/drafts');
  await give(page, 'may.csv', csv);
  await expect(articles(page).getByRole('heading')).toHaveText(t('import.map.count', { count: 2, n: '2' }));
  await expect(fieldOf(page, 'DOI')).toHaveValue('doi');
  await expect(fieldOf(page, 'Thema')).toHaveValue('ignored');
  const columns = page.getByRole('region', { name: t('import.map.columns') });
  await expect(columns).toContainText(t('import.map.unmapped', { count: 4, n: '4', total: '7' }));
  await expect(articles(page)).toContainText(t('import.map.noTitle'));
  await expectAccessible(page, 'the columns of a table');

  // Each column is a stop of the Tab key, and the arrow keys or a letter choose its field.
  await fieldOf(page, 'Thema').focus();
  await page.keyboard.press('t');
  await expect(fieldOf(page, 'Thema')).toHaveValue('title');
  await expect(articles(page)).toContainText('Soil of the delta');
  await expect(articles(page)).not.toContainText(t('import.map.noTitle'));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(fieldOf(page, 'DOI')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(fieldOf(page, 'Who')).toBeFocused();
  // The same letter again chooses the next field that begins with it.
  await page.keyboard.press('a');
  await expect(fieldOf(page, 'Who')).toHaveValue('abstract');
  await page.keyboard.press('a');
  await expect(fieldOf(page, 'Who')).toHaveValue('authors');
  await expect(fieldOf(page, 'Appeared')).toHaveValue('ignored');
  await fieldOf(page, 'Appeared').selectOption('date');

  // The parts of an author.
  await page.getByLabel(t('import.map.parts'), { exact: true }).selectOption('slash');
  await expect(articles(page)).toContainText('Ada Okoro (Lagos); Bo Lin (Oslo)');

  // The order of dates is asked, with an example, and never guessed.
  const dates = page.getByRole('radiogroup', {
    name: t('import.map.dateOrder', { name: 'Appeared', dates: '03/04/2024' }),
  });
  await expect(dates).toBeVisible();
  await expect(dates.getByRole('radio', { checked: true })).toHaveCount(0);
  await goOn(page, 2).press('Enter');
  await expect(columns).toContainText(t('import.map.orderMissing'));
  await expectAccessible(page, 'a table with unclear dates');
  await dates.getByRole('radio', { name: /4 March 2024/ }).focus();
  await page.keyboard.press('Space');
  await expect(dates.getByRole('radio', { checked: true })).toHaveCount(1);
  await page.getByLabel(t('import.map.saveAs')).fill('From the press');
  await goOn(page, 2).press('Enter');

  const by = t('import.map.by.saved', { name: 'From the press' });
  await expect(page.getByText(by)).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await expectAccessible(page, 'the preview of a table');
  await accept(page, 2).press('Enter');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '3');
  expect(storedRecords(colophon)).toEqual([
    {
      title: 'Soil of the delta',
      year: '2024',
      month: '3',
      keywords: ['mud/river'],
      identifier: [{ type: 'doi', id: '10.5555/soil' }],
      journal: { volume: '007' },
      author: [
        { name: 'Ada Okoro', affiliation: 'Lagos' },
        { name: 'Bo Lin', affiliation: 'Oslo' },
      ],
      link: [{ type: 'fulltext', content_type: 'HTML', url: 'https://doi.org/10.5555/soil' }],
    },
    expect.objectContaining({ title: 'Water of the delta', month: '4' }),
  ]);

  // The next table with these headings is not asked about, and can be changed from its preview.
  await give(page, 'june.csv', csv.replaceAll('delta', 'coast').replaceAll('10.5555/', '10.5555/june-'));
  await expect(page.getByText(by)).toBeVisible();
  await expect(rows(page).filter({ hasText: 'Soil of the coast' })).toHaveCount(1);
  await button(page, 'import.map.change').press('Enter');
  await expect(fieldOf(page, 'Thema')).toHaveValue('title');
  await fieldOf(page, 'Place').selectOption('subtitle');
  await expect(articles(page)).toContainText('Soil of the coast: Lagos');
  await goOn(page, 2).click();
  await expect(page.getByText(t('import.map.by.user'))).toBeVisible();
  await accept(page, 2).click();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '3');
  expect(storedRecords(colophon)).toContainEqual(
    expect.objectContaining({ title: 'Soil of the coast: Lagos' }),
  );
});

fullTest('the order of dates is asked for each column that has unclear ones', async ({ page, colophon }) => {
  const table = [
    'Title,DOI,Online,Printed,Volume',
    'Soil,10.5555/two-orders,03/04/2024,13/04/2024,1',
    'Water,10.5555/only-print,,05/06/2024,1',
  ];
  await goTo(page, '#/drafts');
  await give(page, 'orders.csv', table.join('\n'));
  await fieldOf(page, 'Online').selectOption('date');
  const orderOf = (name: string, dates: string) =>
    page.getByRole('radiogroup', { name: t('import.map.dateOrder', { name, dates }) });
  await expect(orderOf('Online', '03/04/2024')).toBeVisible();
  await fieldOf(page, 'Printed').selectOption('printDate');
  await orderOf('Online', '03/04/2024')
    .getByRole('radio', { name: /4 March 2024/ })
    .press('Space');
  await goOn(page, 2).press('Enter');
  const columns = page.getByRole('region', { name: t('import.map.columns') });
  await expect(columns.getByText(t('import.map.orderMissing'))).toHaveCount(1);
  await expectAccessible(page, 'a table with two columns of unclear dates');
  await orderOf('Printed', '05/06/2024')
    .getByRole('radio', { name: /5 June 2024/ })
    .press('Space');
  await expect(columns.getByText(t('import.map.orderMissing'))).toHaveCount(0);
  await goOn(page, 2).press('Enter');
  await expect(rows(page)).toHaveCount(2);
  await accept(page, 2).press('Enter');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '3');
  expect(storedRecords(colophon)).toMatchObject([
    { title: 'Soil', month: '3' },
    { title: 'Water', month: '6' },
  ]);
});

fullTest('the sheet and the row of headings of a workbook are chosen', async ({ page, colophon }) => {
  const workbook = textWorkbook({
    Notes: [['Exported on Monday'], ['by', 'Ada']],
    Data: [
      ['Our articles', 'of 2024'],
      ['Thema', 'Heft'],
      ['Soil', '007'],
      ['Water', '1-2'],
    ],
  });
  await goTo(page, '#/drafts');
  await give(page, 'volume.xlsx', workbook);
  await page.getByLabel(t('import.map.sheet')).selectOption('Data');
  await expect(page.getByText('Our articles', { exact: true })).toBeVisible();
  await page.getByLabel(t('import.map.headingRow')).selectOption('2');
  await fieldOf(page, 'Thema').selectOption('title');
  await fieldOf(page, 'Heft').selectOption('number');
  await expectAccessible(page, 'a workbook with several sheets');
  await goOn(page, 2).click();
  await accept(page, 2).click();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '3');
  expect(storedRecords(colophon)).toEqual([
    { title: 'Soil', journal: { number: '007' } },
    { title: 'Water', journal: { number: '1-2' } },
  ]);
});

fullTest(
  'a table that waits for its columns survives a restart, and is found in the list of drafts',
  async ({ page, colophon }) => {
    await goTo(page, '#/drafts');
    await give(page, 'may.csv', csv);
    await fieldOf(page, 'Thema').selectOption('title');
    await expect(articles(page)).toContainText('Soil of the delta');
    const targets = () =>
      colophon.rows("SELECT state, mapping ->> '$.columns[0].target' target FROM imports");
    expect(targets()).toEqual([{ state: 'mapping', target: 'title' }]);
    await colophon.kill();
    await colophon.startAgain();
    expect(targets()).toEqual([{ state: 'mapping', target: 'title' }]);
    await page.goto(colophon.address());
    // The first page leads on to the one that knows addresses.
    await page.locator('#main[data-screen]').waitFor();
    await goTo(page, '#/drafts');
    await button(page.getByRole('list', { name: t('import.tray') }), 'import.map.change').click();
    await expect(fieldOf(page, 'Thema')).toHaveValue('title');
    await button(page, 'import.discard').click();
    await expect.poll(() => colophon.rows('SELECT * FROM import_tables')).toEqual([]);
  },
);

fullTest('saved mappings are used, renamed and removed', async ({ page, colophon }) => {
  await goTo(page, '#/drafts');
  await give(page, 'may.csv', csv);
  await fieldOf(page, 'Thema').selectOption('title');
  await page.getByLabel(t('import.map.saveAs')).fill('From the press');
  await goOn(page, 2).click();
  await expect(page.getByText(t('import.map.by.saved', { name: 'From the press' }))).toBeVisible();
  await button(page, 'import.discard').click();
  // Only the list of drafts leads on to the columns of another table.
  await page.locator('#main[data-screen="drafts"]').waitFor();
  await give(page, 'june.csv', csv.replace('Thema', 'Topic'));
  await expect(fieldOf(page, 'Topic')).toHaveValue('ignored');
  await fieldOf(page, 'DOI').selectOption('ignored');
  const open = button(page, 'import.map.saved');
  const dialog = page.getByRole('dialog');
  await open.press('Enter');
  await expectAccessible(page, 'saved mappings');
  await dialog
    .getByRole('button', { name: t('import.map.useOf', { name: 'From the press' }) })
    .press('Enter');
  await expect(fieldOf(page, 'DOI')).toHaveValue('doi');
  await expect(fieldOf(page, 'Topic')).toHaveValue('ignored');

  await open.click();
  await dialog.getByRole('button', { name: t('import.map.renameOf', { name: 'From the press' }) }).click();
  await dialog.getByLabel(t('import.map.name')).fill('Press 2024');
  await dialog.getByLabel(t('import.map.name')).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => colophon.rows('SELECT name FROM table_mappings')).toEqual([{ name: 'Press 2024' }]);
  await open.click();
  await dialog.getByRole('button', { name: t('import.map.removeOf', { name: 'Press 2024' }) }).click();
  await expect(dialog).toHaveCount(0);
  expect(colophon.rows('SELECT name FROM table_mappings')).toEqual([]);
  await page.getByRole('button', { name: t('undo.undo') }).click();
  await expect.poll(() => colophon.rows('SELECT name FROM table_mappings')).toEqual([{ name: 'Press 2024' }]);
});

fullTest(
  'a table of a known system is read without a question, in French too',
  async ({ page, colophon }) => {
    await call(page, 'app.changeSettings', { language: 'fr' });
    await speak('fr');
    await goTo(page, '#/drafts');
    await give(
      page,
      'bepress.csv',
      'title,doi,author1_fname,author1_lname,calc_url,publication_date,disciplines\nSoil,10.5555/1,Ada,Okoro,https://x.org/1,2024-05-01,Mud\n',
    );
    const by = t('import.map.by.preset', { system: t('import.map.preset.digital-commons') });
    await expect(page.getByText(by)).toBeVisible();
    await button(page, 'import.map.change').click();
    await expect(fieldOf(page, 'calc_url')).toHaveValue('url');
    await expect(fieldOf(page, 'disciplines')).toHaveValue('ignored');
    await expectAccessible(page, 'the columns of a known system');
    await goOn(page, 1).click();
    await accept(page, 1).click();
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2');
    expect(storedRecords(colophon)).toEqual([
      expect.objectContaining({ title: 'Soil', author: [{ name: 'Ada Okoro' }] }),
    ]);
  },
);

fullTest('columns that cannot be loaded are reported', async ({ page }) => {
  const repair = await breakCalls(page, /^imports\.mapping$/);
  await goTo(page, '#/drafts');
  await give(page, 'may.csv', csv);
  await expectReadable(page, 'columns that cannot be loaded', page.getByRole('alert').first());
  await repair();
});
