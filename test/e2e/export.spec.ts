import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { setAt } from '../../src/shared/draft/fieldPath.ts';
import { type ExportFormat, fileFormats } from '../../src/shared/draft/fileFormats.ts';
import { sendNow } from '../helpers/confirm.ts';
import { expectAccessible } from './accessible.ts';
import { article } from './articles.ts';
import { addDrafts, asker, call, fullTest, test } from './colophon.ts';
import { button, draftRow, goTo, named, pressEscape, t } from './screen.ts';

// Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
test.use({ bypassCSP: true });

const dialog = (page: Page) => named(page, 'dialog', 'exports.title');
const summary = (page: Page) => page.getByRole('dialog', { name: t('exports.result') });

async function chooseFormat(page: Page, format: ExportFormat): Promise<void> {
  const { name } = fileFormats[format];
  await dialog(page)
    .getByRole('radio', { name: typeof name === 'string' ? name : t(name.key) })
    .check();
}

/** Starts the export of so many articles, and returns the file that is saved. */
async function exported(page: Page, count: number): Promise<{ name: string; text: string }> {
  const downloading = page.waitForEvent('download');
  await dialog(page)
    .getByRole('button', { name: t('exports.go', { count, n: String(count) }) })
    .click();
  const download = await downloading;
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

async function closeSummary(page: Page): Promise<void> {
  await expect(summary(page).getByRole('button', { name: t('common.close') })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(summary(page)).toHaveCount(0);
}

/** Uploads all drafts and, when that has ended, opens the menu of the upload's exports. */
async function openExportsOfUpload(page: Page): Promise<void> {
  const { id } = await sendNow(asker(page), {
    accountId: 'sandbox',
    selection: { filter: {}, except: [] },
    includeUnchanged: true,
    name: '',
  });
  // The buttons beside it leave then.
  await expect.poll(async () => (await call(page, 'uploads.get', { id })).state).toBe('done');
  await goTo(page, `#/uploads/${id}`);
  await button(page, 'uploads.export').click();
}

test('the selected drafts are exported by keyboard as they are stored', async ({ page, colophon }) => {
  await addDrafts(page, [article(1), article(2), article(3)]);
  await expect(draftRow(page, 'Sheet ')).toHaveCount(3);
  await draftRow(page, 'Sheet 2 ').focus();
  await page.keyboard.press(' ');
  await button(page, 'drafts.more').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: t('exports.button') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('radio', { checked: true })).toBeFocused();
  await expect(dialog(page)).toContainText(t('exports.holdsAll'));
  await expectAccessible(page, 'exporting articles');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const downloading = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const download = await downloading;
  const records = JSON.parse(readFileSync(await download.path(), 'utf8')) as DraftRecord[];

  const stored = colophon.rows<{ record: string }>("SELECT record FROM drafts WHERE title LIKE 'Sheet 2 %'");
  expect(records).toEqual(stored.map(({ record }) => JSON.parse(record)));
  await expect(dialog(page)).toHaveCount(0);
  const done = { count: 1, n: '1', name: download.suggestedFilename() };
  await expect(page.locator('[data-region="notices"]')).toContainText(t('exports.done', done));
});

fullTest(
  'the whole list is exported with its filter, and what is not in the file is named',
  async ({ page }) => {
    const noYear = article(2, { year: undefined });
    await addDrafts(page, [article(1), noYear, article(3, { title: 'Something else' })]);
    await expect(draftRow(page, 'Something else')).toHaveCount(1);
    await page.locator('#search').fill('bound');
    await expect(draftRow(page, 'Sheet ')).toHaveCount(2);
    await expect(draftRow(page, 'Something else')).toHaveCount(0);
    await button(page, 'drafts.more').click();
    await page.getByRole('menuitem', { name: t('exports.button') }).click();
    await chooseFormat(page, 'doaj-xml');
    await expect(dialog(page)).toContainText(t('export.part.moreLinks'));
    const { name, text } = await exported(page, 2);

    expect(name).toMatch(/\.xml$/);
    expect(text.match(/<title>.*<\/title>/g)).toEqual([
      '<title>Sheet 1 of an atlas that was never bound</title>',
    ]);
    await expect(summary(page).getByRole('status')).toContainText(
      t('exports.done', { count: 1, n: '1', name }),
    );
    await expect(summary(page)).toContainText(t('exports.leftOut', { count: 1, n: '1' }));
    await expect(summary(page)).toContainText(t('export.leftOut.noYear'));
    await expectAccessible(page, 'a finished export');
    await closeSummary(page);
  },
);

test('of many articles that a format cannot hold, each is listed with its reason', async ({ page }) => {
  const count = 1_100;
  const records = Array.from({ length: count }, (_, at) => article(at + 1, { year: undefined }));
  await addDrafts(page, [...records, article(count + 1)]);
  const all = t('grid.pickAll', { count: count + 1, n: '1,101' });
  await expect(page.getByRole('checkbox', { name: all })).toBeVisible();
  await expect(draftRow(page, 'Sheet ').first()).toBeVisible();
  await button(page, 'drafts.more').click();
  await page.getByRole('menuitem', { name: t('exports.button') }).click();
  await chooseFormat(page, 'doaj-xml');
  await dialog(page)
    .getByRole('button', { name: t('exports.go', { count: count + 1, n: '1,101' }) })
    .click();
  const list = summary(page).getByRole('list', { name: t('exports.leftOut', { count, n: '1,100' }) });
  const first = list.getByRole('listitem').first();
  await expect(first).toContainText(t('export.leftOut.noYear'));
  await expect(first).toHaveAttribute('aria-setsize', String(count));
  await expectAccessible(page, 'a finished export');
  await first.focus();
  await page.keyboard.press('End');
  const last = list.locator(`[aria-posinset="${count}"]`);
  await expect(last).toBeFocused();
  await expect(last).toContainText(t('export.leftOut.noYear'));
  await expect(summary(page)).not.toContainText('more');
});

fullTest(
  'an import is exported before and after it is accepted, and an upload from its menu and the palette',
  async ({ page }) => {
    await call(page, 'journals.refresh', { accountId: 'sandbox' });
    await page
      .locator('#import-files')
      .setInputFiles({
        name: 'volume.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify([article(1), article(2)])),
      });
    await page.getByRole('button', { name: t('exports.button') }).click();
    await expect(dialog(page)).toContainText(t('exports.aboutPreview', { count: 2, n: '2' }));
    const before = await exported(page, 2);
    // The import fills in the journal's title.
    const title = 'Annals of Imaginary Cartography';
    expect(JSON.parse(before.text)).toEqual(
      [article(1), article(2)].map((record) => setAt(record, 'bibjson.journal.title', title)),
    );
    await page.getByRole('button', { name: t('import.accept', { count: 2, n: '2' }) }).click();
    await expect(draftRow(page, 'Sheet ')).toHaveCount(2);
    await goTo(page, '#/imports/1');
    await page.getByRole('button', { name: t('exports.button') }).click();
    await chooseFormat(page, 'csl');
    const after = await exported(page, 2);
    expect((JSON.parse(after.text) as { title: string }[]).map(({ title }) => title)).toEqual([
      'Sheet 1 of an atlas that was never bound',
      'Sheet 2 of an atlas that was never bound',
    ]);
    await closeSummary(page);

    await openExportsOfUpload(page);
    await page.getByRole('menuitem', { name: t('exports.button') }).click();
    await chooseFormat(page, 'ris');
    const ris = await exported(page, 2);
    expect(ris.text.match(/^TY {2}- JOUR/gm)).toHaveLength(2);
    await closeSummary(page);

    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.type('export articles');
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText(t('exports.about', { count: 2, n: '2' }));
    await pressEscape(page);
    await expect(dialog(page)).toHaveCount(0);
  },
);

fullTest('a report of the problems is saved from an import and from an upload', async ({ page }) => {
  await addDrafts(page, []);
  await page
    .locator('#import-files')
    .setInputFiles({
      name: 'volume.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify([article(1), article(2, { title: '' })])),
    });
  await page.getByRole('button', { name: t('exports.report') }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: t('uploads.exportCsv') })).toBeFocused();
  await expectAccessible(page, 'the menu of the report');
  const downloading = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^colophon-problems-.*\.csv$/);
  const text = readFileSync(await download.path(), 'utf8');
  expect(text).toContain('volume.json,2,');
  expect(text).toContain(t('field.title'));

  await page.getByRole('button', { name: t('import.accept', { count: 2, n: '2' }) }).click();
  await expect(draftRow(page, 'Sheet ')).toHaveCount(1);
  await openExportsOfUpload(page);
  const second = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: t('exports.reportJson') }).click();
  const rows = JSON.parse(readFileSync(await (await second).path(), 'utf8')) as { record: number }[];
  expect(rows.map(({ record }) => record)).toEqual([2]);
});

test('a table is returned with its problems, corrected, and imported again into the same drafts', async ({
  page,
  colophon,
}) => {
  await addDrafts(page, []);
  const chooseFile = (name: string, text: string) =>
    page.locator('#import-files').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  const rest = 'Ada Lovelace;2734-6226;2024;keep this';
  await chooseFile(
    'volume.csv',
    `Title;DOI;Authors;Online ISSN;Year;My notes\nSoil;10.5555/soil;${rest}\nWater;;${rest}\n`,
  );
  await page.getByRole('button', { name: t('import.map.go', { count: 2, n: '2' }) }).click();
  await page.getByRole('button', { name: t('exports.report') }).click();
  await page.getByRole('menuitem', { name: t('exports.returned.button') }).click();
  const returning = page.getByRole('dialog', { name: t('exports.returned.title') });
  await expect(returning.getByRole('radio', { checked: true })).toBeFocused();
  await expectAccessible(page, 'returning a table');
  const downloading = page.waitForEvent('download');
  await returning.getByRole('button', { name: t('exports.returned.go') }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('volume-problems.csv');
  const text = readFileSync(await download.path(), 'utf8');
  expect(text).toMatch(/^Title;DOI;Authors;Online ISSN;Year;My notes;Problem \(Colophon\);/);
  expect(text).not.toContain('Soil');
  await page.getByRole('button', { name: t('import.accept', { count: 2, n: '2' }) }).click();
  await expect(draftRow(page, 'Water')).toHaveCount(1);

  await chooseFile('volume-problems.csv', text.replace('Water;;', 'Clean water;10.5555/water;'));
  await page.getByRole('button', { name: t('import.accept', { count: 1, n: '1' }) }).click();
  await expect(draftRow(page, 'Clean water')).toHaveCount(1);
  const stored = colophon.rows<{ title: string; doi: string }>(
    'SELECT title, doi FROM drafts ORDER BY title',
  );
  expect(stored).toEqual([
    { title: 'Clean water', doi: '10.5555/water' },
    { title: 'Soil', doi: '10.5555/soil' },
  ]);
});
