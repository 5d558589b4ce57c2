import { expect, type Page } from '@playwright/test';
import { named } from './screen.ts';

/** Presses Enter on an entry of a menu that was opened, once the menu has the focus: it gives it to its first entry. */
export async function pressMenuItem(page: Page, key: string): Promise<void> {
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1);
  await named(page, 'menuitem', key).press('Enter');
}
