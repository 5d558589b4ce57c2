import { expect, type Page } from '@playwright/test';
import { article } from './articles.ts';
import { addDrafts, type Colophon, call, fullTest, test, watchFaults } from './colophon.ts';
import { button, field, goTo, named, statusBar, storedRecord, t } from './screen.ts';

/** A second window of the same user with the same draft. */
async function openSecond(page: Page, id: number): Promise<Page> {
  const second = await page.context().newPage();
  await second.goto(new URL(`/#/drafts/${id}`, page.url()).href);
  await goTo(page, `#/drafts/${id}`);
  await expect(field(page, 'title')).toBeVisible();
  await expect(field(second, 'title')).toBeVisible();
  return second;
}

/** Both windows change the draft; the first change is stored before the second one arrives. */
async function collide(colophon: Colophon, id: number, first: Page, second: Page): Promise<void> {
  let letGo = () => {};
  const isHeld = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await second.route('**/call/drafts.save', async (route) => {
    await isHeld;
    await route.continue();
  });
  const saving = second.waitForRequest('**/call/drafts.save');
  await field(second, 'title').fill('The title of the second window');
  await field(second, 'year').fill('2025');
  await saving;
  await field(first, 'title').fill('The title of the first window');
  await field(first, 'volume').fill('99');
  await expect
    .poll(() => storedRecord(colophon, id).bibjson)
    .toMatchObject({
      title: 'The title of the first window',
      journal: expect.objectContaining({ volume: '99' }),
    });
  letGo();
  await expect(second.getByText(t('article.conflict.title'))).toBeVisible();
  // The second change is not stored, but all of it is still on screen.
  expect(storedRecord(colophon, id).bibjson).toMatchObject({
    title: 'The title of the first window',
    year: '2026',
  });
  await expect(field(second, 'title')).toHaveValue('The title of the second window');
  await expect(field(second, 'year')).toHaveValue('2025');
}

fullTest(
  'a window without unsaved changes shows the version that the other one saved',
  async ({ page, colophon }) => {
    const [id] = await addDrafts(page, [article(1)]);
    const second = await openSecond(page, id!);
    const faults = watchFaults(second);
    await field(page, 'title').fill('Seen in both windows');
    await expect(field(second, 'title')).toHaveValue('Seen in both windows');
    await field(second, 'title').fill('And back again');
    await expect(field(page, 'title')).toHaveValue('And back again');
    await expect.poll(() => storedRecord(colophon, id!).bibjson.title).toBe('And back again');
    await expect(page.getByText(t('article.conflict.title'))).toHaveCount(0);
    await expect(second.getByText(t('article.conflict.title'))).toHaveCount(0);
    expect(faults).toEqual([]);
  },
);

test('the second of two windows that changed a draft chooses field by field, and neither change is lost', async ({
  page,
  colophon,
}) => {
  const [id] = await addDrafts(page, [article(1)]);
  const second = await openSecond(page, id!);
  await collide(colophon, id!, page, second);
  await expect(second.getByRole('region', { name: t('article.conflict.title') })).toBeFocused();
  await expect(second.getByText(t('article.conflict.title'))).toBeInViewport();
  const versions = named(second, 'table', 'article.conflict.table');
  // A field that only one window changed is taken from it; one that both changed is taken from this window by default.
  const take = (key: string, side: 'mine' | 'theirs') =>
    versions.getByRole('radio', {
      name: t('article.compare.takeOf', { field: t(`field.${key}`), side: t(`article.conflict.${side}`) }),
    });
  await expect(take('volume', 'theirs')).toBeChecked();
  await expect(take('year', 'mine')).toBeChecked();
  await expect(take('title', 'mine')).toBeChecked();
  await take('title', 'theirs').check();
  await button(second, 'article.conflict.saveChosen').click();
  await expect
    .poll(() => storedRecord(colophon, id!).bibjson)
    .toMatchObject({
      title: 'The title of the first window',
      year: '2025',
      journal: expect.objectContaining({ volume: '99' }),
    });
  await expect(second.getByText(t('article.conflict.title'))).toHaveCount(0);
  await expect(field(page, 'year')).toHaveValue('2025');
});

fullTest('the second of two windows can keep its own version', async ({ page, colophon }) => {
  const [id] = await addDrafts(page, [article(1)]);
  const second = await openSecond(page, id!);
  await collide(colophon, id!, page, second);
  await button(second, 'article.conflict.keepMine').click();
  await expect
    .poll(() => storedRecord(colophon, id!).bibjson)
    .toMatchObject({
      title: 'The title of the second window',
      year: '2025',
      journal: expect.objectContaining({ volume: '14' }),
    });
  await expect(field(page, 'title')).toHaveValue('The title of the second window');
});

fullTest('the second of two windows can use the other version', async ({ page, colophon }) => {
  const [id] = await addDrafts(page, [article(1)]);
  const second = await openSecond(page, id!);
  await collide(colophon, id!, page, second);
  const before = storedRecord(colophon, id!);
  await button(second, 'article.conflict.useTheirs').click();
  await expect(field(second, 'title')).toHaveValue('The title of the first window');
  await expect(field(second, 'year')).toHaveValue('2026');
  expect(storedRecord(colophon, id!)).toEqual(before);
  // Editing continues from this version.
  await field(second, 'year').fill('2024');
  await expect.poll(() => storedRecord(colophon, id!).bibjson.year).toBe('2024');
  await expect(statusBar(second)).toContainText(/Saved \d+:\d\d/);
});

fullTest('a change made while a window opens is shown in it', async ({ page }) => {
  await goTo(page, '#/settings');
  const { promise, resolve: open } = Promise.withResolvers<void>();
  await page.route('**/events', async (route) => {
    await promise;
    await route.continue();
  });
  await page.reload();
  // Without waiting for events, the window would have fetched everything by now.
  await page.waitForTimeout(700);
  const address = { base: 'https://directory.example.org/api/v4/', dialect: '4.0' } as const;
  await call(page, 'accounts.create', { name: 'Invented Press', ...address, rate: 2, username: 'press' });
  open();
  await expect(page.getByRole('heading', { name: 'Invented Press' })).toBeVisible();
});
