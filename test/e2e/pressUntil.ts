import { type ElementHandle, expect, type Locator, type Page } from '@playwright/test';

/** Presses a key until `target` has the focus, as a keyboard user does; fails if it never gets the focus. */
export async function pressUntil(page: Page, key: string, target: Locator, most = 120): Promise<void> {
  await target.first().waitFor({ state: 'attached' });
  // Searching a long form at each press is slow, so the element is kept once it is found.
  let element: ElementHandle | null = null;
  for (let pressed = 0; pressed < most; pressed++) {
    if (!(await element?.evaluate((one) => one.isConnected))) {
      element = (await target.count()) === 0 ? null : await target.first().elementHandle();
    }
    if (await element?.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target, `the focus after ${most} times ${key}`).toBeFocused();
}

/** Returns true if the first element that `target` finds has the focus, false if it finds none. */
export async function hasFocus(target: Locator): Promise<boolean> {
  if ((await target.count()) === 0) return false;
  return target.first().evaluate((element) => element === document.activeElement);
}
