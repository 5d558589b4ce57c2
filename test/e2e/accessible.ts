import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import type axeCore from 'axe-core';
import { loadAxe } from './axe.ts';
import { call } from './colophon.ts';
import { controlsOf, faultsOfControls } from './controls.ts';
import { cutBySpacing, tooWide, windowScroll } from './layout.ts';
import { expectParts } from './looks.ts';
import { moving, movingForLong } from './motion.ts';
import { unseenParts } from './nonText.ts';
import { faultsOfStructure } from './structure.ts';

declare const axe: typeof axeCore;

/** A window of 1280 x 1024 px at 400 % zoom (WCAG 1.4.10). */
const narrow = { width: 320, height: 256 };
const wide = { width: 1280, height: 800 };
/**
 * `npm run test:full` checks every theme, and everything in both widths. The ordinary run checks each screen in the light
 * theme, names and roles when it is wide, and texts with wide spacing when it is narrow.
 */
const isThorough = process.env.COLOPHON_TEST_THEMES === 'all';
/** Another theme changes only colours: names, roles and order are checked once for each width. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];
/** A folder for screenshots of each screen in each of its looks, for a human reviewer. */
const pictures = process.env.COLOPHON_LOOKS;
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Look = 'light' | 'dark' | 'high contrast' | 'forced colours';
/**
 * Looks of texts that this process has already checked in each theme. A text with the same classes and colours on the
 * same backgrounds is equally readable on every screen, so it is checked once.
 */
const seen: Record<Look, Set<number>> = {
  light: new Set(),
  dark: new Set(),
  'high contrast': new Set(),
  'forced colours': new Set(),
};

/**
 * Expects that no rule of axe-core is broken, in the light theme or in all of them (`isThorough`), and at 400 % zoom,
 * where nothing scrolls sideways; that no text is cut when it is spaced widely; that controls have distinct names, are
 * large enough and stand out from their background; and that nothing moves when the user prefers reduced motion. Axe
 * turns text into code, so the test must use `bypassCSP`. While Colophon does not respond, the high-contrast theme,
 * which is a setting, is left out.
 */
export async function expectAccessible(
  page: Page,
  screen: string,
  { isAnswering = true } = {},
): Promise<void> {
  await test.step(screen, async () => {
    // A window behind another one is not redrawn.
    await page.bringToFront();
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', reducedMotion: 'reduce' });
    await settle(page);
    await loadAxe(page);
    await expectParts(page, screen);
    const dialogs = await page.locator('[aria-modal="true"]').count();
    // After a dialog closes, the rest of the page becomes accessible again a moment later.
    if (dialogs === 0) await expect(page.locator('[data-region][aria-hidden="true"]')).toHaveCount(0);
    expect.soft(await moving(page), `${screen}: moves though stillness is asked for`).toEqual([]);
    expect.soft(await windowScroll(page), `${screen}: the window scrolls`).toBeLessThanOrEqual(0);
    await expectColours(page, screen, 'light');
    if (isThorough) await expectOtherThemes(page, screen, isAnswering);
    await expectStructure(page, screen);
    if (isThorough) {
      expect.soft(await cutBySpacing(page), `${screen}: cut when text is spaced widely`).toEqual([]);
    }
    // Together with the size, since each change of the media takes as long as a check.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await resize(page, narrow);
    expect.soft(await movingForLong(page), `${screen}: goes on moving by itself`).toEqual([]);
    await keepPicture(page, screen, 'narrow');
    expect(await page.locator('[aria-modal="true"]').count(), `${screen}: dialogs at 320 px`).toBe(dialogs);
    expect.soft(await tooWide(page), `${screen}: scrolls sideways at 320 px`).toEqual([]);
    await expectColours(page, `${screen}, narrow`, 'light');
    if (isThorough) await expectStructure(page, `${screen}, narrow`);
    else await expectControls(page, `${screen}, narrow`);
    expect.soft(await cutBySpacing(page), `${screen}: cut at 320 px when text is spaced widely`).toEqual([]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await resize(page, wide);
  });
}

/** Returns once everything is where it belongs, so that checks and the next click find it there. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await settle(page);
  await page.evaluate(async () => {
    const places = () =>
      [...document.querySelectorAll('button, a, input, [role="row"]')]
        .map((element) => Object.values(element.getBoundingClientRect().toJSON() as object).join())
        .join(' ');
    // Panes are measured and drawn again after a change of size.
    for (let frames = 0, tries = 0, before = ''; frames < 3 && tries < 200; tries++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = places();
      frames = now === before ? frames + 1 : 0;
      before = now;
    }
  });
}

/** Checks the colours of the screen in the dark and high-contrast themes and in forced colours; leaves it light. */
async function expectOtherThemes(page: Page, screen: string, isAnswering: boolean): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectTheme(page, 'dark');
  await settle(page);
  await expectColours(page, screen, 'dark');
  if (isAnswering) {
    await call(page, 'app.changeSettings', { theme: 'high-contrast' });
    await expectTheme(page, 'high-contrast');
    await settle(page);
    await expectColours(page, screen, 'high contrast');
    await page.emulateMedia({ colorScheme: 'light' });
    await call(page, 'app.changeSettings', { theme: 'system' });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await expectTheme(page, 'light');
  await page.emulateMedia({ forcedColors: 'active' });
  await settle(page);
  await expectColours(page, screen, 'forced colours');
  await page.emulateMedia({ forcedColors: 'none' });
  await settle(page);
}

/**
 * The same for a message that replaces expected content: no rule of axe-core is broken within it, the structure around
 * it is right, and nothing is cut off or outside the window at 400 % zoom. The test must use `bypassCSP`.
 */
export async function expectReadable(page: Page, screen: string, part: Locator): Promise<void> {
  await test.step(screen, async () => {
    // A window behind another one is not redrawn.
    await page.bringToFront();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect(part.first(), screen).toBeVisible();
    await settle(page);
    await loadAxe(page);
    await expectParts(page, screen);
    await part.first().evaluate((element) => element.setAttribute('data-readable', ''));
    const rules = { runOnly: { type: 'tag', values: tags } } as const;
    expect.soft(await violations(page, rules, '[data-readable]'), screen).toEqual([]);
    expect.soft(await moving(page), `${screen}: moves though stillness is asked for`).toEqual([]);
    expect.soft(await faultsOfStructure(page), screen).toEqual([]);
    await keepPicture(page, screen, 'light');
    await resize(page, narrow);
    await keepPicture(page, screen, 'narrow');
    expect.soft(await tooWide(page), `${screen}: scrolls sideways at 320 px`).toEqual([]);
    expect.soft(await cutBySpacing(page), `${screen}: cut at 320 px when text is spaced widely`).toEqual([]);
    await resize(page, wide);
    // A part that a narrow window replaces is gone by now, so nothing here waits for it.
    await page.locator('[data-readable]').evaluateAll((elements) => {
      for (const element of elements) element.removeAttribute('data-readable');
    });
  });
}

/** The page is redrawn a moment after the system's colours or the setting change. */
async function expectTheme(page: Page, theme: 'light' | 'dark' | 'high-contrast'): Promise<void> {
  await expect(page.locator(`[data-theme="${theme}"]`).first()).toBeAttached();
}

/** All rules except those about colours. */
async function expectStructure(page: Page, name: string): Promise<void> {
  // `faultsOfControls` checks sizes more strictly and faster.
  const off = Object.fromEntries([...rulesOfColour, 'target-size'].map((rule) => [rule, { enabled: false }]));
  expect
    .soft(await violations(page, { runOnly: { type: 'tag', values: tags }, rules: off }), name)
    .toEqual([]);
  expect.soft(await faultsOfStructure(page), name).toEqual([]);
  await expectControls(page, name);
}

async function expectControls(page: Page, name: string): Promise<void> {
  expect.soft(faultsOfControls(await controlsOf(page)), `${name}: controls`).toEqual([]);
}

/** The rules about colours, for texts not yet checked in this theme by this process, and for everything except text. */
async function expectColours(page: Page, screen: string, look: Look): Promise<void> {
  await keepPicture(page, screen, look);
  // On a busy machine a colour may still be on its way.
  await expect
    .configure({ soft: true })
    .poll(() => unseenParts(page), `${screen}, ${look}: not to be told from its ground`)
    .toEqual([]);
  const fresh = await markNew(page, seen[look]);
  if (fresh.length === 0) return;
  const rules = { runOnly: { type: 'rule', values: rulesOfColour } } as const;
  // A button that has just been enabled still has the colour of a disabled one.
  await expect
    .configure({ soft: true })
    .poll(() => violations(page, rules, '[data-new-look]'), `${screen}, ${look}`)
    .toEqual([]);
  for (const one of fresh) seen[look].add(one);
}

async function keepPicture(page: Page, screen: string, look: string): Promise<void> {
  if (!pictures) return;
  const name = screen.replace(/[^\p{L}\p{N}]+/gu, '-');
  await page.screenshot({ path: join(pictures, look, `${name}.png`) });
}

/** Marks each text on screen whose look, as numbers, is not among `known`, and returns the new looks. */
function markNew(page: Page, known: ReadonlySet<number>): Promise<number[]> {
  return page.evaluate(
    (before) => {
      const known = new Set(before);
      const fresh = new Set<number>();
      const grounds = new Map<Element | null, string>([[null, '']]);
      for (const one of document.querySelectorAll('[data-new-look]')) one.removeAttribute('data-new-look');
      const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
      for (const element of (dialog ?? document.body).querySelectorAll('*')) {
        if (!holdsText(element)) continue;
        const look = hash(lookOf(element));
        if (known.has(look) || fresh.has(look)) continue;
        fresh.add(look);
        element.setAttribute('data-new-look', '');
      }
      return [...fresh];

      function holdsText(element: Element): boolean {
        if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return true;
        return [...element.childNodes].some(
          ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && (textContent ?? '').trim() !== '',
        );
      }

      function lookOf(element: Element): string {
        const { color, fontSize, fontWeight, textDecorationLine } = getComputedStyle(element);
        const around = element.parentElement ? getComputedStyle(element.parentElement).color : '';
        const text = [color, fontSize, fontWeight, textDecorationLine, around].join();
        return [element.tagName, element.className, element.ariaDisabled, text, groundOf(element)].join(' ');
      }

      /** All backgrounds behind a text, down to the first opaque one. */
      function groundOf(element: Element | null): string {
        const known = grounds.get(element);
        if (known !== undefined) return known;
        const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element!);
        const isClear =
          backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none' && opacity === '1';
        const own = isClear ? '' : `${backgroundColor} ${backgroundImage} ${opacity}`;
        const isFull = backgroundColor.startsWith('rgb(') && opacity === '1';
        const ground = isFull ? own : `${own}${groundOf(element!.parentElement)}`;
        grounds.set(element, ground);
        return ground;
      }

      function hash(text: string): number {
        let value = 5381;
        for (let at = 0; at < text.length; at++) value = (Math.imul(value, 33) ^ text.charCodeAt(at)) | 0;
        return value;
      }
    },
    [...known],
  );
}

function violations(page: Page, options: axeCore.RunOptions, only?: string): Promise<string[]> {
  return page.evaluate(
    async ({ options, only }) => {
      // Nothing behind an open dialog can be reached, but axe does not always recognise that.
      const dialogs = [...document.querySelectorAll('[aria-modal="true"]')];
      const { violations } = await axe.run(
        {
          include: only ? [...document.querySelectorAll(only)] : dialogs.length > 0 ? dialogs : [document],
          // Fluent's sentinels at the ends of a group pass the focus on at once.
          exclude: [...document.querySelectorAll('[data-tabster-dummy]')],
        },
        { ...options, resultTypes: ['violations'] },
      );
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, html, failureSummary }) =>
          [`${id} (${help})`, target.join(' '), html.slice(0, 300), failureSummary].join(' | '),
        ),
      );
    },
    { options, only },
  );
}

/** Ends all transitions, and waits until no colour or position changes. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let turn = 0; turn < 20; turn++) {
      // The next frame starts the transitions that follow a change of media.
      await nextFrame();
      await nextFrame();
      const started = underWay();
      if (started.length === 0) return;
      // A delayed animation announces that something is loading, which may end before the animation begins.
      const delayed = started.filter(({ effect }) => Number(effect?.getTiming().delay) > 0);
      await Promise.allSettled(delayed.map(({ finished }) => finished));
      // An inherited colour starts its own transition when that of its parent has ended.
      for (let depth = 0; depth < 50 && underWay().length > 0; depth++) {
        for (const one of underWay()) one.finish();
      }
    }

    /** Finished animations may stay in the list, to hold their last state. */
    function underWay(): Animation[] {
      return document
        .getAnimations()
        .filter(({ playState }) => playState !== 'finished')
        .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
    }
  });
}
