import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { article, cartography } from './articles.ts';
import { addDrafts, type Colophon, call, fullTest, test } from './colophon.ts';
import { walkByTab } from './focusWalk.ts';
import { draftRow, goTo, named, pressEscape, t } from './screen.ts';

// Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
test.use({ bypassCSP: true });

const title = (number: number) => `Sheet ${number} of an atlas that was never bound`;
const dialog = (page: Page) => page.getByRole('alertdialog', { name: t('edits.title') });
const list = (page: Page) => dialog(page).getByRole('list', { name: t('edits.list') });
const notice = (page: Page) => page.locator('[data-region="notices"]');

function titles(colophon: Colophon): string[] {
  return colophon.rows<{ title: string }>('SELECT title FROM drafts ORDER BY id').map((row) => row.title);
}

/** Records as stored, byte for byte. */
function records(colophon: Colophon): string[] {
  return colophon.rows<{ record: string }>('SELECT record FROM drafts ORDER BY id').map((row) => row.record);
}

async function openFor(page: Page, count: number): Promise<number[]> {
  const ids = await addDrafts(
    page,
    Array.from({ length: count }, (_, at) => article(at + 1)),
  );
  await expect(draftRow(page, 'Sheet ')).toHaveCount(count);
  return ids;
}

test('drafts are selected, edited together after a preview with an exception, and restored, all by keyboard', async ({
  page,
  colophon,
}) => {
  await openFor(page, 3);
  const before = records(colophon);
  await page.getByRole('grid').getByRole('row').nth(1).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Alt+m');
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByRole('combobox', { name: t('edits.operation') })).toBeFocused();
  await expect(dialog(page).getByRole('status')).toContainText(t('edits.selected', { count: 3, n: '3' }));
  await expect(dialog(page).getByRole('status')).toContainText(t('edits.enter'));
  // Operation, field, then the text to find and its replacement.
  for (const key of ['Tab', 'Tab']) await page.keyboard.press(key);
  await page.keyboard.type('atlas');
  await page.keyboard.press('Tab');
  await page.keyboard.type('book');
  await expect(dialog(page).getByRole('status')).toContainText(
    t('edits.changed', { count: 3, changed: '3', n: '3' }),
  );
  await expect(list(page).getByRole('listitem')).toHaveCount(3);
  const first = list(page)
    .getByRole('listitem')
    .filter({ hasText: title(2) });
  await expect(first).toContainText(`${title(2)}${t('common.becomes')}`.slice(0, 20));
  await expect(first).toContainText('Sheet 2 of an book that was never bound');
  // Match case, regular expression, then the list.
  for (const key of ['Tab', 'Tab', 'Tab']) await page.keyboard.press(key);
  await expect(list(page).getByRole('listitem').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await expect(list(page).getByRole('checkbox', { checked: false })).toHaveCount(1);
  await expect(dialog(page).getByRole('status')).toContainText(t('edits.left', { count: 1, n: '1' }));
  const apply = dialog(page).getByRole('button', { name: t('edits.apply', { count: 2, n: '2' }) });
  while (!(await apply.evaluate((button) => button === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(notice(page)).toContainText(t('edits.done', { count: 2, n: '2' }));
  expect(titles(colophon).filter((one) => one.includes(' book '))).toHaveLength(2);
  expect(titles(colophon)[1]).toBe(title(2));
  // The next edit is of the same drafts.
  await expect(page.getByText(t('drafts.picked', { count: 3, n: '3' }), { exact: true })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(notice(page)).toContainText(t('undo.undone.editDrafts', { count: 2, n: '2' }));
  expect(records(colophon)).toEqual(before);
});

test('a finding is fixed in all drafts that have it, from the form and from the list', async ({
  page,
  colophon,
}) => {
  const link = (number: number) => [
    { type: 'fulltext', url: `http://cartography.example.org/${number}`, content_type: 'PDF' },
  ];
  const ids = await addDrafts(page, [
    article(1, { link: link(1) }),
    article(2, { link: link(2) }),
    article(3, { title: ' Spaces  inside ' }),
  ]);
  const addresses = () => records(colophon).filter((record) => record.includes('http://')).length;
  await goTo(page, `#/drafts/${ids[0]}`);
  await page.getByRole('button', { name: t('edits.fixAll', { count: 2, n: '2' }) }).click();
  await expect(dialog(page).getByRole('status')).toContainText(
    t('edits.changed', { count: 2, changed: '2', n: '2' }),
  );
  await dialog(page)
    .getByRole('button', { name: t('edits.apply', { count: 2, n: '2' }) })
    .click();
  await expect(notice(page)).toContainText(t('edits.done', { count: 2, n: '2' }));
  // Under the pointer it stays for as long as the form takes.
  await notice(page).hover();
  expect(addresses()).toBe(0);
  // The open record shows the fixed value.
  await expect(page.getByRole('button', { name: t('edits.fixAll', { count: 2, n: '2' }) })).toHaveCount(0);
  await named(notice(page), 'button', 'undo.undo').click();
  await expect.poll(addresses).toBe(2);

  await goTo(page, '#/drafts');
  await page.getByRole('grid').getByRole('row').nth(1).focus();
  await page.keyboard.press('Control+a');
  await named(page, 'button', 'edits.fixMenu').click();
  const fixes = page.getByRole('menuitem');
  await expect(fixes.first()).toContainText(t('finding.link-http.kind'));
  await expect(fixes.first()).toContainText('2');
  await fixes.filter({ hasText: t('finding.text-spaces.kind') }).click();
  await dialog(page)
    .getByRole('button', { name: t('edits.apply', { count: 1, n: '1' }) })
    .click();
  await expect(notice(page)).toContainText(t('edits.done', { count: 1, n: '1' }));
  expect(titles(colophon)[2]).toBe('Spaces inside');
});

test('the preview shows what a fix of keywords and of ISSNs changes', async ({ page }) => {
  const ids = await addDrafts(page, [
    article(1, { keywords: ['maps; tides', 'margins'] }),
    article(2, {
      identifier: [
        { type: 'doi', id: '10.5555/sheet.2' },
        { type: 'eissn', id: cartography.pissn },
      ],
    }),
  ]);
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  const previewOf = async (fix: string) => {
    await named(page, 'button', 'edits.fixMenu').click();
    await page.getByRole('menuitem').filter({ hasText: fix }).click();
    return list(page).getByRole('listitem').first();
  };
  await goTo(page, `#/drafts`);
  await expect(draftRow(page, 'Sheet ')).toHaveCount(ids.length);
  await page.getByRole('grid').getByRole('row').nth(1).focus();
  await page.keyboard.press('Control+a');
  const keywords = await previewOf(t('finding.keywords-joined.kind'));
  await expect(keywords.getByRole('listitem')).toHaveText([
    `maps; tides ${t('common.entryRemoved')}`,
    'margins',
    `maps ${t('common.entryAdded')}`,
    `tides ${t('common.entryAdded')}`,
    'margins',
  ]);
  await pressEscape(page);
  await expect(dialog(page)).toHaveCount(0);
  const issns = await previewOf(t('finding.issn-wrong-slot.kind'));
  await expect(issns).toContainText(`${t('field.pissn')}:`);
  await expect(issns).toContainText(`${t('field.eissn')}:`);
  await expect(issns).not.toContainText('pissn');
});

fullTest('a mistake in a regular expression is explained, and nothing can be applied', async ({ page }) => {
  await openFor(page, 1);
  await page.getByRole('grid').getByRole('row').nth(1).focus();
  await page.keyboard.press('Control+a');
  await named(page, 'button', 'edits.open').click();
  await dialog(page)
    .getByRole('checkbox', { name: t('edits.isRegex') })
    .check();
  await dialog(page)
    .getByRole('textbox', { name: t('edits.find') })
    .fill('(');
  await expect(dialog(page)).toContainText(t('edits.badRegex'));
  await expectAccessible(page, 'an edit with a mistake');
  await dialog(page)
    .getByRole('textbox', { name: t('edits.find') })
    .fill('(atlas)');
  await expect(dialog(page)).not.toContainText(t('edits.badRegex'));
  await dialog(page)
    .getByRole('button', { name: t('edits.apply', { count: 1, n: '1' }) })
    .waitFor();
});

fullTest('editing several drafts is accessible, and Tab reaches every control', async ({ page }) => {
  await openFor(page, 3);
  await call(page, 'drafts.list', {
    accountId: 'sandbox',
    filter: {},
    sort: { by: 'title', direction: 'asc' },
    offset: 0,
    limit: 1,
  });
  await page.getByRole('grid').getByRole('row').nth(1).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Alt+m');
  await dialog(page)
    .getByRole('textbox', { name: t('edits.find') })
    .fill('atlas');
  await expect(list(page).getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page, 'editing several drafts');
  expect((await walkByTab(page)).faults).toEqual([]);
});
