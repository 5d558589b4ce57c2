import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { doiOf, sandboxOf, test } from './colophon.ts';
import { draftRow, numbers, t } from './screen.ts';

/** Real deposits, and what they say to somebody who reads them. */
const deposits = [
  {
    file: '10.21105.jose.00013.crossref.xml',
    title: 'The Riffomonas Reproducible Research Tutorial Series',
    doi: '10.21105/jose.00013',
    firstAuthor: { name: 'Patrick D Schloss', orcid_id: 'https://orcid.org/0000-0002-6935-4275' },
  },
  {
    file: '10.21105.jose.00029.crossref.xml',
    title: 'Mikrokosmos: an educational lambda calculus interpreter',
    doi: '10.21105/jose.00029',
    firstAuthor: { name: 'Mario Román', orcid_id: 'https://orcid.org/0000-0003-3158-1226' },
  },
  {
    file: '10.21105.jose.00175.crossref.xml',
    title:
      'What and How of Machine Learning Transparency: Building Bespoke Explainability Tools with Interoperable Algorithmic Components',
    doi: '10.21105/jose.00175',
    firstAuthor: { name: 'Kacper Sokol' },
  },
];
const pathOf = (file: string) =>
  fileURLToPath(new URL(`../fixtures/given/real/jose/${file}`, import.meta.url));

test('from a first start to a finished send: real files are looked at, added, checked, and stored by the directory', async ({
  page,
  colophon,
}) => {
  const sandbox = await sandboxOf(page);
  const drafts = () =>
    colophon.rows<{ title: string; doi: string; sync: string; remote_id: string | null }>(
      'SELECT title, doi, sync, remote_id FROM drafts WHERE staged = 0 ORDER BY doi',
    );

  await test.step('an empty window says what to do next', async () => {
    await expect(page.getByRole('heading', { name: t('drafts.first.title') })).toBeVisible();
    await expect(page.getByRole('grid')).toHaveCount(0);
  });

  await test.step('what the files hold is shown before anything of it becomes a draft', async () => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: t('drafts.first.import') }).click();
    await (await choosing).setFiles(deposits.map(({ file }) => pathOf(file)));
    const name = t('import.files', { count: 3 });
    await expect(page.getByRole('heading', { name: t('import.title', { name }) })).toBeVisible();
    const records = page.getByRole('tabpanel').getByRole('listitem');
    for (const { file, title, doi } of deposits) {
      const record = records.filter({ hasText: title });
      await expect(record).toContainText(doi);
      await expect(record).toContainText(file);
    }
    expect(await numbers(page.getByRole('main'))).toMatchObject({
      [t('import.fact.created')]: '3',
      [t('import.fact.problems')]: '0',
    });
    expect(drafts()).toEqual([]);
    await page.getByRole('button', { name: t('import.accept', { count: 3, n: '3' }) }).click();
    await expect(draftRow(page, deposits[0]!.title)).toBeVisible();
  });

  await test.step('the list shows all of them, in their journal', async () => {
    await page.getByRole('button', { name: t('drafts.clearFilters') }).click();
    for (const { title } of deposits) {
      await expect(draftRow(page, title)).toContainText('Journal of Open Source Education');
      await expect(draftRow(page, title)).toContainText(t('common.sync.never'));
    }
    expect(drafts().map(({ doi }) => doi)).toEqual(deposits.map(({ doi }) => doi));
  });

  await test.step('the plan counts what would go, and nothing has gone yet', async () => {
    await page
      .getByRole('checkbox', { name: t('drafts.pickOne') })
      .first()
      .click();
    await page.getByRole('button', { name: t('drafts.pickAll', { count: 3, n: '3' }) }).click();
    await page.getByRole('button', { name: t('drafts.send') }).click();
    const plan = page.getByRole('dialog', { name: t('send.title') });
    await expect(plan.getByText(t('send.dryRun', { count: 3, n: '3' }))).toBeVisible();
    expect(await numbers(plan)).toEqual({
      [t('send.number.fresh')]: '3',
      [t('send.number.overwriting')]: '0',
      [t('send.number.unchanged')]: '0',
      [t('send.number.held')]: '0',
    });
    await expect(plan).toContainText(t('send.batches', { count: 1, n: '1' }));
    await plan.getByRole('button', { name: t('send.payload.title') }).click();
    const body = plan.getByRole('textbox', { name: t('send.payload.body') });
    await expect(body).toHaveValue(/"bibjson"/);
    expect(deposits.map(({ title }) => title)).toContain(JSON.parse(await body.inputValue()).bibjson.title);
    expect(await sandbox.sends()).toEqual([]);
    await plan.getByRole('button', { name: t('send.goCount', { count: 3, n: '3' }) }).click();
  });

  await test.step('the upload goes to its end', async () => {
    const upload = page.locator('[data-region="upload"]');
    await expect(upload.getByText(t('uploads.ended.done'))).toBeVisible();
    await expect(upload).toContainText(
      `${t('uploads.summary.stored', { count: 3, n: '3' })} (${t('uploads.summary.created', { n: '3' })})`,
    );
    expect(await numbers(upload)).toMatchObject({
      [t('uploads.tile.created')]: '3',
      [t('uploads.tile.queued')]: '0',
      [t('uploads.tile.refused')]: '0',
    });
  });

  await test.step('the directory holds exactly them, and the drafts know it', async () => {
    const added = await sandbox.added();
    expect(added.map(doiOf).sort()).toEqual(deposits.map(({ doi }) => doi));
    for (const { doi, title, firstAuthor } of deposits) {
      const article = added.find((one) => doiOf(one) === doi)!;
      expect(article.bibjson).toMatchObject({
        title,
        author: expect.arrayContaining([expect.objectContaining(firstAuthor)]),
        identifier: expect.arrayContaining([{ type: 'eissn', id: '2577-3569' }]),
        journal: expect.objectContaining({ title: 'Journal of Open Source Education' }),
      });
    }
    expect(
      (await sandbox.sends()).map(({ method, path, status }) => [method, path.replace(/\?.*/, ''), status]),
    ).toEqual([['POST', '/directory/api/v3/bulk/articles', 201]]);
    const idsThere = Object.fromEntries(added.map((one) => [doiOf(one), one.id]));
    expect(drafts()).toEqual(
      deposits.map(({ title, doi }) => ({ title, doi, sync: 'sent', remote_id: idsThere[doi] })),
    );
    await page
      .getByRole('navigation', { name: t('frame.navigation') })
      .getByRole('link', { name: t('frame.drafts') })
      .click();
    for (const { title } of deposits) await expect(draftRow(page, title)).toContainText(/sent \d/);
  });
});
