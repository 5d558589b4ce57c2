import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { call, test } from './colophon.ts';
import { button, named } from './screen.ts';

test.use({ bypassCSP: true });

test('the tour is offered at the first start, points at the parts on screen, and Escape ends it permanently', async ({
  page,
}) => {
  const offer = button(page.getByRole('main'), 'commands.name.tour');
  const title = (step: string) => named(page, 'heading', `tour.${step}.title`);
  await offer.click();
  await expect(title('rail')).toBeFocused();
  await expectAccessible(page, 'the tour');
  await button(page, 'tour.next').click();
  await expect(title('import')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(title('import')).toHaveCount(0);
  await expect.poll(async () => (await call(page, 'app.settings', {})).tourSeen).toBe(true);
  await expect(offer).toHaveCount(0);

  await page.keyboard.press('F1');
  await button(page.getByRole('dialog'), 'commands.name.tour').click();
  for (const step of ['rail', 'import', 'findings', 'send', 'uploads']) {
    await expect(title(step)).toBeFocused();
    await button(page, 'tour.next').click();
  }
  await expect(title('account')).toBeFocused();
  await button(page, 'tour.done').click();
  await expect(title('account')).toHaveCount(0);
});

test('the tour leaves the preview of an import free, and goes on at the list', async ({ page }) => {
  const title = (step: string) => named(page, 'heading', `tour.${step}.title`);
  await button(page.getByRole('main'), 'commands.name.tour').click();
  await button(page, 'tour.next').click();
  await expect(title('import')).toBeFocused();
  await button(page.getByRole('main'), 'drafts.first.sample').click();
  await expect(page).toHaveURL(/#\/imports\/\d+$/);
  await expect(title('import')).toHaveCount(0);
  await button(page, 'import.accept', { count: 30, n: '30' }).click();
  await expect(page).toHaveURL(/#\/drafts/);
  await expect(title('import')).toBeVisible();
});
