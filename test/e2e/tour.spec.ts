import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { call, test } from './colophon.ts';
import { t } from './screen.ts';

test.use({ bypassCSP: true });

test('the tour is offered at the first start, points at the parts on screen, and Escape ends it permanently', async ({
  page,
}) => {
  const offer = page.getByRole('main').getByRole('button', { name: t('commands.name.tour'), exact: true });
  const title = (step: string) => page.getByRole('heading', { name: t(`tour.${step}.title`), exact: true });
  await offer.click();
  await expect(title('rail')).toBeFocused();
  await expectAccessible(page, 'the tour');
  await page.getByRole('button', { name: t('tour.next'), exact: true }).click();
  await expect(title('import')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(title('import')).toHaveCount(0);
  await expect.poll(async () => (await call(page, 'app.settings', {})).tourSeen).toBe(true);
  await expect(offer).toHaveCount(0);

  await page.keyboard.press('F1');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('commands.name.tour'), exact: true })
    .click();
  for (const step of ['rail', 'import', 'findings', 'send', 'uploads']) {
    await expect(title(step)).toBeFocused();
    await page.getByRole('button', { name: t('tour.next'), exact: true }).click();
  }
  await expect(title('account')).toBeFocused();
  await page.getByRole('button', { name: t('tour.done'), exact: true }).click();
  await expect(title('account')).toHaveCount(0);
});
