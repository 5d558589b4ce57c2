import { expect, type Locator, type Page } from '@playwright/test';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { acceptNow } from '../helpers/confirm.ts';
import { expectAccessible, expectReadable } from './accessible.ts';
import { article, cartography, doi } from './articles.ts';
import { breakCalls } from './broken.ts';
import { addDrafts, asker, type Colophon, call, firstWorld, fullTest, sandboxOf, test } from './colophon.ts';
import { button, escapeRegExp, goTo, named, pressEscape, storedRecord, t } from './screen.ts';
import { numbersFrom, storedArticle } from './storedArticles.ts';

const year = '2026';

/** Imports records as from a file; thousands of single calls would take too long. */
async function importDrafts(page: Page, colophon: Colophon, records: DraftRecord[]): Promise<void> {
  const file = Buffer.from(JSON.stringify(records));
  const { id } = await call(page, 'imports.open', {
    accountId: 'sandbox',
    name: 'drafts.json',
    size: file.length,
  });
  const pieceBytes = 1_000_000;
  for (let at = 0; at < file.length; at += pieceBytes) {
    const piece = file.subarray(at, at + pieceBytes).toString('base64');
    await call(page, 'imports.write', { id, at, piece });
  }
  await call(page, 'imports.read', { id });
  const state = async () => (await call(page, 'imports.get', { id })).state;
  await expect.poll(state).toBe('preview');
  await acceptNow(asker(page), id);
  await expect.poll(() => countDrafts(colophon)).toBe(records.length);
}

function countDrafts(colophon: Colophon): number {
  const [row] = colophon.rows<{ n: number }>('SELECT count(*) AS n FROM drafts WHERE staged = 0');
  return row!.n;
}

/** Chooses the journal and the year by keyboard alone. */
async function compare(page: Page): Promise<Locator> {
  await goTo(page, '#/comparisons');
  const journal = named(page, 'combobox', 'comparisons.journal');
  await journal.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Imaginary');
  await expect(page.getByRole('option', { name: new RegExp(cartography.title) })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(journal).toHaveValue(cartography.title);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(year);
  await page.keyboard.press('Enter');
  const screen = page.locator('[data-region="comparisons"]');
  await expect(
    screen.getByRole('heading', { name: t('comparisons.nameOf', { journal: cartography.title, year }) }),
  ).toBeVisible();
  return screen;
}

const tab = (page: Page, name: string, n: string) =>
  named(page, 'tab', 'comparisons.tabCount', { tab: t(`comparisons.tab.${name}`), n });
/** Matches the whole DOI, not one that begins with it. */
const row = (page: Page, words: string) =>
  page
    .getByRole('grid')
    .getByRole('row')
    .filter({ hasText: new RegExp(`${escapeRegExp(words)}(?!\\d)`) });

fullTest(
  'two thousand articles are compared within the limit, and each kind is imported, queued or ignored',
  async ({ page, colophon }) => {
    const sandbox = await sandboxOf(page);
    await sandbox.world({
      ...firstWorld,
      articles: [...firstWorld.articles, ...numbersFrom(1, 2000).map((number) => storedArticle(number))],
    });
    const changed = (number: number) =>
      number % 50 === 0 ? { title: `Sheet ${number} as it should have been called` } : {};
    await importDrafts(
      page,
      colophon,
      numbersFrom(13, 2007).map((number) => article(number, changed(number))),
    );
    await call(page, 'journals.refresh', { accountId: 'sandbox' });
    const before = (await sandbox.requests()).length;

    const screen = await compare(page);
    await expect(screen.getByRole('progressbar', { name: t('comparisons.progress.label') })).toBeVisible();
    await expect(screen).toContainText(/of 2,000; request \d+ of \d+\./);
    await expect(screen.locator('[data-sum]')).toHaveText(
      '2,000 articles at the directory: 12 missing in Colophon, 40 different, 1,948 identical. 7 drafts are missing at the directory.',
      { timeout: 90_000 },
    );
    await expect(page.locator('[role="status"][aria-live="polite"]').first()).toContainText(
      /^Compared\. 2,000 articles/,
    );
    // The daily question whether the directory refuses wildcards may come in between.
    const asked = (await sandbox.requests())
      .slice(before)
      .filter(({ path }) => !path.includes('/journals/zz*'));
    expect(asked.filter(({ status }) => status !== 200)).toEqual([]);
    expect(asked.length).toBeGreaterThanOrEqual(20);
    expectWithinLimit(asked.map(({ at }) => Date.parse(at)));

    // Missing at the directory: one is ignored, the others lead to a plan.
    await expect(tab(page, 'missing-there', '7')).toHaveAttribute('aria-selected', 'true');
    await row(page, doi(2003))
      .getByRole('checkbox', { name: t('comparisons.pickOne') })
      .click();
    await button(page, 'comparisons.picks.aside').click();
    await expect(tab(page, 'missing-there', '6')).toBeVisible();
    await expect(tab(page, 'aside', '1')).toBeVisible();
    await button(page, 'comparisons.allOf.queue').click();
    const plan = named(page, 'dialog', 'send.title');
    await expect(plan.getByRole('button', { name: /^Send 6\b/ })).toBeVisible();
    await pressEscape(page);
    await expect(plan).toBeHidden();

    // Missing in Colophon: one is imported from its record, then all.
    await tab(page, 'missing-here', '12').click();
    await row(page, doi(5)).click();
    const pane = page.locator('[data-region="record"]');
    await expect(pane).toContainText(t('comparisons.explain.missing-here'));
    await button(pane, 'comparisons.picks.take').click();
    await expect(tab(page, 'missing-here', '11')).toBeVisible();
    await button(page, 'comparisons.allOf.take').click();
    await expect(tab(page, 'missing-here', '0')).toBeVisible();
    // The list disappears with its last row, but the focus is not lost.
    await expect(page.getByText(t('comparisons.empty.missing-here'))).toBeVisible();
    await expect(tab(page, 'missing-here', '0')).toBeFocused();
    await expect(tab(page, 'same', '1,960')).toBeVisible();
    expect(countDrafts(colophon)).toBe(2007);

    // Different: field by field, and replaced only after confirmation.
    await tab(page, 'different', '40').click();
    await row(page, doi(100)).click();
    await expect(pane.getByRole('row', { name: /^Title/ })).toContainText(
      'Sheet 100 of an atlas that was never bound',
    );
    await expect(pane.getByRole('row', { name: /^Title/ })).toContainText(
      'Sheet 100 as it should have been called',
    );
    await button(pane, 'comparisons.picks.take').click();
    await button(page.getByRole('alertdialog'), 'comparisons.overwrite.no').click();
    await expect(tab(page, 'different', '40')).toBeVisible();
    await button(pane, 'comparisons.picks.take').click();
    await button(page.getByRole('alertdialog'), 'comparisons.overwrite.yes').click();
    await expect(tab(page, 'different', '39')).toBeVisible();
    const [draft] = colophon.rows<{ id: number }>('SELECT id FROM drafts WHERE doi = ?', doi(100));
    expect(storedRecord(colophon, draft!.id).bibjson.title).toBe(
      'Sheet 100 of an atlas that was never bound',
    );

    // The comparison is kept when the screen is opened again, and ignored articles can be shown again.
    await goTo(page, '#/comparisons');
    await page
      .getByRole('link', { name: t('comparisons.nameOf', { journal: cartography.title, year }) })
      .click();
    await tab(page, 'aside', '1').click();
    await button(page, 'comparisons.allOf.back').click();
    await expect(tab(page, 'missing-there', '7')).toBeVisible();
  },
);

test('single fields are taken from the directory by keyboard, and undone', async ({ page, colophon }) => {
  const sandbox = await sandboxOf(page);
  await sandbox.world({ ...firstWorld, articles: [...firstWorld.articles, storedArticle(2)] });
  await addDrafts(page, [
    article(2, { title: 'Sheet 2 of an atlas that was always bound', keywords: ['maps'] }),
  ]);
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  await compare(page);
  await row(page, doi(2)).click();
  const pane = page.locator('[data-region="record"]');
  const title = pane.getByRole('row', { name: /^Title/ });
  await expect(title).toContainText('Only here: “never”.');
  await expect(title).toContainText('Only here: “always”.');
  const [draft] = colophon.rows<{ id: number }>('SELECT id FROM drafts WHERE doi = ?', doi(2));

  const take = (field: string) => button(pane, 'comparisons.takeFieldOf', { field });
  await take('Title').focus();
  await page.keyboard.press('Enter');
  await expect(title).toBeHidden();
  // The next field can be taken at once.
  await expect(take('Keywords')).toBeFocused();
  await expect(take('Keywords')).toBeEnabled();
  expect(storedRecord(colophon, draft!.id).bibjson).toMatchObject({
    title: 'Sheet 2 of an atlas that was never bound',
    keywords: ['maps'],
  });
  await page.keyboard.press('Enter');
  await expect(pane).toContainText(t('comparisons.explain.same'));
  await expect(pane).toBeFocused();
  await expect(tab(page, 'same', '1')).toBeVisible();
  // The list may change before the result is told, which is what the keys undo.
  const taken = t('comparisons.fieldTaken', { field: 'Keywords' });
  await expect(page.locator('[data-region="notices"]')).toContainText(taken);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(tab(page, 'different', '1')).toBeVisible();
  await expect(take('Keywords')).toBeVisible();
  expect(storedRecord(colophon, draft!.id).bibjson.keywords).toEqual(['maps']);
});

fullTest('the proposed year stays as it is while its box has the focus', async ({ page }) => {
  await addDrafts(page, [article(1, { year: '2019' })]);
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  let tell = () => {};
  const isTold = new Promise<void>((resolve) => {
    tell = resolve;
  });
  await page.route('**/call/drafts.facetValues', async (route) => {
    await isTold;
    await route.continue();
  });
  await goTo(page, '#/comparisons');
  const journal = named(page, 'combobox', 'comparisons.journal');
  await journal.fill(cartography.title);
  const box = named(page, 'textbox', 'comparisons.year');
  await box.focus();
  await page.keyboard.press('ControlOrMeta+a');
  const answer = page.waitForResponse('**/call/drafts.facetValues');
  tell();
  await answer;
  await page.keyboard.type('2018');
  await expect(box).toHaveValue('2018');

  // Of another journal, the year is proposed anew, unless one was typed.
  await page.reload();
  await journal.fill(cartography.title);
  await expect(box).toHaveValue('2019');
  await box.focus();
  await journal.fill('');
  await expect(box).toHaveValue(String(new Date().getFullYear()));
});

test('what is selected, and what a question is about, stays when the comparison changes', async ({
  page,
  colophon,
}) => {
  const sandbox = await sandboxOf(page);
  const numbers = numbersFrom(2, 6);
  const articles = numbers.map((number) => storedArticle(number));
  await sandbox.world({ ...firstWorld, articles: [...firstWorld.articles, ...articles] });
  const ids = await addDrafts(
    page,
    numbers.map((number) => article(number, { title: `My sheet ${number}` })),
  );
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  await compare(page);
  await tab(page, 'different', '5').click();
  const pick = (number: number) =>
    row(page, doi(number))
      .getByRole('checkbox', { name: t('comparisons.pickOne') })
      .click();
  const picked = (count: number) =>
    page.getByRole('heading', { name: t('comparisons.picked', { count, n: String(count) }) });
  for (const number of [2, 3, 4]) await pick(number);
  await expect(picked(3)).toBeVisible();

  const [comparison] = await call(page, 'comparisons.list', { accountId: 'sandbox' });
  const { id } = comparison!;
  const listed = { outcomes: ['different' as const], aside: false, offset: 0, limit: 10 };
  const { rows } = await call(page, 'comparisons.rows', { id, ...listed });
  const ignore = (number: number) => {
    const rowIds = rows.filter((one) => one.doi === doi(number)).map((one) => one.id);
    return call(page, 'comparisons.setAside', { id, rowIds, aside: true });
  };
  // Another window ignores one of those that are selected, and, while the question is open, one that is not.
  await ignore(4);
  await expect(picked(2)).toBeVisible();
  await button(page, 'comparisons.picks.take').click();
  const title = t('comparisons.overwrite.title', { count: 2, n: '2' });
  const question = page.getByRole('alertdialog', { name: title, exact: true });
  await expect(question).toBeVisible();
  await ignore(5);
  const ignored = page.locator('[role="tab"]').filter({ hasText: t('comparisons.tab.aside') });
  await expect(ignored).toContainText('2');
  await button(question, 'comparisons.overwrite.yes').click();
  await expect(tab(page, 'different', '1')).toBeVisible();
  const mine = ids.map((draft) => String(storedRecord(colophon, draft).bibjson.title).startsWith('My'));
  expect(mine).toEqual([false, false, true, true, true]);
});

/** Expects at most the directory's burst of 5 plus 2 per second in any period, counted on arrival. */
function expectWithinLimit(times: number[]): void {
  const sorted = [...times].sort((a, b) => a - b);
  for (let from = 0; from < sorted.length; from++) {
    for (let to = from; to < sorted.length; to++) {
      const seconds = (sorted[to]! - sorted[from]!) / 1000;
      // One request may travel faster than the one before: the directory allows for half a request.
      expect(to - from + 1).toBeLessThanOrEqual(5 + 0.5 + 2 * seconds);
    }
  }
}

test('a stopped comparison says so; an impossible journal or year is named', async ({ page }) => {
  const sandbox = await sandboxOf(page);
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  await goTo(page, `#/comparisons?issn=${cartography.eissn}`);
  await expect(named(page, 'combobox', 'comparisons.journal')).toHaveValue(cartography.title);
  await named(page, 'combobox', 'comparisons.journal').fill('No such journal');
  await page.keyboard.press('Escape');
  await named(page, 'textbox', 'comparisons.year').fill('26');
  await button(page, 'comparisons.start').click();
  await expect(page.getByText(t('comparisons.journalMissing'))).toBeVisible();
  await expect(page.getByText(t('comparisons.yearMissing'))).toBeVisible();
  // Colophon's own questions name no year.
  const compared = ({ path }: { path: string }) => path.includes('bibjson.year');
  expect((await sandbox.requests()).filter(compared)).toEqual([]);

  await sandbox.fault({ kind: 'hang', match: { method: 'GET', path: 'bibjson.year', times: 1 } });
  const screen = await compare(page);
  await button(screen, 'comparisons.stop').click();
  await expect(screen).toContainText(t('comparisons.stopped.person'));
  await sandbox.noMoreFaults();
  await button(screen, 'comparisons.again').click();
  await expect(page.locator('[data-sum]')).toBeVisible();
});

test.describe('accessibility', () => {
  // Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
  test.use({ bypassCSP: true });

  fullTest(
    'Crossref is a third column of the comparison, taken field by field and by keyboard',
    async ({ page, colophon }) => {
      const sandbox = await sandboxOf(page);
      const worldWith = (...articles: ReturnType<typeof storedArticle>[]) =>
        sandbox.world({ ...firstWorld, articles: [...firstWorld.articles, ...articles] });
      await worldWith(storedArticle(2), storedArticle(3), storedArticle(4));
      await addDrafts(page, [article(2, { title: 'My title' }), article(3), article(9)]);
      await call(page, 'journals.refresh', { accountId: 'sandbox' });
      const screen = await compare(page);
      await expect(screen.locator('[data-sum]')).toBeVisible();
      // The articles that Crossref has are those of the directory by then.
      const atCrossref = {
        title: 'The registered title',
        journal: { ...storedArticle(2).bibjson.journal, volume: '99' },
      };
      await worldWith(storedArticle(2, atCrossref), storedArticle(3), storedArticle(5));

      await button(screen, 'comparisons.crossref.ask').press('Enter');
      await expect(page.getByText(t('sources.off.message'))).toBeVisible();
      const { sources } = await call(page, 'app.settings', {});
      await call(page, 'app.changeSettings', { sources: { ...sources, isOn: true } });
      await expect(page.getByText(t('sources.off.message'))).toHaveCount(0);
      await button(screen, 'comparisons.crossref.ask').press('Enter');
      await expect(screen).toContainText(/Crossref has 3 articles from 2026/);
      await expect(page.locator('[role="status"][aria-live="polite"]').first()).toContainText(
        /Crossref has 3/,
      );

      await tab(page, 'different', '1').press('Enter');
      await expect(row(page, doi(2))).toContainText(t('comparisons.crossref.has'));
      await page.getByRole('grid').locator('[data-row="0"]').press('Enter');
      const pane = page.locator('[data-region="record"]');
      const table = pane.getByRole('table', { name: t('comparisons.crossref.table') });
      await expect(table.getByRole('row').first()).toContainText(/directory.*Crossref.*Colophon|draft/i);
      await expect(table).toContainText('The registered title');
      await expectAccessible(page, 'an article with the version of Crossref');
      const take = (field: string) => button(table, 'crossref.takeOf', { field: t(`field.${field}`) });
      await take('title').press('Enter');
      await expect(take('title')).toHaveCount(0);
      await expect(table.getByRole('button').first()).toBeFocused();
      await expect(take('volume')).toBeEnabled();
      await take('volume').press('Enter');
      await expect(take('volume')).toHaveCount(0);
      const [draft] = colophon.rows<{ record: string }>('SELECT record FROM drafts ORDER BY id');
      expect(JSON.parse(draft!.record).bibjson).toMatchObject({
        title: 'The registered title',
        journal: { volume: '99' },
      });
      await button(page, 'drafts.closeRecord').press('Enter');

      await tab(page, 'crossref-only', '1').press('Enter');
      await page.getByRole('grid').locator('[data-row="0"]').press('Enter');
      await expect(pane).toContainText(t('comparisons.explain.crossref-only'));
      await expectAccessible(page, 'an article that only Crossref has');
      await button(pane, 'comparisons.picks.take').press('Enter');
      await expect(tab(page, 'crossref-only', '0')).toBeVisible();
      await expect(tab(page, 'missing-there', '2')).toBeVisible();

      await test.step('failures are explained', async () => {
        const repair = await breakCalls(page, /^comparisons\.versions$/);
        await tab(page, 'missing-there', '2').press('Enter');
        // Until the new list arrives, the old one stays.
        await expect(row(page, doi(9))).toBeVisible();
        await page.getByRole('grid').locator('[data-row="0"]').press('Enter');
        await expectReadable(page, 'versions that cannot be loaded', pane.getByRole('alert').first());
        await repair();
        const [issn = ''] = [cartography.eissn];
        const { id } = await call(page, 'comparisons.start', { accountId: 'sandbox', issn, year: '1903' });
        await goTo(page, `#/comparisons/${id}`);
        await button(screen, 'comparisons.crossref.ask').press('Enter');
        const problem = screen.getByText(t('crossref.problem.unreadable.message', { name: 'Crossref' }));
        await expectReadable(page, 'Crossref that cannot be read', problem);
        await expect(button(screen, 'comparisons.crossref.again')).toBeVisible();
      });
    },
  );

  fullTest(
    'the comparison: empty, the lists, an article that is different, a selection',
    async ({ page }) => {
      const sandbox = await sandboxOf(page);
      await sandbox.world({
        ...firstWorld,
        articles: [...firstWorld.articles, ...[1, 2, 3, 4].map((number) => storedArticle(number))],
      });
      await goTo(page, '#/comparisons');
      await expect(page.getByRole('heading', { name: t('comparisons.none.title') })).toBeVisible();
      await expectAccessible(page, 'nothing compared yet');
      await addDrafts(page, [
        article(2, { title: 'Another title', keywords: ['maps'] }),
        article(3),
        article(9),
      ]);
      await call(page, 'journals.refresh', { accountId: 'sandbox' });
      await compare(page);
      await tab(page, 'different', '1').click();
      await row(page, doi(2)).click();
      await expect(page.locator('[data-region="record"]').getByRole('table')).toBeVisible();
      await expectAccessible(page, 'an article that is different');
      await button(page, 'comparisons.picks.take').click();
      await expectAccessible(page, 'overwriting a draft');
      await pressEscape(page);
      await button(page, 'drafts.closeRecord').click();
      await expect(page.getByRole('grid').locator('[data-row="0"]')).toBeFocused();
      await tab(page, 'missing-here', '2').click();
      await page.getByRole('grid').locator('[data-row="0"]').focus();
      await page.keyboard.press('ControlOrMeta+a');
      await expect(named(page, 'toolbar', 'comparisons.toolbar')).toContainText('2 articles selected');
      await expectAccessible(page, 'articles selected');
      await goTo(page, '#/comparisons');
      await expect(page.getByRole('heading', { name: t('comparisons.earlier') })).toBeVisible();
      await expectAccessible(page, 'earlier comparisons');
    },
  );
});
