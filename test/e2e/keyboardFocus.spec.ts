import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { sendNow } from '../helpers/confirm.ts';
import { article, cartography } from './articles.ts';
import { addDrafts, asker, call, fullTest, sandboxOf, test } from './colophon.ts';
import { openMatrix } from './compliance.ts';
import { walkByTab } from './focusWalk.ts';
import { button, goTo, named, openScreen } from './screen.ts';
import { watchCalls } from './watchCalls.ts';

const journalId = 'aa170f10eed93a603e3bce8e267cab60';
const rows = (page: Page) => page.getByRole('grid').locator('[data-row]');

/** Presses Enter on `target` once it can be used, waits until `gone` has disappeared, and expects the focus on something visible. */
async function pressAndKeepFocus(
  page: Page,
  target: Locator,
  { gone, key = 'Enter' }: { gone: Locator; key?: string },
) {
  // A dialog may still be asking what it would remove.
  await expect(target).toBeEnabled();
  // A dialog or a menu takes the focus a moment after it is shown.
  const withoutFocus = ':is([role="dialog"], [role="alertdialog"], [role="menu"]):not(:focus-within)';
  await expect(page.locator(withoutFocus)).toHaveCount(0);
  await target.focus();
  await page.keyboard.press(key);
  await expect(gone).toHaveCount(0);
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      const isSomewhere = element !== document.body && element?.checkVisibility({ visibilityProperty: true });
      return isSomewhere && !element?.closest('[aria-hidden="true"]') ? 'somewhere' : 'lost';
    });
  await expect.soft.poll(focused, { message: `the focus after ${target}` }).toBe('somewhere');
}

test('the focus is never lost when something is closed, removed, trashed, sent or undone', async ({
  page,
  colophon,
}) => {
  const sandbox = await sandboxOf(page);
  await call(page, 'accounts.create', {
    name: 'Invented Press',
    base: 'https://directory.example.org/api/v4/',
    dialect: '4.0',
    rate: 2,
    username: 'press',
  });
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  await call(page, 'search.save', {
    accountId: 'sandbox',
    kind: 'journal',
    name: 'Sheets of the north',
    query: 'atlas',
    sort: '',
  });
  await call(page, 'applications.create', { accountId: 'sandbox', journalId });
  const ids = await addDrafts(page, [article(1), article(2), article(3)]);

  await test.step('a record, its authors and keywords', async () => {
    await goTo(page, '#/drafts');
    await expect(rows(page)).toHaveCount(3);
    await rows(page).first().focus();
    await page.keyboard.press('Enter');
    const record = page.locator('[data-region="record"]');
    await expect(record).toBeFocused();
    const author = button(record, 'article.authors.remove', { name: 'Tomasz Brandt' });
    await pressAndKeepFocus(page, author, { gone: author });
    await pressAndKeepFocus(page, button(record, 'article.undo').first(), {
      gone: button(record, 'article.undo'),
    });
    const keyword = button(record, 'article.keywords.remove', { keyword: 'margins' });
    await pressAndKeepFocus(page, keyword, { gone: keyword });
    await pressAndKeepFocus(page, button(record, 'drafts.closeRecord'), { gone: record });
  });

  await test.step('drafts that are moved to the trash and restored', async () => {
    await rows(page).first().focus();
    await page.keyboard.press('Space');
    const bar = named(page, 'toolbar', 'drafts.batch');
    await pressAndKeepFocus(page, button(bar, 'common.cancel'), { gone: bar });
    await rows(page).first().focus();
    await page.keyboard.press('Space');
    await pressAndKeepFocus(page, button(bar, 'drafts.trash'), { gone: bar });
    const undo = button(page, 'undo.undo');
    await pressAndKeepFocus(page, undo, { gone: undo });
    await expect(rows(page)).toHaveCount(3);
    await rows(page).first().focus();
    await page.keyboard.press('Control+a');
    await pressAndKeepFocus(page, button(bar, 'drafts.trash'), { gone: rows(page) });
    await call(page, 'drafts.restore', { accountId: 'sandbox', selection: { ids } });
  });

  await test.step('an import that is discarded', async () => {
    const file = join(colophon.data, 'articles.json');
    writeFileSync(file, JSON.stringify([article(7)]));
    await goTo(page, '#/drafts');
    await page.locator('#import-files').setInputFiles(file);
    await page.locator('#main[data-screen="imports"]').waitFor();
    // The new screen takes the focus.
    await expect(page.getByRole('main')).toBeFocused();
    const discard = button(page, 'import.discard');
    await pressAndKeepFocus(page, discard, { gone: discard });
  });

  await test.step('an upload that is cancelled', async () => {
    await sandbox.fault({ kind: 'hang', match: { method: 'POST', times: 1 } });
    const { id } = await sendNow(asker(page), {
      accountId: 'sandbox',
      selection: { ids: ids.slice(0, 1) },
      includeUnchanged: false,
      name: 'The spring issue',
    });
    await goTo(page, `#/uploads/${id}`);
    await pressAndKeepFocus(page, button(page, 'uploads.pause'), { gone: button(page, 'uploads.pause') });
    await button(page, 'uploads.cancel').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog');
    await pressAndKeepFocus(page, button(dialog, 'uploads.cancelDialog.yes'), { gone: dialog });
  });

  await test.step('a search, a matrix, an Update Request and an account that are removed', async () => {
    await openScreen(page, '#/search');
    const search = button(page, 'search.saved.more', { name: 'Sheets of the north' });
    await search.focus();
    await page.keyboard.press('Enter');
    const remove = named(page, 'menuitem', 'search.saved.remove');
    await pressAndKeepFocus(page, remove, { gone: search });
    const id = await openMatrix(page, { issns: [cartography.pissn], funders: ['wellcome'] });
    await expect(page).toHaveURL(new RegExp(`/${id}$`));
    await button(page, 'complianceScreen.remove').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await pressAndKeepFocus(page, button(dialog, 'complianceScreen.remove'), { gone: dialog });

    await openScreen(page, '#/update-requests');
    await rows(page).first().focus();
    await page.keyboard.press('Enter');
    await goTo(page, '#/update-requests');
    await expect(rows(page)).toHaveCount(1);
    await rows(page).first().focus();
    await page.keyboard.press('Space');
    await pressAndKeepFocus(page, button(page.getByRole('toolbar'), 'drafts.trash'), { gone: rows(page) });

    await openScreen(page, '#/settings');
    await button(page, 'settings.accounts.remove').focus();
    await page.keyboard.press('Enter');
    await pressAndKeepFocus(page, button(dialog, 'settings.accounts.removeSubmit'), { gone: dialog });
  });
});

for (const [kind, hash] of [
  ['all drafts', '#/drafts'],
  ['drafts found by a text', '#/drafts?text=sheet'],
] as const)
  fullTest(
    `Undo gives the focus to the row that it brings back, not to the bar above (${kind})`,
    async ({ page }) => {
      await addDrafts(page, [article(1), article(2)]);
      await goTo(page, hash);
      const trashAll = async () => {
        await expect(rows(page)).toHaveCount(2);
        await rows(page).first().focus();
        await page.keyboard.press('Control+a');
        await page.keyboard.press('Delete');
        await expect(rows(page)).toHaveCount(0);
        // The bar above the list has the focus while there is no row, and not the text instead of the rows.
        await expect(page.locator('[data-region="list"] :is(button, input):focus')).toHaveCount(1);
        await expect(page.locator('[data-empty-state] :focus')).toHaveCount(0);
      };
      await trashAll();
      await page.keyboard.press('Control+z');
      await expect(rows(page).first()).toBeFocused();
      await trashAll();
      const notices = page.locator('[data-region="notices"]');
      await button(notices, 'undo.undo').focus();
      await page.keyboard.press('Enter');
      await expect(button(notices, 'undo.again')).toBeFocused();
      await expect(rows(page)).toHaveCount(2);
      await button(notices, 'common.dismiss').focus();
      await page.keyboard.press('Enter');
      await expect(rows(page).first()).toBeFocused();
    },
  );

test('the focus that leaves the page is not brought back when the last invisible stop is replaced', async ({
  page,
}) => {
  await goTo(page, '#/settings');
  await expect(page.getByRole('main')).toBeFocused();
  const wasBroughtBack = await page.evaluate(async () => {
    // As Tabster adds it when the keyboard is used, and replaces it with every change of the page.
    const stop = document.body.appendChild(document.createElement('i'));
    stop.tabIndex = 0;
    stop.setAttribute('data-tabster-dummy', '');
    stop.focus();
    stop.remove();
    const returned = new Promise((resolve) =>
      document.addEventListener('focusin', () => resolve(true), { once: true }),
    );
    const later = new Promise((resolve) => setTimeout(() => resolve(false), 500));
    return Promise.race([returned, later]);
  });
  expect(wasBroughtBack).toBe(false);
});

test('a key pressed right after Escape reaches the row behind the dialog', async ({ page, context }) => {
  await addDrafts(page, [article(1), article(2)]);
  await goTo(page, '#/drafts');
  await expect(rows(page)).toHaveCount(2);
  const devTools = await context.newCDPSession(page);
  // Without waiting for the page, as fast as a person who types ahead.
  const press = (key: string, windowsVirtualKeyCode: number) =>
    ['rawKeyDown' as const, 'keyUp' as const].map((type) =>
      devTools.send('Input.dispatchKeyEvent', { type, key, code: key, windowsVirtualKeyCode }),
    );
  for (const keys of ['Control+k', 'F1']) {
    await rows(page).first().focus();
    await page.keyboard.press(keys);
    await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
    await Promise.all([...press('Escape', 27), ...press('ArrowDown', 40)]);
    await expect(rows(page).nth(1), keys).toBeFocused();
  }
});

fullTest('the focus mark is visible when the system forces its colours', async ({ page }) => {
  const answered = watchCalls(page);
  await addDrafts(page, [article(1), article(2)]);
  await page.emulateMedia({ forcedColors: 'active' });
  for (const hash of ['#/drafts/1', '#/search', '#/compliance', '#/settings']) {
    await openScreen(page, hash);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    if (hash === '#/drafts/1') await expect(page.getByRole('heading', { name: 'Sheet 1' })).toBeVisible();
    // Whatever arrived during the walk would move its stops.
    await answered();
    const { faults } = await walkByTab(page);
    expect.soft(faults, hash).toEqual([]);
  }
});

test('the command palette keeps the focus if it is opened while a form closes', async ({ page }) => {
  const [id] = await addDrafts(page, [article(1)]);
  await openScreen(page, `#/drafts/${id}`);
  const palette = named(page, 'dialog', 'commands.name.palette');
  // Its code is loaded now; until then the browser's own dialog holds the focus.
  await page.keyboard.press('Control+K');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  await expect(page.locator('[data-region="record"]')).toBeVisible();
  await page.evaluate(() => {
    const keys = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true };
    addEventListener('hashchange', () => document.body.dispatchEvent(new KeyboardEvent('keydown', keys)), {
      once: true,
    });
    location.hash = '#/drafts';
  });
  await expect(palette).toBeVisible();
  // The list would take the focus in the second frame after the form has closed.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
  });
  await page.keyboard.type('settings');
  await expect(palette.getByRole('combobox')).toHaveValue('settings');
});

test('the focus that is moved while a record closes stays there', async ({ page }) => {
  const [id] = await addDrafts(page, [article(1)]);
  await openScreen(page, `#/drafts/${id}`);
  const close = named(page, 'button', 'drafts.closeRecord');
  await expect(close).toBeVisible();
  await close.evaluate(async (button: HTMLElement) => {
    button.click();
    document.querySelector<HTMLElement>('input[type="search"]')!.focus();
    // The list would take the focus in the second frame.
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
  });
  await expect(page.locator('[data-region="record"]')).toHaveCount(0);
  await expect(page.getByRole('searchbox').first()).toBeFocused();
});
