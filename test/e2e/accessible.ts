import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import type axeCore from 'axe-core';
import { call } from './colophon.ts';

declare const axe: typeof axeCore;
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const narrow = { width: 320, height: 640 };
const wide = { width: 1280, height: 800 };
/** Another theme changes colours alone: names, roles and order are looked at once for each width. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/**
 * No rule of axe-core is broken in any theme, nor where the system forces its colours, nor at 320 px, where nothing
 * scrolls sideways. Axe makes code of text: the test must use `bypassCSP`. Where Colophon does not answer the
 * high-contrast theme, which is a setting, is left out.
 */
export async function expectAccessible(
  page: Page,
  screen: string,
  { isAnswering = true } = {},
): Promise<void> {
  await test.step(screen, async () => {
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', reducedMotion: 'reduce' });
    const dialogs = await page.locator('[aria-modal="true"]').count();
    await expectNoViolation(page, `${screen}, light`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoViolation(page, `${screen}, dark`, rulesOfColour);
    await page.emulateMedia({ colorScheme: 'light' });
    if (isAnswering) {
      await call(page, 'settings.set', { theme: 'high-contrast' });
      await expect(page.locator('[data-theme="high-contrast"]').first()).toBeAttached();
      await expectNoViolation(page, `${screen}, high contrast`, rulesOfColour);
      await call(page, 'settings.set', { theme: 'system' });
      await expect(page.locator('[data-theme="light"]').first()).toBeAttached();
    }
    await page.emulateMedia({ forcedColors: 'active' });
    await expectNoViolation(page, `${screen}, forced colours`, rulesOfColour);
    await page.emulateMedia({ forcedColors: 'none' });
    await page.setViewportSize(narrow);
    await settle(page);
    expect(await page.locator('[aria-modal="true"]').count(), `${screen}: dialogs at 320 px`).toBe(dialogs);
    expect(await tooWide(page), `${screen}: scrolls sideways at 320 px`).toEqual([]);
    await expectNoViolation(page, `${screen}, narrow`);
    await page.setViewportSize(wide);
    await settle(page);
  });
}

async function expectNoViolation(page: Page, name: string, rules?: string[]): Promise<void> {
  await settle(page);
  await page.evaluate(`if (!window.axe) { ${axeSource} }`);
  const found = await page.evaluate(
    async ({ rules, tags }) => {
      // Behind an open dialog nothing can be reached; axe tells that from what hides focus only by luck.
      const dialogs = [...document.querySelectorAll('[aria-modal="true"]')];
      const { violations } = await axe.run(
        {
          include: dialogs.length > 0 ? dialogs : [document],
          // Fluent's sentinels at the ends of a group: whoever tabs onto one is led on at once.
          exclude: [...document.querySelectorAll('[data-tabster-dummy]')],
        },
        {
          runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: tags },
          resultTypes: ['violations'],
        },
      );
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, html, failureSummary }) =>
          [`${id} (${help})`, target.join(' '), html.slice(0, 300), failureSummary].join(' | '),
        ),
      );
    },
    { rules, tags: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  );
  expect(found, name).toEqual([]);
}

/** Everything that scrolls sideways: the page itself, and any part of it. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .filter(
        (one) =>
          one === document.documentElement || ['auto', 'scroll'].includes(getComputedStyle(one).overflowX),
      )
      .map((one) => `${one.tagName} ${one.className} ${one.scrollWidth} > ${one.clientWidth}`),
  );
}

/** Waits until colours and places no longer change. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The next picture begins the transitions that a change of media brings about.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map((one) => one.finished));
  });
}
