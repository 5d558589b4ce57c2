import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { article, cartography } from './articles.ts';
import { addDrafts, call, fullTest, isShown, test } from './colophon.ts';
import { goTo, named, openScreen, t } from './screen.ts';

test.use({ bypassCSP: true });

const box = (page: Page) => named(page, 'combobox', 'commands.name.palette');
const option = (page: Page, name: string) => page.getByRole('option', { name });
const active = (page: Page) => page.locator('[aria-modal="true"]').getByRole('option', { selected: true });

test('every command and record is found by a few letters, and the focus returns', async ({ page }) => {
  const [, id] = await addDrafts(page, [article(1), article(2)]);
  const { id: saved } = await call(page, 'search.save', {
    accountId: 'sandbox',
    kind: 'journal',
    name: 'Sheets of the north',
    query: 'atlas',
    sort: '',
  });
  const main = page.getByRole('main');

  await test.step('its keys open it, it announces the number of results, and Escape closes it', async () => {
    await expect(page.getByRole('grid')).toBeVisible();
    await main.focus();
    await page.keyboard.press('Control+k');
    await expect(box(page)).toBeFocused();
    await expect(active(page)).toHaveText(new RegExp(`^${t('commands.name.search')}`));
    await expect(option(page, t('commands.name.new-article'))).toContainText('Alt N');
    await expect(option(page, t('commands.name.save'))).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.type('zzz');
    await expect(page.getByText(t('commands.none', { typed: 'zzz' }))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(box(page)).toHaveCount(0);
    await expect(main).toBeFocused();
  });

  await test.step('the chosen command is executed, and comes first the next time', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('jour');
    await expect(active(page)).toHaveText(new RegExp(`^${t('commands.name.go-journals')}`));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/journals$/);
    await page.keyboard.press('Control+k');
    await expect(active(page)).toHaveText(new RegExp(`^${t('commands.name.go-journals')}`));
    await page.keyboard.press('ArrowUp');
    await expect(active(page)).toHaveText(new RegExp(`^${t('commands.name.copy-diagnostics')}`));
    await page.keyboard.press('ArrowDown');
    await expect(active(page)).toHaveText(new RegExp(`^${t('commands.name.go-journals')}`));
  });

  await test.step('drafts and saved searches are found too', async () => {
    await box(page).fill('Sheet');
    await expect(option(page, 'Sheet 1')).toBeVisible();
    await expect(option(page, 'Sheets of the north')).toBeVisible();
    await expectAccessible(page, 'the command palette');
    await box(page).fill('Sheet 2');
    await expect(active(page)).toContainText('Sheet 2');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`#/drafts/${id}$`));
    await page.keyboard.press('Control+k');
    await box(page).fill('of the north');
    await option(page, 'Sheets of the north').click();
    await expect(named(page, 'textbox', 'search.query')).toHaveValue('atlas');
    expect(saved).toBeGreaterThan(0);
  });

  await test.step('the keys of the search box lead to the one of the screen', async () => {
    await page.locator('#main').focus();
    await page.keyboard.press('Control+f');
    await expect(named(page, 'textbox', 'search.query')).toBeFocused();
    for (const [hash, name] of [
      ['#/uploads', 'uploads'],
      ['#/journals', 'journals'],
      ['#/update-requests', 'requests'],
      ['#/drafts', 'drafts'],
    ] as const) {
      await openScreen(page, hash);
      await page.keyboard.press('Control+f');
      await expect(named(page, 'searchbox', `frame.searchIn.${name}`)).toBeFocused();
      await expect(page.getByRole('searchbox')).toHaveCount(1);
    }
  });

  await test.step('text typed before its code is loaded is kept completely', async () => {
    const code = /\/CommandPalette-[^/]*\.js$/;
    let letGo = () => {};
    const isHeld = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(code, async (route) => {
      await isHeld;
      await route.continue();
    });
    await page.reload();
    await isShown(page);
    await main.focus();
    await page.keyboard.press('Control+k');
    const early = named(page, 'textbox', 'commands.name.palette');
    await expect(early).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(early).toHaveCount(0);
    await expect(main).toBeFocused();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('my ');
    await expect(early).toHaveValue('my ');
    letGo();
    await page.keyboard.type('journals', { delay: 30 });
    await expect(box(page)).toHaveValue('my journals');
    await expect(box(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(main).toBeFocused();
  });

  await test.step('a screen that loads late does not take the focus from it', async () => {
    await page.keyboard.press('Control+k');
    await goTo(page, '#/compliance');
    await expect(page.getByRole('heading', { level: 1, includeHidden: true }).first()).toHaveText(
      t('complianceScreen.title'),
    );
    await expect(box(page)).toBeFocused();
    await page.keyboard.press('Escape');
  });
});

test('what an editor would type finds its command, and a journal comes before its articles', async ({
  page,
}) => {
  await addDrafts(page, [article(1), article(2)]);
  const firstOf = async (typed: string) => {
    await box(page).fill(typed);
    return active(page);
  };
  await page.keyboard.press('Control+k');
  await expect(await firstOf('theme')).toContainText(t('commands.name.theme-light'));
  await expect(option(page, t('commands.name.theme-dark'))).toBeVisible();
  await expect(await firstOf('dark')).toContainText(t('commands.name.theme-dark'));
  await expect(await firstOf('french')).toContainText('Français');
  await expect(await firstOf('send all')).toContainText(t('commands.name.send-all'));
  await expect(await firstOf('recent changes')).toContainText(t('commands.name.go-history'));
  const proposal = t('commands.verb.propose.journal', { name: cartography.title });
  await expect(await firstOf('prop annals')).toContainText(proposal);
  const journal = await firstOf('imaginary');
  await expect(option(page, 'Sheet 1')).toBeVisible();
  await expect(journal).toContainText(cartography.title);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/journals\/./);
  await page.keyboard.press('Control+k');
  await expect(await firstOf('add account')).toContainText(t('commands.name.add-account'));
  await page.keyboard.press('Enter');
  await expect(named(page, 'dialog', 'settings.accounts.addTitle')).toBeVisible();
});

fullTest(
  'something is done with a journal or a draft by typing it with the name',
  async ({ page, colophon }) => {
    const [first] = await addDrafts(page, [article(1), article(2)]);
    const verb = (name: string, words: string) => t(`commands.verb.${name}`, { name: words });
    const type = async (text: string) => {
      await page.keyboard.press('Control+k');
      await box(page).fill(text);
    };
    await type('propose changes to imaginary');
    await expect(active(page)).toContainText(verb('propose.journal', cartography.title));
    await expectAccessible(page, 'actions in the command palette');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/update-requests\/\d+/);
    expect(colophon.rows('SELECT id FROM applications')).toHaveLength(1);
    const request = page.url();

    // A request that is open is continued.
    await goTo(page, '#/drafts');
    await type('propose imaginary');
    await expect(active(page)).toContainText(cartography.title);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(request);
    expect(colophon.rows('SELECT id FROM applications')).toHaveLength(1);

    await type('check compliance of imaginary');
    await expect(active(page)).toContainText(verb('check.journal', cartography.title));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/compliance\/check$/);
    const journal = page.getByRole('main').getByRole('combobox').first();
    await expect(journal).toHaveValue(new RegExp(cartography.title));

    await type('import imaginary');
    await expect(active(page)).toContainText(cartography.title);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`#/comparisons\\?issn=${cartography.eissn}$`));

    await type('export imaginary');
    await expect(active(page)).toContainText(cartography.title);
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);

    await type('open sheet 1');
    await expect(active(page)).toContainText(verb('open.draft', 'Sheet 1 of an atlas that was never bound'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`#/drafts/${first}$`));

    await type('send sheet 2');
    await expect(active(page)).toContainText(verb('send.draft', 'Sheet 2 of an atlas that was never bound'));
    await page.keyboard.press('Enter');
    await expect(named(page, 'dialog', 'send.title')).toBeVisible();
  },
);

fullTest('the same in French', async ({ page }) => {
  await call(page, 'app.changeSettings', { language: 'fr' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('proposer des modifications a imaginary');
  await expect(active(page)).toContainText(`Proposer des modifications à ${cartography.title}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/update-requests\/\d+/);
});
