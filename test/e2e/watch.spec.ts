import { expect, type Page } from '@playwright/test';
import { withDialect } from '../../src/shared/directory/dialects.ts';
import type { GapRun } from '../../src/shared/gaps/gaps.ts';
import type { OfficeStatus } from '../../src/shared/office/office.ts';
import type { FindingKind } from '../../src/shared/watch/findingKinds.ts';
import type { WatchState } from '../../src/shared/watch/watch.ts';
import { expectAccessible, expectReadable } from './accessible.ts';
import { article, cartography } from './articles.ts';
import { breakCalls, changeAnswer } from './broken.ts';
import { addDrafts, type Colophon, call, firstWorld, fullTest, test } from './colophon.ts';
import { pressUntil } from './pressUntil.ts';
import { button, goTo, named, openScreen, pressEscape, pressOn, storedRecord, t } from './screen.ts';
import { storedArticle, storedId } from './storedArticles.ts';
import { look, watchArticles } from './watchArticles.ts';

// Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
test.use({ bypassCSP: true });

const accountId = 'sandbox';
const journalId = firstWorld.journals.find(
  ({ bibjson }) => (bibjson as { title: string }).title === cartography.title,
)!.id;
const titleOf = (number: number) => `Sheet ${number} of an atlas that was never bound`;

async function switchSourcesOn(page: Page): Promise<void> {
  const { sources } = await call(page, 'app.settings', {});
  await call(page, 'app.changeSettings', { sources: { ...sources, isOn: true } });
}

const rows = (page: Page) => page.getByRole('grid').getByRole('row');
const row = (page: Page, words: string) => rows(page).filter({ hasText: words });
const pane = (page: Page) => page.locator('[data-region="record"]');
const plan = (page: Page) => named(page, 'dialog', 'send.title');
const tab = (page: Page, kind: FindingKind, n: number) =>
  named(page, 'tab', 'watchScreen.tabCount', { tab: t(`watchScreen.tab.${kind}`), n: String(n) });

/** Confirms the plan that is open, and waits until everything was sent. */
async function sendPlanned(page: Page, count: number): Promise<void> {
  const go = named(plan(page), 'button', 'send.goCount', { count, n: String(count) });
  await go.click();
  await expect(page.locator('[data-region="upload"]')).toBeVisible();
  const states = async () => (await call(page, 'uploads.list', { accountId })).map(({ state }) => state);
  await expect.poll(states).toEqual(['done', 'done']);
}

test('articles that the directory deleted are listed, and one is sent again as new, by keyboard', async ({
  page,
}) => {
  const { sandbox } = await watchArticles(page, 4);
  await sandbox.staff({ action: 'delete', ids: [storedId(1), storedId(2)], trace: true });
  await openScreen(page, '#/watch');
  await expect(page).toHaveURL(/#\/watch\/deleted$/);
  await expect(page.getByText(t('watchScreen.empty.none.title'))).toBeVisible();
  const start = button(page, 'watchScreen.look');
  await start.focus();
  await page.keyboard.press('Enter');
  await expect(tab(page, 'deleted', 2)).toBeVisible({ timeout: 60_000 });
  await expect(
    page.getByRole('navigation').getByText(t('frame.watchOpen', { count: 2, n: '2' })),
  ).toHaveCount(1);
  await expect(row(page, titleOf(1))).toHaveCount(1);
  await row(page, titleOf(1)).focus();
  await page.keyboard.press('Enter');
  await expect(pane(page)).toContainText(t('watch.reason.deleted'));
  await expect(pane(page)).toContainText(storedId(1));
  await expectAccessible(page, 'a deleted article');

  const again = named(pane(page), 'button', 'watchScreen.action.sendAgain.some');
  await again.focus();
  await page.keyboard.press('Enter');
  const dialog = named(page, 'dialog', 'watchScreen.action.sendAgain.title', { count: 1, n: '1' });
  await expect(dialog.getByRole('listitem')).toHaveText([titleOf(1)]);
  await expectAccessible(page, 'sending deleted articles again');
  await pressUntil(page, 'Tab', named(dialog, 'button', 'watchScreen.preview.toPlan'));
  expect(await sandbox.articles()).toHaveLength(2);
  await page.keyboard.press('Enter');
  await expect(plan(page)).toBeVisible();
  await sendPlanned(page, 1);
  const there = await sandbox.articles();
  const [sent] = there.filter(({ bibjson }) => bibjson.title === titleOf(1));
  expect(sent!.id).not.toBe(storedId(1));

  await goTo(page, '#/watch/deleted');
  await expect(row(page, titleOf(2))).toHaveCount(1);
  await expect(row(page, titleOf(1))).toHaveCount(0);
  await named(page, 'switch', 'watchScreen.showDecided').press('Space');
  await row(page, titleOf(1)).focus();
  await page.keyboard.press('Enter');
  // Both ids stay together.
  await expect(pane(page)).toContainText(storedId(1));
  await expect(pane(page)).toContainText(sent!.id);
});

fullTest(
  'a draft whose article was deleted as a duplicate gets the id of the other one',
  async ({ page }) => {
    const { sandbox, ids } = await watchArticles(page, 2);
    const twin = { ...storedArticle(1), id: storedId(901) };
    await sandbox.world({ ...firstWorld, articles: [twin, storedArticle(2)] });
    await look(page, { isInventory: true });
    await openScreen(page, '#/watch/deleted');
    await button(page, 'watchScreen.action.adopt.all').click();
    const dialog = named(page, 'dialog', 'watchScreen.action.adopt.title', { count: 1, n: '1' });
    await named(dialog, 'button', 'watchScreen.preview.apply', { count: 1, n: '1' }).click();
    await expect(
      page.getByText(t('watchScreen.action.adopt.done', { count: 1, n: '1' })).first(),
    ).toBeVisible();
    expect((await call(page, 'drafts.get', { id: ids[0]! })).remoteId).toBe(storedId(901));
    await expect(plan(page)).toHaveCount(0);
    await expect(page.getByText(t('watchScreen.empty.none.title'))).toBeVisible();
  },
);

test('changes at the directory are compared with what was sent, and either version is taken', async ({
  page,
  colophon,
}) => {
  const { sandbox, ids } = await watchArticles(page, 3);
  for (const number of [1, 2])
    await sandbox.staff({
      action: 'editArticle',
      id: storedId(number),
      bibjson: { title: `Sheet ${number}, retitled by the staff` },
    });
  await look(page);
  await openScreen(page, '#/watch');
  await expect(page).toHaveURL(/#\/watch\/changed$/);
  await row(page, 'Sheet 1').click();
  const table = named(pane(page), 'table', 'watchScreen.compare.table');
  await expect(table.getByRole('row').nth(1)).toContainText('retitled by the staff');
  await expect(table.getByRole('row').nth(1)).toContainText(titleOf(1));
  await expectReadable(page, 'a changed article', pane(page));

  await named(pane(page), 'button', 'watchScreen.action.take.some').click();
  const taking = named(page, 'dialog', 'watchScreen.action.take.title', { count: 1, n: '1' });
  await named(taking, 'button', 'watchScreen.preview.apply', { count: 1, n: '1' }).click();
  await expect
    .poll(() => storedRecord(colophon, ids[0]!))
    .toMatchObject({ bibjson: { title: 'Sheet 1, retitled by the staff' } });
  await expect(pane(page)).toContainText(t('watchScreen.decision.taken'));

  await button(page, 'watchScreen.action.resend.all').click();
  const resending = named(page, 'dialog', 'watchScreen.action.resend.title', { count: 1, n: '1' });
  await named(resending, 'button', 'watchScreen.preview.toPlan').click();
  await sendPlanned(page, 1);
  const there = await sandbox.articles();
  expect(there.find(({ id }) => id === storedId(2))!.bibjson.title).toBe(titleOf(2));
});

fullTest('findings stay selected while others come and go', async ({ page }) => {
  const { sandbox } = await watchArticles(page, 4);
  const retitle = (number: number) =>
    sandbox.staff({
      action: 'editArticle',
      id: storedId(number),
      bibjson: { title: `Sheet ${number}, retitled by the staff` },
    });
  for (const number of [1, 2, 3]) await retitle(number);
  await look(page);
  await openScreen(page, '#/watch/changed');
  await expect(tab(page, 'changed', 3)).toBeVisible();
  for (const number of [1, 2]) await row(page, `Sheet ${number}`).getByRole('checkbox').click();
  const picked = (count: number) => named(page, 'heading', 'watchScreen.picked', { count, n: String(count) });
  await expect(picked(2)).toBeVisible();
  await retitle(4);
  await look(page);
  await expect(tab(page, 'changed', 4)).toBeVisible();
  await expect(picked(2)).toBeVisible();

  const listed = { accountId, kind: 'changed' as const, isOpen: true, offset: 0, limit: 10 };
  const { findings } = await call(page, 'watch.findings', listed);
  const which = findings.filter(({ title }) => title.startsWith('Sheet 2')).map(({ id }) => id);
  await call(page, 'watch.leave', { accountId, kind: 'changed', which, isLeft: true });
  await expect(picked(1)).toBeVisible();
  await button(page, 'watchScreen.leave.some').click();
  await expect(tab(page, 'changed', 2)).toBeVisible();
  await expect(row(page, 'Sheet 1')).toHaveCount(0);
  await expect(row(page, 'Sheet 3')).toHaveCount(1);
});

test('articles with a former ISSN are sent with the present ones before the 2nd, and the journal is listed', async ({
  page,
}) => {
  const { sandbox } = await watchArticles(page, 2);
  await sandbox.staff({
    action: 'editJournal',
    journal: journalId,
    bibjson: { pissn: '2049-3630', eissn: '0317-8471' },
  });
  await look(page, { isInventory: true });
  await openScreen(page, '#/watch/journal');
  await row(page, cartography.title).click();
  await expect(pane(page)).toContainText('0317-8471');
  await named(pane(page), 'button', 'journals.record.propose').click();
  await expect(page).toHaveURL(/#\/update-requests\/\d+$/);

  await goTo(page, '#/watch/former');
  await button(page, 'watchScreen.action.newIssns.all').click();
  const dialog = named(page, 'dialog', 'watchScreen.action.newIssns.title', { count: 2, n: '2' });
  await named(dialog, 'button', 'watchScreen.preview.toPlan').click();
  await sendPlanned(page, 2);
  const there = await sandbox.articles();
  for (const number of [1, 2]) {
    const issns = there
      .filter(({ bibjson }) => bibjson.title === titleOf(number))
      .flatMap(({ bibjson }) => bibjson.identifier.map(({ id }) => id));
    expect(issns).toEqual(expect.arrayContaining(['2049-3630', '0317-8471']));
  }
});

test('what is left as it is leaves the list, and can be opened again', async ({ page }) => {
  const { sandbox } = await watchArticles(page, 3);
  await sandbox.staff({ action: 'withdraw', journal: journalId });
  await openScreen(page, '#/drafts');
  // The notice comes when the look ends, and stays while the pointer is over it.
  await Promise.all([look(page), button(page, 'frame.watchOpenIt').hover()]);
  const notice = page.getByText(t('watch.noticed.withdrawn', { count: 1 }));
  await expect(notice.first()).toBeVisible();
  await button(page, 'frame.watchOpenIt').press('Enter');
  await page.mouse.move(0, 0);
  await expect(page).toHaveURL(/#\/watch\/withdrawn$/);
  await row(page, cartography.title).focus();
  await page.keyboard.press('Enter');
  await expect(pane(page)).toContainText(t('watchScreen.about.withdrawn'));
  await expectAccessible(page, 'a withdrawn journal');
  await named(pane(page), 'button', 'watchScreen.leave.some').press('Enter');
  await expect(pane(page)).toContainText(t('watchScreen.decision.left'));
  await expect(tab(page, 'withdrawn', 0)).toBeVisible();
  await named(page, 'switch', 'watchScreen.showDecided').press('Space');
  await row(page, cartography.title).focus();
  await page.keyboard.press('Space');
  await button(page, 'watchScreen.openAgain').press('Enter');
  await expect(tab(page, 'withdrawn', 1)).toBeVisible();
});

test('the directory’s weekly e-mail is matched line by line, and a summary is copied', async ({
  page,
  context,
}) => {
  const { sandbox } = await watchArticles(page, 2);
  await sandbox.staff({ action: 'delete', ids: [storedId(1)], trace: true });
  await look(page);
  await openScreen(page, '#/watch');
  await button(page, 'watchScreen.mail.button').click();
  const dialog = named(page, 'dialog', 'watchScreen.mail.title');
  const text = named(dialog, 'textbox', 'watchScreen.mail.text');
  await text.fill('Nothing was deleted this week.');
  await named(dialog, 'button', 'watchScreen.mail.match').click();
  await expect(dialog).toContainText(t('watchScreen.mail.notMail'));
  await expectReadable(page, 'a text that is no weekly e-mail', dialog);
  const mail = await sandbox.mail();
  const stranger = '- A stranger by Nobody Known [0000-0019] (Elsewhere)';
  await text.fill(mail.replace(/^- /m, `${stranger}\n- `));
  await named(dialog, 'button', 'watchScreen.mail.match').click();
  const table = named(dialog, 'table', 'watchScreen.mail.table');
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table.getByRole('row').nth(1)).toContainText(titleOf(1));
  await expect(table.getByRole('row').nth(1)).toContainText(t('watchScreen.mail.states.deleted'));
  await expect(dialog.getByRole('region', { name: t('watchScreen.mail.unknownList') })).toContainText(
    'A stranger by Nobody Known',
  );
  await expectAccessible(page, 'the weekly e-mail');
  await pressEscape(page);
  await expect(button(page, 'watchScreen.mail.button')).toBeFocused();

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'watchScreen.summary.button').click();
  const summary = named(page, 'dialog', 'watchScreen.summary.title');
  await expect(named(summary, 'textbox', 'watchScreen.summary.text')).toHaveValue(new RegExp(titleOf(1)));
  await expectAccessible(page, 'the weekly summary');
  await named(summary, 'button', 'watchScreen.summary.copy').click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain(titleOf(1));
});

test('before the first look, and while it is switched off, the screen says so', async ({ page }) => {
  await call(page, 'app.changeSettings', { watches: false });
  await openScreen(page, '#/watch');
  await expect(page.getByText(t('watchScreen.never'))).toBeVisible();
  await expectAccessible(page, 'nothing looked at yet');
  await button(page, 'watchScreen.whyNot.offAction').press('Enter');
  await expect(named(page, 'heading', 'settings.following.title')).toBeFocused();
  const on = named(page, 'switch', 'settings.following.watch');
  await expect(on).not.toBeChecked();
  await on.press('Space');
  await expect.poll(async () => (await call(page, 'app.settings', {})).watches).toBe(true);
  await goTo(page, '#/watch');
  await expect(button(page, 'watchScreen.look')).toBeVisible();
  await expect(page.getByText(t('watchScreen.whyNot.off'))).toHaveCount(0);
});

fullTest('why Colophon does not look, and why a look did not end, is said in words', async ({ page }) => {
  let change: Partial<WatchState> = {};
  await changeAnswer<WatchState>(page, 'watch.state', (state) => ({ ...state, ...change }));
  const show = async (next: Partial<WatchState>) => {
    change = next;
    await page.reload();
    await openScreen(page, '#/watch/deleted');
  };
  await show({ state: 'elsewhere' });
  await expect(page.getByText(t('watchScreen.whyNot.elsewhere'))).toBeVisible();
  await expect(button(page, 'watchScreen.look')).toHaveCount(0);
  await show({ state: 'inventory', progress: { done: 1_200, total: 10_000 } });
  const words = t('watchScreen.progress', { count: 10_000, done: '1,200', n: '10,000' });
  await expect(page.getByText(words)).toBeVisible();
  await expectAccessible(page, 'a watch that reads everything');
  await expect(button(page, 'watchScreen.stop')).toBeVisible();
  const problem = { key: 'directory.connection.offline' };
  await show({ state: 'idle', lookedAt: '2026-11-28T10:00:00.000Z', problem });
  await expect(page.getByText(t('watchScreen.problem'))).toBeVisible();
  await expect(page.getByText(t('directory.connection.offline')).first()).toBeVisible();
  await expectAccessible(page, 'a look that did not end');
  await show({ state: 'noKey' });
  await expect(page.getByText(t('watchScreen.whyNot.noKey'))).toBeVisible();
  await button(page, 'watchScreen.whyNot.noKeyAction').press('Enter');
  await expect(page).toHaveURL(/#\/settings\/accounts$/);
});

test('published articles that the directory lacks are found, and become an import to review', async ({
  page,
}) => {
  const { sandbox } = await watchArticles(page, 1);
  await sandbox.publish([article(1), article(2)]);
  await openScreen(page, '#/watch');
  await expect(button(page, 'watchScreen.gaps.look')).toHaveCount(0);
  await switchSourcesOn(page);
  const start = button(page, 'watchScreen.gaps.look');
  await start.focus();
  await page.keyboard.press('Enter');
  const found = named(page, 'region', 'watchScreen.gaps.title');
  await expect(found).toContainText(t('watchScreen.gaps.missing', { count: 1, n: '1' }), { timeout: 60_000 });
  await expect(start).toBeFocused();
  await button(found, 'watchScreen.gaps.results').press('Enter');
  await expect(found.getByRole('listitem').filter({ hasText: cartography.title })).toHaveCount(1);
  await expectAccessible(page, 'missing articles');
  await button(found, 'watchScreen.gaps.review').press('Enter');
  await expect(page).toHaveURL(/#\/imports\/\d+$/);
  await expect(page.getByText(titleOf(2)).first()).toBeVisible();
});

fullTest('a search for missing articles says how far it is, and why it failed', async ({ page }) => {
  const run: GapRun = {
    ...{ accountId, state: 'running', at: '2026-11-28T10:00:00.000Z', done: 2, total: 5, results: [] },
    ...{ reading: cartography.title, importIds: [], repeated: [], problem: null, sending: null },
  };
  let now = run;
  await changeAnswer<GapRun | null>(page, 'harvest.gaps', () => now);
  await switchSourcesOn(page);
  await page.reload();
  await openScreen(page, '#/watch/deleted');
  await expect(
    page.getByText(t('watchScreen.gaps.reading', { name: cartography.title })).first(),
  ).toBeVisible();
  await expect(button(page, 'watchScreen.gaps.stop')).toBeVisible();
  await expectAccessible(page, 'a search for missing articles');
  now = { ...run, state: 'failed', problem: { key: 'directory.connection.offline' } };
  await page.reload();
  await openScreen(page, '#/watch/deleted');
  await expectAccessible(page, 'a search for missing articles that failed');
});

test('sending what a scheduled search finds is confirmed first, and switched off again', async ({ page }) => {
  await openScreen(page, '#/drafts');
  await switchSourcesOn(page);
  await call(page, 'app.changeSettings', { looksForMissing: 'monthly' });
  await openScreen(page, '#/settings/sources');
  const sends = async () => (await call(page, 'app.settings', {})).sendsFound;
  const own = named(page, 'switch', 'settings.sources.sends');
  await pressOn(own, 'Space');
  const dialog = named(page, 'dialog', 'settings.sources.sendsTitle');
  await expect(dialog).toContainText(cartography.title);
  await expectReadable(page, 'sending without asking', dialog);
  const confirm = button(dialog, 'settings.sources.sendsConfirm');
  await expect(confirm).toBeDisabled();
  await pressOn(dialog.getByRole('checkbox'), 'Space');
  await pressOn(confirm);
  await expect(dialog).toContainText(t('settings.sending.range', { from: '1', to: '1,000' }));
  expect(await sends()).toBeNull();
  await pressEscape(page);
  await expect(dialog).toHaveCount(0);
  await expect(own).not.toBeChecked();
  await own.press('Space');
  await pressOn(dialog.getByRole('checkbox'), 'Space');
  await dialog.getByRole('textbox').fill('20');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  expect((await sends())?.limit).toBe(20);
  await expect(own).toBeChecked();
  await expectAccessible(page, 'Settings, sending without asking');
  await own.press('Space');
  await expect.poll(sends).toBeNull();
});

fullTest('what was sent without asking, and what was left, is reported', async ({ page }) => {
  const [draftId] = await addDrafts(page, [article(1)]);
  const run: GapRun = {
    ...{ accountId, state: 'done', at: '2026-11-28T10:00:00.000Z', done: 1, total: 1, results: [] },
    ...{ reading: '', importIds: [], repeated: [], problem: null },
    sending: {
      ...{
        step: 'done',
        limit: 20,
        name: 'Sandbox · 2026-11-28 10:00:00',
        uploadId: 1,
        imported: 4,
        ready: 3,
      },
      ...{ sent: 3, refused: 0, doubtfulCount: 1, problems: [{ key: 'sync.overwrites' }] },
      doubtful: [{ draftId: draftId!, title: titleOf(1), reason: { key: 'sync.resembles' } }],
    },
  };
  await changeAnswer<GapRun | null>(page, 'harvest.gaps', () => run);
  await page.reload();
  await openScreen(page, '#/watch/deleted');
  const report = named(page, 'region', 'watchScreen.gaps.title');
  await expect(report).toContainText(t('watchScreen.gaps.sent', { count: 3, n: '3', refused: '0' }));
  await expect(report).toContainText(t('sync.overwrites'));
  await button(page, 'watchScreen.gaps.doubtful', { count: 1, n: '1' }).press('Enter');
  await expect(report).toContainText(t('sync.resembles'));
  await expectAccessible(page, 'a report of what was sent without asking');
  await report.getByRole('link', { name: titleOf(1) }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`#/drafts/${draftId}$`));
});

fullTest('journals are listed by their age, and an update of the oldest is proposed', async ({ page }) => {
  await watchArticles(page, 1);
  await openScreen(page, '#/watch/journals');
  await expect(rows(page)).toHaveCount(5);
  await named(page, 'columnheader', 'watchScreen.journals.title').click();
  await expect(rows(page).nth(1)).toContainText(cartography.title);
  await rows(page).nth(1).click();
  await expectAccessible(page, 'the journals by age');
  await named(pane(page), 'button', 'journals.record.propose').press('Enter');
  await expect(page).toHaveURL(/#\/update-requests\/\d+$/);
});

/** Two articles of which Colophon found the links broken in rotation; only the first still is. */
async function brokenLinks(page: Page, colophon: Colophon): Promise<void> {
  const addresses = [
    'https://gone.links.example/1',
    'https://good.links.example/2',
    'https://good.links.example/3',
  ];
  await watchArticles(page, 3, (number) => ({
    link: [{ type: 'fulltext', url: addresses[number - 1], content_type: 'HTML' }],
  }));
  for (const number of [1, 2]) foundBroken(colophon, number, addresses[number - 1]!);
}

/** A broken link as the rotation stores it, without the event that tells windows of it. */
function foundBroken(colophon: Colophon, number: number, address: string): void {
  const [reason, differences] = [
    {
      key: 'watch.reason.linkStatus',
      params: { address, detail: '410', since: '2026-11-20', date: '2026-11-21' },
    },
    [{ path: 'bibjson.link', before: address, after: null }],
  ].map((one) => JSON.stringify(one));
  colophon.change(
    `INSERT INTO findings (account_id, kind, remote_id, title, about, noticed_at, happened_at, reason, differences)
     VALUES (?, 'link', ?, ?, ?, '2026-11-21T08:00:00.000Z', '2026-11-20T08:00:00.000Z', ?, ?)`,
    ...[accountId, storedId(number), titleOf(number), cartography.title, reason, differences],
  );
}

test('the screen opens with what is known now, even if the window has not been told yet', async ({
  page,
  colophon,
}) => {
  await openScreen(page, '#/watch/deleted');
  await expect(tab(page, 'link', 0)).toBeVisible();
  await openScreen(page, '#/drafts');
  foundBroken(colophon, 1, 'https://gone.links.example/1');
  await openScreen(page, '#/watch');
  await expect(row(page, titleOf(1))).toHaveCount(1);
  await expect(page).toHaveURL(/#\/watch\/link$/);
});

test('articles with broken links are listed, checked again and left as they are, by keyboard', async ({
  page,
  colophon,
}) => {
  await brokenLinks(page, colophon);
  await openScreen(page, '#/watch/link');
  await page.reload();
  await expect(tab(page, 'link', 2)).toBeVisible();
  await expect(page.getByText(t('watchScreen.linkTurns.off'))).toBeVisible();
  await expectAccessible(page, 'broken links while they are not checked');
  await call(page, 'app.changeSettings', { checksLinks: 'monthly' });
  await switchSourcesOn(page);
  await expect(
    page.getByText(t('watchScreen.linkTurns.checked', { count: 3, n: '3', checked: '0', days: '30' })),
  ).toBeVisible();

  await test.step('one works again', async () => {
    await button(page, 'watchScreen.checkAgain.all').press('Enter');
    const dialog = named(page, 'dialog', 'links.title');
    await expect(dialog).toContainText(t('links.aboutAgain'));
    await expectReadable(page, 'broken links that are checked again', dialog);
    await pressOn(button(dialog, 'links.start'));
    await expect(dialog).toContainText(t('links.end.done', { count: 2, n: '2' }));
    await pressEscape(page);
    await expect(tab(page, 'link', 1)).toBeVisible();
    await expect(row(page, titleOf(2))).toHaveCount(0);
  });

  await test.step('the other one is opened and left as it is', async () => {
    await row(page, titleOf(1)).click();
    await expect(pane(page)).toContainText('Answered 410 on 21 Nov 2026');
    await expect(named(pane(page), 'link', 'search.openDraft')).toBeVisible();
    await expectAccessible(page, 'an article with a broken link');
    await button(pane(page), 'watchScreen.leave.some').press('Enter');
    await expect(tab(page, 'link', 0)).toBeVisible();
    await named(page, 'switch', 'watchScreen.showDecided').press('Space');
    await expect(row(page, titleOf(1))).toContainText(t('watchScreen.decision.left'));
    await expect(row(page, titleOf(2))).toContainText(t('watchScreen.decision.linkOver'));
  });
});

test('the pane of a broken link says what this directory takes, and offers to delete the article', async ({
  page,
  colophon,
}) => {
  await brokenLinks(page, colophon);
  const { base } = (await call(page, 'accounts.list', {})).find(({ id }) => id === accountId)!;
  const openIn = async (dialect: '3.0.1' | '4.0') => {
    await call(page, 'accounts.update', { id: accountId, base: withDialect(base, dialect), dialect });
    await openScreen(page, '#/watch/link');
    await page.reload();
    await row(page, titleOf(1)).click();
  };
  await openIn('3.0.1');
  await expect(pane(page)).toContainText(t('watchScreen.linkRemedy.either-key'));
  await expect(button(pane(page), 'deletion.button')).toHaveCount(0);
  await openIn('4.0');
  await expect(pane(page)).toContainText(t('watchScreen.linkRemedy.both-keys'));
  await expectReadable(page, 'a broken link that cannot be corrected', pane(page));
  await button(pane(page), 'deletion.button').press('Enter');
  const asking = page.getByRole('alertdialog');
  await expect(asking).toContainText(titleOf(1));
  await button(asking, 'deletion.keep').press('Enter');
  await expect(tab(page, 'link', 2)).toBeVisible();
});

test('who may not send is told at a decision that it stays here', async ({ page, colophon }) => {
  await brokenLinks(page, colophon);
  const alone = t('watchScreen.alone');
  await openScreen(page, '#/watch/link');
  await page.reload();
  await expect(tab(page, 'link', 2)).toBeVisible();
  await expect(page.getByText(alone)).toHaveCount(0);
  const rights = { mayEdit: true, maySend: false, mayCreate: false };
  await changeAnswer<OfficeStatus>(page, 'office.status', (status) => ({
    ...status,
    state: 'current',
    me: 'ben',
    members: [{ ...rights, accountId, person: 'ben' }],
  }));
  await page.reload();
  await expect(page.getByText(alone)).toBeVisible();
  await expectAccessible(page, 'findings for somebody who may not send');
  await row(page, titleOf(1)).click();
  await button(pane(page), 'watchScreen.leave.some').press('Enter');
  const done = t('watchScreen.left', { count: 1, n: '1' });
  await expect(page.getByText(`${done} ${alone}`).first()).toBeVisible();
  await expect(tab(page, 'link', 1)).toBeVisible();
});

fullTest('an article with a broken link that has no draft is edited as one', async ({ page, colophon }) => {
  await brokenLinks(page, colophon);
  colophon.change('DELETE FROM drafts');
  await openScreen(page, '#/watch/link');
  await page.reload();
  await row(page, titleOf(1)).click();
  await button(pane(page), 'watchScreen.takeArticle').press('Enter');
  await expect(page).toHaveURL(/#\/drafts\/\d+$/);
});

fullTest('what cannot be loaded is said with its remedy', async ({ page }) => {
  await openScreen(page, '#/drafts');
  const mend = await breakCalls(page, /^watch\./);
  await page.reload();
  await openScreen(page, '#/watch/deleted');
  await expectReadable(page, 'a watch that cannot be loaded', page.locator('main'));
  await mend();
  await breakCalls(page, /^watch\.(findings|journals)$/);
  await page.reload();
  await openScreen(page, '#/watch/deleted');
  await expectReadable(page, 'findings that cannot be loaded', page.locator('main'));
  await goTo(page, '#/watch/journals');
  await expectReadable(page, 'watched journals that cannot be loaded', page.locator('main'));
});

fullTest('the watch is in French', async ({ page }) => {
  const { sandbox } = await watchArticles(page, 2);
  await sandbox.staff({ action: 'delete', ids: [storedId(1)], trace: true });
  await look(page);
  await call(page, 'app.changeSettings', { language: 'fr' });
  await openScreen(page, '#/watch');
  await expect(page.getByRole('heading', { level: 1, name: 'Veille', exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Supprimés du répertoire (1)', exact: true }).click();
  await row(page, titleOf(1)).click();
  await expect(pane(page)).toContainText('L’équipe du répertoire l’a supprimé');
  await page.getByRole('button', { name: 'Tout renvoyer…', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Renvoyer 1 article comme nouveau', exact: true });
  await expect(dialog).toContainText('Rien n’est envoyé avant votre confirmation.');
  await expectReadable(page, 'sending deleted articles again in French', dialog);
});
