import type { Page } from '@playwright/test';
import { AppError } from '../../src/shared/errors.ts';
import { msg } from '../../src/shared/message.ts';
import { faultKey } from './looks.ts';

/** Makes calls with these names fail from now on, as with a full disk; returns a function that ends this. */
export async function breakCalls(page: Page, names: RegExp): Promise<() => Promise<void>> {
  const fault = new AppError('storage', msg(faultKey), {
    why: msg('error.storageFull.why'),
    fix: msg('error.storageFull.fix'),
    details: 'SQLITE_FULL: database or disk is full',
  }).toWire();
  const isMeant = ({ pathname }: URL) =>
    pathname.startsWith('/call/') && names.test(pathname.slice('/call/'.length));
  await page.route(isMeant, (route) => route.fulfill({ json: { ok: false, error: fault } }));
  return () => page.unroute(isMeant);
}

/** Holds calls with this name back from now on, until the function that it returns is called. */
export async function holdCalls(page: Page, name: string): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(`**/call/${name}`, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

/** Changes the answers of one call before they reach the page, from now on. */
export async function changeAnswer<T>(
  page: Page,
  name: string,
  change: (value: T) => unknown,
): Promise<void> {
  await page.route(`**/call/${name}`, async (route) => {
    const response = await route.fetch();
    const { value } = (await response.json()) as { value: T };
    await route.fulfill({ response, json: { ok: true, value: change(value) } });
  });
}
