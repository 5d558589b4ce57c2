import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { msg } from '../../src/shared/message.ts';
import { sendNow, sendRequestsNow } from '../helpers/confirm.ts';
import { expectReadable } from './accessible.ts';
import { article, cartography, ladders } from './articles.ts';
import { breakCalls, changeAnswer } from './broken.ts';
import { addDrafts, asker, call, firstWorld, fullTest, sandboxOf, test } from './colophon.ts';
import { box, inventedIssns, openMatrix, suggested } from './compliance.ts';
import { faultKey } from './looks.ts';
import { button, field, goTo, named, pressEscape, statusBar, t } from './screen.ts';
import { storedArticle } from './storedArticles.ts';

// Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
test.use({ bypassCSP: true });

const journalId = 'aa170f10eed93a603e3bce8e267cab60';

const alert = (page: Page) => page.getByRole('alert').filter({ hasText: t(faultKey) });
const message = (page: Page, text: string) => page.locator('.fui-MessageBar').filter({ hasText: text });
const nothing = (page: Page, key: string) => named(page, 'region', key);

fullTest(
  'data that cannot be loaded is explained in its place, accessibly, on every screen',
  async ({ page }) => {
    const [first] = await addDrafts(page, [article(1), article(2)]);
    await call(page, 'journals.refresh', { accountId: 'sandbox' });
    await call(page, 'backups.make', {});
    await call(page, 'accounts.create', {
      name: 'Invented Press',
      base: 'https://directory.example.org/api/v4/',
      dialect: '4.0',
      rate: 2,
      username: 'press',
    });
    const repair = await breakCalls(
      page,
      /^((drafts|uploads|journals|applications|imports|overview)\.(list|get|find|plan)|(search|matrix|comparisons|undo)\.list|search\.run|compliance\.(check|agreements)|matrix\.plan|storage\.diagnose|backups\.preview|accounts\.(test|setKey)|drafts\.create)$/,
    );
    await page.reload();
    const look = async (screen: string, hash: string) => {
      await goTo(page, hash);
      await expectReadable(page, screen, alert(page).last());
    };
    await look('drafts that cannot be loaded', '#/drafts');
    await page.keyboard.press('Alt+n');
    await expect(alert(page)).toHaveCount(2);
    await expectReadable(page, 'a step that fails', alert(page).first());
    await button(page, 'common.dismiss').click();
    // The list beside it has the same message.
    await goTo(page, `#/drafts/${first}`);
    const record = page.locator('[data-region="record"]').getByRole('alert');
    await expectReadable(page, 'a draft that cannot be opened', record);
    // Of two screens in a row that share a name, the message of the first would do for the second.
    await look('uploads that cannot be loaded', '#/uploads');
    await look('an import that cannot be loaded', '#/imports/1');
    await look('an upload that cannot be loaded', '#/uploads/1');
    await look('a journal that cannot be loaded', `#/journals/${journalId}`);
    await goTo(page, '#/journals');
    await page.getByRole('tab', { name: t('journals.scope.directory') }).click();
    await named(page, 'searchbox', 'frame.searchIn.directory').fill('journal');
    await page.keyboard.press('Enter');
    await expectReadable(page, 'journals that cannot be found', alert(page).last());
    await look('Update Requests that cannot be loaded', '#/update-requests');
    await look('comparisons that cannot be loaded', '#/comparisons');
    await look('an Update Request that cannot be opened', '#/update-requests/1');
    await look('matrices that cannot be loaded', '#/compliance/matrix');
    await look('an overview that cannot be loaded', '#/overview');

    await goTo(page, '#/compliance/look-ups');
    const form = page.getByRole('form', { name: t('complianceScreen.agreementsTitle') });
    await box(form, 'journal').fill(cartography.pissn);
    await box(form, 'organisation').fill('02mhbdp94');
    await box(form, 'organisation').press('Tab');
    await button(form, 'complianceScreen.lookUp').click();
    await expectReadable(page, 'a look-up that fails', alert(page));
    await goTo(page, '#/compliance');
    await expectReadable(page, 'nothing checked yet', nothing(page, 'complianceScreen.emptyTitle'));
    for (const [key, text] of [
      ['journal', cartography.pissn],
      ['funder', 'wellcome'],
    ] as const) {
      await box(page, key).fill(text);
      await suggested(page);
      await box(page, key).press('Tab');
    }
    await button(page, 'complianceScreen.ask').click();
    await expectReadable(page, 'a check that fails', alert(page));

    await goTo(page, '#/search');
    await named(page, 'textbox', 'search.query').fill('maps');
    await page.keyboard.press('Enter');
    const results = page.locator('[data-region="results"]');
    await expectReadable(page, 'a search that fails', results.getByRole('alert'));
    await expectReadable(
      page,
      'saved searches that cannot be loaded',
      page.locator('[data-region="saved"]').getByRole('alert'),
    );

    await button(page, 'frame.history.button').click();
    await expectReadable(page, 'a history that cannot be loaded', alert(page).last());
    await pressEscape(page);
    await goTo(page, '#/settings');
    await button(page, 'settings.accounts.test').first().click();
    await expectReadable(page, 'an account that cannot be tested', alert(page).first());
    await button(page, 'settings.accounts.enterKey').click();
    await page.getByRole('dialog').getByLabel(t('settings.accounts.keyLabel')).fill('5a4db0c5');
    await button(page, 'settings.accounts.keySubmit').click();
    await expectReadable(page, 'a key that cannot be stored', alert(page).last());
    await pressEscape(page);
    await page
      .getByRole('list', { name: t('settings.backups.list') })
      .getByRole('button')
      .first()
      .click();
    await expectReadable(page, 'a backup that cannot be viewed', alert(page));
    await pressEscape(page);
    await button(page, 'frame.help.button').click();
    await button(page, 'frame.saveDiagnostics').click();
    await expectReadable(page, 'diagnostics that cannot be created', alert(page));
    await pressEscape(page);
    await repair();
  },
);

fullTest(
  'an action that fails is explained beside it, accessibly, and the rest of the screen stays',
  async ({ page, colophon }) => {
    const sandbox = await sandboxOf(page);
    await sandbox.world({ ...firstWorld, articles: [...firstWorld.articles, storedArticle(1)] });
    await call(page, 'journals.refresh', { accountId: 'sandbox' });
    const [first] = await addDrafts(page, [article(1), article(2)]);
    const { id: uploadId } = await sendNow(asker(page), {
      accountId: 'sandbox',
      selection: { ids: [first!] },
      includeUnchanged: false,
      name: 'The spring issue',
    });
    await expect.poll(async () => (await call(page, 'uploads.get', { id: uploadId })).state).toBe('done');
    const compared = await call(page, 'comparisons.start', {
      accountId: 'sandbox',
      issn: cartography.pissn,
      year: '2026',
    });
    const request = await call(page, 'applications.create', { accountId: 'sandbox', journalId });
    await sendRequestsNow(asker(page), { accountId: 'sandbox', ids: [request.id] });
    await openMatrix(page, { issns: [cartography.pissn], funders: ['wellcome'] });
    const repair = await breakCalls(
      page,
      /^(uploads\.(items|attempts|payload|plan)|versions\.list|drafts\.(duplicates|askDirectory|save)|imports\.(rows|problems|open)|applications\.(plan|delete|previewMany)|comparisons\.rows|compliance\.get|matrix\.plan)$/,
    );
    await page.reload();

    await goTo(page, `#/uploads/${uploadId}`);
    const upload = page.locator('[data-region="upload"]');
    await upload.getByRole('tab', { name: /^Sent/ }).click();
    await expectReadable(page, 'records of an upload that cannot be loaded', alert(page));
    await upload.getByRole('tab', { name: /^Requests/ }).click();
    await expectReadable(page, 'requests that cannot be loaded', alert(page));

    await goTo(page, `#/drafts/${first}`);
    await button(page, 'article.duplicates.look').click();
    await expectReadable(page, 'a search for duplicates that fails', alert(page));
    await button(page, 'versions.button').click();
    await expectReadable(page, 'earlier versions that cannot be loaded', alert(page).last());
    await pressEscape(page);
    await field(page, 'title').fill('Typed and not kept');
    await page.keyboard.press('Tab');
    await expect(statusBar(page)).toContainText(t('frame.saving.failed'));
    await expectReadable(page, 'a draft that cannot be saved', alert(page).first());

    await goTo(page, '#/drafts');
    const file = join(colophon.data, 'articles.json');
    writeFileSync(file, JSON.stringify([article(7)]));
    await page.locator('#import-files').setInputFiles(file);
    await expectReadable(page, 'a file that cannot be imported', alert(page));
    await button(page, 'common.dismiss').click();
    await button(page, 'drafts.sendAll').click();
    await expectReadable(page, 'a plan that cannot be prepared', alert(page).last());
    await pressEscape(page);

    await goTo(page, `#/update-requests/${request.id}`);
    await button(page, 'application.withdraw.button').click();
    await button(page.getByRole('dialog'), 'application.withdraw.go').click();
    await expectReadable(page, 'withdrawing that fails', alert(page).last());
    await pressEscape(page);
    await button(page, 'application.send').click();
    await expectReadable(page, 'a review that cannot be prepared', alert(page).last());
    await pressEscape(page);

    await goTo(page, `#/comparisons/${compared.id}`);
    await expectReadable(page, 'compared articles that cannot be loaded', alert(page));
    await goTo(page, '#/journals');
    await page.getByRole('grid').getByRole('row').nth(1).focus();
    await page.keyboard.press('Control+a');
    await button(page, 'journals.proposeMany').click();
    const many = page.getByRole('alertdialog');
    await named(many, 'combobox', 'journals.many.field').selectOption('bibjson.apc.url');
    await named(many, 'textbox', 'field.apcPage').fill('https://cartography.example.org/fees');
    await button(many, 'journals.many.preview').click();
    await expectReadable(page, 'many changes that cannot be previewed', alert(page).last());
    await pressEscape(page);

    await goTo(page, '#/compliance/matrix/1');
    await page.getByRole('grid').locator('[data-cell]').first().click();
    await expectReadable(page, 'an answer that cannot be loaded', alert(page));
    await goTo(page, '#/compliance/matrix');
    await button(page, 'complianceScreen.newMatrix').click();
    const asked = page.getByRole('group', { name: /^Funders/ });
    await asked.getByRole('checkbox', { name: 'Formas' }).check();
    await expectReadable(page, 'a matrix that cannot be started', alert(page).last());
    await pressEscape(page);
    await repair();

    await test.step('data that is loaded when something is opened', async () => {
      await goTo(page, '#/update-requests');
      const row = page.getByRole('grid').getByRole('row').nth(1);
      await expect(row).toBeVisible();
      await goTo(page, '#/search');
      await page.getByRole('radio', { name: t('search.kind.article') }).check();
      await named(page, 'textbox', 'search.query').fill('bibjson.title:"Sheet 1"');
      await page.keyboard.press('Enter');
      const hit = page.getByRole('grid').getByRole('row').filter({ hasText: 'Sheet 1' });
      await expect(hit).toBeVisible();
      const repair = await breakCalls(page, /^(applications|drafts)\.get$|^uploads\.payload$/);
      await hit.click();
      await button(page, 'search.compare.show').click();
      await expectReadable(page, 'a draft beside an article that cannot be loaded', alert(page));
      await goTo(page, '#/update-requests');
      await row.click();
      await expectReadable(page, 'details that cannot be loaded', alert(page));
      await goTo(page, '#/drafts');
      await button(page, 'drafts.sendAll').click();
      await button(page, 'send.payload.title').click();
      await expectReadable(page, 'a body that cannot be shown', alert(page).last());
      await pressEscape(page);
      await repair();
    });

    await test.step('a file with problems, and a screen whose file is missing', async () => {
      const repair = await breakCalls(page, /^imports\.(rows|problems)$/);
      writeFileSync(file, JSON.stringify([article(7), 'no record']));
      await goTo(page, '#/drafts');
      await page.locator('#import-files').setInputFiles(file);
      await expectReadable(page, 'records of an import that cannot be loaded', alert(page));
      await page.getByRole('tab', { name: t('import.tab.problems', { n: '1' }) }).click();
      await expectReadable(page, 'problems of an import that cannot be loaded', alert(page));
      await repair();
      await page.route(/\/assets\/Settings-[^/]*\.js$/, (route) => route.abort());
      await page.reload();
      await goTo(page, '#/settings');
      const missing = page.getByRole('alert').filter({ hasText: t('frame.missing.message') });
      await expectReadable(page, 'a screen whose file is missing', missing);
    });
  },
);

fullTest('notices and empty states are accessible', async ({ page, colophon }) => {
  const sandbox = await sandboxOf(page);
  await goTo(page, '#/compliance/matrix');
  await expectReadable(page, 'no matrices yet', nothing(page, 'complianceScreen.noMatrixTitle'));
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  await goTo(page, '#/journals');
  await page.getByRole('searchbox').last().fill('nothing like it');
  await expectReadable(page, 'no matching journal', nothing(page, 'journals.noMatch.title'));
  const other = firstWorld.journals.find(({ bibjson }) => JSON.stringify(bibjson).includes(ladders.pissn))!;
  await goTo(page, `#/journals/${other.id}`);
  await expectReadable(page, 'a journal of another account', message(page, t('journals.record.notMine')));
  await goTo(page, '#/search');
  await named(page, 'textbox', 'search.query').fill(`issn:${ladders.pissn}`);
  await page.keyboard.press('Enter');
  await page.getByRole('grid').getByRole('row').filter({ hasText: ladders.title }).click();
  await expectReadable(page, 'a journal of someone else found', message(page, t('search.journal.notMine')));
  await page.getByRole('radio', { name: t('search.kind.application') }).check();
  await named(page, 'textbox', 'search.query').fill('title:harbour');
  await page.keyboard.press('Enter');
  await page.locator('[data-row="0"]').click();
  await expectReadable(page, 'an unknown application', message(page, t('search.application.unknown')));

  const [first, second] = await addDrafts(page, [article(1), article(1), article(3)]);
  await goTo(page, `#/drafts/${first}`);
  await button(page, 'article.duplicates.look').click();
  await expectReadable(page, 'a duplicate', message(page, t('article.duplicates.open')));
  await call(page, 'drafts.trash', { accountId: 'sandbox', selection: { ids: [second!] } });
  await goTo(page, `#/drafts/${second}`);
  await expectReadable(page, 'a draft in the trash', message(page, t('article.trashed')));
  const file = join(colophon.data, 'articles.json');
  writeFileSync(file, JSON.stringify([article(7)]));
  await goTo(page, '#/drafts');
  await page.locator('#import-files').setInputFiles(file);
  await page.getByRole('tab', { name: t('import.tab.problems', { n: '0' }) }).click();
  await expectReadable(page, 'an import without problems', nothing(page, 'import.noProblems.title'));

  await goTo(page, '#/compliance');
  await box(page, 'journal').fill(inventedIssns(1)[0]!);
  await box(page, 'journal').press('Tab');
  await box(page, 'funder').fill('wellcome');
  await suggested(page);
  await box(page, 'funder').press('Tab');
  await button(page, 'complianceScreen.ask').click();
  await expect(page.locator('section[aria-labelledby="compliance-result"]')).toBeVisible();
  await goTo(page, '#/compliance/check/1');
  await expectReadable(page, 'an earlier answer', page.locator('.fui-MessageBar'));
  // It is about no journal: no way to comply, and no route, is shown for this one.
  await expect(page.locator('section[aria-labelledby="compliance-result"]').getByRole('list')).toHaveCount(0);

  const made = [
    await call(page, 'applications.create', { accountId: 'sandbox', journalId }),
    await call(page, 'applications.create', { accountId: 'sandbox', journalId: null }),
  ];
  const [request] = made;
  await sandbox.fault({
    kind: 'status',
    status: 400,
    body: { status: 'bad_request', error: 'Something about it (ref: 1)' },
    match: { method: 'POST', times: 1 },
  });
  await sendRequestsNow(asker(page), { accountId: 'sandbox', ids: [request!.id] });
  await expect
    .poll(async () => (await call(page, 'applications.get', { id: request!.id })).sync)
    .toBe('refused');
  await goTo(page, `#/update-requests/${request!.id}`);
  await expectReadable(page, 'an Update Request that was refused', page.getByRole('alert').first());

  await test.step('rare messages of the program', async () => {
    const why = t(faultKey);
    const reason = msg(faultKey);
    await changeAnswer<object>(page, 'applications.plan', (plan) => ({ ...plan, unasked: reason }));
    await changeAnswer<object[]>(page, 'matrix.list', (all) =>
      all.map((one) => ({ ...one, state: 'paused', message: reason })),
    );
    await changeAnswer<object[]>(page, 'matrix.cells', (all) =>
      all.map((one) => ({ ...one, state: 'waiting', checkId: null, message: null })),
    );
    await changeAnswer<object[]>(page, 'comparisons.list', (all) =>
      all.map((one) => ({ ...one, state: 'stopped', message: reason })),
    );
    await changeAnswer<unknown[]>(page, 'storage.notices', () => [
      {
        id: 'damaged',
        kind: 'damaged',
        message: msg('storage.damaged.message'),
        why: msg('storage.damaged.why', { file: 'colophon-damaged-2026-11-21.db' }),
        fix: msg('storage.damagedNoBackup.fix'),
        backup: null,
      },
    ]);
    const compared = await call(page, 'comparisons.start', {
      accountId: 'sandbox',
      issn: cartography.pissn,
      year: '2026',
    });
    const matrix = await call(page, 'matrix.start', {
      name: 'Autumn review',
      lang: 'en',
      maxAge: 30,
      rors: [],
      issns: [cartography.pissn, ...inventedIssns(8)],
      funders: ['wellcome'],
    });
    await call(page, 'matrix.pause', { id: matrix.id });
    await changeAnswer<object>(page, 'uploads.get', (one) => ({
      ...one,
      state: 'running',
      isKeeping: true,
      message: reason,
    }));
    const upload = await sendNow(asker(page), {
      accountId: 'sandbox',
      selection: { ids: [first!] },
      includeUnchanged: false,
      name: 'The spring issue',
    });
    await page.reload();
    await expectReadable(page, 'a data file that was damaged', message(page, t('storage.damaged.message')));
    await goTo(page, `#/uploads/${upload.id}`);
    await expectReadable(
      page,
      'an upload that waits for a backup of the current version',
      message(page, why),
    );
    await goTo(page, `#/comparisons/${compared.id}`);
    await expectReadable(page, 'a comparison that had to stop', message(page, why));
    await goTo(page, `#/compliance/matrix/${matrix.id}`);
    await expectReadable(page, 'a matrix that had to stop', message(page, why));
    await page.getByRole('grid').locator('[data-cell]').last().click();
    await expectReadable(
      page,
      'a question that has not been asked yet',
      message(page, t('complianceScreen.notAsked')),
    );
    await goTo(page, '#/update-requests');
    await page.getByRole('grid').getByRole('row').nth(1).focus();
    await page.keyboard.press('Control+a');
    await button(page.getByRole('toolbar'), 'requests.send').click();
    await expectReadable(page, 'a review of two', message(page, why));
    await changeAnswer<object>(page, 'applications.get', (one) => ({
      ...one,
      editable: { now: false, why: reason },
    }));
    await goTo(page, `#/update-requests/${request!.id}`);
    await expectReadable(page, 'an Update Request that cannot be changed', message(page, why));
    await changeAnswer<object>(page, 'drafts.get', (one) => ({
      ...one,
      sync: 'changed',
      refusal: {
        code: '',
        path: '',
        message: reason,
        help: null,
        words: '',
        reference: '',
        at: '2026-11-20',
      },
    }));
    await goTo(page, `#/drafts/${first}`);
    await expectReadable(page, 'an article edited since it was refused', message(page, why));
  });
});
