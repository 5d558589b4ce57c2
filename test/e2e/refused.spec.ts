import { expect, type Page } from '@playwright/test';
import { sendNow } from '../helpers/confirm.ts';
import { expectAccessible, expectReadable } from './accessible.ts';
import { article, cartography, doi } from './articles.ts';
import { breakCalls } from './broken.ts';
import { addDrafts, asker, call, doiOf, firstWorld, fullTest, sandboxOf, test } from './colophon.ts';
import { placeOf } from './fixingMode.ts';
import { pressUntil } from './pressUntil.ts';
import { button, draftRow, field, goTo, named, numbers, storedRecord, t } from './screen.ts';

/** Articles by id that the directory has and Colophon has never seen. */
async function prepare(page: Page, stored: Record<string, Record<string, unknown>>) {
  const sandbox = await sandboxOf(page);
  await sandbox.world({
    ...firstWorld,
    articles: Object.entries(stored).map(([id, bibjson]) => ({
      id: id.padEnd(32, '0'),
      ...article(0, bibjson),
    })),
  });
  return sandbox;
}

/** Sends everything in the list and waits until the upload has finished. */
async function sendAll(page: Page, count: number) {
  await goTo(page, '#/drafts');
  await button(page, 'drafts.sendAll').click();
  const plan = named(page, 'dialog', 'send.title');
  await button(plan, 'send.goCount', { count, n: String(count) }).click();
  const upload = page.locator('[data-region="upload"]');
  await expect(upload.getByText(t('uploads.ended.done'))).toBeVisible();
  return upload;
}

const ids = (doiThere: string) => [
  { type: 'doi', id: doiThere },
  { type: 'pissn', id: cartography.pissn },
  { type: 'eissn', id: cartography.eissn },
];
const link = (url: string) => [{ type: 'fulltext', url, content_type: 'PDF' }];

test('an article that only the directory can refuse is shown with its message, corrected at the field, and sent again', async ({
  page,
  colophon,
}) => {
  // One record at the directory has the DOI, another the address, so the directory cannot decide between them.
  const sandbox = await prepare(page, {
    a: { title: 'Has the DOI', identifier: ids(doi(2)), link: link('https://cartography.example.org/old/2') },
    b: {
      title: 'Has the address',
      identifier: ids('10.5555/old.2'),
      link: link('https://cartography.example.org/sheets/2'),
    },
  });
  const [, refused] = await addDrafts(page, [article(1), article(2), article(3)]);
  const title = 'Sheet 2 of an atlas that was never bound';
  const upload = await sendAll(page, 3);

  await test.step('the rest is stored; this one is shown with the field, our explanation and the original message', async () => {
    expect(await numbers(upload)).toMatchObject({
      [t('uploads.tile.created')]: '2',
      [t('uploads.tile.refused')]: '1',
    });
    expect((await sandbox.articles()).map(doiOf).sort()).toEqual(
      [doi(2), '10.5555/old.2', doi(1), doi(3)].sort(),
    );
    const problems = named(upload, 'table', 'uploads.tab.problems');
    const row = problems.getByRole('row').filter({ hasText: title });
    await expect(row).toContainText(t('directory.refusal.duplicate-ambiguous.message'));
    await button(row, 'article.directoryWords').click();
    await expect(row).toContainText('matched multiple existing articles');
    expect(colophon.rows('SELECT sync FROM drafts ORDER BY id')).toEqual([
      { sync: 'sent' },
      { sync: 'refused' },
      { sync: 'sent' },
    ]);
    await row.getByRole('link', { name: t('uploads.openFieldOf', { title }) }).click();
  });

  await test.step('the link leads to the field, which shows the reason', async () => {
    await expect(field(page, 'doi')).toBeFocused();
    const section = page.getByRole('region', { name: t('article.section.links') });
    await expect(section).toContainText(t('directory.refusal.duplicate-ambiguous.message'));
    await expect(page.getByText(t('article.refused.title', { when: '' }).slice(0, 30))).toBeVisible();
    await expect(draftRow(page, title)).toContainText(t('common.sync.refused'));
  });

  await test.step('after the correction it is no longer marked as refused, and is stored', async () => {
    await field(page, 'doi').fill('10.5555/old.2');
    await expect.poll(() => JSON.stringify(storedRecord(colophon, refused!))).toContain('10.5555/old.2');
    // The reason stays visible, even after a reload.
    const edited = page.getByText(t('article.refused.edited', { when: '' }).split('(')[0]!);
    await expect(edited).toBeVisible();
    await page.reload();
    await expect(edited).toBeVisible();
    await goTo(page, '#/uploads/1');
    await button(upload, 'uploads.retryOf', { title }).click();
    const asked = page.getByRole('dialog');
    await expect(asked.getByRole('listitem')).toHaveText([title]);
    await expectAccessible(page, 'sending again');
    await asked.getByRole('button', { name: t('uploads.confirm.again.go', { count: 1, n: '1' }) }).click();
    await expect(upload).toContainText(t('uploads.summary.stored', { count: 3, n: '3' }));
    await expect(upload.getByText(t('uploads.ended.done'))).toBeVisible();
    expect(await numbers(upload)).toMatchObject({ [t('uploads.tile.refused')]: '0' });
    const there = (await sandbox.articles()).find((one) => doiOf(one) === '10.5555/old.2')!;
    expect(there).toMatchObject({ id: 'b'.padEnd(32, '0'), bibjson: { title } });
    expect(colophon.rows('SELECT sync, remote_id FROM drafts WHERE id = ?', refused)).toEqual([
      { sync: 'sent', remote_id: there.id },
    ]);
  });
});

fullTest(
  'in version 4.0 an article that the directory has under another DOI is refused, corrected and sent again',
  async ({ page, colophon }) => {
    await call(page, 'accounts.update', { id: 'sandbox', dialect: '4.0' });
    const sandbox = await prepare(page, {
      a: {
        title: 'There already',
        identifier: ids('10.5555/there.1'),
        link: link('https://cartography.example.org/sheets/1'),
      },
    });
    const [id] = await addDrafts(page, [article(1)]);
    const title = 'Sheet 1 of an atlas that was never bound';
    const upload = await sendAll(page, 1);
    const row = upload.getByRole('row').filter({ hasText: title });
    await expect(row).toContainText(t('directory.refusal.identifier-changed.message'));
    await row.getByRole('link', { name: t('uploads.openFieldOf', { title }) }).click();
    await expect(field(page, 'doi')).toBeFocused();
    await field(page, 'doi').fill('10.5555/there.1');
    await expect.poll(() => JSON.stringify(storedRecord(colophon, id!))).toContain('10.5555/there.1');
    // From the record itself this time.
    await button(page, 'article.send').click();
    const plan = named(page, 'dialog', 'send.title');
    await button(plan, 'send.goCount', { count: 1, n: '1' }).click();
    await expect(upload.getByText(t('uploads.ended.done'))).toBeVisible();
    await expect(upload).toContainText(t('uploads.summary.stored', { count: 1, n: '1' }));
    expect(await sandbox.articles()).toEqual([
      expect.objectContaining({ id: 'a'.padEnd(32, '0'), bibjson: expect.objectContaining({ title }) }),
    ]);
    expect(colophon.rows('SELECT sync FROM drafts')).toEqual([{ sync: 'sent' }]);
  },
);

fullTest(
  'an upload lists the articles that were not sent, with the reasons, and opens them',
  async ({ page }) => {
    await call(page, 'journals.refresh', { accountId: 'sandbox' });
    await addDrafts(page, [article(1), article(2, { title: 'Twice' }), article(2, { title: 'Again' })]);
    const [broken] = await addDrafts(page, [article(3, { title: 'A sheet of no year', year: 'soon' })]);
    const upload = await sendAll(page, 2);
    await expect(upload).toContainText(t('uploads.heldBack', { count: 2, n: '2' }));
    const show = button(upload, 'uploads.leftOut.show');
    await show.click();
    const dialog = named(page, 'dialog', 'uploads.leftOut.title');
    await expect(dialog).toContainText(t('send.held.reason.hard-to-find', { count: 1, n: '1' }));
    await expect(dialog).toContainText(t('send.held.reason.duplicate-in-selection', { count: 1, n: '1' }));
    await expectAccessible(page, 'the articles that an upload did not send');
    await dialog.getByRole('link', { name: 'A sheet of no year', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`#/drafts/${broken}\\?field=`));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goBack();
    await show.press('Enter');
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(show).toBeFocused();
  },
);

fullTest(
  'an article that becomes hard to find while it waits is refused, and corrected by keyboard',
  async ({ page, colophon }) => {
    const sandbox = await prepare(page, {});
    const [id] = await addDrafts(page, [article(1), article(2)]);
    const title = 'Sheet 1 of an atlas that was never bound';
    await sandbox.fault({ kind: 'status', status: 401, match: { method: 'POST', times: 1 } });
    const how = { accountId: 'sandbox', selection: { ids: [id!] }, includeUnchanged: false, name: '' };
    const { id: uploadId } = await sendNow(asker(page), how);
    await expect.poll(async () => (await call(page, 'uploads.get', { id: uploadId })).state).toBe('paused');
    const { version, record } = await call(page, 'drafts.get', { id: id! });
    const bibjson = { ...(record.bibjson as object), year: '24' };
    await call(page, 'drafts.save', { id: id!, version, record: { ...record, bibjson } });
    await call(page, 'uploads.resume', { id: uploadId });

    await goTo(page, `#/uploads/${uploadId}`);
    const upload = page.locator('[data-region="upload"]');
    const row = upload.getByRole('row').filter({ hasText: title });
    await expect(row).toContainText(t('queue.held.changedInQueueHelp'));
    await expectAccessible(page, 'an article that was changed after it was confirmed');
    const retry = async () => {
      await button(upload, 'uploads.retryOf', { title }).focus();
      await page.keyboard.press('Enter');
      const go = t('uploads.confirm.again.go', { count: 1, n: '1' });
      await pressUntil(page, 'Tab', page.getByRole('dialog').getByRole('button', { name: go }));
      await page.keyboard.press('Enter');
    };
    await retry();
    await expect(row).toContainText(t('queue.held.hardToFindHelp'));
    expect(await sandbox.articles()).toEqual([]);
    await expectAccessible(page, 'an article that was held back at its turn');

    await row.getByRole('link', { name: t('uploads.openFieldOf', { title }) }).focus();
    await page.keyboard.press('Enter');
    await expect(field(page, 'year')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('2024');
    await expect.poll(() => JSON.stringify(storedRecord(colophon, id!))).toContain('"year":"2024"');
    await goTo(page, `#/uploads/${uploadId}`);
    await retry();
    await expect(upload.getByText(t('uploads.ended.done'))).toBeVisible();
    await expect
      .poll(async () => (await sandbox.articles()).map(({ bibjson }) => bibjson.year))
      .toEqual(['2024']);
  },
);

test('equal reasons stand once in the plan, and lead to fixing just these articles', async ({ page }) => {
  const unnamed = (number: number) =>
    article(number, { author: [{ affiliation: 'Institute for Lost Coasts' }] });
  await addDrafts(page, [unnamed(1), unnamed(2), unnamed(3), article(4)]);
  await goTo(page, '#/drafts');
  await expect(page.getByRole('row')).toHaveCount(5);
  await button(page, 'drafts.sendAll').click();
  const plan = named(page, 'dialog', 'send.title');
  const held = plan.getByRole('region', { name: t('send.held.title') });
  await expect(held.getByRole('listitem')).toHaveCount(1);
  await expect(held.getByRole('link')).toHaveCount(3);
  await button(held, 'send.held.fix', { count: 3, n: '3' }).click();
  await expect(placeOf(page, 1, 3)).toBeVisible();
});

test('why articles were not sent: the journals are refreshed there, and the articles sent', async ({
  page,
}) => {
  const sandbox = await sandboxOf(page);
  const isOther = ({ bibjson }: Record<string, unknown>) =>
    (bibjson as { pissn?: string }).pissn !== cartography.pissn;
  await sandbox.world({ ...firstWorld, journals: firstWorld.journals.filter(isOther), articles: [] });
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  const harbour = [{ type: 'pissn', id: '1845-7339' }];
  const known = article(3, { identifier: [{ type: 'doi', id: doi(3) }, ...harbour], journal: undefined });
  await addDrafts(page, [article(1), article(2), known]);
  const upload = await sendAll(page, 1);
  await button(upload, 'uploads.leftOut.show').click();
  const dialog = named(page, 'dialog', 'uploads.leftOut.title');
  await expect(dialog.getByRole('link')).toHaveCount(2);

  await sandbox.world(firstWorld);
  await button(dialog, 'send.held.refresh').click();
  await expect(dialog.getByRole('status')).toHaveText(t('commands.journalsFetched'));
  await expectAccessible(page, 'the articles that an upload did not send');
  await button(dialog, 'uploads.sendFixed').click();
  const plan = named(page, 'dialog', 'send.title');
  await button(plan, 'send.goCount', { count: 2, n: '2' }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(async () => (await sandbox.added()).map(doiOf).sort()).toEqual([doi(1), doi(2)]);
});

test('the plan makes itself anew when the journals are refreshed in it', async ({ page }) => {
  const sandbox = await sandboxOf(page);
  const isOther = ({ bibjson }: Record<string, unknown>) =>
    (bibjson as { pissn?: string }).pissn !== cartography.pissn;
  await sandbox.world({ ...firstWorld, journals: firstWorld.journals.filter(isOther), articles: [] });
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  await addDrafts(page, [article(1), article(2)]);
  await goTo(page, '#/drafts');
  await expect(page.getByRole('row')).toHaveCount(3);
  await button(page, 'drafts.sendAll').click();
  const plan = named(page, 'dialog', 'send.title');
  const held = plan.getByRole('region', { name: t('send.held.title') });
  await expect(held.getByRole('link')).toHaveCount(2);
  const repair = await breakCalls(page, /^journals\.refresh$/);
  await button(held, 'send.held.refresh').click();
  await expectReadable(page, 'journals that cannot be refreshed in a plan', plan.getByRole('alert').first());
  await repair();
  await sandbox.world(firstWorld);
  await button(held, 'send.held.refresh').click();
  await expect(button(plan, 'send.goCount', { count: 2, n: '2' })).toBeVisible();
  await expect(held).toHaveCount(0);
});
