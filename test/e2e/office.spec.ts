import { type Browser, expect, type Page } from '@playwright/test';
import { setAt } from '../../src/shared/draft/fieldPath.ts';
import { type PostgresCluster, postgresPrograms, startPostgres } from '../helpers/postgres.ts';
import { expectAccessible, expectReadable } from './accessible.ts';
import { article } from './articles.ts';
import { type Colophon, call, fullTest, isShown, startColophon, test, watchFaults } from './colophon.ts';
import { button, draftRow, goTo, named, openScreen, pressEscape, pressOn, statusBar, t } from './screen.ts';

// Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
test.use({ bypassCSP: true });
test.skip(postgresPrograms === null, 'missing: sudo apt-get install -y postgresql');

let cluster: PostgresCluster;
test.beforeAll(async () => {
  cluster = await startPostgres();
  for (const person of ['anna', 'ben']) await cluster.addPerson(person);
});
test.afterAll(() => cluster?.remove());

const inOffice = (page: Page) => statusBar(page).getByRole('link', { name: t('frame.office.current') });

/** Joins by keyboard, and returns the text of the preview. */
async function join(
  page: Page,
  person: string,
  { database = '', isNew = false, again = false },
): Promise<string> {
  await openScreen(page, '#/settings/office');
  await button(page, again ? 'sharing.joinAgain' : 'sharing.join').press('Enter');
  const dialog = named(page, 'dialog', 'sharing.joinTitle');
  const address = dialog.getByRole('textbox', { name: t('sharing.address') });
  await expect(address).toBeFocused();
  if (!again) await page.keyboard.type(cluster.address(person, database));
  await page.keyboard.press('Tab');
  await page.keyboard.type(cluster.passwordOf(person));
  if (isNew) {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expectAccessible(page, 'joining an office');
  }
  await pressOn(button(page, 'sharing.continue'));
  const list = dialog.getByRole('list', { name: t('sharing.preview') });
  const preview = await list.innerText();
  await pressOn(button(dialog, 'sharing.joinSubmit'));
  await expect(dialog).toBeHidden();
  await expect(inOffice(page)).toBeVisible();
  return preview;
}

async function openWindow(browser: Browser, colophon: Colophon): Promise<Page> {
  const context = await browser.newContext({
    bypassCSP: true,
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  await page.goto(colophon.address());
  await isShown(page);
  return page;
}

test('two editors join an office, see each other’s work, resolve a conflict and leave, by keyboard', async ({
  page: anna,
  browser,
}) => {
  const database = await cluster.createDatabase();
  await cluster.prepareOffice(database);
  const account = {
    name: 'Acme Press',
    base: 'http://127.0.0.1:9/api/v3/',
    dialect: '3.0.1',
    rate: 2,
  } as const;
  const { id: accountId } = await call(anna, 'accounts.create', { ...account, username: 'acme' });
  const { id } = await call(anna, 'drafts.create', { accountId, record: { bibjson: { title: 'Rivers' } } });
  const placeOf = (place: string) => t(`sharing.placeOf.${place}`);
  expect(await join(anna, 'anna', { database, isNew: true })).toContain(placeOf('here'));
  await cluster.sql(
    database,
    `INSERT INTO colophon.permissions (account_id, person, may_edit, may_send)
     SELECT id, 'ben', true, false FROM colophon.records WHERE kind = 'account'`,
  );

  const other = await startColophon();
  try {
    const ben = await openWindow(browser, other);
    const faults = watchFaults(ben);
    expect(await join(ben, 'ben', { database })).toContain(placeOf('there'));
    const [shared] = (await call(ben, 'accounts.list', {})).filter(({ kind }) => kind === 'directory');
    await call(ben, 'app.changeSettings', { accountId: shared!.id });
    await goTo(ben, '#/watch/deleted');
    await expect(ben.getByText(t('watchScreen.alone'))).toBeVisible();
    await expectAccessible(ben, 'findings of an editor who may not send');
    await goTo(ben, '#/drafts');
    await expect(draftRow(ben, 'Rivers')).toBeVisible();
    const people = anna.getByRole('definition').filter({ hasText: 'ben' });
    await expect(people).toContainText('anna', { timeout: 60_000 });

    await test.step('offline, both change the title', async () => {
      cluster.stop('immediate');
      try {
        const offline = statusBar(ben).getByRole('link', { name: /^Office: offline since/ });
        await expect(offline).toBeVisible();
        for (const [window, title] of [
          [anna, 'Rivers by Anna'],
          [ben, 'Rivers by Ben'],
        ] as const) {
          const { id: shared } = await draftOf(window);
          const { version } = await call(window, 'drafts.get', { id: shared });
          await call(window, 'drafts.save', { id: shared, version, record: { bibjson: { title } } });
        }
      } finally {
        cluster.start();
      }
    });
    const conflicted = statusBarLink(/^Office: 1 conflict$/);
    await expect
      .poll(async () => (await conflicted(anna).count()) + (await conflicted(ben).count()), {
        timeout: 60_000,
      })
      .toBe(1);
    const [loser, winner] = (await conflicted(anna).count()) === 1 ? [anna, ben] : [ben, anna];
    const mine = loser === anna ? 'Rivers by Anna' : 'Rivers by Ben';
    await conflicted(loser).press('Enter');
    await expect(loser.getByRole('table')).toContainText(mine);
    await expectAccessible(loser, 'a conflict in an office');
    const theirs = loser === anna ? 'Rivers by Ben' : 'Rivers by Anna';
    const choice = t('sharing.keepMine');
    await button(loser, 'sharing.choiceOf', { choice, title: theirs }).press('Enter');
    await expect(inOffice(loser)).toBeVisible();
    await goTo(winner, '#/drafts');
    await call(winner, 'app.changeSettings', { accountId: await accountOf(winner) });
    await expect(draftRow(winner, mine)).toBeVisible({ timeout: 60_000 });

    await test.step('an expired password is explained, and Anna joins again with a new one', async () => {
      await cluster.sql('postgres', `ALTER ROLE anna VALID UNTIL '2000-01-01'`);
      await cluster.sql(
        'postgres',
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'anna'`,
      );
      await goTo(anna, '#/settings/office');
      const warning = named(anna, 'region', 'settings.office.title').locator('.fui-MessageBar');
      await expect(warning).toContainText(t('office.state.password'));
      await expectReadable(anna, 'an office that refuses the password', warning);
      await expect(statusBarLink(/needs attention$/)(anna)).toBeVisible();
      await cluster.sql('postgres', `ALTER ROLE anna VALID UNTIL 'infinity'`);
      await join(anna, 'anna', { again: true });
    });

    await button(anna, 'sharing.leave').press('Enter');
    await expectAccessible(anna, 'leaving an office');
    await pressOn(button(anna, 'sharing.leaveSubmit'));
    await expect(button(anna, 'sharing.join')).toBeVisible();
    await expect(statusBar(anna).getByRole('link', { name: /^Office/ })).toHaveCount(0);
    expect((await call(anna, 'drafts.get', { id })).record.bibjson).toMatchObject({ title: mine });
    expect(faults).toEqual([]);
  } finally {
    await other.end();
  }
});

fullTest(
  'colleagues ask for a review, assign drafts and approve them, and only approved ones are sent',
  async ({ page: anna, browser }) => {
    const { accountId, ben, end } = await twoInOffice(anna, browser, ['Moths', 'Newts']);
    try {
      const faults = watchFaults(ben);
      await goTo(anna, '#/drafts');
      const badge = (page: Page, key: string) => draftRow(page, 'Moths').getByText(t(key), { exact: true });
      await test.step('Anna asks Ben to review one', async () => {
        await draftRow(anna, 'Moths').getByRole('checkbox').check();
        await button(anna, 'drafts.more').press('Enter');
        await anna.getByRole('menuitem', { name: t('commands.name.review') }).click();
        const dialog = named(anna, 'dialog', 'sharing.review.title');
        await dialog.getByRole('radio', { name: t('common.review.review') }).check();
        await dialog.getByRole('combobox').selectOption('ben');
        await expectAccessible(anna, 'the review of a draft');
        await pressOn(button(dialog, 'sharing.review.submit'));
        await expect(dialog).toBeHidden();
        await expect(badge(anna, 'common.review.review')).toBeVisible();
        await button(anna, 'undo.undo').press('Enter');
        await expect(badge(anna, 'common.review.review')).toBeHidden();
        await button(anna, 'undo.again').press('Enter');
        await expect(badge(anna, 'common.review.review')).toBeVisible();
      });

      await test.step('Ben finds it in his list, and approves it', async () => {
        await expect(badge(ben, 'common.review.review')).toBeVisible({ timeout: 60_000 });
        await command(ben, 'list-own');
        await expect(draftRow(ben, 'Newts')).toBeHidden();
        // A key would miss the row if the focus came back from the palette meanwhile.
        await draftRow(ben, 'Moths').click();
        const review = ben.getByRole('button', { name: /^To be reviewed, ben$/ });
        await expect(review).toBeVisible();
        await expectAccessible(ben, 'a draft that is assigned in an office');
        await command(ben, 'approve');
        await expect(ben.getByRole('button', { name: /^Approved, ben$/ })).toBeVisible();
        await expect(badge(anna, 'common.review.approved')).toBeVisible({ timeout: 60_000 });
      });

      await test.step('Anna lets only approved articles be sent', async () => {
        await goTo(anna, '#/settings/office');
        const only = anna.getByRole('switch', { name: t('sharing.approvedOnly', { name: 'Acme Press' }) });
        await only.press('Space');
        await expect(only).toBeChecked();
        await expect(only).toBeFocused();
        await expectAccessible(anna, 'the settings of an office');
        await expect
          .poll(async () => (await call(ben, 'office.status', {})).approvedOnly[0]?.isOn, { timeout: 60_000 })
          .toBe(true);
        await command(ben, 'list-own');
        await expect(ben).toHaveURL(/drafts\?.*assignee/);
        await button(ben, 'drafts.clearFilters').click();
        await expect(ben).not.toHaveURL(/assignee/);
        await button(ben, 'drafts.sendAll').press('Enter');
        const plan = ben.getByRole('dialog');
        await expect(plan).toContainText(t('send.held.reason.not-approved', { count: 1, n: '1' }));
        await expectAccessible(ben, 'a plan without an article that is not approved');
        await pressEscape(ben);
      });

      await test.step('whoever edits an approved draft asks for another review', async () => {
        const { rows } = await call(anna, 'drafts.list', {
          ...{ accountId, filter: { review: ['approved'] }, sort: { by: 'updated', direction: 'desc' } },
          ...{ offset: 0, limit: 1 },
        });
        const { id, version, record } = await call(anna, 'drafts.get', { id: rows[0]!.id });
        await call(anna, 'drafts.save', { id, version, record: setAt(record, 'bibjson.month', '7') });
        await expect(badge(ben, 'common.review.review')).toBeVisible({ timeout: 60_000 });
      });
      expect(faults).toEqual([]);
    } finally {
      await end();
    }
  },
);

fullTest(
  'a form shows who else has the record open, what a colleague changes in it, and its conflicts',
  async ({ page: anna, browser }) => {
    const { accountId, ben, end } = await twoInOffice(anna, browser, ['Moths', 'Newts']);
    try {
      const faults = watchFaults(ben);
      await test.step('restoring a backup says that the office’s records replace those in it', async () => {
        await goTo(anna, '#/settings');
        await button(anna, 'settings.backups.make').click();
        const made = anna.getByRole('listitem').filter({ hasText: t('backups.reason.asked') });
        await made.getByRole('button').click();
        await expect(anna.getByRole('dialog').getByText(t('settings.backups.office'))).toBeVisible();
        await expectAccessible(anna, 'a backup of a data folder in an office');
        await button(anna, 'common.cancel').click();
      });
      const notes = (page: Page) => page.locator('form .fui-MessageBar');
      for (const page of [anna, ben]) {
        await goTo(page, '#/drafts');
        await draftRow(page, 'Moths').press('Enter');
      }
      await expect(notes(anna)).toContainText(t('sharing.openBy', { count: 1, people: 'ben' }));
      await expect(notes(ben)).toContainText(t('sharing.openBy', { count: 1, people: 'anna' }));
      const mark = t('sharing.openBy', { count: 1, people: 'anna' });
      await expect(draftRow(ben, 'Moths').getByRole('img', { name: mark })).toBeVisible();
      await expect(draftRow(ben, 'Newts').getByRole('img', { name: mark })).toHaveCount(0);
      await expectAccessible(ben, 'a draft that a colleague has open');

      await test.step('what Anna types is merged with what Ben is typing, and Ben takes it back', async () => {
        await ben.bringToFront();
        const abstract = named(ben, 'textbox', 'field.abstract');
        await abstract.focus();
        await named(anna, 'textbox', 'field.title').fill('Moths of the coast');
        // Typing goes on while the change arrives.
        const merged = notes(ben).filter({ hasText: t('field.title') });
        await expect(async () => {
          await abstract.press('End');
          await ben.keyboard.type('x');
          expect(await merged.count()).toBe(1);
        }).toPass({ timeout: 60_000, intervals: [100] });
        await expect(merged).toContainText('anna');
        const title = named(ben, 'textbox', 'field.title');
        await expect(title).toHaveValue('Moths of the coast');
        await expect(abstract).toHaveValue(/xx?/);
        await expect(ben.locator('[data-field="bibjson.title"]')).toContainText('anna');
        await expectAccessible(ben, 'a colleague’s change of an open draft');
        await button(merged, 'undo.undo').press('Enter');
        await expect(title).toHaveValue('Moths');
        await expect(named(anna, 'textbox', 'field.title')).toHaveValue('Moths', { timeout: 60_000 });
      });

      await test.step('the same is shown for applications', async () => {
        const { id } = await call(anna, 'applications.create', { accountId, journalId: null });
        const bens = { accountId: await accountOf(ben), filter: { trashed: false }, offset: 0, limit: 1 };
        const listed = () => call(ben, 'applications.list', bens);
        await expect.poll(async () => (await listed()).total, { timeout: 60_000 }).toBe(1);
        await goTo(anna, `#/update-requests/${id}`);
        await goTo(ben, '#/update-requests');
        await expect(ben.getByRole('grid').getByRole('img', { name: mark })).toBeVisible({ timeout: 60_000 });
        await goTo(ben, `#/update-requests/${(await listed()).rows[0]!.id}`);
        await expect(notes(ben)).toContainText(t('sharing.openBy', { count: 1, people: 'anna' }));
        const title = (page: Page) => page.locator('[data-field="bibjson.title"] input');
        await title(anna).fill('Journal of Coasts');
        await expect(title(ben)).toHaveValue('Journal of Coasts', { timeout: 60_000 });
        await expect(ben.locator('[data-field="bibjson.title"]')).toContainText('anna');
        await expectAccessible(ben, 'a colleague’s change of an open application');
        for (const page of [anna, ben]) {
          await goTo(page, '#/drafts');
          await draftRow(page, 'Moths').press('Enter');
        }
      });

      await test.step('a conflict is shown in the form of its record', async () => {
        cluster.stop('immediate');
        try {
          await expect(statusBar(ben).getByRole('link', { name: /^Office: offline since/ })).toBeVisible();
          await expect(statusBar(anna).getByRole('link', { name: /^Office: offline since/ })).toBeVisible();
          for (const [window, value] of [
            [anna, 'Moths by Anna'],
            [ben, 'Moths by Ben'],
          ] as const) {
            const title = named(window, 'textbox', 'field.title');
            await title.fill(value);
            await title.blur();
            await expect
              .poll(async () => {
                const { rows } = await call(window, 'drafts.list', {
                  ...{ accountId: await accountOf(window), filter: { text: value } },
                  ...{ sort: { by: 'updated', direction: 'desc' }, offset: 0, limit: 1 },
                });
                return rows.length;
              })
              .toBe(1);
          }
        } finally {
          cluster.start();
        }
        const here = (page: Page) => notes(page).filter({ hasText: t('sharing.conflictHere') });
        await expect
          .poll(async () => (await here(anna).count()) + (await here(ben).count()), { timeout: 60_000 })
          .toBe(1);
        const [loser, winner] = (await here(anna).count()) === 1 ? [anna, ben] : [ben, anna];
        const [mine, theirs] =
          loser === anna ? ['Moths by Anna', 'Moths by Ben'] : ['Moths by Ben', 'Moths by Anna'];
        await expectAccessible(loser, 'a conflict in the form of its draft');
        const choice = t('sharing.choiceOf', { choice: t('sharing.keepMine'), title: theirs });
        await here(loser).getByRole('button', { name: choice }).press('Enter');
        await expect(here(loser)).toHaveCount(0);
        await expect(named(winner, 'textbox', 'field.title')).toHaveValue(mine, { timeout: 60_000 });
      });
      expect(faults).toEqual([]);
    } finally {
      await end();
    }
  },
);

/** Anna and Ben in a new office, Ben with a Colophon of his own; both see the list of these drafts. */
async function twoInOffice(anna: Page, browser: Browser, titles: readonly string[]) {
  const database = await cluster.createDatabase();
  await cluster.prepareOffice(database);
  const { id: accountId } = await call(anna, 'accounts.create', {
    ...{
      name: 'Acme Press',
      base: 'http://127.0.0.1:9/api/v3/',
      dialect: '3.0.1',
      rate: 2,
      username: 'acme',
    },
  });
  for (const [n, title] of titles.entries())
    await call(anna, 'drafts.create', { accountId, record: article(n + 1, { title }) });
  await join(anna, 'anna', { database, isNew: true });
  await call(anna, 'app.changeSettings', { accountId });
  await cluster.sql(
    database,
    `INSERT INTO colophon.permissions (account_id, person, may_edit)
     SELECT id, 'ben', true FROM colophon.records WHERE kind = 'account'`,
  );
  const other = await startColophon();
  const ben = await openWindow(browser, other);
  await join(ben, 'ben', { database });
  await call(ben, 'app.changeSettings', { accountId: await accountOf(ben) });
  await goTo(ben, '#/drafts');
  await expect(draftRow(ben, titles[0]!)).toBeVisible();
  const members = async () => (await call(anna, 'office.status', { waits: true })).members;
  await expect.poll(async () => (await members()).map(({ person }) => person)).toContain('ben');
  return { accountId, ben, end: () => other.end() };
}

/** Gives a command by the palette. */
async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const box = named(page, 'combobox', 'commands.name.palette');
  await box.fill(t(`commands.name.${name}`));
  const found = page.locator('[aria-modal="true"]').getByRole('option', { selected: true });
  await expect(found).toContainText(t(`commands.name.${name}`));
  await page.keyboard.press('Enter');
  await expect(box).toHaveCount(0);
}

const statusBarLink = (name: RegExp) => (page: Page) => statusBar(page).getByRole('link', { name });

/** The only draft of the shared account. */
async function draftOf(page: Page): Promise<{ id: number }> {
  const accountId = await accountOf(page);
  const { rows } = await call(page, 'drafts.list', {
    ...{ accountId, filter: {}, sort: { by: 'updated', direction: 'desc' } },
    ...{ offset: 0, limit: 1 },
  });
  return rows[0]!;
}

async function accountOf(page: Page): Promise<string> {
  const accounts = await call(page, 'accounts.list', {});
  return accounts.find(({ kind }) => kind === 'directory')!.id;
}
