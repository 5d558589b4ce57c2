import { type BrowserContext, expect, type Page } from '@playwright/test';
import { expectReadable } from './accessible.ts';
import { article } from './articles.ts';
import { changeAnswer } from './broken.ts';
import { addDrafts, fullTest, test } from './colophon.ts';
import { draftRow, goTo, named, pressEscape, statusBar, t } from './screen.ts';

// Axe turns text into code, which the page's security policy forbids; the policy has its own tests.
test.use({ bypassCSP: true });

const failed = (page: Page) => page.locator('[data-region="failed"]');
const button = (page: Page, key: string) => named(failed(page), 'button', key);

/** A page in which errors are planted: the `page` of other tests fails with the first one. */
async function pageOf(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('#main[data-screen]').waitFor();
  return page;
}

/** Answers what main never answers, and React cannot show. */
const unshowable = { nothing: 'that can be shown' };

test('a screen that cannot be shown keeps the frame, and going elsewhere and back tries again', async ({
  colophon,
  context,
}) => {
  const page = await pageOf(context, colophon.address());
  await addDrafts(page, [article(1)]);
  await changeAnswer<{ rows: object[] }>(page, 'drafts.list', (answer) => ({
    ...answer,
    rows: answer.rows.map((row) => ({ ...row, year: unshowable })),
  }));
  await page.reload();
  await expectReadable(page, 'a screen that cannot be shown', failed(page));
  await expect(failed(page)).toContainText(t('frame.failed.fix'));
  await expect(statusBar(page)).toBeVisible();

  await named(page, 'link', 'frame.settings').click();
  await expect(page.locator('#main[data-screen="settings"]')).toBeVisible();
  await expect(failed(page)).toHaveCount(0);

  await goTo(page, '#/drafts');
  await button(page, 'frame.failed.diagnostics').click();
  const text = page.getByRole('textbox', { name: t('frame.diagnostics.text') });
  await expect(text).toHaveValue(/"failures": \[\s*\{\s*"error": "Error"/);
  expect(await text.inputValue()).not.toContain('nothing');
  await pressEscape(page);

  await page.unroute('**/call/drafts.list');
  await button(page, 'frame.missing.reload').click();
  await expect(draftRow(page, 'Sheet 1')).toBeVisible();
  await expect(failed(page)).toHaveCount(0);
});

test('a dialog that cannot be shown can be closed, and its screen stays', async ({ colophon, context }) => {
  const page = await pageOf(context, colophon.address());
  const [id] = await addDrafts(page, [article(1)]);
  const open = async () => {
    await goTo(page, `#/drafts/${id}`);
    await named(page, 'button', 'article.send').click();
  };
  await changeAnswer<object>(page, 'uploads.plan', (plan) => ({ ...plan, unchecked: null }));
  await open();
  await expectReadable(page, 'a dialog that cannot be shown', page.getByRole('dialog'));
  await pressEscape(page);
  await expect(failed(page)).toHaveCount(0);

  await page.unroute('**/call/uploads.plan');
  await changeAnswer<object>(page, 'uploads.plan', (plan) => ({ ...plan, ignored: 5 }));
  await open();
  await expect(page.getByRole('dialog', { name: t('send.title') })).toContainText(t('frame.failed.dialog'));
  await pressEscape(page);
  await expect(failed(page)).toHaveCount(0);
  await expect(statusBar(page)).toBeVisible();
});

fullTest('parts of the frame that cannot be shown leave the others', async ({ colophon, context }) => {
  const page = await pageOf(context, colophon.address());
  await addDrafts(page, [article(1)]);
  await changeAnswer<object[]>(page, 'uploads.list', () => [{ state: 'running', counts: null }]);
  await page.reload();
  await expect(draftRow(page, 'Sheet 1')).toBeVisible();
  await expect(failed(page).first()).toContainText(t('frame.failed.part'));
});

fullTest('a window whose frame cannot be shown offers to reload it', async ({ colophon, context }) => {
  const page = await pageOf(context, colophon.address());
  await page.addInitScript(() => {
    window.matchMedia = () => {
      throw new Error('planted');
    };
  });
  await page.reload();
  await expect(page.getByRole('alert')).toContainText(t('frame.failed.fixWindow'));
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: t('frame.saveDiagnostics') }).click();
  expect((await started).suggestedFilename()).toMatch(/^colophon-diagnostics-/);
  await expect(page.getByRole('button', { name: t('frame.missing.reload') })).toBeVisible();
});
