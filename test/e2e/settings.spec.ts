import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { breakCalls } from './broken.ts';
import { call, fullTest, startColophon, test } from './colophon.ts';
import { launchAlone } from './launch.ts';
import { button, goTo, named, openScreen, pressOn, t } from './screen.ts';

const heading = (page: Page, section: string) =>
  page.getByRole('heading', { level: 2, name: t(`settings.${section}.title`), exact: true });
const sections = (page: Page) => named(page, 'navigation', 'settings.sections');
const marked = (page: Page) => sections(page).locator('[aria-current]');

test('the sections of the settings are reached by keyboard, and by their addresses', async ({ page }) => {
  await goTo(page, '#/settings');
  await expect(marked(page)).toHaveText(t('settings.accounts.title'));
  await named(sections(page), 'link', 'settings.backups.title').press('Enter');
  await expect(heading(page, 'backups')).toBeFocused();
  await expect(heading(page, 'backups')).toBeInViewport();
  await expect(page).toHaveURL(/#\/settings\/backups$/);
  await expect(marked(page)).toHaveText(t('settings.backups.title'));

  // The last section cannot be scrolled to the upper edge.
  await named(sections(page), 'link', 'settings.about.title').press('Enter');
  await expect(heading(page, 'about')).toBeFocused();
  await expect(marked(page)).toHaveText(t('settings.about.title'));
  await page.goBack();
  await expect(heading(page, 'backups')).toBeFocused();
  await expect(marked(page)).toHaveText(t('settings.backups.title'));

  // Until a key is pressed, the section of the address is kept in place while the others load.
  await page.keyboard.press('Shift');
  await heading(page, 'accounts').scrollIntoViewIfNeeded();
  await expect(marked(page)).toHaveText(t('settings.accounts.title'));
  await page.reload();
  await expect(heading(page, 'backups')).toBeInViewport();
});

fullTest('the parts that the browser draws follow the chosen colours', async ({ page }) => {
  await goTo(page, '#/settings/appearance');
  for (const [theme, scheme] of [
    ['dark', 'dark'],
    ['light', 'light'],
    ['high-contrast', 'dark'],
  ]) {
    await named(page, 'radio', `settings.appearance.themes.${theme}`).click();
    await expect(page.locator('html')).toHaveCSS('color-scheme', scheme!);
  }
});

test('whoever asks for stillness sees each change at once', async ({ page }) => {
  await goTo(page, '#/settings/appearance');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const seen = await page.getByRole('main').evaluate((main) => {
    const all = [main, ...main.querySelectorAll('*')] as HTMLElement[];
    for (const one of all) one.style.color = 'rgb(1, 2, 3)';
    const colors = new Set(all.map((one) => getComputedStyle(one).color));
    return { colors: [...colors], moving: document.getAnimations().length };
  });
  expect(seen).toEqual({ colors: ['rgb(1, 2, 3)'], moving: 0 });
});

fullTest('in a narrow window the sections are a choice that keeps the focus', async ({ page }) => {
  await page.setViewportSize({ width: 480, height: 800 });
  await goTo(page, '#/settings');
  const choice = named(page, 'combobox', 'settings.sections');
  await choice.focus();
  await choice.selectOption({ label: t('settings.funders.title') });
  await expect(heading(page, 'funders')).toBeInViewport();
  await expect(choice).toBeFocused();
  await expect(page).toHaveURL(/#\/settings\/funders$/);
});

const sandboxKey = '5a4db0c5a4db0c5a4db0c5a4db0c5a01';

/** Fills in a new account at the sandbox's address, with the dialog open. */
async function fillAccount(page: Page, key: string) {
  const [sandbox] = await call(page, 'accounts.list', {});
  await openScreen(page, '#/settings/accounts');
  await button(page, 'settings.accounts.add').press('Enter');
  const dialog = page.getByRole('dialog');
  const field = (name: string) => dialog.getByRole('textbox', { name: t(`settings.accounts.${name}`) });
  await named(dialog, 'button', 'settings.accounts.advanced').click();
  await named(dialog, 'textbox', 'settings.accounts.name').fill('Invented Press');
  await field('base').fill(sandbox!.base);
  await field('username').fill('sandbox');
  await dialog.getByLabel(t('settings.accounts.keyLabel')).fill(key);
  return { dialog, add: button(dialog, 'settings.accounts.addSubmit') };
}

test('an account is set up in one dialog: its key is tested, and its journals are fetched', async ({
  page,
}) => {
  const { dialog, add } = await fillAccount(page, 'a wrong key');
  await add.press('Enter');
  const key = dialog.getByLabel(t('settings.accounts.keyLabel'));
  await expect(key).toHaveAttribute('aria-invalid', 'true');
  await expect(key).toBeFocused();
  // Nothing is left of an account whose key does not work.
  expect(await call(page, 'accounts.list', {})).toHaveLength(1);

  await key.fill(sandboxKey);
  await expect(add).toBeEnabled();
  await key.press('Enter');
  await expect(
    page.getByRole('dialog', { name: t('settings.accounts.ready', { name: 'Invented Press' }) }),
  ).toContainText(/\d+ journals of this account were fetched/);
  await pressOn(button(dialog, 'settings.accounts.use'));
  await expect(dialog).toBeHidden();
  const account = (await call(page, 'accounts.list', {})).find(({ name }) => name === 'Invented Press');
  expect((await call(page, 'app.settings', {})).accountId).toBe(account!.id);
  expect((await call(page, 'journals.list', { accountId: account!.id })).journals.length).toBeGreaterThan(0);
});

test('a new account asks for what only the user knows, and a wrong address is said to be that', async ({
  page,
}) => {
  await expect(page.getByRole('banner')).toHaveAttribute('data-account', 'sandbox');
  await openScreen(page, '#/settings/accounts');
  await button(page, 'settings.accounts.add').press('Enter');
  const dialog = page.getByRole('dialog');
  const names = dialog.locator('label:visible');
  await expect(names).toHaveText(
    ['preset', 'base', 'keyLabel', 'username'].map(
      (name) => new RegExp(`^${t(`settings.accounts.${name}`)}`),
    ),
  );
  await named(dialog, 'textbox', 'settings.accounts.base').fill('http://127.0.0.1:2/api/v3/');
  await named(dialog, 'textbox', 'settings.accounts.username').fill('press');
  await dialog.getByLabel(t('settings.accounts.keyLabel')).fill(sandboxKey);
  await pressOn(button(dialog, 'settings.accounts.addSubmit'));
  await expect(dialog.getByRole('alert')).toContainText(t('directory.problem.refusedConnection.fix'));
  expect(await call(page, 'accounts.list', {})).toHaveLength(1);
  // What is wrong under Advanced is shown.
  await button(dialog, 'settings.accounts.advanced').press('Enter');
  await named(dialog, 'textbox', 'settings.accounts.rate').fill('9');
  await button(dialog, 'settings.accounts.advanced').press('Enter');
  await pressOn(button(dialog, 'settings.accounts.addSubmit'));
  await expect(named(dialog, 'textbox', 'settings.accounts.rate')).toBeVisible();
  await named(dialog, 'textbox', 'settings.accounts.rate').fill('1');
  await dialog.getByLabel(t('settings.accounts.keyLabel')).fill('');
  await pressOn(button(dialog, 'settings.accounts.addSubmit'));
  await expect(dialog).toHaveCount(0);
  expect((await call(page, 'accounts.list', {})).at(-1)).toMatchObject({ name: 'press', rate: 1 });
});

/** Colophon with a key in its environment, on a data file whose account was not entered on this computer. */
async function openWithForeignAccount(page: Page) {
  const environment = { COLOPHON_API_KEY: sandboxKey };
  const colophon = await startColophon((place) => launchAlone({ ...place, environment }));
  await page.goto(colophon.address());
  const { base } = (await call(page, 'accounts.list', {})).find(({ kind }) => kind === 'sandbox')!;
  const input = { name: 'Invented Press', base, dialect: '3.0.1', rate: 2, username: '' } as const;
  const { id } = await call(page, 'accounts.create', input);
  await colophon.kill();
  rmSync(join(colophon.data, '.local', 'state', 'colophon', 'confirmed-origins.json'));
  // It moves with each start: the sandbox is at another port then.
  await colophon.startAgain();
  await page.goto(colophon.address());
  await openScreen(page, '#/settings/accounts');
  return { colophon, id, origin: new URL(base).origin };
}

test('the key of the environment goes to the address of an account only after somebody confirmed it', async ({
  page,
}) => {
  const { colophon, id, origin } = await openWithForeignAccount(page);
  try {
    const place = async () => (await call(page, 'accounts.list', {})).find((one) => one.id === id)?.key;
    expect(await place()).toBe('unconfirmed');
    await expect(page.getByText(t('settings.accounts.key.unconfirmed'))).toBeVisible();
    await button(page, 'settings.accounts.confirm.button').press('Enter');
    const dialog = page.getByRole('dialog', { name: t('settings.accounts.confirm.title', { origin }) });
    await button(dialog, 'common.cancel').press('Enter');
    await expect(dialog).toBeHidden();
    expect(await place()).toBe('unconfirmed');
    await button(page, 'settings.accounts.confirm.button').press('Enter');
    await pressOn(button(dialog, 'settings.accounts.confirm.submit', { origin }));
    await expect(dialog).toBeHidden();
    expect(await place()).toBe('environment');
  } finally {
    await colophon.end();
  }
});

test.describe('accessibility', () => {
  // Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
  test.use({ bypassCSP: true });

  fullTest('a section of the settings', async ({ page }) => {
    await goTo(page, '#/settings/appearance');
    await expect(heading(page, 'appearance')).toBeFocused();
    await expectAccessible(page, 'a section of the settings');
  });

  fullTest('the origin of a key', async ({ page }) => {
    const { colophon } = await openWithForeignAccount(page);
    try {
      await button(page, 'settings.accounts.confirm.button').click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, 'the origin of a key');
    } finally {
      await colophon.end();
    }
  });

  fullTest('an account that was set up', async ({ page }) => {
    const { dialog, add } = await fillAccount(page, sandboxKey);
    await add.click();
    await expect(dialog).toContainText(t('settings.accounts.ready', { name: 'Invented Press' }));
    await expectAccessible(page, 'an account that was set up');
  });
});

test('what is typed stays there if it cannot be saved', async ({ page }) => {
  await goTo(page, '#/settings/sources');
  const contact = page.getByLabel(t('settings.sources.contact'));
  await contact.fill('editors@press.example');
  const repair = await breakCalls(page, /^app\.changeSettings$/);
  await contact.press('Enter');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(contact).toHaveValue('editors@press.example');
  await repair();
  await contact.press('Enter');
  await expect
    .poll(async () => (await call(page, 'app.settings', {})).sources.contact)
    .toBe('editors@press.example');
});
