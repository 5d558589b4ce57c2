import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { bibjsonOf, storedApplication } from './applications.ts';
import { article } from './articles.ts';
import { changeAnswer } from './broken.ts';
import { addDrafts, call, firstWorld, fullTest, sandboxOf, test } from './colophon.ts';
import { pressUntil } from './pressUntil.ts';
import { button, goTo, named, openScreen, pressEscape, statusBar, t } from './screen.ts';

const cartography = 'aa170f10eed93a603e3bce8e267cab60';
const title = 'Annals of Imaginary Cartography';
const education = 'Journal of Open Source Education';

const rows = (page: Page): Locator => page.getByRole('grid').locator('[data-row]');
const row = (page: Page, name: string): Locator => rows(page).filter({ hasText: name });
const record = (page: Page): Locator => named(page, 'region', 'journals.record.name');
const many = (page: Page): Locator => page.getByRole('alertdialog');

/** Opens the list and waits until it has its final shape. */
async function openJournals(page: Page): Promise<void> {
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  await openScreen(page, '#/journals');
  await expect(page.getByRole('columnheader', { name: t('journals.column.publisher') })).toBeVisible();
  await expect(row(page, title)).toBeVisible();
}

test('the way from the list to the record to a proposal works by keyboard alone', async ({
  page,
  colophon,
}) => {
  await expect(statusBar(page)).toBeVisible();
  await page.keyboard.press('Alt+3');
  await expect(page).toHaveTitle(t('frame.title', { title: t('frame.journals') }));
  // The list fetches the journals automatically the first time.
  await expect(row(page, title)).toBeVisible();

  const filter = named(page, 'searchbox', 'frame.searchIn.journals');
  await pressUntil(page, 'Tab', filter);
  await page.keyboard.type('imaginary 17346215');
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(filter).toHaveValue('');
  await expect(rows(page)).toHaveCount(4);
  await page.keyboard.type('imaginary');
  await expect(rows(page)).toHaveCount(1);

  await pressUntil(page, 'Tab', rows(page).first());
  await page.keyboard.press('Enter');
  await expect(record(page)).toBeFocused();
  await expect(record(page).getByRole('heading', { name: title })).toBeVisible();

  await test.step('back in the list, Enter opens the record again', async () => {
    await pressUntil(page, 'Shift+Tab', rows(page).first());
    await page.keyboard.press('Enter');
    await expect(record(page)).toBeFocused();
  });

  await pressUntil(page, 'Tab', button(page, 'journals.record.propose'));
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-field="bibjson.oa_start"]')).toBeVisible();
  expect(colophon.rows('SELECT kind, journal_id FROM applications')).toEqual([
    { kind: 'update', journal_id: cartography },
  ]);

  await test.step('the list keeps its position', async () => {
    await page.keyboard.press('Alt+3');
    await expect(filter).toHaveValue('imaginary');
    await expect(row(page, title)).toContainText(t('requests.standing.draft'));
  });
});

test('an article and a check of compliance begin with the journal they were started from', async ({
  page,
  colophon,
}) => {
  await openJournals(page);
  await row(page, title).click();
  await button(record(page), 'drafts.newArticle').click();
  await expect(page).toHaveURL(/#\/drafts\/\d+/);
  await expect(named(page, 'combobox', 'article.journal.label')).toHaveValue(title);
  expect(colophon.rows<{ record: string }>('SELECT record FROM drafts').map(({ record }) => record)).toEqual([
    expect.stringMatching(/1734-6215.*2734-6226/),
  ]);

  await goTo(page, `#/journals/${cartography}`);
  await expect.poll(() => colophon.rows('SELECT id FROM drafts')).toEqual([]);
  await button(record(page), 'journals.record.compliance').click();
  await expect(page).toHaveURL(/#\/compliance/);
  await expect(named(page, 'combobox', 'complianceScreen.journal')).toHaveValue(title);
});

fullTest(
  'any journal of the directory is found by title or ISSN, and own journals are marked',
  async ({ page }) => {
    await openJournals(page);
    await page.getByRole('tab', { name: t('journals.scope.directory') }).focus();
    await page.keyboard.press('Enter');
    const find = named(page, 'searchbox', 'frame.searchIn.directory');
    await find.fill('2556-3785');
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(1);
    await expect(row(page, 'Journal of Borrowed Ladders')).toBeVisible();
    await row(page, 'Journal of Borrowed Ladders').click();
    await expect(record(page)).toContainText(t('journals.record.notMine'));
    await expect(record(page)).toContainText('Fence and Sons');
    await find.fill('nothing of that name');
    await page.keyboard.press('Enter');
    await expect(page.getByText(t('journals.foundNone', { text: 'nothing of that name' }))).toBeVisible();
  },
);

fullTest(
  'the record shows all data of the directory in words, and the journal’s drafts and requests in Colophon',
  async ({ page }) => {
    await addDrafts(page, [article(1), article(2), article(3, { author: [{ name: 'A', orcid_id: 'x' }] })]);
    await openJournals(page);
    await goTo(page, `#/journals/${cartography}`);
    const shown = record(page);
    for (const words of ['Netherlands', 'English · Dutch', 'CC BY', 'EUR (Euro)', '2734-6226']) {
      await expect(shown).toContainText(words);
    }
    const home = shown.getByRole('link', { name: 'https://cartography.example.org', exact: true });
    await expect(home).toHaveAttribute('target', '_blank');
    await expect(home).toHaveAttribute('rel', /noopener/);
    await expect(shown.getByRole('link', { name: t('journals.record.compare') })).toHaveAttribute(
      'href',
      '#/comparisons?issn=2734-6226',
    );
    await button(shown, 'journals.here.drafts.ready', { count: 2, n: '2' }).click();
    await expect(page.getByRole('grid', { name: t('frame.drafts') })).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
  },
);

fullTest(
  'stored data show their age, are refreshed on request, and stay when the directory does not answer',
  async ({ page }) => {
    await openJournals(page);
    const sandbox = await sandboxOf(page);
    await expect(page.getByText(/^As of /)).toBeVisible();

    await test.step('a title that changed at the directory is shown after a refresh', async () => {
      const journals = firstWorld.journals.map((journal) =>
        journal.id === cartography
          ? { ...journal, bibjson: { ...(journal.bibjson as object), title: 'Annals, renamed' } }
          : journal,
      );
      await sandbox.world({ ...firstWorld, journals });
      await button(page, 'journals.refresh').click();
      await expect(row(page, 'Annals, renamed')).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: t('journals.refreshed') })).toHaveCount(1);
    });

    await test.step('a withdrawn journal is marked, and its record explains the consequences', async () => {
      const journals = firstWorld.journals.map((journal) =>
        journal.id === cartography
          ? { ...journal, admin: { ...(journal.admin as object), in_doaj: false } }
          : journal,
      );
      await sandbox.world({ ...firstWorld, journals });
      await button(page, 'journals.refresh').click();
      await expect(row(page, t('journals.withdrawn'))).toHaveCount(1);
      await row(page, t('journals.withdrawn')).click();
      await expect(record(page)).toContainText(t('journals.record.withdrawnText'));
      await expect(button(page, 'journals.record.propose')).toHaveAttribute('aria-disabled', 'true');
    });

    await test.step('without an answer the list stays, with the reason above it', async () => {
      await sandbox.fault({ kind: 'status', status: 503, match: { path: 'search/journals' } });
      await button(page.locator('[data-region="list"]'), 'journals.refresh').click();
      await expect(page.locator('[data-region="list"]').getByRole('alert')).toBeVisible();
      await expect(rows(page)).toHaveCount(4);
      await sandbox.noMoreFaults();
      await button(page.locator('[data-region="list"]'), 'common.tryAgain').click();
      await expect(page.locator('[data-region="list"]').getByRole('alert')).toHaveCount(0);
    });
  },
);

test('a journal with an open Update Request says so before another one is created', async ({
  page,
  colophon,
}) => {
  await openJournals(page);
  const made = await call(page, 'applications.create', { accountId: 'sandbox', journalId: cartography });
  await goTo(page, `#/journals/${cartography}`);
  await expect(record(page)).toContainText(t('requests.standing.draft'));
  await button(page, 'journals.record.propose').click();
  const dialog = named(page, 'dialog', 'journals.existing.title');
  await expect(dialog).toContainText(t('journals.existing.draft'));
  await button(dialog, 'journals.existing.open').click();
  await expect(page).toHaveURL(new RegExp(`#/update-requests/${made.id}$`));
  expect(colophon.rows('SELECT id FROM applications')).toHaveLength(1);
});

test('one change is proposed for several journals, previewed for each, and sent', async ({
  page,
  colophon,
}) => {
  await openJournals(page);
  const picked = (count: number) =>
    page.getByRole('heading', { name: t('journals.picked', { count, n: String(count) }) });
  await rows(page).first().focus();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(picked(2)).toBeVisible();
  await page.keyboard.press('Shift+ArrowUp');
  await expect(picked(1)).toBeVisible();
  await rows(page)
    .nth(1)
    .click({ modifiers: ['Shift'] });
  await expect(picked(2)).toBeVisible();
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press('Escape');
  await row(page, title).focus();
  await page.keyboard.press('Space');
  await row(page, education).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('heading', { name: t('journals.picked', { count: 2, n: '2' }) })).toBeVisible();
  await button(page, 'journals.proposeMany').click();

  await test.step('each field has its own editor', async () => {
    await named(many(page), 'combobox', 'journals.many.field').selectOption('bibjson.preservation.service');
    await expect(named(many(page), 'combobox', 'journals.many.how')).toHaveValue('add');
    await many(page).getByRole('checkbox', { name: 'Portico' }).click();
    await button(page, 'journals.many.preview').click();
  });

  await test.step('every journal is shown before and after, and nothing is stored yet', async () => {
    const list = many(page).getByRole('list', { name: t('journals.many.list') });
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await expect(list.getByRole('listitem').filter({ hasText: education })).toContainText(
      'CLOCKSS, PKP PN, Portico',
    );
    expect(colophon.rows('SELECT id FROM applications')).toEqual([]);
  });

  await button(page, 'journals.many.create', { count: 2, n: '2' }).click();
  const review = page.getByRole('dialog');
  await changeAnswer(page, 'applications.send', (sent: object) => ({
    ...sent,
    since: { added: 0, changed: 1, titles: ['Atlas of Nowhere'] },
  }));
  await button(review, 'application.review.sendCount', { n: '2' }).click();
  await expect(review).toHaveCount(0);
  await test.step('what was not sent stays on screen, and that the drafts were made can be undone', async () => {
    const notices = page.locator('[data-region="notices"]');
    await expect(notices).toContainText(
      t('plan.since.requestsChanged', { count: 1, titles: 'Atlas of Nowhere' }),
    );
    await expect(notices).toContainText(t('journals.many.made', { count: 2, n: '2' }));
    await expect(button(notices, 'undo.undo')).toBeVisible();
  });
  await expect
    .poll(() => colophon.rows<{ sync: string }>('SELECT sync FROM applications').map(({ sync }) => sync))
    .toEqual(['sent', 'sent']);
  for (const journal of firstWorld.journals.slice(0, 2)) {
    const { preservation } = bibjsonOf(await storedApplication(page, journal.id));
    expect(preservation).toMatchObject({ service: expect.arrayContaining(['Portico']) });
  }
  await expect(page).toHaveURL(/#\/update-requests$/);
});

fullTest(
  'text is replaced in all addresses of several journals, except in what is unticked',
  async ({ page, colophon }) => {
    await openJournals(page);
    await row(page, title).focus();
    await page.keyboard.press('Control+a');
    await button(page, 'journals.proposeMany').click();
    await replaceInAddresses(page);
    const list = many(page).getByRole('list', { name: t('journals.many.list') });
    const create = (count: number) => button(page, 'journals.many.create', { count, n: String(count) });
    const count = await list.getByRole('listitem').count();
    await expect(create(count)).toBeVisible();
    const first = list.getByRole('listitem').filter({ hasText: title });
    await expect(first).toContainText('https:');

    await test.step('a change and a journal are unticked by keyboard', async () => {
      await first.getByRole('checkbox', { name: new RegExp(`^${t('field.homepage')}`) }).focus();
      await page.keyboard.press('Space');
      await expect(first.getByRole('checkbox', { name: title, exact: true })).toHaveJSProperty(
        'indeterminate',
        true,
      );
      await expect(create(count)).toBeVisible();
      await list.getByRole('checkbox', { name: education, exact: true }).focus();
      await page.keyboard.press('Space');
      await expect(create(count - 1)).toBeVisible();
    });

    await create(count - 1).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    const records = colophon
      .rows<{ title: string; record: string; base: string }>('SELECT title, record, base FROM applications')
      .map((one) => ({ ...one, homepage: bibjsonOf(JSON.parse(one.record)).ref as { journal: string } }));
    expect(records).toHaveLength(count - 1);
    expect(records.map((one) => one.title)).not.toContain(education);
    const kept = records.find((one) => one.title === title)!;
    expect(kept.homepage.journal).toBe((bibjsonOf(JSON.parse(kept.base)).ref as { journal: string }).journal);
    expect(kept.record).toContain('replaced.example');
  },
);

/** Replaces a text in all addresses and shows the preview. */
async function replaceInAddresses(page: Page): Promise<void> {
  await named(many(page), 'combobox', 'journals.many.field').selectOption('addresses');
  await named(many(page), 'textbox', 'journals.many.find').fill('https://');
  await named(many(page), 'textbox', 'journals.many.replacement').fill('https://replaced.example/');
  await button(page, 'journals.many.preview').click();
  await expect(many(page).getByRole('listitem').first()).toBeVisible();
}

test.describe('accessibility', () => {
  test.use({ bypassCSP: true });

  fullTest('the lists, a record, and the dialog before another proposal', async ({ page }) => {
    await addDrafts(page, [article(1)]);
    await openJournals(page);
    await expectAccessible(page, 'my journals');
    await button(page, 'grid.columns').click();
    await expect(page.getByRole('checkbox', { name: t('journals.column.publisher') })).toBeVisible();
    await expectAccessible(page, 'the columns of a list');
    await pressEscape(page);
    await expect(page.getByRole('checkbox', { name: t('journals.column.publisher') })).toHaveCount(0);
    await page.getByRole('tab', { name: t('journals.scope.directory') }).click();
    await named(page, 'searchbox', 'frame.searchIn.directory').fill('journal');
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(2);
    await expectAccessible(page, 'journals found in the directory');

    await call(page, 'applications.create', { accountId: 'sandbox', journalId: cartography });
    await goTo(page, `#/journals/${cartography}`);
    await expect(record(page)).toContainText(t('requests.standing.draft'));
    await expectAccessible(page, 'a journal');
    await button(page, 'journals.record.propose').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'an open Update Request');
  });

  fullTest('one change for many journals', async ({ page }) => {
    await openJournals(page);
    await row(page, title).focus();
    await page.keyboard.press('Control+a');
    await expect(button(page, 'journals.proposeMany')).toBeVisible();
    await expectAccessible(page, 'selected journals');
    await button(page, 'journals.proposeMany').click();
    await named(many(page), 'combobox', 'journals.many.field').selectOption('bibjson.apc.url');
    await named(many(page), 'textbox', 'field.apcPage').fill('not an address');
    await button(page, 'journals.many.preview').click();
    await expect(many(page).getByRole('listitem').first()).toBeVisible();
    await expectAccessible(page, 'one change for many journals');
    await replaceInAddresses(page);
    await expectAccessible(page, 'text replaced in the addresses of many journals');
  });
});
