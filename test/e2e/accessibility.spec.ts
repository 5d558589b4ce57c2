import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import { sendNow } from '../helpers/confirm.ts';
import { isFullRun } from '../helpers/fullRuns.ts';
import { expectAccessible } from './accessible.ts';
import { article, cartography, ladders } from './articles.ts';
import { addDrafts, asker, call, fullTest, sandboxOf, test } from './colophon.ts';
import { isThrough, openMatrix } from './compliance.ts';
import { walkByTab } from './focusWalk.ts';
import { looked, looks } from './looks.ts';
import {
  button,
  draftRow,
  field,
  goTo,
  named,
  openScreen,
  pressEscape,
  statusBar,
  storedRecord,
  t,
} from './screen.ts';

// Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
test.use({ bypassCSP: true });

const journalId = 'aa170f10eed93a603e3bce8e267cab60';

const drafts = () => [
  article(1),
  article(2, { title: 'THE LAST SHEET OF ALL', keywords: ['maps, margins, tides'] }),
  article(
    3,
    { title: undefined, link: undefined, author: [{ name: 'Ines Okafor', orcid_id: '0000-0002' }] },
    { house: { desk: 4 } },
  ),
  article(4),
];

fullTest(
  'the drafts are accessible: empty, with an open record, selected, in the trash',
  async ({ page }) => {
    await expect(page.getByRole('heading', { name: t('drafts.first.title') })).toBeVisible();
    await expectAccessible(page, 'no drafts yet');

    const ids = await addDrafts(page, drafts());
    await expect(page.getByRole('row')).toHaveCount(5);
    await expectAccessible(page, 'the list');

    await goTo(page, `#/drafts/${ids[2]}`);
    await page.getByTitle(t('article.check')).click();
    await expect(named(page, 'region', 'article.summary.title')).toBeVisible();
    await expectAccessible(page, 'a record with errors');

    await goTo(page, '#/drafts');
    await named(page, 'checkbox', 'drafts.pickOne').first().click();
    await expect(named(page, 'toolbar', 'drafts.batch')).toBeVisible();
    await expectAccessible(page, 'the batch bar');

    await button(page, 'drafts.trash').click();
    await page.getByRole('link', { name: t('frame.list.trash') }).click();
    await expect(page.getByRole('heading', { name: t('frame.list.trash'), level: 1 })).toBeVisible();
    await expectAccessible(page, 'the trash');
  },
);

fullTest('the review of an import is accessible', async ({ page, colophon }) => {
  await addDrafts(page, [article(1)]);
  await expect(page.getByRole('row')).toHaveCount(2);
  const file = join(colophon.data, 'articles.json');
  writeFileSync(
    file,
    JSON.stringify([article(1, { title: 'Changed by a file' }), ...drafts().slice(1), 'no record']),
  );
  await page.locator('#import-files').setInputFiles(file);
  await expect(page.getByRole('tabpanel')).toContainText('Changed by a file');
  await expectAccessible(page, 'the preview of an import');
  await page.getByRole('tab', { name: t('import.tab.problems', { n: '1' }) }).click();
  await expect(page.getByRole('tabpanel')).toContainText(t('import.read.notARecord'));
  await expectAccessible(page, 'the problems of an import');
});

fullTest('sending is accessible: plan, running, paused, finished with refusals, list', async ({ page }) => {
  const sandbox = await sandboxOf(page);
  await expect(page.getByRole('heading', { name: t('drafts.first.title') })).toBeVisible();
  await goTo(page, '#/uploads');
  await expect(page.getByRole('heading', { name: t('uploads.none.title') })).toBeVisible();
  await expectAccessible(page, 'no uploads yet');

  await addDrafts(page, [
    ...drafts(),
    article(5, {
      identifier: [
        { type: 'doi', id: '10.5555/sheet.5' },
        { type: 'pissn', id: ladders.pissn },
      ],
    }),
  ]);
  await goTo(page, '#/drafts');
  await button(page, 'drafts.sendAll').click();
  const plan = named(page, 'dialog', 'send.title');
  await expect(plan.getByText(t('send.held.title'))).toBeVisible();
  await button(plan, 'send.payload.title').click();
  await expect(named(plan, 'textbox', 'send.payload.body')).toHaveValue(/bibjson/);
  await expectAccessible(page, 'the plan of sending');

  await sandbox.fault({ kind: 'hang', match: { method: 'POST' } });
  await plan.getByRole('button', { name: /^Send \d/ }).click();
  const upload = page.locator('[data-region="upload"]');
  await expect(upload).toContainText(t('uploads.pace.underWay'));
  await expectAccessible(page, 'an upload that is running');
  await button(upload, 'uploads.pause').click();
  await expect(upload).toContainText(t('uploads.pausedHelp.person'));
  await expectAccessible(page, 'an upload that is paused');
  await goTo(page, '#/uploads');
  await expect(page.getByRole('heading', { name: /^Waiting or paused/ })).toBeVisible();
  await expectAccessible(page, 'the uploads');
});

fullTest('an upload that finished with refusals is accessible', async ({ page }) => {
  const sandbox = await sandboxOf(page);
  const ids = await addDrafts(page, [article(1), article(2), article(3)]);
  await sandbox.fault({
    kind: 'status',
    status: 400,
    body: {
      status: 'bad_request',
      error:
        'The article matched multiple existing articles as duplicates, and we cannot tell which one to update (ref: 1)',
    },
    match: { method: 'POST', times: 2 },
  });
  const { id } = await sendNow(asker(page), {
    accountId: 'sandbox',
    selection: { ids },
    includeUnchanged: false,
    name: 'The spring issue',
  });
  await goTo(page, `#/uploads/${id}`);
  const upload = page.locator('[data-region="upload"]');
  await expect(upload.getByText(t('uploads.ended.done'), { exact: true })).toBeVisible();
  await upload.getByRole('tab').first().click();
  await button(upload, 'article.directoryWords').click();
  await expectAccessible(page, 'an upload with a refusal');
  for (const tab of [/^Sent/, /^Requests/]) {
    await upload.getByRole('tab', { name: tab }).click();
    await expect(upload.getByRole('tabpanel').getByRole('table')).toBeVisible();
    await expectAccessible(page, `the tab ${tab.source.slice(1)}`);
  }
});

fullTest('the settings and their dialogs are accessible', async ({ page }) => {
  await call(page, 'accounts.create', {
    name: 'Invented Press',
    base: 'https://directory.example.org/api/v4/',
    dialect: '4.0',
    rate: 2,
    username: 'press',
  });
  await goTo(page, '#/settings');
  await expect(page.getByRole('heading', { name: 'Invented Press' })).toBeVisible();
  await expectAccessible(page, 'the settings');

  await button(page, 'settings.accounts.enterKey').click();
  await expect(page.getByRole('dialog')).toContainText(
    t('settings.accounts.keyText', { origin: 'https://directory.example.org' }),
  );
  await button(page, 'settings.accounts.keySubmit').click();
  await expectAccessible(page, 'the key');
  await pressEscape(page);

  await button(page, 'settings.accounts.add').click();
  await button(page, 'settings.accounts.addSubmit').click();
  await expectAccessible(page, 'a new account');
  await pressEscape(page);

  await button(page, 'frame.help.button').click();
  await expect(page.getByRole('dialog', { name: t('frame.help.title') })).toBeVisible();
  await expectAccessible(page, 'the help');
  await page.getByRole('button', { name: t('frame.saveDiagnostics') }).click();
  // Its buttons wait for the report.
  await expect(named(page, 'textbox', 'frame.diagnostics.text')).toBeVisible();
  await expectAccessible(page, 'the diagnostics');
});

fullTest(
  'problems are accessible: two versions of a draft, and Colophon not answering',
  async ({ page, colophon }) => {
    await button(page, 'drafts.newArticle').first().click();
    await expect(field(page, 'title')).toBeVisible();
    await expectAccessible(page, 'a new article');

    const [id] = await addDrafts(page, [article(1)]);
    await goTo(page, `#/drafts/${id}`);
    await expect(field(page, 'title')).toHaveValue(/^Sheet 1/);
    let letGo = () => {};
    const isHeld = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/call/drafts.save', async (route) => {
      await isHeld;
      await route.continue();
    });
    const saving = page.waitForRequest('**/call/drafts.save');
    await field(page, 'title').fill('Typed here');
    await saving;
    await call(page, 'drafts.save', { id: id!, version: 1, record: article(1, { title: 'Typed there' }) });
    letGo();
    await expect(page.getByText(t('article.conflict.title'))).toBeVisible();
    await expectAccessible(page, 'two versions of a draft');
    await button(page, 'article.conflict.keepMine').click();
    await expect.poll(() => storedRecord(colophon, id!).bibjson.title).toBe('Typed here');

    await colophon.kill();
    await field(page, 'title').fill('Typed in the dark');
    await expect(statusBar(page)).toContainText(t('frame.saving.failed'));
    await expectAccessible(page, 'Colophon not answering', { isAnswering: false });
  },
);

fullTest(
  'the other dialogs are accessible and return the focus to the control that opened them',
  async ({ page }) => {
    const name = 'Autumn review';
    const sandbox = await sandboxOf(page);
    await call(page, 'accounts.create', {
      name: 'Invented Press',
      base: 'https://directory.example.org/api/v4/',
      dialect: '4.0',
      rate: 2,
      username: 'press',
    });
    await call(page, 'journals.refresh', { accountId: 'sandbox' });
    await call(page, 'applications.create', { accountId: 'sandbox', journalId });
    await openMatrix(page, { issns: [cartography.pissn], funders: ['wellcome'] });
    await expectDialog(page, 'removing a matrix', button(page, 'complianceScreen.remove'));
    await goTo(page, '#/settings');
    await expectDialog(page, 'removing an account', button(page, 'settings.accounts.remove'));
    await goTo(page, `#/journals/${journalId}`);
    await expectDialog(page, 'an existing Update Request', button(page, 'journals.record.propose'));
    await goTo(page, '#/search');
    await named(page, 'textbox', 'search.query').fill('title:annals');
    await page.keyboard.press('Enter');
    await expectDialog(page, 'saving a search', button(page, 'search.save.open'));

    const [first, second] = await addDrafts(page, [article(1), article(2), article(3)]);
    await sendNow(asker(page), {
      accountId: 'sandbox',
      selection: { ids: [first!] },
      includeUnchanged: false,
      name,
    });
    await expect.poll(async () => (await sandbox.added()).length).toBe(1);
    await goTo(page, `#/drafts/${first}`);
    await expectDialog(
      page,
      'a locked DOI',
      button(page, 'article.lock.changeOf', { field: t('field.doi') }),
    );
    await sandbox.fault({ kind: 'hang', match: { method: 'POST', times: 1 } });
    const { id } = await sendNow(asker(page), {
      accountId: 'sandbox',
      selection: { ids: [second!] },
      includeUnchanged: false,
      name,
    });
    await goTo(page, `#/uploads/${id}`);
    await expectDialog(page, 'cancelling an upload', button(page, 'uploads.cancel'));
    await goTo(page, '#/drafts');
    await named(page, 'checkbox', 'drafts.pickOne').first().click();
    await button(page, 'drafts.trash').click();
    await page.getByRole('link', { name: t('frame.list.trash') }).click();
    // Until the list of the trash arrives, that of the drafts stays.
    await expect(draftRow(page, 'Sheet ')).toHaveCount(1);
    await named(page, 'checkbox', 'drafts.pickOne').first().click();
    await expectDialog(page, 'deleting permanently', button(page, 'drafts.purge'));
  },
);

/** Opens a dialog by keyboard, checks it, closes it with Escape, and expects the focus on its opener again. */
async function expectDialog(page: Page, screen: string, opener: Locator): Promise<void> {
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.locator('[aria-modal="true"]');
  await expect(dialog.locator(':focus'), `${screen}: the focus is in it`).toHaveCount(1);
  const announcer = page.getByRole('status').and(page.locator('[data-tabster-never-hide]'));
  await expect(announcer, `${screen}: what is said now is heard`).toHaveCount(1);
  await expectAccessible(page, screen);
  await pressEscape(page);
  await expect(dialog).toHaveCount(0);
  await expect(opener, `${screen}: its opener`).toBeFocused();
}

const screens: [name: string, hash: string, regions: string[]][] = [
  ['the drafts with a record open', '#/drafts/1', ['top', 'rail', 'list', 'record', 'status']],
  ['the uploads', '#/uploads', ['top', 'rail', 'status']],
  ['an upload', '#/uploads/1', ['top', 'rail', 'upload', 'status']],
  ['the journals', '#/journals', ['top', 'rail', 'list', 'status']],
  ['the Update Requests', '#/update-requests', ['top', 'rail', 'list', 'status']],
  ['an Update Request', '#/update-requests/1', ['top', 'rail', 'status']],
  ['the search', '#/search', ['top', 'rail', 'status']],
  ['a question of compliance', '#/compliance', ['top', 'rail', 'status']],
  ['a matrix', '#/compliance/matrix/1', ['top', 'rail', 'status']],
  ['a comparison', '#/comparisons', ['top', 'rail', 'status']],
  ['the watch', '#/watch', ['top', 'rail', 'list', 'status']],
  ['the overview', '#/overview', ['top', 'rail', 'status']],
  ['the settings', '#/settings', ['top', 'rail', 'status']],
];

test('each screen is accessible, and Tab visits all its parts in order and returns to the start', async ({
  page,
}) => {
  test.setTimeout(360_000);
  const ids = await addDrafts(page, [article(1), article(2)]);
  const upload = await sendNow(asker(page), {
    accountId: 'sandbox',
    selection: { ids: ids.slice(1) },
    includeUnchanged: false,
    name: 'The spring issue',
  });
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  await call(page, 'applications.create', { accountId: 'sandbox', journalId });
  const matrix = await openMatrix(page, { issns: [cartography.pissn, ladders.pissn], funders: ['wellcome'] });
  // Buttons that leave in the middle of a walk would be missed in it.
  await expect.poll(async () => (await call(page, 'uploads.get', { id: upload.id })).state).toBe('done');
  await isThrough(page, matrix);
  for (const [at, [name, hash, regions]] of screens.entries()) {
    // The frame around every screen is the same: the ordinary run walks through the first one.
    const isWalked = at === 0 || isFullRun;
    await test.step(name, async () => {
      await openScreen(page, hash);
      await expect(page.getByRole('main')).not.toBeEmpty();
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      if (hash === '#/drafts/1') await expect(page.getByRole('heading', { name: 'Sheet 1' })).toBeVisible();
      await expectAccessible(page, `${name}, as it opens`);
      if (!isWalked) return;
      const { stops, faults } = await walkByTab(page);
      expect.soft(faults, name).toEqual([]);
      expect([...new Set(stops)], name).toEqual(expect.arrayContaining(regions));
    });
  }
});

test('every component with a dialog, an error, a message or an empty state is checked by a test', () => {
  const renderer = fileURLToPath(new URL('../../src/renderer/', import.meta.url));
  const parts = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => ({
      file: file.replaceAll('\\', '/'),
      source: readFileSync(join(renderer, file), 'utf8'),
    }));
  const specs = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.spec.ts'));
  const tests = specs.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join();
  for (const kind of ['dialogs', 'errors', 'messages', 'empty'] as const) {
    const known = looks[kind].map(([file]) => file);
    const found = parts.filter(({ source }) => looked[kind].test(source)).map(({ file }) => file);
    expect(
      found.filter((file) => !known.includes(file)),
      `${kind} that nothing looks at`,
    ).toEqual([]);
    expect(
      known.filter((file) => !existsSync(join(renderer, file))),
      `${kind} that are gone`,
    ).toEqual([]);
    const unseen = looks[kind].filter(([, screen]) => !tests.includes(`'${screen}'`));
    expect(unseen, `${kind} whose screen no test looks at`).toEqual([]);
  }
});
