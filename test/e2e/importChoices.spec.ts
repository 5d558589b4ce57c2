import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { call, fullTest, test } from './colophon.ts';
import { button, escapeRegExp, goTo, t } from './screen.ts';

// Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
test.use({ bypassCSP: true });

const article = `<article xml:lang="en"><front><journal-meta/><article-meta>
  <title-group><article-title>Soil</article-title>
  <trans-title-group xml:lang="fr"><trans-title>Le sol</trans-title></trans-title-group></title-group>
  <contrib-group><contrib contrib-type="author"><name><surname>Okoro</surname><given-names>Ada</given-names></name>
  <xref ref-type="aff" rid="a1"/><xref ref-type="aff" rid="a2"/></contrib></contrib-group>
  <aff id="a1"><institution>Lagos</institution></aff><aff id="a2"><institution>Oslo</institution></aff>
  <pub-date pub-type="epub"><month>3</month><year>2024</year></pub-date>
  <pub-date pub-type="ppub"><month>5</month><year>2025</year></pub-date>
  <permissions><license><license-p>CC BY</license-p></license></permissions></article-meta></front></article>`;

async function give(page: Page, name: string, content: string): Promise<void> {
  await goTo(page, '#/drafts');
  const buffer = Buffer.from(content);
  await page.locator('#import-files').setInputFiles({ name, mimeType: 'text/plain', buffer });
}

const rows = (page: Page) => page.getByRole('list', { name: t('import.rows') }).locator('li[aria-posinset]');
const accept = (page: Page, count: number) => button(page, 'import.accept', { count, n: String(count) });

fullTest(
  'language, date, affiliation and journal are chosen for a whole import by keyboard',
  async ({ page, colophon }) => {
    const { journals } = await call(page, 'journals.refresh', { accountId: 'sandbox' });
    const journal = journals[0]!;
    await give(page, 'soil.xml', article);
    await expect(rows(page).filter({ hasText: 'Soil' })).not.toHaveCount(0);
    const losses = page.getByRole('button', { name: t('import.losses', { count: 1, n: '1' }) });
    await losses.press('Enter');
    await expect(losses).toHaveAttribute('aria-expanded', 'true');
    await expectAccessible(page, 'the choices for an import');

    const one = { count: 1, n: '1' };
    const language = page.getByLabel(t('import.choices.language', one));
    await language.focus();
    // One letter: more of them are one word only if they come within a second.
    await page.keyboard.press('f');
    await expect(language).toHaveValue('fr');
    await expect(rows(page).filter({ hasText: 'Le sol' })).not.toHaveCount(0);
    await expect(language).toBeFocused();
    await page.getByLabel(t('import.choices.date', one)).selectOption('print');
    await expect(rows(page).filter({ hasText: '2025' })).not.toHaveCount(0);
    await page.getByLabel(t('import.choices.affiliation', one)).selectOption('repeat');
    // The journal is chosen while the file is still being read with the last choice.
    await page.getByLabel(t('import.journal.label', one)).selectOption(journal.id);
    await page.getByRole('button', { name: t('import.journal.use') }).press('Enter');
    await expect(rows(page).filter({ hasText: journal.title })).not.toHaveCount(0);
    await accept(page, 1).click();
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2');
    const [draft] = colophon.rows<{ record: string }>('SELECT record FROM drafts');
    const { bibjson } = JSON.parse(draft!.record);
    expect(bibjson).toMatchObject({
      title: 'Le sol',
      year: '2025',
      month: '5',
      author: [
        { name: 'Ada Okoro', affiliation: 'Lagos' },
        { name: 'Ada Okoro', affiliation: 'Oslo' },
      ],
      journal: { title: journal.title },
    });
    expect(bibjson.identifier.map(({ id }: { id: string }) => id)).toEqual(
      [journal.pissn, journal.eissn].filter(Boolean),
    );
  },
);

fullTest(
  'the journal is guessed by title, and doubtful records are unticked with the reason',
  async ({ page, colophon }) => {
    const { journals } = await call(page, 'journals.refresh', { accountId: 'sandbox' });
    const { title, id } = journals[1] ?? journals[0]!;
    const record = (type: string, name: string) =>
      `TY  - ${type}\nTI  - ${name}\nT2  - ${title.toUpperCase()}\nDO  - 10.5555/${name}\nER  - \n`;
    await give(page, 'two.ris', record('JOUR', 'Soil') + record('BOOK', 'Mud'));
    const question = page.getByLabel(t('import.journal.label', { count: 2, n: '2' }));
    await expect(question).toHaveValue(id);
    await expect(page.getByText(t('import.journal.guess'))).toBeVisible();
    const mud = page.getByRole('checkbox', { name: t('import.tick.one', { title: 'Mud' }) });
    await expect(mud).not.toBeChecked();
    await expect(rows(page).filter({ has: mud })).toContainText(
      t('import.doubt.otherType', { type: 'BOOK' }),
    );
    await expectAccessible(page, 'the journal of an import');
    await page.getByRole('button', { name: t('import.journal.use') }).click();
    // Until the file is read again, the rows have the title in its capitals.
    await expect(rows(page).filter({ hasText: new RegExp(escapeRegExp(title)) })).not.toHaveCount(0);
    await accept(page, 1).click();
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2');
    expect(colophon.rows('SELECT title, journal FROM drafts')).toEqual([{ title: 'Soil', journal: title }]);
  },
);

test('empty cells of a table keep what was typed into a draft, unless the user lets them clear it', async ({
  page,
  colophon,
}) => {
  const typed = {
    bibjson: {
      title: 'Soil',
      abstract: 'Typed by hand.',
      author: [{ name: 'Ada Okoro' }],
      identifier: [
        { type: 'doi', id: '10.5555/soil' },
        { type: 'pissn', id: '1734-6215' },
      ],
      link: [{ type: 'fulltext', content_type: 'HTML', url: 'https://soil.example.org/1' }],
    },
  };
  await call(page, 'drafts.create', { accountId: 'sandbox', record: typed });
  await give(
    page,
    'soil.csv',
    'Title,Authors,DOI,Print ISSN,Abstract,Volume\nSoil,Ada Okoro,10.5555/soil,,,7\n',
  );
  await button(page, 'import.map.go', { count: 1, n: '1' }).click();
  const choice = page.getByLabel(t('import.choices.emptyCells', { count: 1, n: '1' }));
  await expect(choice).toHaveValue('keep');
  const record = rows(page).filter({ hasText: 'Soil' });
  await expect(record.locator('ins')).toHaveText(['7']);
  await expectAccessible(page, 'the choice for empty cells');

  await choice.selectOption('clear');
  await expect(record.locator('del').filter({ hasText: 'Typed by hand.' })).toHaveCount(1);
  await expect(record.locator('del').filter({ hasText: '1734-6215' })).toHaveCount(1);
  await expect(record.locator('ins').filter({ hasText: t('import.nothing') })).toHaveCount(2);
  await choice.selectOption('keep');
  await expect(record.locator('ins')).toHaveText(['7']);
  await accept(page, 1).click();
  await expect(page.locator('#main').getByText(t('import.changed', { count: 1, n: '1' }))).toBeVisible();
  const [draft] = colophon.rows<{ record: string }>('SELECT record FROM drafts');
  expect(JSON.parse(draft!.record)).toEqual({ bibjson: { ...typed.bibjson, journal: { volume: '7' } } });
});

test('a record with an identifier of another article is unticked, and says why', async ({
  page,
  colophon,
}) => {
  const soil = {
    title: 'Soil',
    author: [{ name: 'Ada Okoro' }],
    identifier: [{ type: 'doi', id: '10.5555/soil' }],
  };
  await call(page, 'drafts.create', { accountId: 'sandbox', record: { bibjson: soil } });
  const fish = { title: 'Fish in rivers', author: [{ name: 'Eva Ruiz' }], identifier: soil.identifier };
  await give(page, 'fish.json', JSON.stringify([{ bibjson: fish }]));
  const box = page.getByRole('checkbox', { name: t('import.tick.one', { title: 'Fish in rivers' }) });
  await expect(box).not.toBeChecked();
  await expect(rows(page).filter({ has: box })).toContainText(
    t('import.identity.otherArticle', { title: 'Soil' }),
  );
  await expectAccessible(page, 'a doubtful record of an import');
  await page.getByRole('button', { name: t('import.acceptNothing') }).click();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2');
  expect(colophon.rows('SELECT title FROM drafts')).toEqual([{ title: 'Soil' }]);
});
