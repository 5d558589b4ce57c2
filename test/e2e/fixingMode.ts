import type { Page } from '@playwright/test';
import { named, t } from './screen.ts';

/** A button by the key of its label. */

/** The bar of fixing mode above the record. */
export const bar = (page: Page) => named(page, 'toolbar', 'fixing.title');

/** The entry of the rail that is marked as the current one. */
export const currentEntry = (page: Page) => page.getByRole('navigation').locator('[aria-current="page"]');

/** The 1-based place of the record that is shown, as the bar has it. */
export const placeOf = (page: Page, place: number, total: number) =>
  bar(page).getByText(t('drafts.place', { place: String(place), total: String(total) }), { exact: true });

/** The numbers of the summary, by their labels. */
export const countsOf = (fixed: number, skipped: number) => ({
  [t('fixing.mark.fixed')]: String(fixed),
  [t('fixing.mark.skipped')]: String(skipped),
  [t('fixing.mark.left')]: '0',
});
