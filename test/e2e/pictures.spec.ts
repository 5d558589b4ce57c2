import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, type TestInfo } from '@playwright/test';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { sendNow } from '../helpers/confirm.ts';
import { sampleRecords } from '../helpers/samples.ts';
import { article } from './articles.ts';
import { addDrafts, asker, call, firstWorld, fullTest, sandboxOf } from './colophon.ts';
import { button, goTo, named, numbers, t } from './screen.ts';
import { storedId } from './storedArticles.ts';
import { look, watchArticles } from './watchArticles.ts';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));

/** Attaches a picture to the results, and writes it to `docs` if it is missing or COLOPHON_PICTURES is set. */
async function keep(page: Page, info: TestInfo, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await info.attach(name, { body: picture, contentType: 'image/png' });
  if (existsSync(join(docs, name)) && !process.env.COLOPHON_PICTURES) return;
  mkdirSync(docs, { recursive: true });
  writeFileSync(join(docs, name), picture);
}

fullTest(
  'a volume on its way to the directory looks as the README shows it',
  async ({ page, colophon }, info) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await call(page, 'app.changeSettings', { batchBytes: 10_000 });
    // Slow enough that the upload is still running when its last refusal is on screen.
    await call(page, 'accounts.update', { id: 'sandbox', rate: 0.5 });
    const sandbox = await sandboxOf(page);
    const records = sampleRecords();

    // The directory has two records that match each of these three, and cannot decide between them.
    const ambiguous = [7, 11, 12].flatMap((at) => {
      const { identifier, link } = records[at]!.bibjson as Record<
        string,
        { type: string; id?: string; url?: string }[]
      >;
      const other = [{ ...identifier![0], id: `10.5555/old.${at}` }, ...identifier!.slice(1)];
      return [
        {
          id: `${at}`.padStart(32, 'a'),
          ...article(0, { identifier, link: [{ ...link![0], url: `https://old.example.org/${at}` }] }),
        },
        { id: `${at}`.padStart(32, 'b'), ...article(0, { identifier: other, link }) },
      ];
    });
    await sandbox.world({ ...firstWorld, articles: [...firstWorld.articles, ...ambiguous] });

    await button(page, 'drafts.first.sample').click();
    await button(page, 'import.accept', { count: 30, n: '30' }).click();
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '31');
    await button(page, 'drafts.clearFilters').click();
    const started = await sendNow(asker(page), {
      accountId: 'sandbox',
      selection: { filter: { trashed: false }, except: [] },
      includeUnchanged: false,
      name: 'Volume 14',
    });
    await goTo(page, `#/uploads/${started.id}`);
    const upload = page.locator('[data-region="upload"]');
    await upload.getByRole('tab', { name: new RegExp(`^${t('uploads.tab.problems')}`) }).click();
    const refused = upload.getByRole('tabpanel').getByRole('row');
    await expect
      .poll(
        async () => [
          (await numbers(upload))[t('uploads.tile.refused')],
          await refused.count(),
          /Next request in/.test((await upload.textContent()) ?? ''),
        ],
        { timeout: 120_000, intervals: [100] },
      )
      .toEqual(['3', 4, true]);
    await keep(page, info, 'upload.png');
    await expect(upload.getByText(t('uploads.ended.done'), { exact: true })).toBeVisible({
      timeout: 120_000,
    });

    // Two were changed after that.
    const changed = colophon.rows<{ id: number }>(
      "SELECT id FROM drafts WHERE title IN ('A gazetteer of rooms', 'Ink as weather')",
    );
    for (const { id } of changed) {
      const { version, record } = await call(page, 'drafts.get', { id });
      const bibjson = { ...(record.bibjson as Record<string, never>), year: '2027' };
      await call(page, 'drafts.save', { id, version, record: { ...record, bibjson } });
    }
    await goTo(page, '#/drafts');
    await button(page, 'drafts.column.title').click();
    const loud = colophon.rows<{ id: number }>(
      "SELECT id FROM drafts WHERE title = 'THE SURVEYOR WHO COUNTED HIS STEPS TWICE'",
    );
    await goTo(page, `#/drafts/${loud[0]!.id}`);
    await expect(button(page, 'fix.sentenceCase')).toBeVisible();
    await keep(page, info, 'drafts.png');
  },
);

fullTest('fixing mode looks as the README shows it', async ({ page }, info) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  await addDrafts(page, sampleRecords() as DraftRecord[]);
  await goTo(page, '#/drafts?readiness=incomplete&sort=title');
  await expect(page.getByRole('grid').locator('[data-row]').nth(4)).toBeVisible();
  // The key works once the list of the filter is there.
  await expect(button(page, 'fixing.start')).toBeVisible();
  await page.keyboard.press('Alt+x');
  const bar = named(page, 'toolbar', 'fixing.title');
  await expect(bar).toBeVisible();
  // The first was fixed, the second skipped.
  await named(page, 'textbox', 'field.title').fill('A sheet of its own');
  await page.keyboard.press('Control+Enter');
  await expect(bar).toContainText(t('drafts.place', { place: '2', total: '6' }));
  await button(bar, 'fixing.skip').click();
  await expect(bar).toContainText(t('drafts.place', { place: '3', total: '6' }));
  await expect(page.getByRole('grid')).toContainText(t('fixing.mark.skipped'));
  await keep(page, info, 'fixing.png');
});

fullTest('a bulk edit looks as the README shows it', async ({ page }, info) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  await addDrafts(page, sampleRecords() as DraftRecord[]);
  await goTo(page, '#/drafts?sort=title');
  await expect(page.getByRole('grid').locator('[data-row]').nth(4)).toBeVisible();
  await page.keyboard.press('Alt+m');
  const dialog = page.getByRole('alertdialog', { name: t('edits.title') });
  await dialog.getByRole('combobox', { name: t('edits.operation') }).selectOption({ value: 'replace' });
  await dialog.getByRole('textbox').first().fill('sheet');
  await dialog.getByRole('textbox').nth(1).fill('page');
  const changes = dialog.getByRole('list', { name: t('edits.list') }).getByRole('listitem');
  await expect(changes.nth(2)).toBeVisible();
  await changes.nth(1).getByRole('checkbox').click();
  await keep(page, info, 'bulk-edit.png');
});

fullTest('a proposal beside the journal looks as the README shows it', async ({ page }, info) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const { journals } = await call(page, 'journals.list', { accountId: 'sandbox' });
  const journal = journals.find(({ title }) => title === 'Annals of Imaginary Cartography')!;
  const made = await call(page, 'applications.create', { accountId: 'sandbox', journalId: journal.id });
  const bibjson = made.record.bibjson as Record<string, DraftRecord[string]>;
  const record = {
    ...made.record,
    bibjson: { ...bibjson, title: 'Annals of Imagined Cartography', oa_start: 2013 },
  };
  await call(page, 'applications.save', { id: made.id, version: made.version, record });
  await goTo(page, `#/update-requests/${made.id}`);
  await button(page, 'application.sideBySide').click();
  await expect(page.getByText(/Ignored in an Update Request/).first()).toBeVisible();
  await keep(page, info, 'update-request.png');
});

fullTest('an answer of the compliance checker looks as the README shows it', async ({ page }, info) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const check = await call(page, 'compliance.check', {
    issn: '1845-7339',
    funder: 'wellcome',
    ror: '02mhbdp94',
    lang: 'en',
    maxAge: 0,
  });
  await goTo(page, `#/compliance/check/${check.id}`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await keep(page, info, 'compliance.png');
});

fullTest('the overview looks as the README shows it', async ({ page }, info) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  // The sample, spread over some years, with some abstracts missing.
  await addDrafts(
    page,
    sampleRecords().map((record, at) => ({
      ...record,
      bibjson: {
        ...(record.bibjson as Record<string, never>),
        year: String(2023 + (at % 4)),
        ...(at % 3 === 0 && { abstract: '' }),
      },
    })),
  );

  await goTo(page, '#/overview');
  const { journals } = await call(page, 'journals.list', { accountId: 'sandbox' });
  const [annals] = journals.filter(({ title }) => title === 'Annals of Imaginary Cartography');
  await call(page, 'overview.count', { accountId: 'sandbox', journalIds: [annals!.id] });
  const counting = async () => (await call(page, 'overview.counting', { accountId: 'sandbox' }))?.state;
  await expect.poll(counting).toBe('done');
  await page.getByLabel(t('overview.journal'), { exact: true }).selectOption(annals!.title);
  await keep(page, info, 'overview.png');
});

fullTest('the watch looks as the README shows it', async ({ page }, info) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const titles = sampleRecords().map(({ bibjson }) => (bibjson as { title: string }).title);
  const { sandbox } = await watchArticles(page, 12, (number) => ({ title: titles[number] }));
  await sandbox.staff({ action: 'delete', ids: [2, 5, 9].map(storedId), trace: true });
  const edit = (number: number, bibjson: Record<string, unknown>) =>
    sandbox.staff({ action: 'editArticle', id: storedId(number), bibjson });
  await edit(3, { title: `${titles[3]}, second edition`, keywords: ['atlases', 'margins', 'surveys'] });
  for (const number of [1, 7, 8]) await edit(number, { year: '2025' });
  await look(page);
  await goTo(page, '#/watch/changed');
  await page.getByRole('grid').getByRole('row').filter({ hasText: titles[3]! }).click();
  await expect(named(page, 'table', 'watchScreen.compare.table')).toBeVisible();
  await keep(page, info, 'watch.png');
});
