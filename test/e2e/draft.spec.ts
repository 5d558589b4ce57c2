import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { fieldText } from '../../src/shared/i18n/fieldText.ts';
import { openUpdateRequest } from './applications.ts';
import { article, cartography } from './articles.ts';
import { addDrafts, fullTest, startColophon, test } from './colophon.ts';
import { launchAlone } from './launch.ts';
import {
  button,
  draftRow,
  escapeRegExp,
  field,
  goTo,
  named,
  openScreen,
  statusBar,
  storedRecord,
  t,
} from './screen.ts';

test('a new article is saved automatically while it is typed, with both ISSNs of the chosen journal', async ({
  page,
  colophon,
}) => {
  await button(page, 'drafts.newArticle').first().click();
  const journal = named(page, 'combobox', 'article.journal.label');
  await journal.click();
  await journal.pressSequentially('imaginary');
  await page.getByRole('option', { name: cartography.title }).click();
  await field(page, 'title').fill('Islands seen once');
  await field(page, 'doi').fill('https://doi.org/10.5555/SEEN.1');
  await field(page, 'year').fill('2026');
  await expect(statusBar(page)).toContainText(/Saved \d+:\d\d/);
  await expect
    .poll(() => storedRecord(colophon, 1).bibjson)
    .toMatchObject({
      title: 'Islands seen once',
      year: '2026',
      identifier: expect.arrayContaining([
        { type: 'pissn', id: cartography.pissn },
        { type: 'eissn', id: cartography.eissn },
        { type: 'doi', id: '10.5555/SEEN.1' },
      ]),
    });
  expect((storedRecord(colophon, 1).bibjson.identifier as unknown[]).length).toBe(3);
});

test('a new article takes the focus, also from the list, and a double click creates one', async ({
  page,
  colophon,
}) => {
  await addDrafts(page, [article(1)]);
  const record = named(page, 'region', 'drafts.record');
  await page.getByRole('grid').locator('[data-row="0"]').focus();
  await page.keyboard.press('Alt+n');
  await expect(record).toBeFocused();
  await button(page, 'drafts.closeRecord').press('Enter');
  await expect(record).toBeHidden();
  await button(page, 'drafts.newArticle').first().dblclick();
  await expect(record).toBeFocused();
  await page.goBack();
  await expect(record).toBeHidden();
  await expect.poll(() => colophon.rows('SELECT id FROM drafts').length).toBe(1);
});

fullTest('Back and Forward skip a new article that was left without an edit', async ({ page, colophon }) => {
  await addDrafts(page, [article(1)]);
  const record = named(page, 'region', 'drafts.record');
  await page.getByRole('grid').locator('[data-row="0"]').focus();
  await page.keyboard.press('Alt+n');
  await expect(record).toBeFocused();
  await page.goBack();
  await expect.poll(() => colophon.rows('SELECT id FROM drafts').length).toBe(1);
  await page.goForward();
  await expect(page).toHaveURL(/#\/drafts(\?|$)/);
  await expect(record).toBeHidden();

  await page.keyboard.press('Alt+n');
  await expect(record).toBeFocused();
  await openScreen(page, '#/journals');
  await expect.poll(() => colophon.rows('SELECT id FROM drafts').length).toBe(1);
  await page.goBack();
  await expect(page).toHaveURL(/#\/drafts(\?|$)/);
  await expect(record).toBeHidden();
  await expect(page.getByText(t('store.draftGone.message'))).toHaveCount(0);
});

for (const width of [860, 1280, 1600, 3000])
  test(`names and ORCIDs of authors can be read to their end in a window of ${width} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const author = {
      name: 'Aleksandra Wiśniewska-Kowalczyk',
      affiliation: 'Institute for Lost Coasts',
      orcid_id: 'https://orcid.org/0000-0002-1825-0097',
    };
    const shown = { name: author.name, orcid_id: '0000-0002-1825-0097' };
    const [id] = await addDrafts(page, [article(1, { author: [author] })]);
    await goTo(page, `#/drafts/${id}`);
    for (const [member, value] of Object.entries(shown)) {
      const input = page.locator(`[id="field-bibjson.author[0].${member}"]`);
      await expect(input).toHaveValue(value);
      // The letters of its typeface may still be on their way, and its width may still change.
      await page.evaluate(() => document.fonts.ready);
      const hidden = () => input.evaluate((one) => one.scrollWidth - one.clientWidth);
      await expect.poll(hidden, member).toBeLessThanOrEqual(0);
    }
  });

fullTest('a locked field keeps its border under the pointer and with the focus', async ({ page }) => {
  await openUpdateRequest(page, 'aa170f10eed93a603e3bce8e267cab60', (record) => record);
  const locked = page.locator('[id="field-bibjson.title"]');
  await expect(locked).toHaveAttribute('readonly');
  const border = () =>
    locked.locator('..').evaluate((frame) => {
      const { borderTopStyle, borderTopColor } = getComputedStyle(frame);
      return { borderTopStyle, borderTopColor };
    });
  await page.mouse.move(0, 0);
  const before = await border();
  expect(before.borderTopStyle).toBe('dashed');
  await locked.hover();
  expect(await border()).toEqual(before);
  await locked.focus();
  expect(await border()).toEqual(before);
});

fullTest(
  'a new article that is left without an edit leaves no row, and one with text stays',
  async ({ page, colophon }) => {
    const [id] = await addDrafts(page, [article(1)]);
    const rows = page.getByRole('grid').locator('[data-row]');
    const createNew = () => page.keyboard.press('Alt+n');
    const leave = () => button(page, 'drafts.closeRecord').click();
    await createNew();
    await expect(field(page, 'title')).toHaveValue('');
    await expect(rows).toHaveCount(2);
    await leave();
    await expect(rows).toHaveCount(1);

    await createNew();
    await expect(field(page, 'title')).toHaveValue('');
    await goTo(page, `#/drafts/${id}`);
    await expect(field(page, 'title')).not.toHaveValue('');
    await expect(rows).toHaveCount(1);

    await createNew();
    await expect(field(page, 'title')).toHaveValue('');
    await field(page, 'title').fill('A title is enough');
    await leave();
    await expect(rows).toHaveCount(2);
    await expect(rows.filter({ hasText: 'A title is enough' })).toHaveCount(1);
    expect(storedRecord(colophon, Number(id))).toEqual(article(1));
  },
);

test('text typed while Colophon is down stays on screen and is saved when Colophon is back', async ({
  page,
  colophon,
  context,
}) => {
  const [id] = await addDrafts(page, [article(1)]);
  await goTo(page, `#/drafts/${id}`);
  const title = field(page, 'title');
  await title.fill('Saved before the lights went out');
  await expect.poll(() => storedRecord(colophon, id!).bibjson.title).toBe('Saved before the lights went out');

  await title.press('End');
  await title.pressSequentially(', and typed');
  await colophon.kill();
  await title.pressSequentially(' in the dark');
  await expect(page.getByText(t('frame.link.down'))).toBeVisible();
  await expect(statusBar(page)).toContainText(t('frame.saving.failed'));
  await expect(title).toHaveValue('Saved before the lights went out, and typed in the dark');
  expect(storedRecord(colophon, id!).bibjson.title).not.toContain('in the dark');

  await colophon.startAgain();
  // The new address connects the browser again, and with it every page that is still open.
  await expect(page.getByRole('alert').filter({ hasText: t('frame.link.open') })).toBeVisible();
  const second = await context.newPage();
  await second.goto(colophon.address());
  await expect
    .poll(() => storedRecord(colophon, id!).bibjson.title)
    .toBe('Saved before the lights went out, and typed in the dark');
  await expect(page.getByText(t('frame.link.down'))).toBeHidden();
  await expect(statusBar(page)).toContainText(/Saved \d+:\d\d/);
  await expect(page.getByText(t('article.conflict.title'))).toBeHidden();
});

test('while Colophon is away, a page asks for it less and less often', async ({ page, colophon }) => {
  await page.clock.install();
  await page.reload();
  const [id] = await addDrafts(page, [article(1)]);
  await goTo(page, `#/drafts/${id}`);
  const title = field(page, 'title');
  await expect(title).toBeVisible();
  await colophon.kill();
  let asked = 0;
  page.on('request', (request) => {
    if (/\/(?:call\/.*|events)?$/.test(new URL(request.url()).pathname)) asked += 1;
  });
  await title.fill('Typed in the dark');
  await expect(statusBar(page)).not.toContainText(t('frame.saving.saved', { time: '' }));
  for (let second = 0; second < 60; second++) await page.clock.runFor(1_000);
  await expect(page.getByText(t('frame.link.down'))).toBeVisible();
  expect(asked).toBeGreaterThan(2);
  expect(asked).toBeLessThan(25);
});

test('a page of a Colophon that was closed says so, and saves what is unsaved as a file to import', async ({
  browser,
}) => {
  const colophon = await startColophon((place) => launchAlone({ ...place, isPortChosen: false }));
  const page = await browser.newPage();
  try {
    await page.goto(colophon.address());
    const [id] = await addDrafts(page, [article(1)]);
    await goTo(page, `#/drafts/${id}`);
    const title = field(page, 'title');
    await expect(title).toBeVisible();
    process.kill(colophon.pid(), 'SIGTERM');
    const closed = page.getByRole('alert').filter({ hasText: t('frame.link.closed') });
    await expect(closed).toContainText(t('frame.link.nothingUnsaved'));
    await title.fill('Typed after it was closed');
    await expect(closed).toContainText(t('frame.link.unsaved'));
    await expect(statusBar(page)).toContainText(t('frame.saving.failed'));
    const download = page.waitForEvent('download');
    await button(closed, 'frame.link.saveText').click();
    const saved: unknown = JSON.parse(await readFile(await (await download).path(), 'utf8'));
    expect(saved).toMatchObject([{ bibjson: { title: 'Typed after it was closed' } }]);
  } finally {
    await page.close();
    await colophon.end();
  }
});

test('a page saves what was typed while a Colophon with a port of its own was closed', async ({
  browser,
}) => {
  const colophon = await startColophon();
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    await page.goto(colophon.address());
    const [id] = await addDrafts(page, [article(1)]);
    await goTo(page, `#/drafts/${id}`);
    await expect(field(page, 'title')).toBeVisible();
    const ended = colophon.pid();
    process.kill(ended, 'SIGTERM');
    await expect(page.getByText(t('frame.link.down'))).toBeVisible();
    await field(page, 'title').fill('Typed while it was closed');
    const isRunning = () => {
      try {
        return process.kill(ended, 0);
      } catch {
        return false;
      }
    };
    await expect.poll(isRunning).toBe(false);
    await colophon.startAgain();
    await expect(page.getByText(t('frame.link.open'))).toBeVisible({ timeout: 60_000 });
    const second = await context.newPage();
    await second.goto(colophon.address());
    await expect(draftRow(second, 'Typed while it was closed')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(t('frame.link.down'))).toHaveCount(0);
  } finally {
    await context.close();
    await colophon.end();
  }
});

const typedFor6s = 'Text typed without a pause, as editors type when they know it.';

for (const kind of ['article', 'Update Request'] as const) {
  const run = kind === 'article' ? test : fullTest;
  run(
    `a crash during steady typing in an ${kind} loses only the last moments`,
    async ({ page, colophon, browser }) => {
      const { hash, path } = await textOfNew(page, kind);
      const box = (where: Page) => where.getByRole('textbox', { name: fieldText(path), exact: true });
      await goTo(page, hash);
      await box(page).fill('');
      await box(page).pressSequentially(typedFor6s, { delay: 100 });
      await colophon.kill();
      await colophon.startAgain();
      // A new profile has nothing of what the window itself keeps for a reload.
      const context = await browser.newContext();
      const second = await context.newPage();
      await second.goto(colophon.address());
      await goTo(second, hash);
      const text = await box(second).inputValue();
      await context.close();
      expect(typedFor6s.startsWith(text), text).toBe(true);
      // Two seconds of typing are twenty letters; the others are for a busy computer.
      expect(text.length).toBeGreaterThan(typedFor6s.length - 40);
    },
  );
}

test('a draft that cannot be saved is not left without asking, and is restored after a reload', async ({
  page,
  colophon,
}) => {
  const [id] = await addDrafts(page, [article(1)]);
  await goTo(page, `#/drafts/${id}`);
  await expect(field(page, 'title')).toBeVisible();
  await colophon.kill();
  await field(page, 'title').press('Control+A');
  await page.keyboard.type('Typed for nobody');
  await expect(statusBar(page)).toContainText(t('frame.saving.failed'));
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await expect(page.reload()).rejects.toThrow('ERR_CONNECTION_REFUSED');
  expect(asked).toEqual(['beforeunload']);

  await colophon.startAgain();
  await page.goto(colophon.address());
  await goTo(page, `#/drafts/${id}`);
  await expect(page.getByText(t('article.restored'))).toBeVisible();
  await expect(field(page, 'title')).toHaveValue('Typed for nobody');
  await expect.poll(() => storedRecord(colophon, id!).bibjson.title).toBe('Typed for nobody');
});

test('a keyword that was typed and not added is stored when its record is saved, closed or left', async ({
  page,
  colophon,
}) => {
  const [id] = await addDrafts(page, [article(1, { keywords: ['atlases'] })]);
  const keywords = () => storedRecord(colophon, id!).bibjson.keywords;
  const box = named(page, 'textbox', 'article.keywords.label');
  const record = named(page, 'region', 'drafts.record');
  await openScreen(page, '#/drafts');
  await goTo(page, `#/drafts/${id}`);
  await box.pressSequentially('maps');
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(keywords).toEqual(['atlases', 'maps']);
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('');
  await box.pressSequentially('tides');
  await page.keyboard.press('Escape');
  await expect(record).toBeHidden();
  await expect.poll(keywords).toEqual(['atlases', 'maps', 'tides']);
  await goTo(page, `#/drafts/${id}`);
  await box.pressSequentially('coasts');
  await page.goBack();
  await expect(record).toBeHidden();
  await expect.poll(keywords).toEqual(['atlases', 'maps', 'tides', 'coasts']);
});

test('a keyword that is changed in place is stored wherever the focus goes, which stays there', async ({
  page,
  colophon,
}) => {
  const [id] = await addDrafts(page, [article(1, { keywords: ['atlases', 'margins'] })]);
  const keywords = () => storedRecord(colophon, id!).bibjson.keywords;
  const tag = (keyword: string) => button(page, 'article.keywords.edit', { keyword });
  const editor = (keyword: string) => named(page, 'textbox', 'article.keywords.edit', { keyword });
  await openScreen(page, '#/drafts');
  await goTo(page, `#/drafts/${id}`);
  await tag('atlases').click();
  await editor('atlases').fill('maps');
  await field(page, 'title').click();
  await expect(field(page, 'title')).toBeFocused();
  await expect.poll(keywords).toEqual(['maps', 'margins']);
  await tag('maps').click();
  await editor('maps').fill('sheets');
  await page.keyboard.press('Enter');
  await expect(tag('sheets')).toBeFocused();
  await tag('margins').click();
  await editor('margins').fill('tides');
  await page.goBack();
  await expect(named(page, 'region', 'drafts.record')).toBeHidden();
  await expect.poll(keywords).toEqual(['sheets', 'tides']);
});

fullTest('that the directory has no other article is said of the present DOI only', async ({ page }) => {
  const [id] = await addDrafts(page, [article(1)]);
  await goTo(page, `#/drafts/${id}`);
  await button(page, 'article.duplicates.ask').click();
  const isAlone = page.getByText(t('article.duplicates.none.directory'), { exact: true });
  await expect(isAlone).toBeVisible();
  await field(page, 'doi').fill('10.5555/nobody.asked.about.this');
  await expect(isAlone).toHaveCount(0);
  await button(page, 'article.duplicates.ask').click();
  await expect(isAlone).toBeVisible();
});

test('a finding is shown at its field, and one click fixes it and saves', async ({ page, colophon }) => {
  const [id] = await addDrafts(page, [article(1, { title: 'THE WIDTH OF RIVERS AT THE EDGE' })]);
  await goTo(page, `#/drafts/${id}`);
  const title = field(page, 'title');
  await expect(title).toHaveAccessibleDescription(new RegExp(escapeRegExp(t('finding.title-caps.message'))));
  // It is only a warning, so the field is not marked as invalid.
  await expect(title).not.toHaveAttribute('aria-invalid', 'true');
  await button(page, 'fix.sentenceCase').click();
  await expect(title).toHaveValue('The width of rivers at the edge');
  await expect(title).toBeFocused();
  await expect(page.getByText(t('finding.title-caps.message'))).toHaveCount(0);
  await expect.poll(() => storedRecord(colophon, id!).bibjson.title).toBe('The width of rivers at the edge');
});

test('pasted authors bring their affiliations and ORCIDs, and the paste can be undone', async ({
  page,
  colophon,
}) => {
  const author = { name: 'Ines Okafor', affiliation: 'Institute for Lost Coasts' };
  const [id] = await addDrafts(page, [article(1, { author: [author] })]);
  await goTo(page, `#/drafts/${id}`);
  const box = (label: string, place: number) =>
    named(page, 'textbox', 'article.authors.of', { label: t(label), place });
  const storedAuthors = () => storedRecord(colophon, id!).bibjson.author;
  await box('field.name', 1).press('Control+A');
  await paste(
    box('field.name', 1),
    'Bo Achterberg\tUniversity of Delft\t0000-0001-5109-3700\nAda Lindqvist\tCNRS\thttps://orcid.org/0000-0002-1825-0097\n',
  );
  await expect(box('field.affiliation', 2)).toHaveValue('CNRS');
  await expect(box('field.orcid', 2)).toHaveValue('0000-0002-1825-0097');
  await expect(box('field.name', 2)).toBeFocused();
  await expect.poll(storedAuthors).toEqual([
    {
      name: 'Bo Achterberg',
      affiliation: 'University of Delft',
      orcid_id: 'https://orcid.org/0000-0001-5109-3700',
    },
    { name: 'Ada Lindqvist', affiliation: 'CNRS', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
  ]);

  await button(page, 'article.undo').click();
  await expect.poll(storedAuthors).toMatchObject([{ affiliation: author.affiliation }]);
  await box('field.name', 1).press('Control+A');
  await paste(
    box('field.name', 1),
    'Ada Lindqvist (Delft), Cy Test (Lund) https://orcid.org/0000-0001-5109-3700',
  );
  await expect.poll(storedAuthors).toEqual([
    { name: 'Ada Lindqvist', affiliation: 'Delft' },
    { name: 'Cy Test', affiliation: 'Lund', orcid_id: 'https://orcid.org/0000-0001-5109-3700' },
  ]);
});

test('the badge of a record leads to every error: the summary takes the focus, and its links go to the fields', async ({
  page,
}) => {
  const [id] = await addDrafts(page, [
    article(1, {
      title: undefined,
      link: [{ type: 'fulltext', url: 'cartography.example.org', content_type: 'PDF' }],
    }),
  ]);
  await goTo(page, `#/drafts/${id}`);
  await page.getByTitle(t('article.check')).click();
  const summary = named(page, 'region', 'article.summary.title');
  await expect(summary).toBeFocused();
  const links = summary.getByRole('button');
  await expect(links).toHaveText([
    new RegExp(escapeRegExp(t('finding.title-missing.message'))),
    new RegExp(escapeRegExp(t('finding.link-url-form.message'))),
  ]);

  await links.filter({ hasText: t('finding.title-missing.message') }).click();
  const title = field(page, 'title');
  await expect(title).toBeFocused();
  await expect(title).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.type('Fog at noon');
  await links.filter({ hasText: t('finding.link-url-form.message') }).click();
  const link = page.getByRole('textbox', { name: fieldText('bibjson.link[0].url') });
  await expect(link).toBeFocused();
  await link.fill('https://cartography.example.org/sheets/1');
  await expect(named(page, 'region', 'article.summary.good')).toBeVisible();
});

test('unknown members are shown, survive an edit, and cannot be edited', async ({ page, colophon }) => {
  const unknown = { house: { desk: 4, proofs: ['first', null, true] } };
  const record = article(
    1,
    { house_style: 'Oxford', subject: [{ scheme: 'LCC', term: 'Maps', code: 'GA' }] },
    unknown,
  );
  const [id] = await addDrafts(page, [record]);
  await goTo(page, `#/drafts/${id}`);
  const other = page.getByRole('list', { name: t('article.section.other') });
  await expect(other).toContainText('Oxford');
  await expect(other).toContainText('proofs');
  await expect(other.getByRole('textbox')).toHaveCount(0);
  await field(page, 'title').fill('An edit elsewhere');
  await expect.poll(() => storedRecord(colophon, id!).bibjson.title).toBe('An edit elsewhere');
  expect(storedRecord(colophon, id!)).toEqual({
    ...record,
    bibjson: { ...(record.bibjson as object), title: 'An edit elsewhere' },
  });
});

fullTest(
  'a record with thousands of entries opens with its first ones, and the others on demand',
  async ({ page }) => {
    const keywords = Array.from({ length: 3_000 }, () => 'atlas');
    const link = Array.from({ length: 1_000 }, (_, at) => ({
      type: 'fulltext',
      url: `https://a.example.org/${at}`,
    }));
    const [id] = await addDrafts(page, [article(1, { keywords, link })]);
    await goTo(page, `#/drafts/${id}`);
    const tags = page.getByRole('list', { name: t('article.section.keywords') }).getByRole('listitem');
    await expect(tags).toHaveCount(200);
    await expect(page.locator('[data-field^="bibjson.link["][data-field$=".url"]')).toHaveCount(60);
    const message = `And ${(2_999 - 50).toLocaleString('en-GB')} more like this.`;
    await expect(page.getByText(message).first()).toBeVisible();
    await page.getByRole('button', { name: 'Show all 3,000 values' }).click();
    await expect(tags).toHaveCount(3_000);
  },
);

/** Creates a record, and returns the address of its form and a path of a text in it. */
async function textOfNew(page: Page, kind: 'article' | 'Update Request') {
  if (kind === 'article') {
    const [id] = await addDrafts(page, [article(1)]);
    return { hash: `#/drafts/${id}`, path: 'bibjson.title' };
  }
  const { id } = await openUpdateRequest(page, 'aa170f10eed93a603e3bce8e267cab60', (record) => record);
  return { hash: `#/update-requests/${id}`, path: 'bibjson.ref.aims_scope' };
}

async function paste(box: Locator, text: string): Promise<void> {
  await box.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
