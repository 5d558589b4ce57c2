import { expect, type Locator, type Page } from '@playwright/test';
import { complianceTexts } from '../../src/renderer/state/data/complianceTexts.ts';
import { officeTexts } from '../../src/renderer/state/data/officeTexts.ts';
import {
  isSettingsSection,
  settingsHeadingId,
} from '../../src/renderer/state/navigation/settingsSections.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { addTexts, t as wordsOf } from '../../src/shared/i18n/i18n.ts';
import { addMainTexts } from '../../src/shared/i18n/mainTexts.ts';
import type { Colophon } from './colophon.ts';

void addTexts(officeTexts);
void addTexts(complianceTexts);
await addMainTexts();

/** The text on screen for a key of the catalogue; an unknown key is a mistake in the test. */
export function t(key: string, values: Record<string, unknown> = {}): string {
  const words = wordsOf(key, values);
  if (words === key) throw new Error(`There are no words for ${key}.`);
  return words;
}

/** What has this role and exactly this name, by the key of the name. */
export function named(
  within: Page | Locator,
  role: Parameters<Page['getByRole']>[0],
  key: string,
  values: Record<string, unknown> = {},
): Locator {
  return within.getByRole(role, { name: t(key, values), exact: true });
}

export function button(within: Page | Locator, key: string, values?: Record<string, unknown>): Locator {
  return named(within, 'button', key, values);
}

/** A text field of the form by the key of its label under `field`. */
export function field(page: Page, key: string): Locator {
  return named(page, 'textbox', `field.${key}`);
}

/** Opens a screen as a link to it would, `#/drafts/7` for example, and waits until it is in place of another one. */
export async function goTo(page: Page, hash: string): Promise<void> {
  // The page that keeps the secret would not hand the address on.
  await page.waitForURL(({ search }) => search === '', { waitUntil: 'commit' });
  await page.evaluate(
    (to) =>
      new Promise<void>((resolve) => {
        const before = location.href;
        const heard = () => resolve();
        // Colophon hears of it first, and shows another record of the same screen at once.
        addEventListener('hashchange', heard, { once: true });
        location.hash = to;
        if (location.href !== before) return;
        removeEventListener('hashchange', heard);
        resolve();
      }),
    hash,
  );
  await page.locator(`#main[data-screen="${screenOf(hash)}"]`).waitFor();
}

/** The same, and waits until a different screen, or section of the settings, has taken the focus. */
export async function openScreen(page: Page, hash: string): Promise<void> {
  const before = await page
    .locator('#main')
    .evaluate((main) => ({ screen: main.getAttribute('data-screen'), hash: location.hash }));
  await goTo(page, hash);
  const section = hash.split('/')[2];
  if (screenOf(hash) === 'settings' && isSettingsSection(section)) {
    // Its heading has the focus a moment after the screen.
    if (before.hash !== hash) await page.locator(`[id="${settingsHeadingId(section)}"]:focus`).waitFor();
    return;
  }
  if (before.screen !== screenOf(hash)) await page.locator('#main:focus, #main :focus').first().waitFor();
}

/** Presses a key on a control as soon as it can be used; while it waits for an answer, the key is lost. */
export async function pressOn(control: Locator, key = 'Enter'): Promise<void> {
  await expect(control).toBeEnabled();
  await control.press(key);
}

/** Closes a dialog as soon as it has the focus; it does not hear the key before. */
export async function pressEscape(page: Page): Promise<void> {
  const focused = page.locator('[role="dialog"]:focus-within, [role="alertdialog"]:focus-within');
  await expect(focused).not.toHaveCount(0);
  await page.keyboard.press('Escape');
}

function screenOf(hash: string): string | undefined {
  return hash.split(/[/?]/)[1];
}

/** The bar at the bottom: connection, queue, rate, saving. */
export function statusBar(page: Page): Locator {
  return page.locator('[data-region="status"]');
}

/** A row of the list of drafts that is on screen. */
export function draftRow(page: Page, title: string): Locator {
  return page.getByRole('grid').getByRole('row').filter({ hasText: title });
}

/** Numbers by their labels, as tiles show them, within a part of the page. */
export async function numbers(within: Locator): Promise<Record<string, string>> {
  return within
    .locator('dl')
    .first()
    .evaluate((list) =>
      Object.fromEntries(
        [...list.querySelectorAll('dt')].map((name) => [
          name.textContent ?? '',
          name.parentElement?.querySelector('dd')?.textContent ?? '',
        ]),
      ),
    );
}

/** A draft's record as it is stored now. */
export function storedRecord(colophon: Colophon, id: number) {
  const [row] = colophon.rows<{ record: string }>('SELECT record FROM drafts WHERE id = ?', id);
  return JSON.parse(row!.record) as DraftRecord & { bibjson: Record<string, unknown> };
}

/** The text as part of a regular expression. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
