import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { ImportStatus } from '../../src/shared/draft/importing.ts';
import { speak } from '../../src/shared/i18n/i18n.ts';
import { expectAccessible } from './accessible.ts';
import { article } from './articles.ts';
import { changeAnswer } from './broken.ts';
import { call, fullTest, test } from './colophon.ts';
import { button, goTo, numbers, t } from './screen.ts';
import { watchCalls } from './watchCalls.ts';

// Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
test.use({ bypassCSP: true });
test.afterEach(() => speak('en'));

test('an import is narrowed to its warnings, and unticked records are left out, by keyboard', async ({
  page,
  colophon,
}) => {
  const capitals = (number: number) => article(number, { title: `A TITLE IN CAPITALS ${number}` });
  const records = [article(1), capitals(2), capitals(3), article(4), article(5, { identifier: [] })];
  const file = join(colophon.data, 'five.json');
  writeFileSync(file, JSON.stringify(records.map((record) => ({ ...record }))));
  await goTo(page, '#/drafts');
  await page.locator('#import-files').setInputFiles(file);
  const accept = (count: number) => button(page, 'import.accept', { count, n: String(count) });
  const list = page.getByRole('list', { name: t('import.rows') });
  const rows = list.getByRole('listitem').filter({ has: page.getByRole('checkbox') });
  await expect(accept(5)).toBeVisible();
  await expect(rows).toHaveCount(5);

  const kind = t('import.finding', { kind: t('finding.title-caps.kind'), n: '2' });
  const finding = page.getByRole('group', { name: t('import.findings') }).getByRole('button', { name: kind });
  await finding.focus();
  await page.keyboard.press('Enter');
  await expect(finding).toHaveAttribute('aria-pressed', 'true');
  await expect(rows).toHaveCount(2);
  await expectAccessible(page, 'an import narrowed to a warning');

  // The first row by the space bar; then both as a range.
  await rows.first().focus();
  await page.keyboard.press('Space');
  await expect(rows.first().getByRole('checkbox')).not.toBeChecked();
  await expect(accept(4)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press('Shift+Space');
  await expect(rows.last().getByRole('checkbox')).not.toBeChecked();
  await expect(accept(3)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await expect(accept(5)).toBeVisible();
  await button(page, 'import.tick.none').press('Enter');
  await expect(accept(3)).toBeVisible();

  const leftOut = page.getByRole('button', { name: `2 ${t('import.fact.leftOut')}`, exact: true });
  await leftOut.press('Enter');
  await expect(leftOut).toHaveAttribute('aria-pressed', 'true');
  await expect(rows).toHaveCount(2);
  await button(page, 'import.tick.showAll').click();
  await expect(rows).toHaveCount(5);
  await accept(3).press('Enter');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '4');
  await expect(page.getByRole('grid')).not.toContainText('CAPITALS');
});

test('a double click in the list of unticked records ticks only the record that was there', async ({
  page,
  colophon,
}) => {
  const answered = watchCalls(page);
  const file = join(colophon.data, 'three.json');
  writeFileSync(file, JSON.stringify([1, 2, 3].map((number) => article(number))));
  await goTo(page, '#/drafts');
  await page.locator('#import-files').setInputFiles(file);
  const rows = page.getByRole('list', { name: t('import.rows') }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await button(page, 'import.tick.none').click();
  await page.getByRole('button', { name: `3 ${t('import.fact.leftOut')}`, exact: true }).click();
  await expect(page.getByText(t('import.tick.shown', { count: 3, n: '3' }))).toBeVisible();
  await rows.first().getByRole('checkbox').dblclick();
  await expect(rows).toHaveCount(2);
  await answered();
  await expect(rows).toHaveCount(2);
  await expect(button(page, 'import.accept', { count: 1, n: '1' })).toBeVisible();
});

fullTest(
  'several imports are accepted at once without their unticked records',
  async ({ page, colophon }) => {
    const give = async (name: string, numbers: number[]) => {
      const file = join(colophon.data, name);
      writeFileSync(file, JSON.stringify(numbers.map((number) => article(number))));
      await page.locator('#import-files').setInputFiles(file);
    };
    await goTo(page, '#/drafts');
    await give('first.json', [1, 2]);
    const row = page
      .getByRole('list', { name: t('import.rows') })
      .getByRole('listitem')
      .first();
    await row.getByRole('checkbox').click();
    await expect(row.getByRole('checkbox')).not.toBeChecked();
    await goTo(page, '#/drafts');
    await give('second.json', [3, 4]);
    const tray = page.getByRole('list', { name: t('import.tray') });
    await expect(tray).toContainText(t('import.untickedToo', { count: 1, n: '1' }));
    await expectAccessible(page, 'two imports that wait for review');
    for (const name of ['first.json', 'second.json']) {
      const words = t('import.waitingOne', { name, count: 2, n: '2' });
      await tray.getByRole('link', { name: words, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('import.title', { name }));
      // The other one stays a step away.
      await expect(tray.getByRole('link')).toHaveCount(1);
      await goTo(page, '#/drafts');
    }
    await button(tray, 'import.acceptAll', { count: 3, n: '3' }).click();
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '4');
  },
);

fullTest('the screen of an import that is being accepted says so once', async ({ page, colophon }) => {
  const file = join(colophon.data, 'sheets.json');
  writeFileSync(file, JSON.stringify([article(1)]));
  await goTo(page, '#/drafts');
  await page.locator('#import-files').setInputFiles(file);
  await expect(page.getByRole('list', { name: t('import.rows') })).toContainText('Sheet 1');
  const accepting = (status: ImportStatus) => ({ ...status, state: 'accepting' as const });
  await changeAnswer(page, 'imports.get', accepting);
  await changeAnswer(page, 'imports.list', (list: ImportStatus[]) => list.map(accepting));
  const listed = page.waitForResponse('**/call/imports.list');
  await page.reload();
  const words = page.getByText(t('import.accepting', { name: 'sheets.json' }), { exact: true });
  await expect(words).toHaveCount(1);
  // The line above the screen would come with the list of imports.
  await (await listed).finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(words).toHaveCount(1);
  await goTo(page, '#/drafts');
  await expect(page.getByRole('list', { name: t('import.tray') })).toContainText('sheets.json');
});

fullTest('a duplicate within a file is counted once, and not called ready', async ({ page, colophon }) => {
  const file = join(colophon.data, 'twice.json');
  writeFileSync(file, JSON.stringify([article(1), article(1), 7]));
  await goTo(page, '#/drafts');
  await page.locator('#import-files').setInputFiles(file);
  const rows = page.getByRole('list', { name: t('import.rows') }).getByRole('listitem');
  const duplicate = rows.filter({ hasText: t('import.outcome.twice-in-file') });
  await expect(duplicate).toHaveCount(1);
  await expect(duplicate).not.toContainText(t('common.readiness.ready'));
  await expect(duplicate).not.toContainText(t('common.readinessUnchecked'));
  const region = page.getByRole('region', { name: t('import.title', { name: 'twice.json' }) });
  await expect
    .poll(() => numbers(region))
    .toMatchObject({
      [t('import.fact.total')]: '3',
      [t('import.fact.created')]: '1',
      [t('import.fact.twice')]: '1',
      [t('import.fact.problems')]: '1',
    });
});

fullTest('places of records are in French in a French preview', async ({ page, colophon }) => {
  const file = join(colophon.data, 'places.json');
  writeFileSync(file, JSON.stringify([article(1), article(1), 7]));
  await call(page, 'app.changeSettings', { language: 'fr' });
  await speak('fr');
  await goTo(page, '#/drafts');
  await page.locator('#import-files').setInputFiles(file);
  const rows = page.getByRole('list', { name: t('import.rows') });
  await expect(rows).toContainText('notice 1');
  await expect(rows).not.toContainText(/\b(record|line)\b/);
  await page.getByRole('tab', { name: /^Problèmes/ }).click();
  await expect(page.getByRole('tabpanel')).toContainText('notice 1');
  await expect(page.getByRole('tabpanel')).not.toContainText(/\b(record|line)\b/);
});

for (const scheme of ['light', 'dark'] as const) {
  const run = scheme === 'light' ? test : fullTest;
  run(`the preview of an import fits a narrow window (${scheme})`, async ({ page, colophon }) => {
    await page.emulateMedia({ colorScheme: scheme });
    const file = join(colophon.data, 'two.json');
    writeFileSync(
      file,
      JSON.stringify([article(1, { title: 'ALL IN CAPITALS HERE' }), article(2, { identifier: [] })]),
    );
    await goTo(page, '#/drafts');
    await page.locator('#import-files').setInputFiles(file);
    await expect(page.getByRole('list', { name: t('import.rows') })).toContainText('CAPITALS');
    await page.setViewportSize({ width: 480, height: 800 });
    await expectAccessible(page, 'the preview of an import in a narrow window');
  });
}
