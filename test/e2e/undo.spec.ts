import { expect, type Page } from '@playwright/test';
import { article } from './articles.ts';
import { addDrafts, type Colophon, call, fullTest, test } from './colophon.ts';
import { draftRow, goTo, named, t } from './screen.ts';

const accountId = 'sandbox';
const trashed = (colophon: Colophon) =>
  colophon.rows<{ id: number }>('SELECT id FROM drafts WHERE trashed = 1 ORDER BY id').map(({ id }) => id);
const notice = (page: Page) => page.locator('[data-region="notices"]');

test('moving many records to the trash is undone from the notice, with Ctrl+Z after a restart, and from the history', async ({
  page,
  colophon,
  context,
}) => {
  const ids = await addDrafts(
    page,
    [1, 2, 3, 4].map((number) => article(number)),
  );
  // Rows must have stopped moving before one is clicked.
  await expect(draftRow(page, 'Sheet ')).toHaveCount(ids.length);
  for (const number of [1, 2]) await draftRow(page, `Sheet ${number} `).getByRole('checkbox').click();
  await named(page, 'button', 'drafts.trash').click();
  const undo = named(notice(page), 'button', 'undo.undo');
  // A notice stays while the pointer is over it.
  await undo.hover();
  await expect(notice(page)).toContainText(t('drafts.trashed', { count: 2, n: '2' }));
  expect(trashed(colophon)).toEqual(ids.slice(0, 2));
  while (!(await undo.evaluate((button) => button === document.activeElement))) {
    await page.keyboard.press('Shift+F6');
  }
  // A focused notice stays when another window changes something.
  await call(page, 'drafts.create', { accountId, record: article(5) });
  await page.keyboard.press('Enter');
  const what = t('undo.what.trash', { count: 2, n: '2' });
  const undone = t('undo.undone.trash', { count: 2, n: '2' });
  await expect(notice(page)).toContainText(undone);
  await expect(page.getByRole('status').filter({ hasText: undone }), 'it is said as well').toHaveCount(1);
  await expect(named(notice(page), 'button', 'undo.again')).toBeFocused();
  expect(trashed(colophon)).toEqual([]);

  await page.keyboard.press('Enter');
  await expect(notice(page)).toContainText(t('undo.wasDoneAgain', { what }));
  expect(trashed(colophon)).toEqual(ids.slice(0, 2));
  await colophon.kill();
  await colophon.startAgain();
  const again = await context.newPage();
  await again.goto(colophon.address());
  await expect(draftRow(again, 'Sheet 3 ')).toBeVisible();
  const search = again.getByRole('searchbox').first();
  await search.fill('sheet');
  await search.press('Control+z');
  await expect(search).toHaveValue('');
  expect(trashed(colophon)).toEqual(ids.slice(0, 2));
  await again.getByRole('grid').getByRole('row').nth(1).focus();
  await again.keyboard.press('Control+z');
  await expect(notice(again)).toContainText(what);
  expect(trashed(colophon)).toEqual(ids.slice(0, 2));
  await again.keyboard.press('Control+z');
  await expect(notice(again)).toContainText('Undone');
  expect(trashed(colophon)).toEqual([]);

  await call(again, 'drafts.trash', { accountId, selection: { ids } });
  await call(again, 'drafts.restore', { accountId, selection: { ids: [ids[3]!] } });
  await goTo(again, '#/journals');
  await named(again, 'button', 'frame.history.button').click();
  const changes = again.getByRole('list', { name: t('history.title') });
  const four = t('undo.what.trash', { count: 4, n: '4' });
  await named(changes, 'button', 'history.takeBackOne', { what: four }).click();
  await expect(changes).toContainText(t('undo.undone.trash', { count: 4, n: '4' }));
  // The button went with its line; that of another change would undo it with the next key.
  await expect(changes).toBeFocused();
  await expect(changes.getByRole('button', { name: new RegExp(t('undo.again')) }).first()).toBeVisible();
  expect(trashed(colophon)).toEqual([]);
});

fullTest(
  'undoing a change of many drafts shows how far it is, and can be stopped',
  async ({ page, colophon }) => {
    test.setTimeout(480_000);
    // Long texts, so that there is time to stop.
    const abstract = 'Tides leave salt behind. '.repeat(3_000);
    const ids = await addDrafts(
      page,
      Array.from({ length: 800 }, (_, number) => article(number, { abstract })),
    );
    const left = () =>
      colophon.rows<{ count: number }>(
        `SELECT count(*) count FROM drafts WHERE record ->> '$.bibjson.journal.volume' = '77'`,
      )[0]!.count;
    const edit = { do: 'set', field: 'volume', value: '77', onlyEmpty: false } as const;
    const sort = { by: 'updated', direction: 'desc' } as const;
    const preview = await call(page, 'edits.preview', { accountId, selection: { ids }, sort, edit });
    await call(page, 'edits.apply', { preview: preview.id, except: [] });
    expect(left()).toBe(ids.length);
    await page.getByRole('grid').getByRole('row').nth(1).focus();
    await page.keyboard.press('Control+z');
    await named(notice(page), 'button', 'undo.takeBack').click();
    await named(notice(page), 'button', 'undo.stop').click();
    const rest = named(notice(page), 'button', 'undo.rest');
    await expect(rest).toBeVisible();
    const stopped = left();
    expect(stopped).toBeGreaterThan(0);
    expect(stopped).toBeLessThan(ids.length);
    await expect(notice(page)).toContainText(t('undo.stoppedHere', { count: stopped, n: String(stopped) }));
    await rest.click();
    await expect.poll(left).toBe(0);
  },
);
