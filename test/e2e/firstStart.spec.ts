import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { sampleJson, sampleRecords, sampleRefused } from '../helpers/samples.ts';
import { doiOf, fullTest, sandboxOf, startColophon, test } from './colophon.ts';
import { button, draftRow, field, named, numbers, t } from './screen.ts';
import { watchCalls } from './watchCalls.ts';

const sample = sampleRecords().map(({ bibjson }) => bibjson);
const [first] = sample;
/** The newest draft, at the top of the list. */
const last = 'Sea monsters as scale bars';

test('from the first start to a finished upload: the sample volume is imported, checked, and stored by the directory', async ({
  page,
  colophon,
}) => {
  const answered = watchCalls(page);
  const sandbox = await sandboxOf(page);
  const drafts = () =>
    colophon.rows<{ title: string; doi: string; sync: string; remote_id: string | null }>(
      'SELECT title, doi, sync, remote_id FROM drafts WHERE staged = 0 ORDER BY doi',
    );

  await test.step('an empty window suggests the next step', async () => {
    await expect(page.getByRole('heading', { name: t('drafts.first.title') })).toBeVisible();
    await expect(page.getByRole('grid')).toHaveCount(0);
  });

  await test.step('the sample is shown before any of it becomes a draft', async () => {
    await button(page.getByRole('main'), 'drafts.first.sample').click();
    await expect(
      page.getByRole('heading', { name: t('import.title', { name: sampleJson.name }) }),
    ).toBeVisible();
    const records = page.getByRole('tabpanel').getByRole('listitem');
    await expect(records.filter({ hasText: first!.title! })).toContainText('10.5555/cart.2025.101');
    await expect
      .poll(() => numbers(page.getByRole('main')))
      .toMatchObject({ [t('import.fact.created')]: '30' });
    expect(drafts()).toEqual([]);
    await button(page, 'import.accept', { count: 30, n: '30' }).click();
    await expect(draftRow(page, last)).toBeVisible();
  });

  await test.step('the list shows all of them, with their journal', async () => {
    await button(page, 'drafts.clearFilters').click();
    await expect(draftRow(page, last)).toContainText('Annals of Imaginary Cartography');
    await expect(draftRow(page, last)).toContainText(t('common.sync.never'));
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '31');
    expect(
      colophon.rows(
        'SELECT readiness, count(*) AS n FROM drafts WHERE staged = 0 GROUP BY readiness ORDER BY n, readiness',
      ),
    ).toEqual([
      { readiness: 'incomplete', n: 6 },
      { readiness: 'ready', n: 12 },
      { readiness: 'warnings', n: 12 },
    ]);
  });

  await test.step('the plan counts the articles to send, and nothing has been sent yet', async () => {
    // Rows of the list before, which stay until this one arrives, cannot be selected.
    await answered();
    await named(page, 'checkbox', 'drafts.pickOne').first().click();
    await button(page, 'drafts.pickAll', { count: 30, n: '30' }).click();
    await button(page, 'drafts.send').click();
    const plan = named(page, 'dialog', 'send.title');
    await expect(plan.getByText(t('send.dryRun', { count: 30, n: '30' }))).toBeVisible();
    // The numbers change once the directory has been checked.
    await expect
      .poll(() => numbers(plan))
      .toEqual({
        [t('send.number.fresh')]: '21',
        [t('send.number.overwriting')]: '3',
        [t('send.number.held')]: '6',
      });
    // One of the sample's mistakes is a year that readers could hardly find; the user agrees to send it.
    await named(plan, 'checkbox', 'send.hardToFind.include', { count: 1, n: '1' }).check();
    await expect
      .poll(() => numbers(plan))
      .toEqual({
        [t('send.number.fresh')]: '22',
        [t('send.number.overwriting')]: '3',
        [t('send.number.held')]: '5',
      });
    await expect(plan).toContainText(t('send.batches', { count: 1, n: '1' }));
    await button(plan, 'send.payload.title').click();
    await expect(plan).toContainText(t('send.payload.place', { place: '1', total: '25' }));
    const body = named(plan, 'textbox', 'send.payload.body');
    await expect(body).toHaveValue(/"bibjson"/);
    const { title } = JSON.parse(await body.inputValue()).bibjson;
    expect(sample.map((record) => record.title)).toContain(title);
    expect(await sandbox.sends()).toEqual([]);
    await button(plan, 'send.goCount', { count: 25, n: '25' }).click();
  });

  await test.step('the upload finishes', async () => {
    const upload = page.locator('[data-region="upload"]');
    await expect
      .poll(() => numbers(upload))
      .toMatchObject({
        [t('uploads.tile.created')]: '22',
        [t('uploads.tile.overwrote')]: '2',
        [t('uploads.tile.queued')]: '0',
        [t('uploads.tile.refused')]: '1',
      });
  });

  await test.step('what the directory refused is corrected at its field and sent again', async () => {
    const upload = page.locator('[data-region="upload"]');
    const { title, doi } = sampleRefused;
    await upload.getByRole('link', { name: t('uploads.openFieldOf', { title }) }).click();
    await field(page, 'doi').fill(doi);
    await expect.poll(() => drafts().map((draft) => draft.doi)).toContain(doi);
    await page.goBack();
    await button(upload, 'uploads.retryOf', { title }).click();
    await button(page.getByRole('dialog'), 'uploads.confirm.again.go', { count: 1, n: '1' }).click();
    await expect
      .poll(() => numbers(upload))
      .toMatchObject({ [t('uploads.tile.overwrote')]: '3', [t('uploads.tile.refused')]: '0' });
  });

  await test.step('the directory has exactly these articles, and the drafts are marked as sent', async () => {
    const added = await sandbox.added();
    const sent = drafts().filter(({ sync }) => sync === 'sent');
    expect(sent).toHaveLength(25);
    expect(added).toHaveLength(22);
    for (const article of added) {
      const { title, author } = article.bibjson;
      expect(sample).toContainEqual(expect.objectContaining({ title, author }));
      const doi = doiOf(article).replace('https://doi.org/', '');
      expect(sent).toContainEqual({ title, doi, sync: 'sent', remote_id: article.id });
      expect(article.bibjson).toMatchObject({
        identifier: expect.arrayContaining([{ type: 'eissn', id: '2734-6226' }]),
        journal: expect.objectContaining({ title: 'Annals of Imaginary Cartography' }),
      });
    }
    expect(
      (await sandbox.sends()).map(({ method, path, status }) => [method, path.replace(/\?.*/, ''), status]),
    ).toContainEqual(['POST', '/directory/api/v3/bulk/articles', 201]);
    await page
      .getByRole('navigation', { name: t('frame.navigation') })
      .getByRole('link', { name: t('frame.drafts') })
      .click();
    await expect(draftRow(page, last)).toContainText(/sent \d/);
  });
});

fullTest('a link on another site leads in, and works once', async ({ page, browser }) => {
  const colophon = await startColophon();
  const elsewhere = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(`<a href="${colophon.address()}">Colophon</a>`),
  ).listen(0, '127.0.0.1');
  try {
    await once(elsewhere, 'listening');
    // To a browser, localhost is another site than 127.0.0.1.
    const link = `http://localhost:${(elsewhere.address() as AddressInfo).port}/`;
    await page.goto(link);
    await page.getByRole('link', { name: 'Colophon', exact: true }).click();
    await expect(page.getByRole('heading', { name: t('drafts.first.title') })).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
    const other = await browser.newPage();
    await other.goto(link);
    await other.getByRole('link', { name: 'Colophon', exact: true }).click();
    await expect(other.getByText(t('shell.door.tokenFix'))).toBeVisible();
    await other.close();
  } finally {
    elsewhere.close();
    await colophon.end();
  }
});
