import { expect, type Locator, type Page } from '@playwright/test';
import { setAt } from '../../src/shared/draft/fieldPath.ts';
import { purgeRequestsNow, sendRequestsNow } from '../helpers/confirm.ts';
import { expectAccessible } from './accessible.ts';
import { steerSandbox } from './applications.ts';
import { asker, call, fullTest, sandboxOf, test } from './colophon.ts';
import { button, goTo, named, t } from './screen.ts';

const accountId = 'sandbox';
const cartography = 'aa170f10eed93a603e3bce8e267cab60';
const title = 'Annals of Imaginary Cartography';

const rows = (page: Page): Locator => page.getByRole('grid').locator('[data-row]');
const row = (page: Page, name: string): Locator => rows(page).filter({ hasText: name });
const pane = (page: Page): Locator => named(page, 'region', 'requests.detail');
const list = (page: Page, name: string, count: number): Locator =>
  page.getByRole('button', { name: `${t(`requests.list.${name}`)} ${count}`, exact: true });
const notice = (page: Page, text: string): Locator =>
  page.getByRole('main').getByRole('group').filter({ hasText: text });

/** A draft of an Update Request with one change. */
async function makeDraft(page: Page, journalId = cartography): Promise<number> {
  const made = await call(page, 'applications.create', { accountId, journalId });
  const record = setAt(made.record, 'bibjson.oa_start', 2013);
  await call(page, 'applications.save', { id: made.id, version: made.version, record });
  return made.id;
}

/** Shows the column of changed fields, by keyboard. */
async function showColumn(page: Page): Promise<void> {
  await button(page, 'grid.columns').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: t('requests.column.changes') }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(button(page, 'grid.columns')).toBeFocused();
}

/** The same, sent and read back; returns its id in Colophon and at the directory. */
async function sendOne(page: Page): Promise<{ id: number; remoteId: string }> {
  const id = await makeDraft(page);
  await sendRequestsNow(asker(page), { accountId, ids: [id] });
  await expect.poll(async () => (await call(page, 'applications.get', { id })).status).toBe('waiting');
  const { remoteId } = await call(page, 'applications.get', { id });
  return { id, remoteId: remoteId! };
}

test('every status at the directory is shown in words, with a notice and an entry in the timeline', async ({
  page,
}) => {
  await call(page, 'app.changeSettings', { followEvery: 0 });
  const { remoteId } = await sendOne(page);
  const sandbox = await steerSandbox(page);
  await goTo(page, '#/update-requests');
  await expect(row(page, title)).toContainText(t('requests.standing.waiting'));
  await row(page, title).click();
  await expect(pane(page)).toContainText(t('requests.meaning.waiting'));

  const states = [
    ['in progress', 'review'],
    ['revisions_required', 'revisions'],
    ['update_request', 'waiting'],
    ['post_submission_review', 'checking'],
    ['rejected', 'rejected'],
  ] as const;
  for (const [word, status] of states) {
    await test.step(status, async () => {
      await sandbox.status(remoteId, word);
      await button(pane(page), 'requests.refresh').click();
      // Automatic checks cause no notification.
      if (status !== 'checking') {
        const what = t('applicationLife.what.update');
        const news = t(`applicationLife.news.${status}`, { what, title });
        // A notice stays while the pointer is over it.
        await notice(page, news).hover();
      }
      await expect(row(page, title)).toContainText(t(`requests.standing.${status}`));
      await expect(pane(page)).toContainText(t(`requests.meaning.${status}`));
    });
  }

  await test.step('the timeline has every entry, and the notice leads to the form', async () => {
    await expect(pane(page).getByRole('list').getByRole('listitem').nth(6)).toBeVisible();
    await button(page.getByRole('main'), 'frame.decisions.open').click();
    await expect(page).toHaveURL(/#\/update-requests\/\d+$/);
    await expect(button(page, 'frame.decisions.open')).toHaveCount(0);
  });
});

test('a request that an editor may decide on leaves the list only after the choice to withdraw it, and is then withdrawn', async ({
  page,
}) => {
  await sendOne(page);
  await goTo(page, '#/update-requests');
  await row(page, title).click();
  await button(pane(page), 'drafts.trash').click();
  const dialog = page.getByRole('dialog', { name: t('requests.toTrash.title') });
  await expect(dialog).toContainText(t('requests.toTrash.text'));
  await expectAccessible(page, 'a waiting request on its way to the trash');
  await button(dialog, 'application.withdraw.button').click();
  await button(page.getByRole('dialog'), 'application.withdraw.go').click();
  await expect(row(page, title)).toContainText(t('requests.standing.withdrawn'));
  await expect(pane(page)).toContainText(t('requests.meaning.withdrawn'));
  await expect(list(page, 'drafts', 1)).toBeVisible();
  await button(pane(page), 'requests.refresh').click();
  await expect(page.getByText(t('requests.asked', { count: 1, n: '1' })).first()).toBeVisible();
  await expect(row(page, title)).toContainText(t('requests.standing.withdrawn'));
  await goTo(page, '#/journals');
  await expect(rows(page).filter({ hasText: title })).toContainText(t('requests.standing.withdrawn'));
  await goTo(page, '#/update-requests');
  await row(page, title).click();
  await button(pane(page), 'drafts.trash').click();
  await expect(rows(page)).toHaveCount(0);
});

test('a waiting request is not trashed unasked from beside another list, and what left a list is not selected', async ({
  page,
}) => {
  const { id } = await call(page, 'applications.create', { accountId, journalId: null });
  await sendOne(page);
  await goTo(page, '#/update-requests');
  await expect(row(page, title)).toContainText(t('requests.standing.waiting'));
  await row(page, title).click();
  await expect(pane(page)).toContainText(t('requests.meaning.waiting'));
  await list(page, 'drafts', 1).click();
  await button(pane(page), 'drafts.trash').click();
  await expect(page.getByRole('dialog', { name: t('requests.toTrash.title') })).toBeVisible();
  await page.keyboard.press('Escape');

  await expect(rows(page)).toHaveCount(1);
  await rows(page).first().focus();
  await page.keyboard.press('Space');
  const picked = page.getByText(t('requests.picked', { count: 1, n: '1' }));
  await expect(picked.first()).toBeVisible();
  // As another window does.
  await call(page, 'applications.trash', { accountId, ids: [id] });
  await expect(named(page, 'toolbar', 'requests.batch')).toHaveCount(0);
});

test('an accepted Update Request becomes the journal’s record', async ({ page }) => {
  const { remoteId } = await sendOne(page);
  const sandbox = await steerSandbox(page);
  await sandbox.status(remoteId, 'accepted');
  await goTo(page, '#/update-requests');
  await button(page.locator('[data-region="list"]'), 'requests.refresh').click();
  await expect(row(page, title)).toContainText(t('requests.standing.accepted'));
  await expect(list(page, 'accepted', 1)).toBeVisible();
  await goTo(page, `#/journals/${cartography}`);
  await button(named(page, 'region', 'journals.record.name'), 'journals.refresh').click();
  await expect(page.getByRole('definition').filter({ hasText: /^2013$/ })).toBeVisible();
});

test('checking the directory finds requests sent from elsewhere, and the counts of the lists add up', async ({
  page,
}) => {
  await goTo(page, '#/update-requests');
  await expect(page.getByText(t('requests.first.title'))).toBeVisible();
  await button(page.locator('[data-region="list"]'), 'requests.refresh').first().click();
  await expect(rows(page)).toHaveCount(3);
  const found = ['asked', 'foundMore'].map((key) => t(`requests.${key}`, { count: 3, n: '3' }));
  await expect(page.getByText(found.join(' '), { exact: true }).first()).toBeVisible();
  await makeDraft(page);
  await expect(rows(page)).toHaveCount(4);
  await expect(list(page, 'all', 4)).toBeVisible();
  for (const name of ['drafts', 'sentBack', 'review', 'waiting']) {
    await expect(list(page, name, 1)).toBeVisible();
  }
  const rail = page.getByRole('navigation', { name: t('frame.navigation') });
  await expect(rail).toContainText(t('frame.sentBack', { count: 1, n: '1' }));
  await list(page, 'sentBack', 1).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, 'Harbour Studies Quarterly')).toContainText(t('requests.standing.revisions'));
  await list(page, 'all', 4).click();
  await named(page, 'searchbox', 'frame.searchIn.requests').fill('imagined weather');
  await expect(rows(page)).toHaveCount(1);
  await expect(list(page, 'all', 1)).toBeVisible();
  await expect(row(page, 'Studies in Imagined Weather')).toContainText(t('requests.kind.new'));
});

fullTest(
  'a column names the fields that each request changes, and the details name all of them',
  async ({ page }) => {
    await makeDraft(page);
    await goTo(page, '#/update-requests');
    await expect(rows(page)).toHaveCount(1);
    await showColumn(page);
    await expect(named(page, 'columnheader', 'requests.column.changes')).toBeVisible();
    await expect(row(page, title)).toContainText(t('field.oaStart'));
    await rows(page).first().focus();
    await page.keyboard.press('Enter');
    await expect(pane(page)).toContainText(t('requests.fact.changes'));
    await expect(pane(page)).toContainText(t('field.oaStart'));
  },
);

fullTest(
  'before a request made elsewhere is replaced, its changes are shown and can be added',
  async ({ page, colophon }) => {
    const draft = await makeReplacing(page);
    await goTo(page, `#/update-requests/${draft}`);
    await button(page, 'application.send').click();
    const review = page.getByRole('dialog');
    const other = named(review, 'table', 'application.review.replaced');
    await expect(other).toContainText(t('field.weeks'));
    await expect(other).toContainText('13');
    await button(review, 'application.review.start', { count: 1, n: '1' }).focus();
    await page.keyboard.press('Enter');
    const own = named(review, 'table', 'application.review.table');
    await expect(own).toContainText(t('field.weeks'));
    await expect(own).toContainText('2013');
    const kept = colophon.rows<{ record: string }>(`SELECT record FROM applications WHERE id = ${draft}`);
    expect(JSON.parse(kept[0]!.record)).toMatchObject({
      bibjson: { oa_start: 2013, publication_time_weeks: 13 },
    });
  },
);

/** A draft for a journal with an open request that this data file does not know. */
async function makeReplacing(page: Page): Promise<number> {
  const made = await call(page, 'applications.create', { accountId, journalId: cartography });
  const record = setAt(made.record, 'bibjson.publication_time_weeks', 13);
  await call(page, 'applications.save', { id: made.id, version: made.version, record });
  await sendRequestsNow(asker(page), { accountId, ids: [made.id] });
  await expect
    .poll(async () => (await call(page, 'applications.get', { id: made.id })).status)
    .toBe('waiting');
  await call(page, 'applications.trash', { accountId, ids: [made.id] });
  await purgeRequestsNow(asker(page), { accountId, ids: [made.id] });
  const draft = await makeDraft(page);
  // The directory's search finds a new record after a while.
  const action = async () =>
    (await call(page, 'applications.plan', { accountId, ids: [draft] })).plans[0]?.action;
  await expect.poll(action).toBe('overwrite');
  return draft;
}

fullTest(
  'drafts are moved to the trash and restored by keyboard, and deleted only after confirmation',
  async ({ page, colophon }) => {
    await makeDraft(page);
    const kept = () => colophon.rows<{ trashed_at: string | null }>('SELECT trashed_at FROM applications');
    await goTo(page, '#/update-requests');
    await expect(rows(page)).toHaveCount(1);
    await rows(page).first().focus();
    await page.keyboard.press('Space');
    await button(page, 'drafts.trash').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(t('requests.trashed', { count: 1, n: '1' })).last()).toBeVisible();
    expect(kept()[0]!.trashed_at).not.toBeNull();

    await button(page, 'undo.undo').click();
    await expect(button(page, 'undo.again')).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    await rows(page).first().focus();
    await page.keyboard.press('Space');
    await button(page, 'drafts.trash').click();
    await expect(rows(page)).toHaveCount(0);
    await list(page, 'trash', 1).click();
    await expect(rows(page)).toHaveCount(1);
    await rows(page).first().focus();
    await page.keyboard.press('Control+a');
    await button(page, 'drafts.purge').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('textbox').fill('1');
    await button(dialog, 'drafts.purgeDialog.confirm').click();
    await expect(page.getByText(t('drafts.noTrash.title'))).toBeVisible();
    expect(kept()).toEqual([]);
  },
);

fullTest('a request that waits for a copy of what it replaces is sent without one', async ({ page }) => {
  const sandbox = await sandboxOf(page);
  await sandbox.noLimit();
  // While the directory saves a request again it refuses changes, and Colophon would ask for its state first.
  await (await steerSandbox(page)).steer('timing', { resaveDelayMs: 0 });
  const { id } = await sendOne(page);
  const { version, record } = await call(page, 'applications.get', { id });
  const edited = setAt(record, 'bibjson.oa_start', 2016);
  await call(page, 'applications.save', { id, version, record: edited });
  await goTo(page, '#/update-requests');
  await row(page, title).click();
  await sandbox.fault({ kind: 'status', status: 502, match: { method: 'GET', path: 'applications/' } });
  await sendRequestsNow(asker(page), { accountId, ids: [id] });
  await button(page, 'versions.upload.without').click();
  const name = t('uploads.confirm.requests.title', { count: 1, n: '1' });
  const asked = page.getByRole('dialog', { name, exact: true });
  await expect(asked.getByRole('listitem')).toHaveText([title]);
  await expectAccessible(page, 'sending requests without a copy');
  await button(asked, 'uploads.confirm.requests.go', { count: 1, n: '1' }).press('Enter');
  await expect(asked).toHaveCount(0);
  await expect.poll(async () => (await call(page, 'applications.get', { id })).sync).toBe('sent');
  await sandbox.noMoreFaults();
});

test('a request without an answer is shown as unclear, and a check settles it', async ({ page }) => {
  const sandbox = await sandboxOf(page);
  // The stored record is found at once, as it is after the second that a user needs to read.
  await (await steerSandbox(page)).steer('timing', { indexDelayMs: 0 });
  const id = await makeDraft(page);
  await goTo(page, '#/update-requests');
  await row(page, title).click();
  // What is open for the journal is asked for before it is sent.
  await call(page, 'applications.plan', { accountId, ids: [id] });
  await sandbox.fault({ kind: 'drop_after', match: { method: 'POST', path: 'applications', times: 1 } });
  await sandbox.fault({ kind: 'status', status: 503, match: { method: 'GET', path: 'applications' } });
  await sendRequestsNow(asker(page), { accountId, ids: [id] });
  await expect(row(page, title)).toContainText(t('requests.standing.unsure'));
  await expect(pane(page)).toContainText(t('requests.meaning.unsure'));
  await expect(list(page, 'underWay', 1)).toBeVisible();
  await sandbox.noMoreFaults();
  await button(page, 'requests.lookUp').click();
  await expect(row(page, title)).toContainText(t('requests.standing.waiting'));
  expect((await sandbox.sends()).filter(({ path }) => path.includes('applications'))).toHaveLength(1);
});

fullTest('several are sent at once, and a refused one shows the reason', async ({ page }) => {
  const sandbox = await sandboxOf(page);
  await makeDraft(page);
  await goTo(page, '#/update-requests');
  await sandbox.fault({
    kind: 'status',
    status: 403,
    body: { status: 'forbidden', error: '' },
    match: { method: 'POST', path: 'applications', times: 1 },
  });
  await expect(rows(page)).toHaveCount(1);
  await rows(page).first().focus();
  await page.keyboard.press('Space');
  await button(page, 'requests.send').click();
  await button(page.getByRole('dialog'), 'application.review.send').click();
  await expect(row(page, title)).toContainText(t('requests.standing.refused'));
  await page.keyboard.press('Escape');
  await row(page, title).click();
  await expect(pane(page)).toContainText(t('requests.meaning.refused'));
  await expect(list(page, 'problems', 1)).toBeVisible();
});

fullTest(
  'the interval of checks is chosen in the settings, and the browser notifies of decisions once it may',
  async ({ page }) => {
    // This window pretends to be in the background, since a visible one gets no notifications, and to have permission,
    // since a headless browser cannot ask for it.
    await page.evaluate(() => {
      document.hasFocus = () => false;
      const told: string[] = [];
      Object.assign(window, { told });
      const allowed = { permission: 'granted', requestPermission: async () => 'granted' };
      window.Notification = new Proxy(Notification, {
        get: (target, name) => Reflect.get(name in allowed ? allowed : target, name),
        construct: (_target, [heading, options]) => {
          told.push(`${heading}: ${(options as NotificationOptions).body}`);
          return { close: () => {} };
        },
      });
    });
    await goTo(page, '#/settings');
    const every = named(page, 'combobox', 'settings.following.every');
    await every.selectOption({ label: t('settings.following.off') });
    await expect.poll(async () => (await call(page, 'app.settings', {})).followEvery).toBe(0);
    await goTo(page, '#/update-requests');
    await expect(page.getByText(t('requests.notFollowed'))).toBeVisible();

    await goTo(page, '#/settings');
    const tell = page.getByRole('switch', { name: t('settings.following.tell') });
    await expect(tell).not.toBeChecked();
    await tell.click();
    await expect(tell).toBeChecked();
    const { id, remoteId } = await sendOne(page);
    await (await steerSandbox(page)).status(remoteId, 'revisions_required');
    await call(page, 'applications.refresh', { accountId, ids: [id] });
    const what = t('applicationLife.what.update');
    const news = t('applicationLife.news.revisions', { what, title });
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { told: string[] }).told))
      .toEqual([`${title}: ${news}`]);
    await tell.click();
    await expect(tell).not.toBeChecked();
  },
);

test.describe('accessibility', () => {
  test.use({ bypassCSP: true });

  fullTest('the empty screen, the lists, the details and a notice', async ({ page }) => {
    await goTo(page, '#/update-requests');
    await expect(page.getByText(t('requests.first.title'))).toBeVisible();
    await expectAccessible(page, 'no Update Requests');
    const { id, remoteId } = await sendOne(page);
    await call(page, 'applications.refresh', { accountId });
    await showColumn(page);
    await row(page, title).click();
    await (await steerSandbox(page)).status(remoteId, 'revisions_required');
    await call(page, 'applications.refresh', { accountId, ids: [id] });
    // A notice stays while the pointer is over it.
    await button(page, 'frame.decisions.open').hover();
    await expect(pane(page)).toContainText(t('requests.meaning.revisions'));
    await expectAccessible(page, 'Update Requests with details and a notice');
    await button(pane(page), 'requests.closeDetail').click();
    await row(page, title).focus();
    await page.keyboard.press('Control+a');
    await expectAccessible(page, 'selected Update Requests');
  });

  fullTest('the review of a request that replaces another one', async ({ page }) => {
    const draft = await makeReplacing(page);
    await goTo(page, `#/update-requests/${draft}`);
    await button(page, 'application.send').click();
    await expect(named(page, 'table', 'application.review.replaced')).toBeVisible();
    await expectAccessible(page, 'the review of a request that replaces another one');
  });
});
