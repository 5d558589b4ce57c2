import { type ElementHandle, expect, type Locator, type Page } from '@playwright/test';

/** Presses a key until `target` has the focus, as somebody does who has no pointer; fails where it never gets there. */
export async function pressUntil(page: Page, key: string, target: Locator, most = 120): Promise<void> {
  await target.first().waitFor({ state: 'attached' });
  // A long form is not searched anew for each press: its element is, once it is there.
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

/** Whether the first element that `target` finds has the focus; not where it finds none. */
export async function hasFocus(target: Locator): Promise<boolean> {
  if ((await target.count()) === 0) return false;
  return target.first().evaluate((element) => element === document.activeElement);
}
