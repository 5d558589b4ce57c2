import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import { issnCheckDigit } from '../../src/shared/text/identifiers.ts';
import { call } from './colophon.ts';
import { pressUntil } from './pressUntil.ts';
import { button, goTo, named, t } from './screen.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Facts {
  journals: { issn: string[]; [fact: string]: unknown }[];
  language: Record<string, Record<string, unknown>>;
  [part: string]: unknown;
}

/** The facts that the sandbox's checker starts with; a new copy each time. */
export function firstFacts(): Facts {
  return JSON.parse(readFileSync(join(root, 'resources', 'sandboxChecker.json'), 'utf8')) as Facts;
}

/** ISSNs that no journal has, with their check digits. */
export function inventedIssns(count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const digits = `9900${String(n).padStart(3, '0')}`;
    return `${digits.slice(0, 4)}-${digits.slice(4)}${issnCheckDigit(digits)}`;
  });
}

/** A field of the question by the key of its label. */
export function box(within: Page | Locator, key: string): Locator {
  return named(within, 'combobox', `complianceScreen.${key}`);
}

/** Waits until what may be meant by the typed text has been looked for. */
export async function suggested(page: Page): Promise<void> {
  await expect(page.getByRole('option', { name: t('complianceScreen.looking') })).toHaveCount(0);
}

/** Fills in the question, asks it and waits for the answer. */
export async function check(page: Page, question: { issn: string; funder: string; ror?: string }) {
  await goTo(page, '#/compliance');
  for (const [key, text] of [
    ['journal', question.issn],
    ['funder', question.funder],
    ['organisation', question.ror ?? ''],
  ] as const) {
    if (text === '') continue;
    await box(page, key).fill(text);
    await suggested(page);
    await box(page, key).press('Tab');
  }
  await button(page, 'complianceScreen.ask').click();
  await expect(answer(page)).toBeVisible();
}

/** The answer on screen. */
export function answer(page: Page): Locator {
  return page.locator('section[aria-labelledby="compliance-result"]');
}

/** Starts a matrix without the dialog and opens it. */
export async function openMatrix(
  page: Page,
  asked: { issns: string[]; funders: string[]; rors?: string[] },
): Promise<number> {
  const { id } = await call(page, 'matrix.start', {
    name: 'Autumn review',
    lang: 'en',
    maxAge: 30,
    rors: [],
    ...asked,
  });
  await goTo(page, `#/compliance/matrix/${id}`);
  return id;
}

/** Waits until a matrix is finished. */
export async function isThrough(page: Page, id: number, timeout = 60_000): Promise<void> {
  await expect
    .poll(async () => (await call(page, 'matrix.get', { id })).state, { timeout, intervals: [200] })
    .toBe('done');
}

/** Waits until Enter would choose this option of a combobox: a moment after it is shown. */
export async function isMarked(option: Locator): Promise<void> {
  await expect(option).toHaveAttribute('data-activedescendant');
}

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await pressUntil(page, 'Tab', wanted, 60);
}
