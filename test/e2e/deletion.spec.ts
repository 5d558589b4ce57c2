import { expect, type Page } from '@playwright/test';
import { setAt } from '../../src/shared/draft/fieldPath.ts';
import { deleteNow, sendNow } from '../helpers/confirm.ts';
import { expectAccessible, expectReadable } from './accessible.ts';
import { article, cartography } from './articles.ts';
import { breakCalls, changeAnswer } from './broken.ts';
import { addDrafts, asker, type Colophon, call, firstWorld, fullTest, sandboxOf, test } from './colophon.ts';
import { faultKey } from './looks.ts';
import { pressUntil } from './pressUntil.ts';
import { draftRow, goTo, named, pressEscape, t } from './screen.ts';
import { storedArticle, storedId } from './storedArticles.ts';

// Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
test.use({ bypassCSP: true });

const asked = (page: Page) => page.getByRole('alertdialog');
const deleted = (page: Page) => named(page, 'dialog', 'deletion.listTitle');
const rows = (page: Page) => deleted(page).getByRole('listitem');
const confirm = (page: Page, count = 1) =>
  named(asked(page), 'button', 'deletion.confirm', { count, n: String(count) });

/** Creates drafts of articles with these numbers and sends them. */
async function sendArticles(page: Page, numbers: number[]): Promise<number[]> {
  const ids = await addDrafts(
    page,
    numbers.map((number) => article(number)),
  );
  const { id } = await sendNow(asker(page), {
    accountId: 'sandbox',
    selection: { ids },
    includeUnchanged: false,
    name: 'First',
  });
  await expect.poll(async () => (await call(page, 'uploads.get', { id })).state).toBe('done');
  return ids;
}

const states = (colophon: Colophon) =>
  colophon.rows<{ state: string }>('SELECT state FROM deletions ORDER BY id').map(({ state }) => state);

test('selected drafts are deleted from the directory and one is restored, all by keyboard', async ({
  page,
  colophon,
}) => {
  const sandbox = await sandboxOf(page);
  await sandbox.noLimit();
  const ids = await sendArticles(page, [1, 2]);
  const before = await sandbox.added();
  await expect(draftRow(page, 'Sheet ')).toHaveCount(2);
  await page.getByRole('grid').getByRole('row').nth(1).focus();
  await page.keyboard.press('Control+a');
  const more = named(page, 'button', 'drafts.more');
  await pressUntil(page, 'Shift+Tab', more);
  await page.keyboard.press('Enter');
  const item = named(page, 'menuitem', 'deletion.button');
  await pressUntil(page, 'ArrowDown', item);
  await page.keyboard.press('Enter');
  await expect(asked(page)).toContainText(t('deletion.readers', { count: 2 }));
  await expect(confirm(page, 2)).toBeVisible();
  await expectAccessible(page, 'deleting from the directory');
  const number = asked(page).getByRole('textbox');
  await pressUntil(page, 'Tab', number);
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await expect(asked(page)).toContainText(t('deletion.wrong', { n: '2' }));
  expect(await sandbox.added()).toHaveLength(2);
  await page.keyboard.press('Backspace');
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');

  await expect(deleted(page).getByRole('status')).toHaveText(t('deletion.finished'));
  await expect(rows(page)).toHaveCount(2);
  await expectAccessible(page, 'articles deleted from the directory');
  expect(await sandbox.added()).toEqual([]);
  expect(states(colophon)).toEqual(['deleted', 'deleted']);
  const drafts = colophon.rows<object>('SELECT sync, remote_id FROM drafts');
  expect(drafts).toEqual([
    { sync: 'never', remote_id: null },
    { sync: 'never', remote_id: null },
  ]);
  const kept = colophon.rows<{ remote_id: string }>(
    'SELECT remote_id FROM earlier_versions ORDER BY remote_id',
  );
  expect(kept.map((one) => one.remote_id)).toEqual(before.map(({ id }) => id).sort());

  const title = 'Sheet 1 of an atlas that was never bound';
  const restore = named(deleted(page), 'button', 'deletion.restoreOf', { title });
  const draftOf = async () => {
    const { rows } = await call(page, 'drafts.list', {
      ...{ accountId: 'sandbox', filter: { text: 'Sheet 1' }, sort: { by: 'title', direction: 'asc' } },
      ...{ offset: 0, limit: 1 },
    });
    return call(page, 'drafts.get', { id: rows[0]!.id });
  };
  const draft = await draftOf();
  const edited = setAt(draft.record, 'bibjson.abstract', 'Written after it was deleted.');
  await call(page, 'drafts.save', { id: draft.id, version: draft.version, record: edited });
  await pressUntil(page, 'Tab', restore);
  await page.keyboard.press('Enter');
  await expect(asked(page)).toBeVisible();
  await expectAccessible(page, 'restoring a deleted article');
  await pressUntil(page, 'Tab', named(asked(page), 'button', 'deletion.restore'));
  await page.keyboard.press('Enter');
  const plan = named(page, 'dialog', 'send.title');
  const include = t('send.deletedThere.include', { count: 1, n: '1' });
  await expect(plan.getByRole('checkbox', { name: include, exact: true })).toBeChecked();
  await expect(plan.getByRole('progressbar')).toHaveCount(0);
  await expectAccessible(page, 'a plan with an article that was deleted');
  const send = named(plan, 'button', 'send.goCount', { count: 1, n: '1' });
  await pressUntil(page, 'Tab', send);
  await page.keyboard.press('Enter');
  // The plan leads to the upload, also after the article has arrived.
  await expect(page.locator('[data-region="upload"]')).toBeVisible();
  await expect.poll(async () => (await sandbox.added()).length).toBe(1);
  expect(before.map(({ id }) => id)).not.toContain((await sandbox.added())[0]!.id);

  await goTo(page, `#/drafts/${ids[1]}`);
  const form = page.locator('[data-region="record"], form').last();
  await expect(form).toContainText(t('deletion.drafted.text'));
  await expectAccessible(page, 'a draft whose article was deleted');
});

fullTest('a pause is explained, and the rest can be kept or deleted later', async ({ page, colophon }) => {
  const sandbox = await sandboxOf(page);
  await sandbox.noLimit();
  const [id] = await sendArticles(page, [1]);
  await goTo(page, `#/drafts/${id}`);
  const button = named(page, 'button', 'deletion.button');
  await button.click();
  const repair = await breakCalls(page, /^deletions\.start$/);
  await confirm(page).click();
  await expectReadable(page, 'a deletion that cannot be started', asked(page).getByRole('alert').first());
  await repair();
  const later = { error: 'Later.' };
  await sandbox.fault({ kind: 'status', status: 503, body: later, match: { path: 'articles/' } });
  await confirm(page).click();
  await expect(deleted(page)).toContainText(t('deletion.paused'));
  await expectAccessible(page, 'deletions that pause');
  const repaired = await breakCalls(page, /^deletions\.cancel$/);
  await named(deleted(page), 'button', 'deletion.cancel').click();
  await expect(
    deleted(page)
      .getByRole('alert')
      .filter({ hasText: t(faultKey) }),
  ).toBeVisible();
  await repaired();
  await named(deleted(page), 'button', 'deletion.cancel').click();
  await expect.poll(() => states(colophon)).toEqual(['cancelled']);
  await sandbox.noMoreFaults();
  expect(await sandbox.added()).toHaveLength(1);
  await pressEscape(page);
  await expect(button).toBeFocused();
  await changeAnswer<object>(page, 'deletions.preview', (plan) => ({ ...plan, missing: 1, uncompared: 1 }));
  await button.click();
  await expect(asked(page)).toContainText(t('deletion.missing', { count: 1, n: '1' }));
  await expectAccessible(page, 'deleting what could not be compared');
  await sandbox.fault({ kind: 'status', status: 503, body: later, match: { method: 'DELETE' } });
  await confirm(page).click();
  // Otherwise the dialog may show the end itself.
  await expect(deleted(page)).toContainText(t('deletion.paused'));
  await named(deleted(page), 'button', 'common.close').click();
  await expect(deleted(page)).toHaveCount(0);
  await sandbox.noMoreFaults();
  await call(page, 'deletions.resume', { accountId: 'sandbox' });
  const notice = page.locator('.fui-MessageBar').filter({ hasText: t('deletion.ended') });
  await expect(notice).toBeVisible();
  expect(states(colophon)).toEqual(['cancelled', 'deleted']);
  await named(notice, 'button', 'deletion.show').press('Enter');
  await expect(deleted(page).getByRole('status')).toHaveText(t('deletion.finished'));
});

fullTest(
  'an article whose deletion was on its way when the program was killed is looked up',
  async ({ page, colophon }) => {
    const sandbox = await sandboxOf(page);
    await sandbox.noLimit();
    const ids = await sendArticles(page, [1, 2]);
    await sandbox.fault({ kind: 'hang', match: { method: 'DELETE', nth: 1 } });
    await deleteNow(asker(page), { accountId: 'sandbox', of: { selection: { ids } } });
    await expect.poll(() => states(colophon)).toEqual(['deleting', 'waiting']);
    const kept = () => colophon.rows<{ n: number }>('SELECT count(*) n FROM earlier_versions')[0]!.n;
    expect(kept()).toBe(1);
    await colophon.kill();
    await colophon.startAgain();
    await page.goto(colophon.address());
    await expect.poll(() => states(colophon)).toEqual(['deleted', 'deleted']);
    expect(await (await sandboxOf(page)).added()).toEqual([]);
    expect(kept()).toBe(2);
  },
);

fullTest('of two articles with one DOI the surplus one is named and deleted', async ({ page, colophon }) => {
  const sandbox = await sandboxOf(page);
  await sandbox.noLimit();
  const first = storedArticle(1, { title: 'The first entry' });
  const { identifier } = first.bibjson as Record<string, unknown>;
  const second = storedArticle(2, { title: 'The second entry', identifier });
  await sandbox.world({ ...firstWorld, articles: [first, second] });
  const [id] = await addDrafts(page, [article(1)]);
  await goTo(page, `#/drafts/${id}`);
  await named(page, 'button', 'article.duplicates.ask').click();
  const surplus = page
    .getByRole('group')
    .or(page.locator('.fui-MessageBar'))
    .filter({ hasText: 'The second entry' })
    .last();
  await named(surplus, 'button', 'deletion.one').click();
  await expect(asked(page)).toContainText('The second entry');
  await expect(asked(page)).toContainText(t('deletion.stays', { count: 1 }));
  await expect(asked(page).getByRole('listitem')).toHaveText('The first entry');
  await expectAccessible(page, 'deleting one of two articles');
  await confirm(page).click();
  await expect.poll(() => states(colophon)).toEqual(['deleted']);
  expect((await sandbox.articles()).map((one) => one.id)).toEqual([storedId(1)]);
});

fullTest('an article that was found is deleted from its details', async ({ page, colophon }) => {
  const sandbox = await sandboxOf(page);
  await sandbox.noLimit();
  await sandbox.world({ ...firstWorld, articles: [1, 2, 3].map((number) => storedArticle(number)) });
  await goTo(page, '#/search');
  await named(page, 'radio', 'search.kind.article')
    .or(named(page, 'tab', 'search.kind.article'))
    .first()
    .click();
  await named(page, 'textbox', 'search.query').fill(`issn:${cartography.eissn}`);
  await page.keyboard.press('Enter');
  const found = page.getByRole('grid').locator('[data-row]');
  await expect(found).toHaveCount(3);
  await found.filter({ hasText: 'Sheet 2' }).click();
  await named(page, 'button', 'deletion.button').click();
  await expect(asked(page)).toContainText('Sheet 2');
  await confirm(page).click();
  await expect.poll(() => states(colophon)).toEqual(['deleted']);
  expect((await sandbox.articles()).map((one) => one.id).sort()).toEqual([storedId(1), storedId(3)]);
});

fullTest('selected results of a search are deleted by keyboard', async ({ page, colophon }) => {
  const sandbox = await sandboxOf(page);
  await sandbox.noLimit();
  await sandbox.world({ ...firstWorld, articles: [1, 2, 3].map((number) => storedArticle(number)) });
  await goTo(page, '#/search');
  await named(page, 'radio', 'search.kind.article').check();
  const query = named(page, 'textbox', 'search.query');
  await query.fill(`issn:${cartography.eissn}`);
  await query.press('Enter');
  const found = page.getByRole('grid').locator('[data-row]');
  await expect(found).toHaveCount(3);
  const titles = await found.allInnerTexts();
  await pressUntil(page, 'Tab', found.first());
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await pressUntil(page, 'Shift+Tab', named(page, 'button', 'deletion.button'));
  await page.keyboard.press('Enter');
  await expect(asked(page)).toContainText(t('deletion.readers', { count: 2 }));
  await pressUntil(page, 'Tab', asked(page).getByRole('textbox'));
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await expect(deleted(page).getByRole('status')).toHaveText(t('deletion.finished'));
  await expect(rows(page)).toHaveCount(2);
  expect(states(colophon)).toEqual(['deleted', 'deleted']);
  const left = await sandbox.articles();
  expect(left).toHaveLength(1);
  expect(titles[2]).toContain(left[0]!.bibjson.title);
});

fullTest('an article of a comparison is deleted from its row', async ({ page, colophon }) => {
  const sandbox = await sandboxOf(page);
  await sandbox.noLimit();
  await sandbox.world({ ...firstWorld, articles: [1, 2].map((number) => storedArticle(number)) });
  const { id } = await call(page, 'comparisons.start', {
    accountId: 'sandbox',
    issn: cartography.eissn,
    year: '2026',
  });
  await goTo(page, `#/comparisons/${id}`);
  const compared = page.getByRole('grid').locator('[data-row]');
  await expect(compared).toHaveCount(2);
  await compared.filter({ hasText: 'Sheet 2' }).press('Enter');
  const button = named(page, 'button', 'deletion.button');
  await pressUntil(page, 'Tab', button);
  await page.keyboard.press('Enter');
  await expect(asked(page)).toContainText('Sheet 2');
  await confirm(page).press('Enter');
  await expect.poll(() => states(colophon)).toEqual(['deleted']);
  expect((await sandbox.articles()).map((one) => one.id)).toEqual([storedId(1)]);
  const [kept] = colophon.rows<{ remote_id: string }>('SELECT remote_id FROM earlier_versions');
  expect(kept).toEqual({ remote_id: storedId(2) });
});
