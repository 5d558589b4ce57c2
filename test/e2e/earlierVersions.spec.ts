import { expect, type Page } from '@playwright/test';
import { sendNow } from '../helpers/confirm.ts';
import { expectAccessible, expectReadable } from './accessible.ts';
import { article } from './articles.ts';
import { breakCalls, changeAnswer } from './broken.ts';
import { addDrafts, asker, call, firstWorld, fullTest, type StoredArticle, sandboxOf } from './colophon.ts';
import { button, goTo, named, pressEscape, t } from './screen.ts';

const titles = async (page: Page) =>
  (await (await sandboxOf(page)).added()).map(({ bibjson }) => (bibjson as { title: string }).title).sort();

/** Sends the drafts and waits until the upload has finished. */
async function send(page: Page, ids: number[], name: string): Promise<number> {
  const { id } = await sendNow(asker(page), {
    accountId: 'sandbox',
    selection: { ids },
    includeUnchanged: false,
    name,
  });
  await expect.poll(async () => (await call(page, 'uploads.get', { id })).state).toBe('done');
  return id;
}

fullTest(
  'versions that an upload replaced are restored: one from its form, selected ones from the upload',
  async ({ page }) => {
    const ids = await addDrafts(page, [article(1), article(2)]);
    await send(page, ids, 'First');
    for (const [at, id] of ids.entries()) {
      const { version } = await call(page, 'drafts.get', { id });
      const record = article(at + 1, { title: `Overwritten ${at + 1}` });
      await call(page, 'drafts.save', { id, version, record });
    }
    const fresh = await addDrafts(page, [article(9, { title: 'New with the second' })]);
    const second = await send(page, [...ids, ...fresh], 'Second');
    expect(await titles(page)).toEqual(['New with the second', 'Overwritten 1', 'Overwritten 2']);

    await goTo(page, `#/uploads/${second}`);
    const upload = page.locator('[data-region="upload"]');
    const all = t('versions.upload.all', { count: 2, n: '2' });
    await upload.getByRole('button', { name: all, exact: true }).click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2);
    await expectAccessible(page, 'restoring a whole upload');
    await pressEscape(page);
    const pick = upload.getByRole('checkbox', { name: /^Overwritten 2: / });
    await pick.check();
    await button(upload, 'versions.upload.picked', { n: '1' }).click();
    const asked = named(page, 'dialog', 'versions.upload.title', { count: 1, n: '1' });
    await expectAccessible(page, 'restoring versions');
    const repair = await breakCalls(page, /^versions\.putBackUpload$/);
    await button(asked, 'versions.putBack').click();
    await expectReadable(page, 'restoring versions that fails', page.getByRole('alert').last());
    await repair();
    await button(asked, 'versions.putBack').click();
    const plan = named(page, 'dialog', 'send.title');
    const keep = t('send.keep', { count: 1, n: '1', requests: t('send.requests', { count: 1, n: '1' }) });
    await expect(plan.getByRole('checkbox', { name: keep, exact: true })).toBeChecked();
    await button(plan, 'send.goCount', { count: 1, n: '1' }).click();
    await expect.poll(() => titles(page)).toContain('Sheet 2 of an atlas that was never bound');

    await goTo(page, `#/drafts/${ids[0]}`);
    await button(page, 'versions.button').click();
    const versions = named(page, 'dialog', 'versions.title');
    const changes = named(versions, 'table', 'versions.table');
    await expect(changes.getByRole('row')).toHaveCount(2);
    await expect(changes).toContainText('Sheet 1 of an atlas that was never bound');
    await expect(changes).toContainText('Overwritten 1');
    await expectAccessible(page, 'Earlier versions');
    await pressEscape(page);
    await changeAnswer<object>(page, 'versions.compare', (compared) => ({
      ...compared,
      remote: null,
      unasked: t('error.storageFull.why'),
    }));
    await button(page, 'versions.button').click();
    await expectReadable(
      page,
      'an earlier version beside the draft',
      versions.locator('.fui-MessageBar').first(),
    );
    await button(versions, 'versions.putBack').click();
    await button(plan, 'send.goCount', { count: 1, n: '1' }).click();
    await expect
      .poll(() => titles(page))
      .toEqual([
        'New with the second',
        'Sheet 1 of an atlas that was never bound',
        'Sheet 2 of an atlas that was never bound',
      ]);
  },
);

fullTest(
  'a change by someone else at the directory is named before it is overwritten; the check can be skipped and cancelled',
  async ({ page }) => {
    const ids = await addDrafts(page, [article(1)]);
    await send(page, ids, 'First');
    const { version, remoteId } = await call(page, 'drafts.get', { id: ids[0]! });
    await call(page, 'drafts.save', { id: ids[0]!, version, record: article(1, { title: 'Ours' }) });
    const accounts = await call(page, 'accounts.list', {});
    const { base } = accounts.find(({ kind }) => kind === 'sandbox')!;
    const sandbox = await sandboxOf(page);
    await sandbox.noLimit();
    // Until the search finds the first article, a second one would be stored instead of overwriting it.
    const found = async () => {
      const { results } = await (await fetch(`${base}search/articles/id.exact:${remoteId}`)).json();
      return results.map((one: StoredArticle) => one.bibjson.title);
    };
    await expect.poll(found).toHaveLength(1);
    const theirs = JSON.stringify(article(1, { title: 'Theirs' }));
    const sent = await fetch(`${base}articles?api_key=${String(firstWorld.accounts[0]!.api_key)}`, {
      method: 'POST',
      body: theirs,
    });
    expect(sent.status).toBe(201);
    await expect.poll(found).toEqual(['Theirs']);

    await goTo(page, '#/drafts');
    await sandbox.fault({ kind: 'hang', match: { path: 'search/articles' } });
    const open = button(page, 'drafts.sendAll');
    await open.click();
    const plan = named(page, 'dialog', 'send.title');
    const go = button(plan, 'send.goCount', { count: 1, n: '1' });
    await expect(plan.getByText(t('send.there.about'))).toBeVisible();
    await expect(button(plan, 'send.goLooking')).toBeDisabled();
    await pressEscape(page);
    await expect(plan).toBeHidden();
    await open.click();
    await button(plan, 'send.there.skip').click();
    await expect(go).toBeEnabled();
    await sandbox.noMoreFaults();
    await button(plan, 'send.there.look', { requests: '1 request' }).click();
    await expectReadable(
      page,
      'a change by someone else at the directory',
      plan.locator('.fui-MessageBar').first(),
    );
    await expect(plan).toContainText(t('send.there.changed', { count: 1, n: '1' }));
    await go.click();
    await expect.poll(() => titles(page)).toEqual(['Ours']);
  },
);
