import { type Browser, expect, type Page } from '@playwright/test';
import { type PostgresCluster, postgresPrograms, startPostgres } from '../helpers/postgres.ts';
import { expectAccessible, expectReadable } from './accessible.ts';
import { type Colophon, call, startColophon, test, watchFaults } from './colophon.ts';
import { draftRow, goTo, statusBar, t } from './screen.ts';

// Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
test.use({ bypassCSP: true });
test.skip(postgresPrograms === null, 'missing: sudo apt-get install -y postgresql');

let cluster: PostgresCluster;
test.beforeAll(async () => {
  cluster = await startPostgres();
  for (const person of ['anna', 'ben']) await cluster.addPerson(person);
});
test.afterAll(() => cluster?.remove());

const button = (page: Page, key: string, values = {}) =>
  page.getByRole('button', { name: t(key, values), exact: true });
const inOffice = (page: Page) => statusBar(page).getByRole('link', { name: t('frame.office.current') });

/** Joins by keyboard, and returns the text of the preview. */
async function join(
  page: Page,
  person: string,
  { database = '', isNew = false, again = false },
): Promise<string> {
  await goTo(page, '#/settings/office');
  await button(page, again ? 'settings.office.joinAgain' : 'settings.office.join').press('Enter');
  const dialog = page.getByRole('dialog', { name: t('settings.office.joinTitle'), exact: true });
  const address = dialog.getByRole('textbox', { name: t('settings.office.address') });
  await expect(address).toBeFocused();
  if (!again) await page.keyboard.type(cluster.address(person, database));
  await page.keyboard.press('Tab');
  await page.keyboard.type(cluster.passwordOf(person));
  if (isNew) {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expectAccessible(page, 'joining an office');
  }
  await button(page, 'settings.office.continue').press('Enter');
  const list = dialog.getByRole('list', { name: t('settings.office.preview') });
  const preview = await list.innerText();
  await dialog.getByRole('button', { name: t('settings.office.joinSubmit'), exact: true }).press('Enter');
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
  await page.locator('#main[data-screen]').waitFor();
  return page;
}

test('two editors join an office, see each other’s work, resolve a conflict and leave, by keyboard', async ({
  page: anna,
  browser,
}) => {
  const database = await cluster.createDatabase();
  await cluster.sql('postgres', `GRANT CREATE ON DATABASE ${database} TO anna`);
  const account = {
    name: 'Acme Press',
    base: 'http://127.0.0.1:9/api/v3/',
    dialect: '3.0.1',
    rate: 2,
  } as const;
  const { id: accountId } = await call(anna, 'accounts.create', { ...account, username: 'acme' });
  const { id } = await call(anna, 'drafts.create', { accountId, record: { bibjson: { title: 'Rivers' } } });
  const placeOf = (place: string) => t(`settings.office.placeOf.${place}`);
  expect(await join(anna, 'anna', { database, isNew: true })).toContain(placeOf('here'));
  await cluster.sql(
    database,
    `INSERT INTO colophon.permissions (account_id, person, may_edit)
     SELECT id, 'ben', true FROM colophon.records WHERE kind = 'account'`,
  );

  const other = await startColophon();
  try {
    const ben = await openWindow(browser, other);
    const faults = watchFaults(ben);
    expect(await join(ben, 'ben', { database })).toContain(placeOf('there'));
    const [shared] = (await call(ben, 'accounts.list', {})).filter(({ kind }) => kind === 'directory');
    await call(ben, 'settings.set', { accountId: shared!.id });
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
    const choice = t('settings.office.keepMine');
    await button(loser, 'settings.office.choiceOf', { choice, title: theirs }).press('Enter');
    await expect(inOffice(loser)).toBeVisible();
    await goTo(winner, '#/drafts');
    await call(winner, 'settings.set', { accountId: await accountOf(winner) });
    await expect(draftRow(winner, mine)).toBeVisible({ timeout: 60_000 });

    await test.step('an expired password is explained, and Anna joins again with a new one', async () => {
      await cluster.sql('postgres', `ALTER ROLE anna VALID UNTIL '2000-01-01'`);
      await cluster.sql(
        'postgres',
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'anna'`,
      );
      await goTo(anna, '#/settings/office');
      const warning = anna
        .getByRole('region', { name: t('settings.office.title'), exact: true })
        .locator('.fui-MessageBar');
      await expect(warning).toContainText(t('office.state.password'));
      await expectReadable(anna, 'an office that refuses the password', warning);
      await expect(statusBarLink(/needs attention$/)(anna)).toBeVisible();
      await cluster.sql('postgres', `ALTER ROLE anna VALID UNTIL 'infinity'`);
      await join(anna, 'anna', { again: true });
    });

    await button(anna, 'settings.office.leave').press('Enter');
    await expectAccessible(anna, 'leaving an office');
    await button(anna, 'settings.office.leaveSubmit').press('Enter');
    await expect(button(anna, 'settings.office.join')).toBeVisible();
    await expect(statusBar(anna).getByRole('link', { name: /^Office/ })).toHaveCount(0);
    expect((await call(anna, 'drafts.get', { id })).record.bibjson).toMatchObject({ title: mine });
    expect(faults).toEqual([]);
  } finally {
    await other.end();
  }
});

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
