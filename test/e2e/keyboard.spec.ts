import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { article, doi } from './articles.ts';
import { addDrafts, call, doiOf, fullTest, sandboxOf, test } from './colophon.ts';
import { walkByTab } from './focusWalk.ts';
import { listen } from './heard.ts';
import { hasFocus, pressUntil } from './pressUntil.ts';
import { button, named, openScreen, pressEscape, storedRecord, t } from './screen.ts';

const rows = (page: Page) => page.getByRole('grid').locator('[data-row]');
const row = (page: Page, title: string) => rows(page).filter({ hasText: title });

test('the way from an empty window to a finished upload works by keyboard alone', async ({
  page,
  colophon,
}) => {
  const sandbox = await sandboxOf(page);
  const [first, second] = await addDrafts(page, [article(1), article(2), article(3)]);
  const title = (number: number) => `Sheet ${number} of an atlas that was never bound`;
  await expect(rows(page)).toHaveCount(3);

  await test.step('the first stop skips to the content', async () => {
    await page.keyboard.press('Tab');
    const skip = page.getByRole('button', { name: t('frame.skip') });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('the list is one tab stop, arrows move within it, Enter opens the record', async () => {
    await pressUntil(page, 'Tab', rows(page).first());
    await page.keyboard.press('End');
    await expect(rows(page).last()).toBeFocused();
    await page.keyboard.press('Home');
    while (!(await hasFocus(row(page, title(1))))) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(named(page, 'region', 'drafts.record')).toBeFocused();
    await expect(page.getByRole('heading', { name: title(1) })).toBeVisible();
  });

  await test.step('authors are added with Enter and moved with Alt and the arrows', async () => {
    const authors = page
      .getByRole('navigation', { name: t('article.sections') })
      .getByRole('button', { name: t('article.section.authors') });
    await pressUntil(page, 'Tab', authors);
    await page.keyboard.press('Enter');
    const name = (place: number) =>
      named(page, 'textbox', 'article.authors.of', { label: t('field.name'), place });
    await pressUntil(page, 'Tab', name(1));
    await page.keyboard.press('Enter');
    await expect(name(2)).toBeFocused();
    await expect(name(2)).toHaveValue('');
    await page.keyboard.type('Mira Castellan');
    await page.keyboard.press('Alt+ArrowUp');
    await expect(name(1)).toBeFocused();
    await expect(name(1)).toHaveValue('Mira Castellan');
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: t('article.authors.moved', { name: 'Mira Castellan', place: 1 }) }),
    ).toHaveCount(1);
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowDown');
    await expect(name(3)).toBeFocused();
    await page.keyboard.press('Control+s');
    await expect
      .poll(() =>
        (storedRecord(colophon, first!).bibjson.author as { name: string }[]).map((one) => one.name),
      )
      .toEqual(['Ines Okafor', 'Tomasz Brandt', 'Mira Castellan']);
    // What was changed last comes first; the keys below count on this order.
    await expect(page.locator('[data-row="0"]')).toContainText(title(1));
  });

  await test.step('F6 moves through the parts of the window and back to the list', async () => {
    const within = (region: string) =>
      page.evaluate(
        (name) => document.activeElement?.closest('[data-region]')?.getAttribute('data-region') === name,
        region,
      );
    for (const region of ['status', 'top', 'rail', 'list']) {
      await page.keyboard.press('F6');
      await expect.poll(() => within(region), region).toBe(true);
    }
    await page.keyboard.press('Shift+F6');
    await expect.poll(() => within('rail')).toBe(true);
    await page.keyboard.press('F6');
    await pressUntil(page, 'Tab', row(page, title(1)));
  });

  await test.step('Control A selects all matching rows, Space deselects one', async () => {
    await page.keyboard.press('Control+a');
    await expect(page.getByRole('heading', { name: t('drafts.picked', { count: 3, n: '3' }) })).toBeVisible();
    while (!(await hasFocus(row(page, title(3))))) {
      await page.keyboard.press((await hasFocus(rows(page).first())) ? 'End' : 'ArrowUp');
    }
    await page.keyboard.press('Space');
    await expect(page.getByRole('heading', { name: t('drafts.picked', { count: 2, n: '2' }) })).toBeVisible();
  });

  const plan = named(page, 'dialog', 'send.title');
  await test.step('a dialog returns the focus to where it was', async () => {
    await page.keyboard.press('Alt+Enter');
    await expect(plan.getByText(t('send.dryRun', { count: 2, n: '2' }))).toBeVisible();
    await pressEscape(page);
    await expect(plan).toHaveCount(0);
    await expect(row(page, title(3))).toBeFocused();
    await page.keyboard.press('F1');
    const help = page.getByRole('dialog', { name: t('frame.help.title') });
    await expect(help).toBeVisible();
    await pressEscape(page);
    await expect(help).toHaveCount(0);
    await expect(row(page, title(3))).toBeFocused();
    expect(await sandbox.sends()).toEqual([]);
  });

  await test.step('the plan is sent without the deselected row', async () => {
    await page.keyboard.press('Alt+Enter');
    const go = button(plan, 'send.goCount', { count: 2, n: '2' });
    await expect(go).toBeEnabled();
    await pressUntil(page, 'Tab', go);
    const heard = await listen(page);
    await page.keyboard.press('Enter');
    await expect(page.getByText(t('uploads.ended.done'), { exact: true })).toBeVisible();
    // Another announcement may have replaced it by now.
    await expect
      .poll(async () => (await heard()).map(({ text }) => text).join('\n'))
      .toContain(t('uploads.ended.done'));
    expect((await sandbox.added()).map(doiOf).sort()).toEqual([doi(1), doi(2)]);
    expect(colophon.rows('SELECT id FROM drafts WHERE sync = ?', 'sent')).toEqual([
      { id: first },
      { id: second },
    ]);
    await expect(page.getByRole('main')).toBeFocused();
  });
});

test('a dialog keeps the focus until it is closed, and Escape closes it', async ({ page }) => {
  await openScreen(page, '#/settings');
  const open = button(page, 'settings.accounts.add');
  await open.focus();
  await page.keyboard.press('Enter');
  const dialog = named(page, 'dialog', 'settings.accounts.addTitle');
  await expect(dialog).toBeVisible();
  await expect(dialog.locator(':focus')).toHaveCount(1);
  const { stops, faults } = await walkByTab(page);
  expect(faults).toEqual([]);
  expect([...new Set(stops)].filter((stop) => stop !== 'outside')).toEqual(['dialog']);
  await pressEscape(page);
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();
});

test('in a narrow window, a menu leads to every screen', async ({ page }) => {
  await page.setViewportSize({ width: 480, height: 800 });
  const places = page.getByRole('navigation', { name: t('frame.navigation') });
  await expect(places).toHaveCount(0);
  const menu = page.getByRole('banner').getByRole('button', { name: t('frame.menu') });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(places.getByRole('link')).toHaveText(
    [
      ...['frame.drafts', 'frame.list.ready', 'frame.list.changed', 'frame.list.refused', 'frame.list.trash'],
      ...['frame.uploads', 'frame.watch', 'frame.journals', 'frame.updateRequests'],
      ...['frame.compare', 'frame.directory'],
      ...['frame.insight', 'overview.title', 'frame.compliance', 'frame.settings'],
    ].map((key) => new RegExp(`^${t(key)}`)),
  );
  await pressEscape(page);
  await expect(places).toHaveCount(0);
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  // The menu takes the focus a moment after it is shown.
  await expect(page.locator('[role="dialog"]:focus-within')).toHaveCount(1);
  const journals = places.getByRole('link', { name: t('frame.journals'), exact: true });
  await pressUntil(page, 'Tab', journals);
  await page.keyboard.press('Enter');
  await expect(places).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: t('frame.journals') })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await menu.click();
  await expectAccessible(page, 'the menu of a narrow window');
});

fullTest('the version of an account follows its address, and the address the version', async ({ page }) => {
  await openScreen(page, '#/settings');
  await button(page, 'settings.accounts.add').press('Enter');
  const dialog = named(page, 'dialog', 'settings.accounts.addTitle');
  const base = dialog.getByRole('textbox', { name: t('settings.accounts.base') });
  const version = (name: 'v3' | 'v4') => named(dialog, 'radio', `settings.accounts.dialect.${name}`);
  // The dialog gives the focus to one of its controls a moment after it is shown.
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await named(dialog, 'button', 'settings.accounts.advanced').press('Enter');
  await base.pressSequentially('https://directory.example.org/api/v3');
  await expect(version('v3')).toBeChecked();
  await version('v3').press('ArrowUp');
  await expect(version('v4')).toBeChecked();
  await expect(base).toHaveValue('https://directory.example.org/api/v4/');
  await version('v4').press('ArrowDown');
  await expect(version('v3')).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  expect(await call(page, 'accounts.list', {})).toContainEqual(
    expect.objectContaining({ base: 'https://directory.example.org/api/v3/', dialect: '3.0.1' }),
  );
});
